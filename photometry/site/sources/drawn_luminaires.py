"""Luminaires that a drawing shows, as a luminaire list would give them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from photometry.luminaires.record import Note
from photometry.site.placing import ListedLuminaire
from photometry.site.sources.luminaire_words import AIM, is_known, key_of, take_point, value_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.site.reading import Faults
    from photometry.site.sources.drawing import DrawnLuminaire

__all__ = ["listed_in_drawing"]

_OF_THE_DRAWING = ("x", "y")  # what it shows
_AIMS = ("aim_at", *AIM)
MOST_NAMED = 10  # attributes in a note


def listed_in_drawing(
    drawn: Sequence[DrawnLuminaire], feet_per_unit: float, faults: Faults
) -> tuple[tuple[ListedLuminaire, ...], tuple[Note, ...]]:
    """Give the luminaires of a drawing as ``[[luminaires]]`` would.

    Attributes have the names that columns of luminaire lists have. Where they give no
    orientation and no aim, the luminaire faces the way its block is turned.

    Parameters
    ----------
    drawn
        Of one drawing.
    feet_per_unit
        Of the site file, in whose unit ``at`` is given.
    faults
        Those of the drawing.

    Returns
    -------
    luminaires, notes
        Luminaires whose attributes cannot be read are left out, their faults recorded.
    """
    listed = []
    passed_over: dict[str, None] = {}
    for number, one in enumerate(drawn, start=1):
        read = _read(one, number, faults, passed_over)
        aimed = None if read is None else _aimed(one, read, number, feet_per_unit, faults)
        if read is None or aimed is None:
            continue
        stated_llf = read.pop("llf", None)
        raw = {"id": one.id, "type": one.type} | read | aimed
        raw["id"] += f"-{one.copy}" if one.copy else ""
        raw["at"] = [one.x_ft / feet_per_unit, one.y_ft / feet_per_unit]
        if one.direction_deg is not None and not aimed:
            raw.setdefault("orientation_deg", one.direction_deg)
        listed.append(ListedLuminaire(raw, (number,), number, faults, stated_llf, one.place))
    return tuple(listed), _notes(passed_over, faults.file)


def _read(
    one: DrawnLuminaire, number: int, faults: Faults, passed_over: dict[str, None]
) -> dict[str, Any] | None:
    """Read what is written of a luminaire; None with a fault."""
    read: dict[str, Any] = {}
    sound = True
    for word, text in one.words.items():
        key, written = key_of(word), " ".join(text.split())
        if not key or not written:
            continue
        # What is written of an aim is in the drawing's coordinates; degrees are no such.
        is_place = key in _OF_THE_DRAWING or (key in _AIMS and one.feet_per_unit is None)
        if not is_known(key) or is_place or key in read:
            passed_over.setdefault(word)
            continue
        try:
            read[key] = value_of(key, written)
        except ValueError as unfit:
            faults.add((number,), f"{_subject(one)}: {word} {unfit}")
            sound = False
    return read if sound else None


def _aimed(
    one: DrawnLuminaire, read: dict[str, Any], number: int, feet_per_unit: float, faults: Faults
) -> dict[str, Any] | None:
    """Take the aim out of what was read, in the unit of the site file; None with a fault."""
    try:
        point = take_point(read, AIM)
    except ValueError as unfit:
        faults.add((number,), f"{_subject(one)}: {unfit}")
        return None
    if point is None or one.feet_per_unit is None:
        return {}
    scale = one.feet_per_unit / feet_per_unit
    return {"aim_at": [part * scale for part in point]}


def _subject(one: DrawnLuminaire) -> str:
    return f'luminaire "{_id_of(one.words) or one.id}" ({one.place})'


def _id_of(words: Mapping[str, str]) -> str:
    return next((text for word, text in words.items() if key_of(word) == "id"), "")


def _notes(passed_over: Mapping[str, None], file: str) -> tuple[Note, ...]:
    if not passed_over:
        return ()
    named = list(passed_over)[:MOST_NAMED]
    more = len(passed_over) - len(named)
    text = f"of luminaires these are not read: {', '.join(named)}{f' and {more} more' * bool(more)}"
    return (Note("SITE049", text, file=file),)
