"""What spreadsheets and drawings call the keys of a luminaire, and how they write its values."""

from __future__ import annotations

import re
from typing import Any

from photometry.site.reading import known_keys
from photometry.site.schema import LuminaireTable
from photometry.site.vocabulary import records

__all__ = ["AIM", "SYNONYMS", "is_known", "key_of", "known_words", "take_point", "value_of"]

# Headings of other programs and of schedules drawn by hand, without case, blanks and marks.
SYNONYMS = {
    "label": "id",
    "luminaire": "id",
    "luminaireid": "id",
    "mark": "id",
    "name": "id",
    "no": "id",
    "number": "id",
    "pole": "id",
    "poleid": "id",
    "tag": "id",
    "luminairetype": "type",
    "symbol": "type",
    "easting": "x",
    "xft": "x",
    "northing": "y",
    "yft": "y",
    "height": "mounting_height_ft",
    "mh": "mounting_height_ft",
    "mhft": "mounting_height_ft",
    "mountingheight": "mounting_height_ft",
    "mtght": "mounting_height_ft",
    "z": "mounting_height_ft",
    "mhm": "mounting_height_m",
    "orient": "orientation_deg",
    "orientation": "orientation_deg",
    "roll": "roll_deg",
    "spin": "spin_deg",
    "tilt": "tilt_deg",
    "arm": "arm_ft",
    "armlength": "arm_ft",
    "armm": "arm_m",
    "basez": "base_z_ft",
    "baseelevation": "base_z_ft",
    "arr": "arrangement",
    "lightinggroup": "group",
    "zone": "group",
    "llf": "llf",
    "aim": "aim_at",
    "aimpoint": "aim_at",
    "target": "aim_at",
    "aimx": "aim_x",
    "aimy": "aim_y",
    "aimz": "aim_z",
}
AIM = ("aim_x", "aim_y", "aim_z")  # what aim_at is made of
_AIM_AT = "aim_at"
_TEXT_KEYS = ("id", "type", "arrangement", "group")
_YES_NO = {"yes": True, "y": True, "true": True, "x": True, "no": False, "n": False, "false": False}
_REMARKS = ("", "comment", "comments", "description", "note", "notes", "remark", "remarks")
_BETWEEN = re.compile(r"\s*;\s*|\s*,\s*|\s+")  # numbers of a point
_BETWEEN_COMMAS = re.compile(r"\s*;\s*|,?\s+")  # where a comma is a decimal point
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
# 25' and 25'-6"; fractions of an inch are no mounting heights.
# 1,512,345.25 and 1.512.345,25 as spreadsheets show them; 1,512 alone may be either.
_GROUPED = re.compile(
    r"[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:\.\d{3})+,\d+|(?:,\d{3}){2,}|(?:\.\d{3}){2,})"
)
_FEET_AND_INCHES = re.compile(
    r"(\d+\.?\d*)\s*(?:'|\u2032|\u2019|ft\.?)(?:\s*-?\s*(\d+\.?\d*)\s*(?:\"|''|\u2033|\u201d|in\.?))?",
    re.IGNORECASE,
)


def key_of(heading: str) -> str:
    """Give the key that a heading means; empty for none and for remarks."""
    text = heading.strip().lower().replace("\u00b0", "deg")
    plain = re.sub(r"[^a-z0-9]", "", text)
    if plain in _REMARKS:
        return ""
    key = re.sub(r"[^a-z0-9]+", "_", text).strip("_")
    return SYNONYMS.get(plain) or SYNONYMS.get(re.sub(r"(deg|degrees)$", "", plain)) or key


def known_words() -> frozenset[str]:
    """Give the keys that a column may have."""
    return frozenset({"x", "y", *AIM, "llf", *known_keys(LuminaireTable)} - {"at"})


def is_known(key: str) -> bool:
    """Tell whether a column may have a key, in feet or in metres."""
    known = known_words()
    return key in known or key.removesuffix("_m") + "_ft" in known


def value_of(key: str, text: str, *, has_decimal_comma: bool = False) -> Any:
    """Read a text as TOML would give the key's value.

    Parameters
    ----------
    key
        Of a luminaire, as `key_of` gives it.
    text
        Not empty. Of a length in feet also ``25'`` and ``25'-6"``, of an angle ``90\u00b0``.
    has_decimal_comma
        Whether a comma in a number is a decimal point.

    Raises
    ------
    ValueError
        It is not what the key takes; the message goes on after the key's name.
    """
    if key == _AIM_AT:
        return _point_of(text, has_decimal_comma=has_decimal_comma)
    field = records()["luminaire"].get(key)
    kind = field.type if field is not None else "text" if key in _TEXT_KEYS else "number"
    if kind == "boolean":
        if text.lower() not in _YES_NO:
            raise ValueError(f'must be yes or no, not "{text}"')
        return _YES_NO[text.lower()]
    if kind not in ("number", "integer"):
        return text.lower() if key == "arrangement" else text
    is_decimal = has_decimal_comma and text.count(",") == 1
    number = _number_of(text.replace(",", ".") if is_decimal else text, key)
    if number is None:
        raise ValueError(f'must be a number, not "{text}"')
    return number


def take_point(words: dict[str, Any], parts: tuple[str, ...]) -> list[float] | None:
    """Take a point out of what is said of a luminaire; None where it is not said.

    Parameters
    ----------
    words
        Values by keys; those of the point are removed.
    parts
        Keys of x and y, and of z, which may be missing.

    Raises
    ------
    ValueError
        Of x and y one is missing, or an aim is said twice.
    """
    given = {part: words.pop(part) for part in parts if part in words}
    whole: list[float] | None = words.pop(_AIM_AT, None) if parts == AIM else None
    if whole is not None and given:
        raise ValueError(f"the aim is given both in one and as {' and '.join(given)}; keep one")
    if whole is not None or not given:
        return whole
    if not set(parts[:2]) <= given.keys():
        raise ValueError(f"{' and '.join(parts[:2])} are not both given")
    return list(given.values())


def _point_of(text: str, *, has_decimal_comma: bool) -> list[float]:
    """Read ``120, 45`` or ``120, 45, 3``."""
    between = _BETWEEN_COMMAS if has_decimal_comma else _BETWEEN
    numbers = [
        _number_of(one.replace(",", ".") if has_decimal_comma else one, "")
        for one in between.split(text.strip("()[] "))
    ]
    found = [number for number in numbers if number is not None]
    if len(found) != len(numbers) or len(found) not in (2, 3):
        raise ValueError(f'must be a point "x, y" or "x, y, z" to aim at, not "{text}"')
    return found


def _ungrouped(text: str) -> str:
    """Leave out the marks between thousands, where a number can be read in one way only."""
    if not _GROUPED.fullmatch(text):
        return text
    mark = next(letter for letter in text if letter in ",.")
    return text.replace(mark, "").replace(",", ".")


def _number_of(text: str, key: str) -> float | None:
    plain = text.replace("\u2212", "-")  # the minus sign that typesetting puts in
    plain = _ungrouped(plain.replace("\u00a0", "").replace("\u202f", ""))
    if key.endswith("_deg"):
        plain = plain.rstrip("\u00b0 ")
    if _NUMBER.fullmatch(plain):
        return float(plain)
    marked = _FEET_AND_INCHES.fullmatch(plain) if key.endswith("_ft") else None
    return None if marked is None else float(marked[1]) + float(marked[2] or 0.0) / 12.0
