"""What hides the sources that are seen too high: for each luminaire the first change that does.

In this order: tilt taken back to level, a lower mounting of 8 ft or more, a turn, a move inwards
of 20 ft or less, a shield.  What is found for each luminaire goes into one remedy, because a line
passes only when none of them is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.readings import ring_of
from photometry.ordinance.messages import length_in_words
from photometry.ordinance.remedies_seen import outlook_of
from photometry.ordinance.remedy_trial import (
    LEAST_HEIGHT_FT,
    MOST_MOVE_FT,
    Remedy,
    is_built_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from photometry.ordinance.remedies_seen import Outlook
    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]
    Change = Callable[[Head, float], Remedy]

__all__ = ["hidden", "lowered"]

HEIGHT_STEP_FT: Final = 0.1
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
    failing, outlook = _failing(trial), outlook_of(trial)
    if outlook is None or len(failing) > MOST_LUMINAIRES:
        return None
    kinds = _kinds(trial)
    remedy = Remedy("")
    left = list(failing)
    for change, sizes, grows in kinds:
        for head in list(left):
            found = _smallest(outlook, head, change, sizes, grows=grows)
            if found is not None:
                left.remove(head)
                remedy = remedy.joined(found)
    return remedy if not left and remedy.text else None


def lowered(trial: Trial) -> Remedy | None:
    """Lower each luminaire that is seen to the greatest height at which it is not."""
    failing, outlook = _failing(trial), outlook_of(trial)
    if outlook is None or not failing:
        return None
    steps: dict[str, int] = {}
    for head in failing:
        present = head.luminaire.mounting_height_ft
        least = int(np.ceil(min(LEAST_HEIGHT_FT, present / 2) / HEIGHT_STEP_FT - 1e-9))
        low, high = least, int(present / HEIGHT_STEP_FT)
        if low >= high or not outlook.hides(head, _heights({head.id: low}, trial.site)):
            return None
        while high - low > 1:
            middle = (low + high) // 2
            hides = outlook.hides(head, _heights({head.id: middle}, trial.site))
            low, high = (middle, high) if hides else (low, middle)
        steps[head.id] = low
    return _heights(steps, trial.site)


def _heights(steps: Mapping[str, int], site: Site) -> Remedy:
    heights = {name: round(step * HEIGHT_STEP_FT, 3) for name, step in steps.items()}
    listed = ", ".join(f"{name} to {length_in_words(ft, site)}" for name, ft in heights.items())
    return Remedy(f"lower {listed}", mounting_height_ft=heights)


def _failing(trial: Trial) -> list[Head]:
    names = {one.luminaire for one in trial.finding.details if one.status is Status.FAIL}
    return [head for head in trial.site.heads if head.id in names]


def _smallest(
    outlook: Outlook, head: Head, change: Change, sizes: FloatArray, *, grows: bool
) -> Remedy | None:
    """Give the first size of a change that hides a head.

    Where more helps more, and the most does not help, the others are not tried.
    """

    def hiding(size: float) -> Remedy | None:
        remedy = change(head, size)
        return remedy if remedy.text and outlook.hides(head, remedy) else None

    if grows and hiding(float(sizes[-1])) is None:
        return None
    return next((found for size in sizes if (found := hiding(float(size)))), None)


def _kinds(trial: Trial) -> list[tuple[Change, FloatArray, bool]]:
    """Give every kind of change with its sizes, the smallest first, and whether more helps more."""
    turns = _steps(TURN_STEP_DEG, 180.0)
    shields = np.arange(90.0 - SHIELD_STEP_DEG, LEAST_SHIELD_DEG - 1e-9, -SHIELD_STEP_DEG)
    return [
        (_levelled, np.array([0.0]), False),
        (_nearer_ground(trial.site), _steps(LOWER_STEP, 1.0), True),
        (_turned, np.ravel(np.column_stack([turns, -turns])), False),
        (_moved(_way_in(trial), trial.site), _steps(MOVE_STEP_FT, MOST_MOVE_FT), True),
        (_shielded, shields, True),
    ]


def _steps(step: float, most: float) -> FloatArray:
    return np.arange(step, max(most, 0.0) + 1e-9, step)


def _levelled(head: Head, _: float) -> Remedy:
    if head.luminaire.tilt_deg == 0.0:
        return Remedy("")
    return Remedy(f"tilt {head.id} to 0", tilt_deg={head.id: 0.0})


def _nearer_ground(site: Site) -> Change:
    def nearer_ground(head: Head, share: float) -> Remedy:
        present = head.luminaire.mounting_height_ft
        if present <= LEAST_HEIGHT_FT:
            return Remedy("")
        height = np.floor(2.0 * (present - share * (present - LEAST_HEIGHT_FT))) / 2.0
        height = max(float(height), LEAST_HEIGHT_FT)
        text = f"lower {head.id} to {length_in_words(height, site)}"
        return Remedy(text, mounting_height_ft={head.id: height})

    return nearer_ground


def _turned(head: Head, by_deg: float) -> Remedy:
    if is_built_in(head):
        return Remedy("")
    angle = (head.luminaire.orientation_deg + by_deg) % 360.0
    return Remedy(f"turn {head.id} to orientation {angle:g}", orientation_deg={head.id: angle})


def _moved(way: tuple[float, float], site: Site) -> Change:
    def moved(head: Head, by_ft: float) -> Remedy:
        if is_built_in(head):
            return Remedy("")
        shift = (way[0] * by_ft, way[1] * by_ft)
        text = f"move {head.id} {length_in_words(by_ft, site)} inwards"
        return Remedy(text, move_ft={head.id: shift})

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
