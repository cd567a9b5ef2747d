"""What hides the sources that are seen too high: for each luminaire the first change that does.

In this order: tilt taken back to level, a lower mounting of 8 ft or more, a turn, a move inwards
of 20 ft or less, a shield.  Every luminaire that fails is asked at once; what is found for each
goes into one remedy, because a line passes only when none of them is seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.errors import CalculationError
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.readings import ring_of
from photometry.ordinance.remedy_trial import (
    LEAST_HEIGHT_FT,
    MOST_MOVE_FT,
    Remedy,
    is_built_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head

    FloatArray = NDArray[np.float64]
    Change = Callable[[Head, float], Remedy]

__all__ = ["hidden"]

LOWER_STEP: Final = 0.2  # of the way down to 8 ft
TURN_STEP_DEG: Final = 45.0
MOVE_STEP_FT: Final = 5.0
SHIELD_STEP_DEG: Final = 5.0
MOST_LUMINAIRES: Final = 40  # a remedy for more is no sentence, and takes minutes to find
LEAST_SHIELD_DEG: Final = 30.0  # a shield that leaves less is a pipe


def hidden(trial: Trial) -> Remedy | None:
    """Find a change for each luminaire that is seen too high; None where one has none.

    Where more than `MOST_LUMINAIRES` are seen nothing is searched.
    """
    failing = _failing(trial)
    if len(failing) > MOST_LUMINAIRES:
        return None
    remedy = Remedy("")
    for change, sizes, grows in _kinds(trial):
        if not failing:
            break
        # Where more helps more, those that the most does not help need not be asked again.
        asked = _helped(trial, failing, change, float(sizes[-1])) if grows else list(failing)
        for size in sizes:
            if not asked:
                break
            for head in _helped(trial, asked, change, float(size)):
                asked.remove(head)
                failing.remove(head)
                remedy = remedy.joined(change(head, float(size)))
    return remedy if not failing and remedy.text else None


def _failing(trial: Trial) -> list[Head]:
    names = {one.luminaire for one in trial.finding.details if one.status is Status.FAIL}
    return [head for head in trial.site.heads if head.id in names]


def _helped(trial: Trial, heads: Sequence[Head], change: Change, size: float) -> list[Head]:
    """Give those of some luminaires that a change of one size hides."""
    changes = {head.id: change(head, size) for head in heads}
    changed = replace(trial.site, heads=tuple(heads))
    for remedy in changes.values():
        changed = remedy.applied(changed)
    try:
        verdicts, _ = trial.judged(changed)
    except CalculationError:
        return []  # one of them would stand in a building
    seen = {
        detail.luminaire
        for verdict in verdicts
        for detail in verdict.details
        if detail.status is Status.FAIL
    }
    return [head for head in heads if head.id not in seen and changes[head.id].text]


def _kinds(trial: Trial) -> list[tuple[Change, FloatArray, bool]]:
    """Give every kind of change with its sizes, the smallest first, and whether more helps more."""
    turns = _steps(TURN_STEP_DEG, 180.0)
    shields = np.arange(90.0 - SHIELD_STEP_DEG, LEAST_SHIELD_DEG - 1e-9, -SHIELD_STEP_DEG)
    return [
        (_levelled, np.array([0.0]), False),
        (_lowered, _steps(LOWER_STEP, 1.0), True),
        (_turned, np.ravel(np.column_stack([turns, -turns])), False),
        (_moved(_way_in(trial)), _steps(MOVE_STEP_FT, MOST_MOVE_FT), True),
        (_shielded, shields, True),
    ]


def _steps(step: float, most: float) -> FloatArray:
    return np.arange(step, max(most, 0.0) + 1e-9, step)


def _levelled(head: Head, _: float) -> Remedy:
    if head.luminaire.tilt_deg == 0.0:
        return Remedy("")
    return Remedy(f"tilt {head.id} to 0", tilt_deg={head.id: 0.0})


def _lowered(head: Head, share: float) -> Remedy:
    present = head.luminaire.mounting_height_ft
    if present <= LEAST_HEIGHT_FT:
        return Remedy("")
    height = np.floor(2.0 * (present - share * (present - LEAST_HEIGHT_FT))) / 2.0
    height = max(float(height), LEAST_HEIGHT_FT)
    return Remedy(f"lower {head.id} to {height:g} ft", mounting_height_ft={head.id: height})


def _turned(head: Head, by_deg: float) -> Remedy:
    if is_built_in(head):
        return Remedy("")
    angle = (head.luminaire.orientation_deg + by_deg) % 360.0
    return Remedy(f"turn {head.id} to orientation {angle:g}", orientation_deg={head.id: angle})


def _moved(way: tuple[float, float]) -> Change:
    def moved(head: Head, by_ft: float) -> Remedy:
        if is_built_in(head):
            return Remedy("")
        shift = (way[0] * by_ft, way[1] * by_ft)
        return Remedy(f"move {head.id} {by_ft:g} ft inwards", move_ft={head.id: shift})

    return moved


def _shielded(head: Head, angle_deg: float) -> Remedy:
    text = f"shield {head.id} to a cutoff of {angle_deg:g} degrees"
    return Remedy(text, cutoff_angle_deg={head.id: angle_deg})


def _way_in(trial: Trial) -> tuple[float, float]:
    """Give the way inwards from the line, as a unit vector."""
    ring, witness = ring_of(trial.site), trial.finding.witness
    if ring is None or witness is None:
        return (0.0, 0.0)
    _, facing = ring.nearest(np.array([witness[:2]]))
    return (float(facing[0, 0]), float(facing[0, 1]))
