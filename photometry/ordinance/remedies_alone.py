"""What one pole alone can do against light trespass or an uneven zone: the least of each change.

The poles are ranked by their share at the witness: of a ratio, at the brightest point.  For each
of the first few every kind of change is tried from the smallest on: less output, tilt taken back
to level, a lower mounting, a turn, a move.  A change is searched on samples, and then judged by
the rule.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from photometry.ordinance.messages import length_in_words, place_in_words
from photometry.ordinance.remedies_line import sampled_line
from photometry.ordinance.remedies_ratio import sampled_zones
from photometry.ordinance.remedy_trial import (
    LEAST_HEIGHT_FT,
    LEAST_OUTPUT,
    MOST_MOVE_FT,
    Remedy,
    is_built_in,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]
    Kind = Callable[["Samples", Sequence[int]], Iterator[Remedy]]

__all__ = ["Samples", "alone"]

POLES: Final = 3  # that are tried, the largest shares first
HEIGHT_STEPS_FT: Final = (2.0, 0.5)  # coarse, then fine
TURN_STEPS_DEG: Final = (30.0, 10.0)
MOVE_STEPS_FT: Final = (4.0, 1.0)
TRIES: Final = 3  # of ever larger changes, where the line between the samples decides


class Samples(Protocol):
    """The points at which a limit is broken, and what a changed pole gives there.

    A pole is the indices of its heads in the site.
    """

    @property
    def site(self) -> Site:
        """The site that was judged."""
        ...

    @property
    def counted(self) -> tuple[int, ...]:
        """Indices of the heads whose light counts."""
        ...

    @property
    def shares_fc(self) -> Mapping[str, float]:
        """Head id to its share at the witness."""
        ...

    def hopeless(self, pole: Sequence[int]) -> bool:
        """Tell whether nothing that is done to a pole can be enough."""
        ...

    def share(self, pole: Sequence[int]) -> float:
        """Give the largest share of a pole's output, 1 or less, with which the limit holds."""
        ...

    def holds(self, pole: Sequence[int], heads: Sequence[Head]) -> bool:
        """Tell whether the limit holds with these heads in place of a pole's."""
        ...

    def way(self, pole: Sequence[int]) -> tuple[FloatArray, str] | None:
        """Give the way that a move of a pole would help, as a unit vector, and in words."""
        ...


def alone(trial: Trial) -> tuple[tuple[Remedy, ...], str]:
    """Find the smallest change of each kind to one pole that ends a trespass or mends a ratio.

    Returns
    -------
    remedies
        Judged by the rule, those of the pole with the largest share first.
    remark
        Says that none of the poles that were tried can do it alone; empty where one can, and
        where the rule asks for another thing.
    """
    samples: Samples | None = None
    if trial.check == "line_maximum":
        samples = sampled_line(trial)
    elif trial.check == "ratio":
        samples = sampled_zones(trial)
    if samples is None:
        return (), ""
    poles = _ranked(samples)[:POLES]
    found: list[Remedy] = []
    for pole in poles:
        found += _of_pole(trial, samples, pole)
    if found or not poles:
        return tuple(found), ""
    names = " nor ".join(_named(samples, pole) for pole in poles)
    return (), f"no single change of {names} alone is enough"


def _ranked(samples: Samples) -> list[list[int]]:
    """Give the heads of each pole, the pole with the largest share at the witness first."""
    poles: dict[str, list[int]] = {}
    total: dict[str, float] = {}
    for index in samples.counted:
        head = samples.site.heads[index]
        poles.setdefault(head.pole_id, []).append(index)
        total[head.pole_id] = total.get(head.pole_id, 0.0) + samples.shares_fc.get(head.id, 0.0)
    return [poles[name] for name in sorted(poles, key=lambda name: -total[name]) if total[name]]


def _of_pole(trial: Trial, samples: Samples, pole: Sequence[int]) -> list[Remedy]:
    """Find what a pole can do."""
    if samples.hopeless(pole):
        return []
    kinds: list[Kind] = [_dimmed, _levelled, _lowered]
    if not any(is_built_in(head) for head in _heads(samples, pole)):
        kinds += [_turned, _moved]
    found = [_first_that_passes(trial, samples, pole, kind) for kind in kinds]
    return [remedy for remedy in found if remedy is not None]


def _first_that_passes(
    trial: Trial, samples: Samples, pole: Sequence[int], kind: Kind
) -> Remedy | None:
    """Give the first change of a kind that holds on the samples and then passes the rule."""
    tries = 0
    for remedy in kind(samples, pole):
        if not _holds(samples, pole, remedy):
            continue
        if trial.passes(remedy):
            return remedy
        tries += 1
        if tries == TRIES:
            break
    return None


# ---- kinds of change, the smallest first ---------------------------------------------------------


def _dimmed(samples: Samples, pole: Sequence[int]) -> Iterator[Remedy]:
    """Dim in closed form: the largest share with which the limit holds, in whole percents."""
    most = int(np.floor(100.0 * samples.share(pole) + 1e-9))
    for percent in range(min(most, 99), int(100 * LEAST_OUTPUT) - 1, -1):
        output = {head.id: percent / 100.0 for head in _heads(samples, pole)}
        text = f"{_named(samples, pole)} alone: dim to {percent} % of present output"
        yield Remedy(text, output=output)


def _levelled(samples: Samples, pole: Sequence[int]) -> Iterator[Remedy]:
    """Take the tilt back to level."""
    tilted = {head.id: 0.0 for head in _heads(samples, pole) if head.luminaire.tilt_deg != 0.0}
    if tilted:
        yield Remedy(f"{_named(samples, pole)} alone: tilt to 0", tilt_deg=tilted)


def _lowered(samples: Samples, pole: Sequence[int]) -> Iterator[Remedy]:
    """Lower the pole, to no less than 8 ft."""
    heads = _heads(samples, pole)
    present = max(head.luminaire.mounting_height_ft for head in heads)
    most = present - LEAST_HEIGHT_FT

    def lowered(by_ft: float) -> Remedy:
        heights = {h.id: round(h.luminaire.mounting_height_ft - by_ft, 3) for h in heads}
        height = length_in_words(present - by_ft, samples.site)
        text = f"{_named(samples, pole)} alone: lower to {height}"
        return Remedy(text, mounting_height_ft=heights)

    yield from (lowered(step) for step in _steps(samples, pole, lowered, HEIGHT_STEPS_FT, most))


def _turned(samples: Samples, pole: Sequence[int]) -> Iterator[Remedy]:
    """Turn all heads of the pole, either way, by as little as helps."""
    heads = _heads(samples, pole)

    def turned(by_deg: float) -> Remedy:
        angles = {h.id: (h.luminaire.orientation_deg + by_deg) % 360.0 for h in heads}
        way = "counterclockwise" if by_deg > 0 else "clockwise"
        text = f"{_named(samples, pole)} alone: turn by {abs(by_deg):g} degrees {way}"
        if len(heads) == 1:
            text += f", to orientation {next(iter(angles.values())):g}"
        return Remedy(text, orientation_deg=angles)

    coarse, fine = TURN_STEPS_DEG
    for size in np.arange(coarse, 180.0 + 1e-9, coarse):
        for sign in (1.0, -1.0):
            if not _holds(samples, pole, turned(float(sign * size))):
                continue
            for back in np.arange(size - coarse + fine, size + 1e-9, fine):
                yield turned(float(sign * back))


def _moved(samples: Samples, pole: Sequence[int]) -> Iterator[Remedy]:
    """Move the pole by no more than 20 ft, the way that helps."""
    heads, found = _heads(samples, pole), samples.way(pole)
    if found is None:
        return
    way, words = found

    def moved(by_ft: float) -> Remedy:
        shift = (float(way[0] * by_ft), float(way[1] * by_ft))
        x, y = (p + s for p, s in zip(heads[0].pole_xy_ft, shift, strict=True))
        at = place_in_words((x, y), samples.site)
        far = length_in_words(by_ft, samples.site)
        text = f"{_named(samples, pole)} alone: move {far} {words}, to {at}"
        return Remedy(text, move_ft={head.id: shift for head in heads})

    steps = _steps(samples, pole, moved, MOVE_STEPS_FT, MOST_MOVE_FT)
    yield from (moved(step) for step in steps)


def _steps(
    samples: Samples,
    pole: Sequence[int],
    change: Callable[[float], Remedy],
    sizes: tuple[float, float],
    most: float,
) -> Iterator[float]:
    """Give the sizes of a change from the smallest that may hold on: coarse steps, then fine."""
    coarse, fine = sizes
    for step in np.arange(coarse, most + coarse - 1e-9, coarse):
        size = min(float(step), most)
        if size > 0 and _holds(samples, pole, change(size)):
            low = max(size - coarse, 0.0)
            yield from (float(s) for s in np.arange(low + fine, size + 1e-9, fine))
            yield from (float(s) for s in np.arange(size + fine, most + 1e-9, fine))
            return


def _holds(samples: Samples, pole: Sequence[int], remedy: Remedy) -> bool:
    own = replace(samples.site, heads=tuple(_heads(samples, pole)))
    return samples.holds(pole, remedy.applied(own).heads)


def _heads(samples: Samples, pole: Sequence[int]) -> list[Head]:
    return [samples.site.heads[index] for index in pole]


def _named(samples: Samples, pole: Sequence[int]) -> str:
    return samples.site.heads[pole[0]].pole_id
