"""The luminous opening of a luminaire: its shape and size (LM-63, per edition).

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (one table of shapes), IESNA LM-63-95, IES
LM-63-91 and LM-63-86 (theirs).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from photometry.units import FEET_PER_METRE

__all__ = ["Opening", "opening_from_lm63", "signed_dimensions"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Luminous opening; dimensions are never negative.

    Attributes
    ----------
    shape
        A name such as ``"point"``, ``"rectangle"``, ``"box"``, ``"circle"``, ``"sphere"``.
    width_ft
        Across: along local Y, perpendicular to the 0-degree plane.
    length_ft
        Along local X, in the 0-degree plane.
    height_ft
        Along local Z.
    """

    shape: str
    width_ft: float
    length_ft: float
    height_ft: float

    @property
    def largest_ft(self) -> float:
        """Largest dimension, ft: the measure of the five-times rule."""
        return max(self.width_ft, self.length_ft, self.height_ft)


# Signs of width, length and height, and what they mean. A name for equal dimensions stands
# before the one for unequal ones; the digits say which dimensions (0 width, 1 length, 2 height)
# the first name wants equal.
_Shapes = dict[str, tuple[str, str, tuple[int, ...]]]


def _plain(shape: str) -> tuple[str, str, tuple[int, ...]]:
    return shape, shape, ()


_FLAT: Final = ("circle", "ellipse", (0, 1))
_UPRIGHT: Final = ("vertical cylinder", "vertical elliptical cylinder", (0, 1))
_ROUND: Final = ("sphere", "ellipsoid", (0, 1, 2))

_ALWAYS: Final[_Shapes] = {
    "000": _plain("point"),
    "++0": _plain("rectangle"),
    "+++": _plain("box"),
}
_SINCE_2002: Final[_Shapes] = _ALWAYS | {
    "--0": _FLAT,
    "--+": _UPRIGHT,
    "---": _ROUND,
    "-+-": (
        "horizontal cylinder along length",
        "horizontal elliptical cylinder along length",
        (0, 2),
    ),
    "+--": (
        "horizontal cylinder along width",
        "horizontal elliptical cylinder along width",
        (1, 2),
    ),
    "-0-": ("vertical circle", "vertical ellipse", (0, 2)),
}
_IN_1995: Final[_Shapes] = _ALWAYS | {
    "-00": _plain("circle"),
    "-0+": _plain("vertical cylinder"),
    "-0-": _plain("sphere"),
    "-++": _UPRIGHT,
    "+-+": _UPRIGHT,
    "-+-": _ROUND,
    "+--": _ROUND,
    "0+-": _plain("horizontal cylinder along length"),
    "+0-": _plain("horizontal cylinder along width"),
}
_TO_1991: Final[_Shapes] = _ALWAYS | {
    "-00": _plain("circle"),
    "-0+": _plain("vertical cylinder"),
    "-+0": _FLAT,
    "-++": _UPRIGHT,
}
# In no edition, but written: a luminous side without a face.
_EXTENSIONS: Final[_Shapes] = {
    "+0+": _plain("vertical rectangle"),
    "0++": _plain("vertical rectangle"),
}
_FACES: Final = _ALWAYS | _EXTENSIONS
_TABLES: Final = {
    "1986": _TO_1991,
    "1991": _TO_1991,
    "1995": _IN_1995,
    "2002": _SINCE_2002,
    "2019": _SINCE_2002,
}

# Round shapes of which the older editions give a diameter once, and where it belongs.
_ROUND_COPIES: Final = {
    ("circle", "-00"): (0, 0, None),
    ("vertical cylinder", "-0+"): (0, 0, 2),
    ("sphere", "-0-"): (0, 0, 0),
    ("horizontal cylinder along length", "0+-"): (2, 1, 2),
    ("horizontal cylinder along width", "+0-"): (0, 2, 2),
}


def opening_from_lm63(
    width: float, length: float, height: float, *, version: str, units_code: int
) -> tuple[Opening, str]:
    """Read the three signed dimensions of an LM-63 file.

    Parameters
    ----------
    width, length, height
        Fields 8 to 10 as the file gives them: their signs tell the shape.
    version
        The file's edition: the same signs mean other shapes in other editions.
    units_code
        Field 7: 1 feet, 2 metres.

    Returns
    -------
    opening : Opening
        In feet.
    remark : str
        What is odd about the dimensions; empty where nothing is.

    Examples
    --------
    >>> opening_from_lm63(-0.3048, -0.3048, 0, version="2002", units_code=2)[0]
    Opening(shape='circle', width_ft=1.0, length_ft=1.0, height_ft=0.0)
    """
    signs = _sign(width) + _sign(length) + _sign(height)
    to_feet = FEET_PER_METRE if units_code == 2 else 1.0
    in_feet = (abs(width) * to_feet, abs(length) * to_feet, abs(height) * to_feet)
    table = _TABLES[version]
    remark = ""
    if signs not in table:
        table, remark = _other_table(signs, version)
    # What no edition knows is its bounding box, which may be a mere face.
    equal_name, name, equal = table.get(signs) or _FACES.get(signs.replace("-", "+"), _plain("box"))
    is_even = bool(equal) and len({round(in_feet[i], 9) for i in equal}) == 1
    shape = equal_name if is_even else name
    copies = _ROUND_COPIES.get((shape, signs), (0, 1, 2))
    return Opening(shape, *(0.0 if i is None else in_feet[i] for i in copies)), remark


def _sign(size: float) -> str:
    return "+" if size > 0 else "-" if size < 0 else "0"


def _other_table(signs: str, version: str) -> tuple[_Shapes, str]:
    """Look for signs in the other editions, the newest first."""
    for other in ("2002", "1995", "1991"):
        if signs in _TABLES[other]:
            return _TABLES[other], (
                f"the signs of the opening ({' '.join(signs)}) are not in LM-63-{version}; "
                f"read as in LM-63-{other}"
            )
    if signs in _EXTENSIONS:
        return (
            _EXTENSIONS,
            f"the opening ({' '.join(signs)}) is in no edition; read as an upright face",
        )
    return {}, f"the opening ({' '.join(signs)}) is in no edition; its bounding box was taken"


def signed_dimensions(opening: Opening) -> tuple[float, float, float]:
    """Give an opening's dimensions with the signs of LM-63-02 and LM-63-19, in feet.

    Reading them back gives the same shape and the same sizes.
    """
    signs = next(
        (
            signs
            for table in (_SINCE_2002, _EXTENSIONS)
            for signs, (equal_name, name, _) in table.items()
            if opening.shape in {equal_name, name}
            and (table is _SINCE_2002 or (signs[0] == "0") == (opening.width_ft == 0))
        ),
        "+++",
    )
    w, l, h = (  # noqa: E741 - the standard's letters
        -size if sign == "-" else size
        for sign, size in zip(
            signs, (opening.width_ft, opening.length_ft, opening.height_ft), strict=True
        )
    )
    return w, l, h
