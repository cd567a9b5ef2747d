"""Illuminance printed at points of the plan, thinned to what can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.field import walls_at_grade
from photometry.drawings.style import Type
from photometry.tables.display import FOOTCANDLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.drawings.boxes import Occupancy
    from photometry.drawings.field import Field
    from photometry.drawings.paper import Paper
    from photometry.drawings.view import PlanView
    from photometry.engine.results import Calculation, ZoneResult
    from photometry.site.model import Site
    from photometry.tables.display import LightUnit

    FloatArray = NDArray[np.float64]

__all__ = ["print_values", "value_step_ft"]

VALUE_Z: Final = 12.0
ROOM_IN: Final = 0.42  # between the middles of two printed values
STEPS_FT: Final = (10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 500.0)


def value_step_ft(view: PlanView) -> float:
    """Spacing of the values that are printed outside the zones, ft."""
    wanted = ROOM_IN * view.scale_ft_per_in
    return next((step for step in STEPS_FT if step >= wanted), STEPS_FT[-1])


def print_values(
    paper: Paper,
    view: PlanView,
    site: Site,
    calc: Calculation,
    field: Field,
    occupancy: Occupancy,
    light: LightUnit = FOOTCANDLES,
) -> None:
    """Print maintained illuminance where nothing else stands.

    In horizontal zones at grade the values are those of the zone's own points; on the ground
    between them they are computed anew, as far as the field goes.
    """
    for zone in calc.zones.values():
        if zone.zone.plane == "horizontal" and zone.zone.height_ft == 0.0:
            points, values = _thinned(zone, view.scale_ft_per_in)
            _print(paper, view, points, values, occupancy, light)
    points = _between_zones(view, site, calc, field)
    if len(points):
        grade = site.terrain.grade_ft(*points.T)
        values = calc.illuminance(np.column_stack([points, grade]))
        # Beyond the last contour there is nothing to read.
        lit = values >= light.levels_fc[0]
        _print(paper, view, points[lit], values[lit], occupancy, light)


def _print(
    paper: Paper,
    view: PlanView,
    points_ft: FloatArray,
    values_fc: FloatArray,
    occupancy: Occupancy,
    light: LightUnit,
) -> None:
    for (x, y), value in zip(view.to_paper(points_ft).tolist(), values_fc.tolist(), strict=True):
        text = light.text(value, 1)
        box = paper.text_box(x, y, text, Type.VALUE, across="center", upright="middle")
        room = box.grown(0.02)
        if not occupancy.is_free(room) or occupancy.owners(room):
            continue
        paper.text(
            x, y, text, Type.VALUE, across="center", upright="middle", z=VALUE_Z, name="value"
        )
        occupancy.take(box.grown(0.03))


def _thinned(zone: ZoneResult, scale_ft_per_in: float) -> tuple[FloatArray, FloatArray]:
    """Points (n, 2) and values of a zone, every k-th column and row, so that they can be read."""
    every = max(1, int(np.ceil(ROOM_IN * scale_ft_per_in / zone.spacing_ft - 1e-9)))
    places = zone.lattice - zone.lattice.min(axis=0)
    start = places.max(axis=0) % every // 2
    kept = ((places - start) % every == 0).all(axis=1)
    return zone.points_ft[kept, :2], zone.fc[kept]


def _between_zones(view: PlanView, site: Site, calc: Calculation, field: Field) -> FloatArray:
    """Lattice points (n, 2) on the ground outside zones and buildings, in step with a zone."""
    step = value_step_ft(view)
    left, bottom, right, top = field.bounds_ft
    zones = list(calc.zones.values())
    anchor = zones[0].points_ft[0, :2] if zones else np.array([left, bottom])
    first = anchor + np.ceil((np.array([left, bottom]) - anchor) / step) * step
    x, y = np.arange(first[0], right, step), np.arange(first[1], top, step)
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    covered = [shapely.Polygon(zone.zone.outline_ft).buffer(0.4 * step) for zone in zones]
    away = shapely.union_all([*covered, walls_at_grade(site)])
    inside: NDArray[np.bool_] = shapely.contains_xy(away, points[:, 0], points[:, 1])
    return points[~inside]
