"""What each luminaire gives at the point that a finding judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.calculate import zone_normals
from photometry.site.ring import property_ring
from photometry.tables.display import FOOTCANDLES
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
    """A share as a bar: its label, its value in words, and its length in percent."""

    label: str
    text: str
    percent: float
    head: int | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """The light at a point, luminaire by luminaire.

    Attributes
    ----------
    layer
        The layer that was mixed: ``initial``, ``vertical_maintained``.
    bars
        All heads first, then the largest shares, then what the others give together.
    limit_percent
        Where the limit stands on the bars' scale; None where none is in footcandles.
    fc
        The point's illuminance of every horizontal layer, fc.
    """

    layer: str
    bars: tuple[Bar, ...]
    limit_percent: float | None
    fc: dict[str, float]


def shares_of(calc: Calculation, finding: Finding, light: LightUnit = FOOTCANDLES) -> Shares | None:
    """Give the shares at a finding's witness; None where none is on the ground.

    The meter is the one that the finding used: horizontal, or facing the property, or that of
    the zone that it is in.
    """
    if finding.witness is None or finding.where.kind == "luminaire":
        return None
    point = np.array([finding.witness])
    layer = judged_layer(finding) if finding.unit == "fc" else "maintained"
    meter, _, basis = layer.rpartition("_")
    by_head = _largest_of(
        [calc.contributions(point, normal, basis)[0] for normal in _normals(calc, finding, meter)],
        least=meter == "",
    )
    limit = _limit_fc(finding)
    values = calc.illuminance_of_layers(point, calc.layers)[:, 0]
    bars, scale = _bars(calc, by_head, limit, light)
    return Shares(
        layer=layer,
        bars=bars,
        limit_percent=None if limit is None else round(100.0 * limit / scale, 2),
        fc=dict(zip(calc.layers, values.tolist(), strict=True)),
    )


def _limit_fc(finding: Finding) -> float | None:
    is_light = finding.unit == "fc" and isinstance(finding.limit, (int, float))
    return float(finding.limit or 0.0) if is_light else None


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
    bars = [bar("all heads", total, whole)]
    bars += [
        bar(
            f"{heads[i].id} · {heads[i].type.name}", by_head[i], light.text(by_head[i], decimals), i
        )
        for i in shown
    ]
    if shown and rest >= least:
        bars.append(bar(f"{len(heads) - len(shown)} others", rest, light.text(rest, decimals)))
    return tuple(bars), scale
