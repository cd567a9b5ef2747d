"""A second reader of luminaire files, naive on purpose: ANSI/IES LM-63 in plain loops.

Standard library only, no tolerance but what the editions of 1986 to 2019 themselves ask for, and
one scalar at a time. It knows nothing of the product, so that an error would have to be made
twice, by two people, to go unnoticed.
"""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import dataclass
from pathlib import Path

YEARS = {"86": 1986, "91": 1991, "95": 1995, "02": 2002, "19": 2019}
TYPES = {1: "C", 2: "B", 3: "A"}


class OracleError(ValueError):
    """The file does not say what the standard asks for."""


@dataclass
class OracleFile:
    """What a luminaire file says.

    `table[h][v]` is candela with the multiplier alone; `factor` is what the engine multiplies on
    top (ballast factor, and the ballast-lamp factor of 1986 and 1991). `tilt` is None or (code,
    angles, multipliers).
    """

    version: int
    kind: str
    vertical: list[float]
    lateral: list[float]
    table: list[list[float]]
    factor: float
    lamps: float
    lumens_per_lamp: float
    tilt: tuple[int, list[float], list[float]] | None = None

    def max_candela(self):
        """Give the largest value of the table, factors included."""
        return self.factor * max(max(plane) for plane in self.table)

    def candela(self, gamma_deg, c_deg):
        """Give candela toward Type C angles, factors included."""
        if self.kind == "C":
            return self.factor * look_up_c(self, gamma_deg, c_deg)
        if self.kind == "A":  # the same polar axis: a lateral angle has a meaning at nadir too
            h = (180 - c_deg) % 360 - 180
            return self.factor * look_up_ab(self, gamma_deg - 90, h)
        return self.toward(direction_c(gamma_deg, c_deg))

    def toward(self, d):
        """Give candela toward a unit vector of the luminaire's own frame."""
        look_up = {"A": look_up_ab, "B": look_up_ab, "C": look_up_c}[self.kind]
        return self.factor * look_up(self, *ANGLES[self.kind](d))

    def lumens(self):
        """Give total lumens by the industry's rule, without the ballast factor."""
        return lumens_c(self) if self.kind == "C" else lumens_ab(self)


# ---------------------------------------------------------------------------------- the text


def decode(data):
    """Bytes to text: UTF-8 if it is that, or else the Windows code page."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def version_of(first_line):
    """Year of the edition; a first line that names none is of 1986."""
    found = re.match(r"\s*IES.*?(86|91|95|02|19)\s*$", first_line, re.IGNORECASE)
    return YEARS[found.group(1)] if found else 1986


def split_tilt(lines):
    """Give the value of the TILT line and the text that follows it."""
    for i, line in enumerate(lines):
        found = re.match(r"\s*TILT\s*=\s*(.*?)\s*$", line, re.IGNORECASE)
        if found:
            return found.group(1), "\n".join(lines[i + 1 :])
    raise OracleError("no TILT line")


class Numbers:
    """The stream of numbers: blanks, commas and line ends all separate."""

    def __init__(self, text):
        self.words = [word for word in re.split(r"[\s,]+", text) if word]
        self.at = 0

    def one(self):
        """Give the next number."""
        if self.at >= len(self.words):
            raise OracleError("too few numbers")
        try:
            value = float(self.words[self.at])
        except ValueError:
            raise OracleError(f"not a number: {self.words[self.at]!r}") from None
        if not math.isfinite(value):
            raise OracleError("not a finite number")
        self.at += 1
        return value

    def count(self):
        """Give the next number, which must be whole and at least 1."""
        value = self.one()
        if value != int(value) or value < 1:
            raise OracleError(f"not a count: {value}")
        return int(value)

    def many(self, n):
        """Give the next n numbers."""
        return [self.one() for _ in range(n)]


def read_tilt(numbers):
    """Lamp-position table: geometry code, number of pairs, angles, multipliers."""
    code = numbers.count()
    n = numbers.count()
    return code, numbers.many(n), numbers.many(n)


def read(path):
    """Read an LM-63 file of any edition."""
    path = Path(path)
    return parse(path.read_bytes(), path.parent)


def parse(data, folder=None):
    """Read the bytes of an LM-63 file; lamp-position files are looked for in the folder."""
    lines = re.split(r"\r\n|\n|\r", decode(data).lstrip("\ufeff"))
    while lines and not lines[0].strip():
        del lines[0]
    version = version_of(lines[0] if lines else "")
    value, rest = split_tilt(lines)
    numbers = Numbers(rest)
    tilt = None
    if value.upper() == "INCLUDE":
        tilt = read_tilt(numbers)
    elif value.upper() != "NONE":
        if folder is None or not (Path(folder) / value).is_file():
            raise OracleError(f"no lamp-position file {value!r}")
        tilt = read_tilt(Numbers(decode((Path(folder) / value).read_bytes())))
    return read_numbers(version, numbers, tilt)


def read_numbers(version, numbers, tilt):
    """Read the ten numbers, the three, the angles and the candela."""
    lamps, lumens_per_lamp, multiplier = numbers.many(3)
    n_vertical, n_lateral, code, _units = (numbers.count() for _ in range(4))
    _width, _length, _height = numbers.many(3)
    ballast, field_12, _watts = numbers.many(3)
    vertical = numbers.many(n_vertical)
    lateral = numbers.many(n_lateral)
    table = [[multiplier * value for value in numbers.many(n_vertical)] for _ in range(n_lateral)]
    if code not in TYPES:
        raise OracleError(f"no photometric type {code}")
    kind = TYPES[code]
    if version == 1986 and kind == "C" and vertical[0] < 0:
        kind = "A"  # one code stood for both then; Type C has no angles below 0
    factor = ballast * (field_12 if version in (1986, 1991) else 1.0)
    file = OracleFile(version, kind, vertical, lateral, table, factor, lamps, lumens_per_lamp, tilt)
    check_angles(file)
    return file


# -------------------------------------------------------------------------------- the angles


def check_angles(file):
    """Rising angles within the ranges of the standard; close a Type C ring that stops short."""
    for angles in (file.vertical, file.lateral):
        for one, following in itertools.pairwise(angles):
            if following <= one:
                raise OracleError("angles must rise")
    first, last = file.lateral[0], file.lateral[-1]
    if file.kind == "C":
        if first == 0 and 180 < last < 360:
            file.lateral.append(360.0)
            file.table.append(list(file.table[0]))
        elif len(file.lateral) > 1 and (first, last) not in (
            (0, 90),
            (0, 180),
            (90, 270),
            (0, 360),
        ):
            raise OracleError(f"no such range of lateral angles: {first} to {last}")
        if file.vertical[0] < 0 or file.vertical[-1] > 180:
            raise OracleError("vertical angles beyond 0 and 180")
    elif first not in (0, -90) or last != 90:
        raise OracleError(f"no such range of lateral angles: {first} to {last}")


def fold(file, lateral_deg):
    """Type C: bring a lateral angle to the planes that the file holds."""
    h = lateral_deg % 360
    if len(file.lateral) == 1:
        return file.lateral[0]
    first, last = file.lateral[0], file.lateral[-1]
    if (first, last) == (0, 90):
        if h > 180:
            h = 360 - h
        if h > 90:
            h = 180 - h
    elif (first, last) == (0, 180):
        if h > 180:
            h = 360 - h
    elif (first, last) == (90, 270) and not 90 <= h <= 270:
        h = (180 - h) % 360
    return h


def cell(angles, value):
    """Give the index of the cell that holds the value, and the share of the way through it."""
    if len(angles) == 1:
        return 0, 0.0
    for k in range(len(angles) - 1):
        if angles[k] <= value <= angles[k + 1]:
            return k, (value - angles[k]) / (angles[k + 1] - angles[k])
    raise OracleError(f"{value} is outside the angles")


def bilinear(file, v, h):
    """Candela between the four values around; none outside the vertical angles."""
    if not file.vertical[0] <= v <= file.vertical[-1]:
        return 0.0
    i, p = cell(file.vertical, v)
    j, q = cell(file.lateral, h)
    total = 0.0
    for plane, share_h in ((j, 1 - q), (j + 1, q)):
        for row, share_v in ((i, 1 - p), (i + 1, p)):
            if share_h * share_v > 0:
                total += share_h * share_v * file.table[plane][row]
    return total


def look_up_c(file, v, h):
    """Type C: vertical angle from nadir, lateral angle counterclockwise."""
    return bilinear(file, v, fold(file, h))


def look_up_ab(file, v, h):
    """Types A and B: data from 0 to 90 alone stand for both sides."""
    if file.lateral[0] == 0:
        h = abs(h)
    if file.vertical[0] == 0:
        v = abs(v)
    if not file.lateral[0] <= h <= file.lateral[-1]:
        return 0.0
    return bilinear(file, v, h)


# ---------------------------------------------- directions: x street side, y left of it, z up


def clamp(value):
    """Keep a sine or cosine within reach of its inverse."""
    return max(-1.0, min(1.0, value))


def direction_c(v_deg, h_deg):
    """Unit vector of Type C angles."""
    v, h = math.radians(v_deg), math.radians(h_deg)
    return math.sin(v) * math.cos(h), math.sin(v) * math.sin(h), -math.cos(v)


def angles_c(d):
    """Type C angles of a unit vector; the lateral angle of nadir and zenith is 0."""
    x, y, z = d
    if math.hypot(x, y) < 1e-12:
        return (0.0 if z < 0 else 180.0), 0.0
    return math.degrees(math.acos(clamp(-z))), math.degrees(math.atan2(y, x)) % 360


def angles_b(d):
    """Type B: H is the latitude about the horizontal axis, V turns about it from nadir."""
    x, y, z = d
    return math.degrees(math.atan2(x, -z)), math.degrees(math.asin(clamp(-y)))


def angles_a(d):
    """Type A: V is the elevation, H turns clockwise about the vertical axis."""
    x, y, z = d
    return math.degrees(math.asin(clamp(z))), math.degrees(math.atan2(-y, x))


ANGLES = {"A": angles_a, "B": angles_b, "C": angles_c}


# -------------------------------------------------------------------------------- the lumens


def lumens_c(file):
    """Mean of the planes at each vertical angle, mean of neighbours times the zone between."""
    mean = []
    for i in range(len(file.vertical)):
        if len(file.lateral) == 1:
            mean.append(file.table[0][i])
            continue
        area = 0.0
        for j in range(len(file.lateral) - 1):
            width = file.lateral[j + 1] - file.lateral[j]
            area += width * (file.table[j][i] + file.table[j + 1][i]) / 2
        mean.append(area / (file.lateral[-1] - file.lateral[0]))
    total = 0.0
    for i in range(len(file.vertical) - 1):
        low, high = math.radians(file.vertical[i]), math.radians(file.vertical[i + 1])
        zone = 2 * math.pi * (math.cos(low) - math.cos(high))
        total += zone * (mean[i] + mean[i + 1]) / 2
    return total


def lumens_ab(file):
    """Mean of the four corners of each cell times its solid angle; mirrored halves count."""
    total = 0.0
    for j in range(len(file.lateral) - 1):
        for i in range(len(file.vertical) - 1):
            corners = [file.table[j + a][i + b] for a in (0, 1) for b in (0, 1)]
            h = [math.radians(file.lateral[j + a]) for a in (0, 1)]
            v = [math.radians(file.vertical[i + b]) for b in (0, 1)]
            if file.kind == "B":  # circles of constant H about the polar axis
                solid_angle = (math.sin(h[1]) - math.sin(h[0])) * (v[1] - v[0])
            else:
                solid_angle = (math.sin(v[1]) - math.sin(v[0])) * (h[1] - h[0])
            total += solid_angle * sum(corners) / 4
    for angles in (file.lateral, file.vertical):
        if angles[0] == 0:
            total *= 2
    return total
