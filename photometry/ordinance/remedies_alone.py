"""What one pole alone can do against light trespass: the smallest change of each kind.

The poles are ranked by their share at the witness.  For each of the first few every kind of
change is tried from the smallest on: less output, tilt taken back to level, a lower mounting, a
turn, a move inwards.  A change is searched on samples of the line and then judged by the rule.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.calculate import calculate
from photometry.errors import CalculationError
from photometry.ordinance.judge_light import context_of
from photometry.ordinance.lighting import trespass
from photometry.ordinance.lighting.line_profiles import trespass_place
from photometry.ordinance.lighting.places import Nowhere
from photometry.ordinance.lighting.readings import BASES, meter_fc, meters_at, ring_of
from photometry.ordinance.lighting.visible_profile import stations_of
from photometry.ordinance.messages import place_in_words
from photometry.ordinance.photometric import Outcome
from photometry.ordinance.remedy_trial import (
    LEAST_HEIGHT_FT,
    LEAST_OUTPUT,
    MOST_MOVE_FT,
    Remedy,
    is_built_in,
)
from photometry.ordinance.site_judge import judge_of_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.lighting.readings import Meter
    from photometry.ordinance.remedy_trial import Trial
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]
    Kind = Callable[["_Line", Sequence[FloatArray], Sequence[Head]], Iterator[Remedy]]

__all__ = ["alone"]

POLES: Final = 2  # that are tried, the largest shares first
STEP_FT: Final = 1.0  # between samples of the line
HEIGHT_STEPS_FT: Final = (2.0, 0.5)  # coarse, then fine
TURN_STEPS_DEG: Final = (30.0, 10.0)
MOVE_STEPS_FT: Final = (4.0, 1.0)
TRIES: Final = 3  # of ever larger changes, where the line between the samples decides
SPARE: Final = 1e-3  # of the limit, left for what is between the samples


@dataclass(frozen=True, eq=False)
class _Line:
    """The line that fails, sampled: its light by head, and what changed heads give."""

    site: Site
    points_ft: FloatArray
    meters: tuple[Meter, ...]
    basis: int
    limit_fc: float
    by_head_fc: tuple[FloatArray, ...]  # (n, heads), a meter each
    counted: tuple[int, ...]

    def rest_fc(self, pole: Sequence[int]) -> list[FloatArray]:
        """Light of all counted heads but those of a pole."""
        others = [i for i in self.counted if i not in pole]
        return [light[:, others].sum(axis=1) for light in self.by_head_fc]

    def holds(self, rest: Sequence[FloatArray], heads: Sequence[Head]) -> bool:
        """Tell whether the limit holds at every sample with these heads in place of a pole's."""
        try:
            changed = calculate(replace(self.site, zones=(), heads=tuple(heads)), ())
        except CalculationError:
            return False  # moved or lowered into a building
        return all(
            float((own + meter_fc(changed, self.points_ft, meter, None)[self.basis]).max())
            <= self.limit_fc * (1 - SPARE)
            for own, meter in zip(rest, self.meters, strict=True)
        )


def alone(trial: Trial) -> tuple[tuple[Remedy, ...], str]:
    """Find the smallest change of each kind to one pole that ends a trespass.

    Returns
    -------
    remedies
        Judged by the rule, those of the pole with the largest share first.
    remark
        Says that none of the poles that were tried can do it alone; empty where one can.
    """
    line = _sampled(trial)
    if line is None:
        return (), ""
    poles = _ranked(trial, line)[:POLES]
    found: list[Remedy] = []
    for pole in poles:
        found += _of_pole(trial, line, pole)
    if found or not poles:
        return tuple(found), ""
    names = " nor ".join(line.site.heads[pole[0]].pole_id for pole in poles)
    return (), f"no single change of {names} alone is enough"


def _sampled(trial: Trial) -> _Line | None:
    """Sample the line of a finding; None where it cannot be found again."""
    site = trial.site
    calculation = trial.calculated(site)
    judge = judge_of_site(trial.code, site, calculation)
    rule = trial.code.rules[trial.finding.rule]
    row = next((one for one in judge.facts.rows(rule.record) if one.id == trial.place), None)
    context = None if row is None else context_of(judge, rule, row)
    if context is None:
        return None
    question = trespass.question_of(context)
    counted = trespass.counted_heads(context, question)
    place = trespass_place(context, site, question)
    if isinstance(counted, Outcome) or isinstance(place, Nowhere):
        return None
    xy = stations_of(place.line, STEP_FT).xy_ft
    xy = xy if place.keep is None else xy[place.keep(xy)]
    witness = trial.finding.witness
    points = xy if witness is None else np.vstack([xy, [witness[:2]]])
    meters: tuple[Meter, ...] = {
        "horizontal_grade": ("horizontal",),
        "vertical_facing_site": ("vertical",),
    }.get(question.plane, ("horizontal", "vertical"))  # type: ignore[assignment]  # literals widen in a dict
    light = tuple(_by_head(calculation, points, meter, question.basis) for meter in meters)
    basis = BASES.index(question.basis)
    return _Line(site, points, meters, basis, question.most_fc, light, counted)


def _by_head(calculation: Calculation, xy: FloatArray, meter: Meter, basis: str) -> FloatArray:
    """Give the light of each head at places (n, 2): (n, heads), fc."""
    points, facing = meters_at(calculation.site, xy, meter)
    return calculation.contributions(points, facing, basis)


def _ranked(trial: Trial, line: _Line) -> list[list[int]]:
    """Give the heads of each pole, the pole with the largest share at the witness first."""
    shares = {detail.luminaire: detail.measured for detail in trial.finding.details}
    poles: dict[str, list[int]] = {}
    total: dict[str, float] = {}
    for index in line.counted:
        head = line.site.heads[index]
        share = shares.get(head.id)
        poles.setdefault(head.pole_id, []).append(index)
        given = share if isinstance(share, float) else 0.0
        total[head.pole_id] = total.get(head.pole_id, 0.0) + given
    return [poles[name] for name in sorted(poles, key=lambda name: -total[name]) if total[name]]


def _of_pole(trial: Trial, line: _Line, pole: Sequence[int]) -> list[Remedy]:
    """Find what a pole can do; nothing where the others alone are too much."""
    rest = line.rest_fc(pole)
    if any(float(light.max()) > line.limit_fc for light in rest):
        return []
    heads = [line.site.heads[i] for i in pole]
    found = []
    kinds: list[Kind] = [_dimmed, _levelled, _lowered]
    if not any(is_built_in(head) for head in heads):
        kinds += [_turned, _moved]
    for kind in kinds:
        remedy = _first_that_passes(trial, line, rest, heads, kind(line, rest, heads))
        if remedy is not None:
            found.append(remedy)
    return found


def _first_that_passes(
    trial: Trial,
    line: _Line,
    rest: Sequence[FloatArray],
    heads: Sequence[Head],
    candidates: Iterable[Remedy],
) -> Remedy | None:
    """Give the first candidate that holds on the samples and then passes the rule."""
    tries = 0
    for remedy in candidates:
        changed = remedy.applied(replace(line.site, heads=tuple(heads))).heads
        if not line.holds(rest, changed):
            continue
        if trial.passes(remedy):
            return remedy
        tries += 1
        if tries == TRIES:
            break
    return None


# ---- kinds of change, the smallest first ---------------------------------------------------------


def _dimmed(line: _Line, rest: Sequence[FloatArray], heads: Sequence[Head]) -> Iterator[Remedy]:
    """Dim in closed form: the least share that holds the limit at every sample."""
    names = {head.id for head in heads}
    own = [i for i, head in enumerate(line.site.heads) if head.id in names]
    share = 1.0
    for others, light in zip(rest, line.by_head_fc, strict=True):
        mine = light[:, own].sum(axis=1)
        lit = mine > 0.0
        room = (line.limit_fc * (1 - SPARE) - others[lit]) / mine[lit]
        share = min(share, float(room.min(initial=1.0)))
    for percent in range(int(np.floor(100.0 * share + 1e-9)), int(100 * LEAST_OUTPUT) - 1, -1):
        output = dict.fromkeys(sorted(names), percent / 100.0)
        yield Remedy(f"{_named(heads)} alone: dim to {percent} % of present output", output=output)


def _levelled(line: _Line, rest: Sequence[FloatArray], heads: Sequence[Head]) -> Iterator[Remedy]:  # noqa: ARG001  # all kinds are asked alike
    """Take the tilt back to level."""
    tilted = {head.id: 0.0 for head in heads if head.luminaire.tilt_deg != 0.0}
    if tilted:
        yield Remedy(f"{_named(heads)} alone: tilt to 0", tilt_deg=tilted)


def _lowered(line: _Line, rest: Sequence[FloatArray], heads: Sequence[Head]) -> Iterator[Remedy]:
    """Lower the pole, to no less than 8 ft."""
    present = max(head.luminaire.mounting_height_ft for head in heads)
    most = present - LEAST_HEIGHT_FT

    def lowered(by_ft: float) -> Remedy:
        heights = {h.id: round(h.luminaire.mounting_height_ft - by_ft, 3) for h in heads}
        text = f"{_named(heads)} alone: lower to {present - by_ft:g} ft"
        return Remedy(text, mounting_height_ft=heights)

    yield from (lowered(step) for step in _steps(line, rest, heads, lowered, HEIGHT_STEPS_FT, most))


def _turned(line: _Line, rest: Sequence[FloatArray], heads: Sequence[Head]) -> Iterator[Remedy]:
    """Turn all heads of the pole, either way, by as little as helps."""

    def turned(by_deg: float) -> Remedy:
        angles = {h.id: (h.luminaire.orientation_deg + by_deg) % 360.0 for h in heads}
        way = "counterclockwise" if by_deg > 0 else "clockwise"
        text = f"{_named(heads)} alone: turn by {abs(by_deg):g} degrees {way}"
        if len(heads) == 1:
            text += f", to orientation {next(iter(angles.values())):g}"
        return Remedy(text, orientation_deg=angles)

    coarse, fine = TURN_STEPS_DEG
    for size in np.arange(coarse, 180.0 + 1e-9, coarse):
        for sign in (1.0, -1.0):
            if not _holds(line, rest, heads, turned(float(sign * size))):
                continue
            for back in np.arange(size - coarse + fine, size + 1e-9, fine):
                yield turned(float(sign * back))


def _moved(line: _Line, rest: Sequence[FloatArray], heads: Sequence[Head]) -> Iterator[Remedy]:
    """Move the pole inwards, at right angles to the property line, by no more than 20 ft."""
    ring = ring_of(line.site)
    if ring is None:
        return
    # The way in is that of the place of the property line that is nearest to the brightest sample.
    names = {head.id for head in heads}
    own = [i for i, head in enumerate(line.site.heads) if head.id in names]
    brightest = int(line.by_head_fc[0][:, own].sum(axis=1).argmax())
    foot, facing = ring.nearest(line.points_ft[brightest : brightest + 1])
    way = facing[0] if np.hypot(*facing[0]) > 0 else foot[0]

    def moved(by_ft: float) -> Remedy:
        shift = (float(way[0] * by_ft), float(way[1] * by_ft))
        x, y = (p + s for p, s in zip(heads[0].pole_xy_ft, shift, strict=True))
        at = place_in_words((x, y), line.site)
        text = f"{_named(heads)} alone: move {by_ft:g} ft inwards, to {at}"
        return Remedy(text, move_ft={head.id: shift for head in heads})

    steps = _steps(line, rest, heads, moved, MOVE_STEPS_FT, MOST_MOVE_FT)
    yield from (moved(step) for step in steps)


def _steps(
    line: _Line,
    rest: Sequence[FloatArray],
    heads: Sequence[Head],
    change: Callable[[float], Remedy],
    sizes: tuple[float, float],
    most: float,
) -> Iterator[float]:
    """Give the sizes of a change from the smallest that may hold on: coarse steps, then fine."""
    coarse, fine = sizes
    for step in np.arange(coarse, most + coarse - 1e-9, coarse):
        size = min(float(step), most)
        if size > 0 and _holds(line, rest, heads, change(size)):
            low = max(size - coarse, 0.0)
            yield from (float(s) for s in np.arange(low + fine, size + 1e-9, fine))
            yield from (float(s) for s in np.arange(size + fine, most + 1e-9, fine))
            return


def _holds(line: _Line, rest: Sequence[FloatArray], heads: Sequence[Head], remedy: Remedy) -> bool:
    changed = remedy.applied(replace(line.site, heads=tuple(heads))).heads
    return line.holds(rest, changed)


def _named(heads: Sequence[Head]) -> str:
    return heads[0].pole_id
