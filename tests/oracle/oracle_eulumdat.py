"""A second reader of EULUMDAT files, naive on purpose: one value a line, in the order given.

Standard library only; it shares nothing with the product.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import oracle_reader


@dataclass
class EulumdatFile:
    """Planes as stored, candela with the lamps' flux and the conversion factor applied.

    `symmetry` is Isym, and `turn_deg` the angle of the plane that is the street side.
    """

    symmetry: int
    gamma: list[float]
    planes: list[float]
    table: list[list[float]]
    turn_deg: float = 0.0

    def max_candela(self):
        """Give the largest value of the table."""
        return max(max(plane) for plane in self.table)

    def candela(self, gamma_deg, lateral_deg):
        """Give candela toward Type C angles of the turned luminaire."""
        c = self.fold((lateral_deg + self.turn_deg) % 360)
        if not self.gamma[0] <= gamma_deg <= self.gamma[-1]:
            return 0.0
        i, p = oracle_reader.cell(self.gamma, gamma_deg)
        j, q = oracle_reader.cell(self.planes, c)
        total = 0.0
        for plane, share_c in ((j, 1 - q), (j + 1, q)):
            for row, share_g in ((i, 1 - p), (i + 1, p)):
                if share_c * share_g > 0:
                    total += share_c * share_g * self.table[plane][row]
        return total

    def fold(self, c):
        """Bring an angle to the planes that the file stores."""
        if self.symmetry == 1:
            return self.planes[0]
        if self.symmetry == 2:
            return min(c, 360 - c)
        if self.symmetry == 3:  # from -90 (C270) through 0 to 90
            c = c - 360 if c >= 270 else c
            return c if c <= 90 else 180 - c
        if self.symmetry == 4:
            c = min(c, 360 - c)
            return min(c, 180 - c)
        return c if c >= self.planes[0] else c + 360

    def lumens(self):
        """Give total lumens by the industry's rule."""
        file = oracle_reader.OracleFile(0, "C", self.gamma, self.planes, self.table, 1.0, 0.0, 0.0)
        return oracle_reader.lumens_c(file)


class Lines:
    """The lines of the file, one after another."""

    def __init__(self, text):
        self.lines = re.split(r"\r\n|\n|\r", text)
        self.at = 0

    def skip(self, n):
        """Pass over lines that do not matter here."""
        self.at += n

    def one(self):
        """Give the next line as a number; a comma may stand for the decimal point."""
        if self.at >= len(self.lines):
            raise oracle_reader.OracleError("too few lines")
        try:
            value = float(self.lines[self.at].strip().replace(",", "."))
        except ValueError:
            raise oracle_reader.OracleError(f"not a number on line {self.at + 1}") from None
        self.at += 1
        return value

    def many(self, n):
        """Give the next n lines as numbers."""
        return [self.one() for _ in range(n)]


def stored(symmetry, angles):
    """Angles of the planes that a symmetry keeps, of all that the file lists."""
    n = len(angles)
    if symmetry == 0:
        return list(angles)
    if symmetry == 1:
        return [0.0]
    if symmetry == 2:
        return angles[: n // 2 + 1]
    if symmetry == 3:
        return [c - 360 for c in angles if c >= 270] + [c for c in angles if c <= 90]
    if symmetry == 4:
        return angles[: n // 4 + 1]
    raise oracle_reader.OracleError(f"no such symmetry: {symmetry}")


def read(path, turn_deg=0.0):
    """Read a EULUMDAT file."""
    lines = Lines(oracle_reader.decode(Path(path).read_bytes()))
    lines.skip(2)
    symmetry, n_planes = int(lines.one()), int(lines.one())
    lines.skip(1)
    n_gamma = int(lines.one())
    lines.skip(17)  # from the step of gamma to the light output ratio, lines 7 to 23
    factor = lines.one()
    lines.skip(1)
    n_sets = int(lines.one())
    lines.skip(2)
    flux = lines.one()  # of the first set; the others are its alternatives
    lines.skip(3 + 6 * (n_sets - 1) + 10)
    angles, gamma = lines.many(n_planes), lines.many(n_gamma)
    planes = stored(symmetry, angles)
    scale = factor * flux / 1000
    table = [[scale * value for value in lines.many(n_gamma)] for _ in planes]
    if symmetry == 0 and planes[-1] < planes[0] + 360:
        planes.append(planes[0] + 360)
        table.append(list(table[0]))
    return EulumdatFile(symmetry, gamma, planes, table, turn_deg)
