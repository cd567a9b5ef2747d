"""What each luminaire gives at the point that a finding judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.calculate import zone_normals
from photometry.site.ring import property_ring
from photometry.tables.display import FOOTCANDLES
from photometry.tables.text import against_limit, number
from photometry.tables.words import judged_layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Bar", "Shares", "shares_of"]

MOST_BARS: Final = 10
LEAST_FC: Final = 0.005  # a share that would be written 0.00
LEAST_PART: Final = 0.01  # of a total so small that every share of it would be written 0.00
UP: Final = (0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Bar:
    """A share or a height as a bar: its label, its value in words, and its length in percent.

    Attributes
    ----------
    head
        The luminaire that it is of, its place among the site's; None where it is of several.
    judged
        Whether the limit is one of this bar: of all heads together, of each source's height.
    """

    label: str
    text: str
    percent: float
    head: int | None = None
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Shares:
    """The light at a point, luminaire by luminaire, or how high each luminaire's source shows.

    Attributes
    ----------
    layer
        The layer that was mixed: ``initial``, ``vertical_maintained``.
    bars
        All heads first, then the largest shares, then what the others give together. For a
        finding about heights the luminaires that it lists, the highest first.
    limit_percent
        Where the limit stands on the bars' scale; None where the finding has none on it.
    fc
        The point's illuminance of every horizontal layer, fc.
    more
        How many luminaires of a finding about heights have no bar, for want of room.
    """

    layer: str
    bars: tuple[Bar, ...]
    limit_percent: float | None
    fc: dict[str, float]
    more: int = 0


def shares_of(calc: Calculation, finding: Finding, light: LightUnit = FOOTCANDLES) -> Shares | None:
    """Give the shares at a finding's witness; None where none is on the ground.

    The meter is the one that the finding used: horizontal, or facing the property, or that of
    the zone that it is in.
    """
    if finding.witness is None or finding.where.kind == "luminaire":
        return None
    values = calc.illuminance_of_layers(np.array([finding.witness]), calc.layers)[:, 0]
    fc = dict(zip(calc.layers, values.tolist(), strict=True))
    if finding.unit == "ft":
        return _heights(calc, finding, fc)
    layer = judged_layer(finding) if finding.unit == "fc" else "maintained"
    limit = _limit_in(finding, "fc")
    bars, scale = _bars(calc, _light_by_head(calc, finding, layer), limit, light)
    return Shares(layer, bars, _percent(limit, scale), fc)


def _limit_in(finding: Finding, unit: str) -> float | None:
    is_number = finding.unit == unit and isinstance(finding.limit, (int, float))
    return float(finding.limit or 0.0) if is_number else None


def _percent(limit: float | None, scale: float) -> float | None:
    return None if limit is None else round(100.0 * limit / scale, 2)


def _light_by_head(calc: Calculation, finding: Finding, layer: str) -> FloatArray:
    """Give what each luminaire gives at a finding's witness, fc, on the meter that counts."""
    meter, _, basis = layer.rpartition("_")
    point = np.array([finding.witness])
    return _largest_of(
        [calc.contributions(point, normal, basis)[0] for normal in _normals(calc, finding, meter)],
        least=meter == "",
    )


def _largest_of(shares: Sequence[FloatArray], *, least: bool) -> FloatArray:
    """Give the shares on the meter that counts: the least of a zone's, else the largest."""
    pick = min if least else max
    return pick(shares, key=lambda by_head: float(by_head.sum()))


def _normals(calc: Calculation, finding: Finding, meter: str) -> list[FloatArray]:
    """Give the directions in which the meters of a finding look."""
    if meter in {"vertical", "both"}:
        ring = property_ring(calc.site)
        at = np.array([finding.witness])[:, :2]
        facing = (1.0, 0.0) if ring is None else ring.nearest(at)[1][0]
        level = np.array([facing[0], facing[1], 0.0])
        return [level, np.array(UP)] if meter == "both" else [level]
    zone = calc.zones.get(finding.where.name) if finding.where.kind == "zone" else None
    if zone is None:
        return [np.array(UP)]
    return [np.array(way) for way in zone_normals(zone.zone, calc.site.north_deg)]


def _heights(calc: Calculation, finding: Finding, fc: dict[str, float]) -> Shares:
    """Give how high the sources show that a finding lists, each from where it shows highest."""
    heads = calc.site.heads
    places = {head.id: place for place, head in enumerate(heads)}
    seen = sorted(
        (-float(detail.measured), places[detail.luminaire])
        for detail in finding.details
        if isinstance(detail.measured, (int, float))
        and detail.measured > 0.0
        and detail.luminaire in places
    )
    limit = _limit_in(finding, "ft")
    scale = 1.05 * max([limit or 0.0, *(-height for height, _ in seen)]) or 1.0

    def bar(height: float, place: int) -> Bar:
        text = number(height, 1) if limit is None else against_limit(height, limit, 1)
        label = f"{heads[place].id} · {heads[place].type.name}"
        return Bar(label, text, round(100.0 * height / scale, 2), place, judged=True)

    bars = tuple(bar(-height, place) for height, place in seen[:MOST_BARS])
    return Shares("", bars, _percent(limit, scale), fc, len(seen) - len(bars))


def _bars(
    calc: Calculation, by_head: FloatArray, limit: float | None, light: LightUnit
) -> tuple[tuple[Bar, ...], float]:
    total = float(by_head.sum())
    scale = 1.05 * max(total, limit or 0.0) or 1.0
    decimals = 2 if total >= 10 * LEAST_FC else 4
    heads = calc.site.heads
    order = np.argsort(-by_head, kind="stable")
    least = LEAST_FC if decimals == 2 else max(LEAST_PART * total, 5e-5)
    shown = [int(i) for i in order if by_head[i] >= least][:MOST_BARS]
    rest = total - float(by_head[shown].sum())

    def bar(label: str, fc: float, text: str, head: int | None = None) -> Bar:
        return Bar(label, text, round(100.0 * fc / scale, 2), head)

    whole = light.text(total, decimals) if limit is None else light.against(total, limit, decimals)
    bars = [replace(bar("all heads", total, whole), judged=True)]
    bars += [
        bar(
            f"{heads[i].id} · {heads[i].type.name}", by_head[i], light.text(by_head[i], decimals), i
        )
        for i in shown
    ]
    if shown and rest >= least:
        bars.append(bar(f"{len(heads) - len(shown)} others", rest, light.text(rest, decimals)))
    return tuple(bars), scale
