"""TM-33: types, symmetries, emitters, units, and XML that is not to be trusted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import LuminaireFileError
from photometry.luminaires.distribution import PhotometricType, Symmetry
from photometry.luminaires.opening import Opening
from photometry.luminaires.read import read_luminaire_bytes

V = (0, 45, 90)
EVEN = 159.1549430918953  # cd: 1000 lm in the lower half


def emitter(values=None, symm="Symm_Full", extra="", flux="", tail="", quantity=1):
    """One emitter; values by (h, v)."""
    values = {(0, v): 100 - v for v in V} if values is None else values
    data = "".join(f'<IntData h="{h}" v="{v}">{cd}</IntData>' for (h, v), cd in values.items())
    symmetry = f"<Symm>{symm}</Symm>" if symm else ""
    return f"""<Emitter><Quantity>{quantity}</Quantity><Description>LED</Description>{tail}
<LuminousData><LuminousIntensity>{extra}{symmetry}
{data}
</LuminousIntensity>{flux}</LuminousData></Emitter>"""


def xml(*emitters, kind="IES_C", root="IESTM33-22", luminaire="", head=""):
    """Bytes of a file."""
    gonio = f"<Equipment><Gonioradiometer><Type>{kind}</Type></Gonioradiometer></Equipment>"
    header = """<Header><Manufacturer>Maker &amp; Co</Manufacturer><CatalogNumber>C 1</CatalogNumber>
<Description>Post
 top</Description><Laboratory>Lab</Laboratory><ReportNumber>R 7</ReportNumber>
<ReportDate>2024-05-06</ReportDate></Header>"""
    body = "".join(emitters or [emitter()])
    return f"{head}<{root}>{header}{luminaire}{gonio if kind else ''}{body}</{root}>".encode()


def read(*emitters, rotation=None, **parts):
    return read_luminaire_bytes(xml(*emitters, **parts), "small.xml", c0_rotation_deg=rotation)


def faults(data):
    with pytest.raises(LuminaireFileError) as caught:
        read_luminaire_bytes(data, "small.xml")
    return [str(fault) for fault in caught.value.faults]


def codes(record):
    return [note.code for note in record.notes if note.code < "IES100"]


def ring(lateral, f):
    """Values at lateral angles from a function of both angles."""
    return {(h, v): f(h, v) for h in lateral for v in V}


# --- types, symmetries, turns ----------------------------------------------------------------


def test_a_plain_file_is_read_without_notes_of_the_reader():
    record = read(luminaire="<Luminaire><NumEmitter>1</NumEmitter></Luminaire>")
    assert codes(record) == []
    assert (record.file_format, record.version, record.name) == ("TM-33", "2023", "small.xml")
    assert record.distribution.candela([0, 45, 90], 33) == pytest.approx([100, 55, 10], rel=1e-12)
    assert record.is_absolute


SYMMETRIC = {
    "Symm_None": ((0, 90, 180, 270, 360), lambda h, v: 100 + h % 360 + v, Symmetry.NONE),
    "Symm_Bi_0": ((0, 90, 180), lambda h, v: 100 + h + v, Symmetry.BILATERAL_0_180),
    "Symm _ Bi _90": ((90, 180, 270), lambda h, v: 100 + h + v, Symmetry.BILATERAL_90_270),
    "Symm_Quad": ((0, 45, 90), lambda h, v: 100 + h + v, Symmetry.QUADRANT),
    "Symm_Full": ((0,), lambda h, v: 100 + h + v, Symmetry.AXIAL),
}


@pytest.mark.parametrize("symm", SYMMETRIC)
def test_symmetries_are_those_of_the_angles(symm):
    lateral, f, symmetry = SYMMETRIC[symm]
    record = read(emitter(ring(lateral, f), symm))
    assert record.distribution.symmetry is symmetry
    assert codes(record) == []
    for h in lateral:
        found = record.distribution.candela(V, h)
        assert found == pytest.approx([f(h, v) for v in V], rel=1e-12)


def test_planes_stored_from_270_through_0_to_90_are_those_of_that_symmetry():
    stored = ring((270, 315, 0, 45, 90), lambda h, v: 100 + h + v)
    dist = read(emitter(stored, "Symm_Bi_90")).distribution
    assert dist.symmetry is Symmetry.BILATERAL_90_270
    for h, mirrored in ((270, 270), (315, 225), (0, 180), (45, 135), (90, 90)):
        expected = [100 + h + v for v in V]
        assert dist.candela(V, h) == pytest.approx(expected, rel=1e-12)
        assert dist.candela(V, mirrored) == pytest.approx(expected, rel=1e-12)


def test_the_order_of_the_values_does_not_matter():
    values = ring((0, 90, 180), lambda h, v: 100 + h + v)
    backwards = dict(reversed(values.items()))
    assert read(emitter(backwards, "Symm_Bi_0")).distribution.candela(45, 135) == pytest.approx(
        100 + 135 + 45, rel=1e-12
    )


def test_c_planes_of_the_cie_are_turned_and_lateral_angles_of_the_ies_are_not():
    street = emitter(ring((0, 90, 180, 270, 360), lambda h, _: 100 + h % 360), "Symm_None")
    cie, ies = read(street, kind="CIE _ C"), read(street, kind="IES _ C")
    assert cie.distribution.candela(45, 0) == pytest.approx(190, rel=1e-12)
    assert ies.distribution.candela(45, 0) == pytest.approx(100, rel=1e-12)
    assert codes(cie) == ["IES030"]
    assert codes(ies) == []
    assert read(street, kind="IES_C", rotation=180).distribution.candela(45, 0) == pytest.approx(
        280, rel=1e-12
    )


@pytest.mark.parametrize(
    ("kind", "direction"),
    # Type B (H 30, V 0) is 30 degrees off nadir toward lateral angle 270; Type A (H 30, V 0)
    # is horizontal, toward lateral angle 330.
    [("B", (30, 270)), ("A", (90, 330))],
)
def test_types_a_and_b_turn_about_their_own_axes(kind, direction):
    angles = (-90, -30, 0, 30, 90)
    values = {(h, v): 100 if (h, v) == (30, 0) else 1 for h in angles for v in angles}
    record = read(emitter(values, "Symm_None"), kind=f"IES_{kind}")
    assert record.distribution.photometric_type is PhotometricType(kind)
    assert record.distribution.candela(*direction) == pytest.approx(100, rel=1e-9)  # by sines
    assert codes(record) == []


def test_types_a_and_b_are_not_turned():
    angles = (-90, 0, 90)
    data = xml(emitter({(h, v): 1 for h in angles for v in angles}, ""), kind="IES_B")
    with pytest.raises(LuminaireFileError, match="Type B file has no C planes"):
        read_luminaire_bytes(data, "x.xml", c0_rotation_deg=90)


@pytest.mark.parametrize("kind", ["CIE_A", "CIE_B", "CUSTOM", "7"])
def test_axes_that_are_not_certain_are_refused(kind):
    assert f"the photometry is of type {kind!r}" in faults(xml(kind=kind))[0]


def test_a_file_without_a_type_is_read_as_the_iess_type_c():
    assert codes(read(kind="")) == ["IES041"]


def test_a_file_without_goniometer_may_have_its_type_with_the_intensities():
    plane = ring((0, 90, 180), lambda h, v: 100 + h + v)
    said = emitter(plane, symm="Symm_Bi_0", extra="<PhotometryType>CIE _ C</PhotometryType>")
    record = read(said, kind="")
    assert codes(record) == ["IES030"]  # CIE's planes, of which C90 is the street side
    assert record.distribution.candela(45, 0) == pytest.approx(100 + 90 + 45)
    angular = emitter(extra="<PhotometryType>CIE_A</PhotometryType>")
    assert "of type 'CIE_A'" in faults(xml(angular, kind=""))[0]


def test_symmetry_that_the_angles_contradict_is_refused_or_noted():
    quarter = ring((0, 45, 90), lambda *_: 1)
    assert "are those of 'quadrant'" in faults(xml(emitter(quarter, "Symm_None")))[0]
    half = emitter(ring((0, 90, 180), lambda *_: 1), "Symm_Quad")
    assert codes(read(half)) == ["IES047"]
    assert read(half).distribution.symmetry is Symmetry.BILATERAL_0_180
    assert codes(read(emitter(symm="Symm_None"))) == ["IES047"]
    assert codes(read(emitter(symm=""))) == []


# --- emitters, factors, units ----------------------------------------------------------------


def test_emitters_are_added_each_with_its_quantity_and_factors():
    one = emitter({(0, v): 10 for v in V}, extra="<Multiplier>1.5</Multiplier>", quantity=3)
    two = emitter(
        {(0, v): v for v in V},
        tail="<BallastFactor>0.9</BallastFactor><InputWattage>20</InputWattage>",
        quantity=2,
    )
    record = read(one, two)
    expected = [3 * 1.5 * 10 + 2 * 0.9 * v for v in V]
    assert record.distribution.candela(V, 0) == pytest.approx(expected, rel=1e-12)
    assert record.lamp_count == 5
    assert record.input_watts_w == 40
    # Factors that differ are in the candela alone.
    assert (record.multiplier, record.ballast_factor) == (1, 1)


def test_a_factor_that_all_emitters_share_is_that_of_the_record():
    shared = emitter(tail="<BallastFactor>0.9</BallastFactor>")
    record = read(shared, shared)
    assert record.ballast_factor == 0.9
    assert "IES115" in [note.code for note in record.notes]
    assert record.rated_distribution.candela(0, 0) == pytest.approx(200, rel=1e-12)


def test_emitters_at_different_angles_are_refused():
    coarse = emitter({(0, 0): 1, (0, 90): 1})
    assert "different angles" in faults(xml(emitter(), coarse))[0]


def test_an_emitter_without_light_is_left_out_and_a_file_of_such_refused():
    dark = "<Emitter><Quantity>1</Quantity><PhotonData/></Emitter>"
    assert codes(read(emitter(), dark)) == ["IES044"]
    assert "no emitter with luminous intensities, only PhotonData" in faults(xml(dark))[0]


FALSE = "<AbsolutePhotometry>false</AbsolutePhotometry>"


@pytest.mark.parametrize(
    ("table_lm", "rated_lm", "stated_lm", "expected_lm", "noted"),
    [
        (4000, 5000, 0, 4000, []),  # 80 % as candela; 400 % as per 1000 lm
        (800, 5000, 0, 4000, ["IES048"]),  # 16 % as candela; 80 % as per 1000 lm
        (800, 1000, 0, 800, []),  # the same either way
        (800, 2000, 800, 800, []),  # both plausible: the stated flux tells
        (800, 2000, 1600, 1600, ["IES048"]),
    ],
)
def test_relative_intensities_are_told_by_what_they_add_up_to(
    table_lm, rated_lm, stated_lm, expected_lm, noted
):
    values = {(0, v): EVEN * table_lm / 1000 for v in V}
    record = read(
        emitter(
            values,
            extra=FALSE,
            tail=f"<RatedLumens>{rated_lm}</RatedLumens>",
            flux=f"<LuminousFlux>{stated_lm}</LuminousFlux>" if stated_lm else "",
        )
    )
    assert record.lumens == pytest.approx(expected_lm, rel=1e-9)
    assert record.lamp_lumens_lm == rated_lm
    assert codes(record) == noted


@pytest.mark.parametrize(("table_lm", "rated_lm"), [(800, 2000), (2100, 21000)])
def test_relative_intensities_of_no_certain_unit_are_refused(table_lm, rated_lm):
    values = {(0, v): EVEN * table_lm / 1000 for v in V}
    data = xml(emitter(values, extra=FALSE, tail=f"<RatedLumens>{rated_lm}</RatedLumens>"))
    assert "its unit cannot be told" in faults(data)[0]


def test_a_stated_flux_that_the_intensities_contradict_is_noted():
    even = {(0, v): EVEN for v in V}
    assert codes(read(emitter(even, flux="<LuminousFlux>1000</LuminousFlux>"))) == []
    assert codes(read(emitter(even, flux="<LuminousFlux>1100</LuminousFlux>"))) == ["IES046"]


def test_what_is_not_applied_is_noted():
    tail = "<TiltAngles/><Channels><NumChannels>1</NumChannels></Channels>"
    assert codes(read(emitter(tail=tail))) == ["IES045", "IES045"]


# --- opening and names -----------------------------------------------------------------------


def area(face, **sizes):
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in sizes.items())
    return (
        f"<EmissionAreas><{face}Face><{face}Area>{inside}</{face}Area></{face}Face></EmissionAreas>"
    )


HOUSING = "<Luminaire><Dimensions><Length>{}</Length><Width>{}</Width><Height>9</Height></Dimensions></Luminaire>"


@pytest.mark.parametrize(
    ("tail", "luminaire", "expected", "noted"),
    [
        (area("Bottom", Length=0.6096, Width=0.3048), "", Opening("rectangle", 2, 1, 0), []),
        (
            area("Bottom", Length=0.3048, Width=0, Circular="true"),
            "",
            Opening("circle", 1, 1, 0),
            [],
        ),
        (area("C0", Length=0.6096, Height=0.3048), "", Opening("box", 2, 0, 1), []),
        (area("Bottom", Length=609.6, Width=304.8), "", Opening("rectangle", 2, 1, 0), ["IES042"]),
        ("", HOUSING.format(0.6096, 0.3048), Opening("rectangle", 2, 1, 0), ["IES043"]),
        ("", "", Opening("point", 0, 0, 0), []),
    ],
)
def test_the_opening_is_the_box_round_the_emission_areas(tail, luminaire, expected, noted):
    record = read(emitter(tail=tail), luminaire=luminaire)
    opening = record.opening
    assert opening.shape == expected.shape
    # Lengths lie along 90 to 270, which is across: the width of the opening.
    assert (opening.width_ft, opening.length_ft, opening.height_ft) == pytest.approx(
        (expected.width_ft, expected.length_ft, expected.height_ft), rel=1e-12
    )
    assert codes(record) == noted


def test_two_emission_areas_are_boxed_together():
    both = (
        "<EmissionAreas><BottomFace>"
        "<BottomArea><Length>0.2</Length><Width>0.3</Width><LengthOffset>-0.5</LengthOffset></BottomArea>"
        "<BottomArea><Length>0.2</Length><Width>0.3</Width><LengthOffset>0.5</LengthOffset></BottomArea>"
        "</BottomFace></EmissionAreas>"
    )
    opening = read(emitter(tail=both)).opening
    assert opening.width_ft == pytest.approx(1.2 / 0.3048, rel=1e-12)
    assert opening.length_ft == pytest.approx(0.3 / 0.3048, rel=1e-12)


def test_the_header_is_kept_under_the_keywords_of_lm63():
    record = read()
    assert record.keywords == (
        ("TEST", "R 7"),
        ("TESTLAB", "Lab"),
        ("ISSUEDATE", "2024-05-06"),
        ("MANUFAC", "Maker & Co"),
        ("LUMCAT", "C 1"),
        ("LUMINAIRE", "Post top"),
        ("LAMP", "LED"),
    )


# --- forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "version"),
    [("IESTM33-18", "2018"), ("x:IESTM33-22", "2023"), ("UNI11733", "2018"), ("ATLA_S001", "2018")],
)
def test_the_root_tells_the_edition(root, version):
    name = root.partition(":")[0] if ":" in root else ""
    data = xml(root=root).decode()
    if name:
        data = data.replace(f"<{root}>", f'<{root} xmlns:{name}="http://www.ies.org/tm-33">')
    assert read_luminaire_bytes(data.encode(), "x.xml").version == version


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_xml_is_read_in_the_encodings_it_comes_in(encoding):
    head = '<?xml version="1.1"\n encoding="utf-8"?>\n'
    text = xml(head=head).decode().replace("Maker", "Größe")
    record = read_luminaire_bytes(text.encode(encoding), "x.xml")
    assert record.keyword("MANUFAC") == "Größe & Co"


def test_other_names_of_the_same_things_are_read_and_noted():
    data = xml().decode()
    for old, new in (("LuminousIntensity>", "Wrapper>"), ("IntData h=", "IntensityData horz=")):
        data = data.replace(old, new)
    data = data.replace("<Wrapper>", "").replace("</Wrapper>", "").replace("v=", "vert=")
    data = data.replace("</IntData>", "</IntensityData>")
    record = read_luminaire_bytes(data.encode(), "x.xml")
    assert codes(record) == ["IES040"]
    assert record.distribution.candela(45, 0) == pytest.approx(55, rel=1e-12)


def test_a_count_that_is_not_kept_is_noted():
    assert codes(read(emitter(extra="<NumberMeasured>684</NumberMeasured>"))) == ["IES049"]
    assert codes(read(emitter(extra="<NumberMeasured>3</NumberMeasured>"))) == []


# --- faults and attacks ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<svg/>", "small.xml:1: the XML is a 'svg', not a luminaire of TM-33"),
        (xml()[:-30], "not well-formed XML"),
        (xml(emitter({})), "the luminous intensity has no values"),
        (xml(emitter({(0, 0): 1})), "one vertical angle only"),
        (xml(emitter({(0, 0): "x", (0, 90): 1})), "'x' is not a number; expected an intensity"),
        (xml(emitter({(0, 0): "NaN", (0, 90): 1})), "'NaN' is not a number"),
        (xml(emitter({(0, 0): "INF", (0, 90): 1})), "'INF' is not a number"),
        (xml(emitter({(0, "1_0"): 1, (0, 90): 1})), "'1_0' is not a number; expected a vertical"),
        (xml(emitter({("", 0): 1, (0, 90): 1})), "'' is not a number; expected a lateral angle"),
        (xml(emitter({(0, 0): 1, (0, 90): 1, (90, 0): 1})), "3 intensities for 2 lateral x 2"),
        (xml(emitter({(0, 0): 1, (0, "0.0"): 1, (0, 90): 1, (90, 0): 1})), "at h=0, v=0 is given"),
        (xml(emitter({(0, 0): 9, (0, 90): -9})), "below 0"),
        (xml(emitter({(0, 0): 1, (0, 200): 1})), "Type C vertical angles lie in 0 to 180"),
        (xml(emitter(extra="<Multiplier>0</Multiplier>")), "Multiplier is 0; it must be more"),
        (xml(emitter(quantity=0)), "a quantity of 0 emitters"),
        (xml(emitter(quantity="many")), "'many' is not a number; expected Quantity"),
        (b"<IESTM33-22/>", "no emitter with luminous intensities"),
    ],
)
def test_a_fault_says_where_and_what(data, expected):
    assert any(expected in fault for fault in faults(data))


def test_entities_are_neither_expanded_nor_fetched():
    lol = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
    laughs = f'<!DOCTYPE a [<!ENTITY l0 "lol">{lol}]><IESTM33-22>&l9;</IESTM33-22>'
    outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><IESTM33-22>&x;</IESTM33-22>'
    plain = '<!DOCTYPE a SYSTEM "http://example.invalid/a.dtd"><IESTM33-22/>'
    for attack in (laughs, outside, plain):
        assert "document type declaration (DOCTYPE)" in faults(attack.encode())[0]
    assert "undefined entity" in faults(b"<IESTM33-22>&x;</IESTM33-22>")[0]


def test_xml_past_the_limits_is_refused():
    assert "nested more than 40 deep" in faults(b"<a>" * 1_000_000)[0]
    assert "more than 300000 XML elements" in faults(b"<a>" + b"<b/>" * 2_000_000)[0]


PIECES = [
    "<", ">", "/", '"', "<Emitter>", "</Emitter>", "&amp;", "&x;", "0", "-1", "1e309", "nan",
    "<IntData h='0' v='0'>1</IntData>", "\x00", "é", "<!-- -->", "<![CDATA[1]]>", " ",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    changes=st.lists(
        st.tuples(st.integers(0, 2000), st.integers(0, 12), st.sampled_from(PIECES)),
        min_size=1,
        max_size=3,
    ),
    kind=st.sampled_from(["IES_C", "CIE_C", "IES_A", "IES_B"]),
)
def test_a_sound_file_with_pieces_changed_is_read_or_refused(changes, kind):
    angles = (0, 45, 90)
    text = xml(
        emitter(
            {(h, v): h + v for h in angles for v in angles},
            "Symm_Quad",
            extra="<Multiplier>2</Multiplier>",
            tail=area("Bottom", Length=1, Width=2) + "<RatedLumens>9</RatedLumens>",
        ),
        kind=kind,
    ).decode()
    for place, length, piece in changes:
        at = place % len(text)
        text = text[:at] + piece + text[at + length :]
    try:
        record = read_luminaire_bytes(text.encode(), "x.xml")
    except LuminaireFileError:
        return
    d = np.random.default_rng(0).normal(size=(20, 3))
    d /= np.linalg.norm(d, axis=1)[:, None]
    assert (record.distribution.candela_toward(d) >= 0).all()  # and so no NaN
