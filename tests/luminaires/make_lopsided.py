"""Write data/lopsided.ies and its Type A and Type B cousins: one light, three coordinate systems.

The light is a polynomial of direction that differs in every octant, so that a swapped axis, a
wrong sign or a mirrored plane changes every number. Run it from anywhere; the files are kept.
"""

from __future__ import annotations

import math
from pathlib import Path

DATA = Path(__file__).parent / "data"

C_VERTICAL = [0, 5, 12.5, 20, 30, 37.5, 45, 52, 60, 67.5, 75, 80, 85, 90, 100, 115, 140, 160, 180]
C_LATERAL = [0, 10, 25, 45, 70, 90, 120, 135, 160, 180, 200, 225, 250, 270, 300, 315, 340, 360]
AB_VERTICAL = [-90, -75, -60, -40, -25, -10, 0, 5, 15, 30, 50, 70, 90]
AB_LATERAL = [-90, -70, -45, -30, -15, 0, 10, 20, 40, 60, 75, 90]


def intensity(x, y, z):
    """Candela toward the unit vector (x, y, z): x street side, y lateral angle 90, z up."""
    linear = 0.30 * x + 0.17 * y - 0.52 * z
    return 1000 * (1 + linear + 0.24 * x * y + 0.13 * y * z - 0.09 * z * x + 0.07 * x * y * z)


def direction(kind, vertical_deg, lateral_deg):
    """Unit vector of a file's angles; IESNA LM-63-02's definitions of Types A, B and C."""
    v, h = math.radians(vertical_deg), math.radians(lateral_deg)
    if kind == "C":  # V from nadir, H counterclockwise from the street side
        return math.sin(v) * math.cos(h), math.sin(v) * math.sin(h), -math.cos(v)
    if kind == "B":  # V turns about the y axis from nadir toward the street; H is the latitude
        return math.cos(h) * math.sin(v), -math.sin(h), -math.cos(h) * math.cos(v)
    return math.cos(v) * math.cos(h), -math.cos(v) * math.sin(h), math.sin(v)  # A


def text(kind, code, vertical, lateral):
    """Give the whole file; candela to two decimals."""
    planes = [
        " ".join(f"{intensity(*direction(kind, v, h)):.2f}" for v in vertical) for h in lateral
    ]
    return "\n".join(
        [
            "IESNA:LM-63-2002",
            "[TEST] made by make_lopsided.py",
            "[TESTLAB] none: a formula",
            "[ISSUEDATE] 2024-01-01",
            "[MANUFAC] the photometry authors",
            f"[LUMINAIRE] lopsided light, Type {kind} angles",
            "TILT=NONE",
            f"1 -1 1 {len(vertical)} {len(lateral)} {code} 1 0.8 1.6 0.2",
            "1 1 120",
            " ".join(f"{v:g}" for v in vertical),
            " ".join(f"{h:g}" for h in lateral),
            *planes,
            "",
        ]
    )


def files():
    """Give every file's name and text."""
    return {
        "lopsided.ies": text("C", 1, C_VERTICAL, C_LATERAL),
        "lopsided_b.ies": text("B", 2, AB_VERTICAL, AB_LATERAL),
        "lopsided_a.ies": text("A", 3, AB_VERTICAL, AB_LATERAL),
    }


if __name__ == "__main__":
    for name, content in files().items():
        (DATA / name).write_text(content, encoding="ascii", newline="\n")
