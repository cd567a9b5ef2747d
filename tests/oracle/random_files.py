"""Random LM-63 files, written in every way that the editions of 1986 to 2019 allow."""

from __future__ import annotations

from hypothesis import strategies as st

FIRST = {
    1986: ["REPORT NUMBER 12", "IESNA:LM-63-1986", "a luminaire of 1995 or 2002"],
    1991: ["IESNA91", "IESNA:LM-63-1991", "iesna91"],
    1995: ["IESNA:LM-63-1995", "IESNA95"],
    2002: ["IESNA:LM-63-2002", "  IESNA:LM-63-2002 ", "iesna:lm-63-2002"],
    2019: ["IES:LM-63-2019", "IESNA:LM-63-2019"],
}
CODES = {"C": 1, "B": 2, "A": 3}
LATERAL = {
    "C": [(0, 0), (0, 90), (0, 180), (90, 270), (0, 360), (0, 300)],
    "A": [(0, 90), (-90, 90)],
    "B": [(0, 90), (-90, 90)],
}
VERTICAL = {
    "C": [(0, 90), (0, 180), (90, 180)],
    "A": [(-90, 90)],
    "B": [(-90, 90), (0, 90)],
}


@st.composite
def angles(draw, ends):
    """Rising angles between two ends, even or not; one where the ends are equal."""
    first, last = ends
    if first == last:
        return [first]
    tenths = st.integers(first * 10 + 1, last * 10 - 1)
    inner = draw(st.lists(tenths, max_size=5, unique=True))
    return [first, *sorted(t / 10 for t in inner), last]


@st.composite
def written(draw, value):
    """One number in one of the forms that occur."""
    plain = f"{value:.6g}"
    forms = [plain, f"{value:.5e}", f"{value:.4E}"]
    if value >= 0:
        forms.append("+" + plain)
    if value == int(value):
        forms += [f"{int(value)}.0", f"{int(value)}."]
    if 0 < abs(value) < 1 and "e" not in plain:
        forms.append(plain.replace("0.", ".", 1))
    text = draw(st.sampled_from(forms))
    return text if float(text) == float(plain) else plain


@st.composite
def stream(draw, values):
    """Write numbers one after another, with any separator that is allowed."""
    separator = draw(st.sampled_from([" ", "  ", "\t", ",", ", ", "\n", " ,\n"]))
    if draw(st.booleans()):  # every number in its plain form, for speed
        return separator.join(f"{value:.6g}" for value in values)
    return separator.join(draw(written(value)) for value in values)


@st.composite
def tilt_text(draw):
    """The TILT line, with its table where it is included."""
    line = draw(st.sampled_from(["TILT=NONE", "TILT = NONE", "tilt=none", "TILT=INCLUDE"]))
    if line != "TILT=INCLUDE":
        return line
    last = draw(st.sampled_from([90, 180]))
    at = draw(angles((0, last)))
    factors = draw(st.lists(st.sampled_from([0.5, 0.87, 0.9, 1.0]), min_size=1, max_size=1))
    table = [1.0, *(factors * (len(at) - 1))]
    code = draw(st.integers(1, 3))
    rows = [str(code), str(len(at)), " ".join(map(str, at)), " ".join(map(str, table))]
    return "\n".join([line, *rows])


@st.composite
def lm63(draw, *, seamless=False):
    """Bytes of a whole file; a seamless one has planes 0 and 360 alike, as it should."""
    version = draw(st.sampled_from(sorted(FIRST)))
    kind = draw(st.sampled_from("ABC"))
    ends = draw(st.sampled_from(LATERAL[kind]))
    vertical = draw(angles(draw(st.sampled_from(VERTICAL[kind]))))
    lateral = draw(angles(ends))
    if len(lateral) > 1 and ends == (0, 300):
        lateral = list(range(0, 360, draw(st.sampled_from([15, 30, 45, 60, 90]))))
    n = len(vertical) * len(lateral)
    values = draw(st.lists(st.integers(0, 50).map(lambda k: 137.5 * k), min_size=n, max_size=n))
    if not any(values):
        values[-1] = 100
    if seamless and lateral[-1] == 360:
        values[-len(vertical) :] = values[: len(vertical)]
    lamp = [
        draw(st.sampled_from([1, 2, 48])),
        draw(st.sampled_from([-1, 1000, 4321.5])),
        draw(st.sampled_from([1, 0.667, 1.25, 3])),
        len(vertical),
        len(lateral),
        CODES[kind],
        draw(st.sampled_from([1, 2])),
        *draw(st.sampled_from([(0, 0, 0), (0.5, 1, 0), (1, 1, 0.2)])),
    ]
    field_12 = draw(st.sampled_from([1, 1.10000 if version == 2019 else 0.9]))
    factors = [draw(st.sampled_from([1, 0.95, 0.88])), field_12, 100]
    body = draw(stream([*lamp, *factors, *vertical, *lateral, *values]))
    labels = ["[TEST] 1", "[MANUFAC]none", "[MORE] of it", "[_LED DRIVER] ° 1"]
    head = [draw(st.sampled_from(FIRST[version])), *labels, draw(tilt_text())]
    end = draw(st.sampled_from(["", "\n", "\n\x1a", "\nEND OF FILE"]))
    text = "\n".join([*head, body]) + end
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"])))
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "cp1252"]))
    return text.encode(encoding)


@st.composite
def eulumdat(draw):
    """Bytes of a whole EULUMDAT file of any symmetry, with one lamp set or two."""
    symmetry = draw(st.integers(0, 4))
    step = draw(st.sampled_from([15, 30, 45, 90]))
    if symmetry == 0:
        planes = draw(angles((draw(st.sampled_from([0, 10])), 310)))  # the ring closes to 360
    else:
        planes = list(range(0, 360, step))
    n = len(planes)
    kept = {0: n, 1: 1, 2: n // 2 + 1, 3: n // 2 + 1, 4: n // 4 + 1}[symmetry]
    gamma = draw(angles(draw(st.sampled_from([(0, 90), (0, 180)]))))
    values = draw(
        st.lists(
            st.integers(0, 50).map(lambda k: 12.5 * k),
            min_size=kept * len(gamma),
            max_size=kept * len(gamma),
        )
    )
    values[-1] = 50
    sets = draw(st.integers(1, 2))
    lamps = ["1", "LED", "4321.5", "3000", "80", "40", "-1", "other", "1000", "", "", "41"]
    rows = [
        *["maker", "1" if symmetry == 1 else "3", str(symmetry), str(n), "0", str(len(gamma)), "0"],
        *["report", "", "number", "file", "date", "600", "0", "100", "500", "0", *["10"] * 4],
        *["100", "80", draw(st.sampled_from(["1", "1.25", "0,5"])), "0", str(sets)],
        *lamps[: 6 * sets],
        *["0.5"] * 10,
        *(f"{value:g}" for value in [*planes, *gamma, *values]),
    ]
    text = draw(st.sampled_from(["\r\n", "\n"])).join([*rows, ""])
    if draw(st.booleans()):
        text = text.replace(".", ",")
    return text.encode("latin-1")
