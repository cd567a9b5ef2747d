"""The illuminance field that is drawn: a fine grid at grade over the property and beyond.

The grid is for the picture alone; it is in no statistics.  It covers the property and 50 ft
beyond it, and on each side as far as there is more than 0.1 fc, at most 200 ft.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.site.points import display_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from photometry.engine.results import Calculation
    from photometry.site.model import Obstruction, Site
    from photometry.tables.display import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = [
    "Field",
    "display_field",
    "drawn_layers",
    "height_words",
    "standing_at_grade",
    "walls_at_grade",
]

LEAST_MARGIN_FT: Final = 50.0
MOST_MARGIN_FT: Final = 200.0
DARK_FC: Final = 0.1
SURVEY_NODES: Final = 60  # along the longer side of the grid that finds how far light goes
MOST_POINTS: Final = 200_000
SPACINGS_FT: Final = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.5)
WALL_FT: Final = 0.02  # how far in front of a wall its own illuminance is taken
SOFT_SHARE: Final = 0.35  # a step between neighbours above this share of them is an edge
SOFT_SAMPLES: Final = 4  # squared: samples of a cell that an edge of shadow crosses


@dataclass(frozen=True, eq=False)
class Field:
    """Illuminance at grade on a regular grid.

    Attributes
    ----------
    x_ft : (m,) array
    y_ft : (n,) array
        Columns and rows, site coordinates.
    layers
        Layer name to (n, m) illuminance, fc; NaN inside buildings.
    """

    x_ft: FloatArray
    y_ft: FloatArray
    layers: Mapping[str, FloatArray]

    @property
    def bounds_ft(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of the outermost points."""
        x, y = self.x_ft, self.y_ft
        return float(x[0]), float(y[0]), float(x[-1]), float(y[-1])

    @property
    def spacing_ft(self) -> float:
        """Distance between neighbouring points."""
        return float(self.x_ft[1] - self.x_ft[0])


def drawn_layers(calc: Calculation) -> tuple[str, ...]:
    """Give the layers of a field that serves every drawing; the edges are those of the first."""
    return tuple(dict.fromkeys(("maintained", "initial", *calc.layers)))


def display_field(site: Site, calc: Calculation, layers: Sequence[str]) -> Field:
    """Compute the field of some layers for a drawing.

    Parameters
    ----------
    site
        The site.
    calc
        Its calculation; the field is computed anew, at grade, facing up.
    layers
        ``maintained``, ``initial``, ``scene:NAME``.

    Notes
    -----
    A point inside a building that stands at grade has no value, but next to a wall it carries
    the value in front of that wall, so that contours run up to it. Where the edge of a shadow
    crosses, a point carries the mean over its cell, which keeps contours smooth there.
    """
    left, bottom, right, top = _lit_bounds(site, calc)
    spacing = _spacing(right - left, top - bottom)
    x, y = _steps(left, right, spacing), _steps(bottom, top, spacing)
    places = np.stack(np.meshgrid(x, y), axis=-1)
    places = _in_front_of_walls(places, standing_at_grade(site), spacing)
    values = _at_grade(site, calc, places, layers)
    edges = _shadow_edges(values)
    if edges.any():
        values[:, edges] = _cell_means(site, calc, places[edges], layers, spacing)
    return Field(x, y, dict(zip(layers, values, strict=True)))


def _steps(first: float, last: float, spacing: float) -> FloatArray:
    """Coordinates from the first, `spacing` apart, to the last or just beyond it."""
    count = int(np.ceil((last - first) / spacing - 1e-9)) + 1
    steps: FloatArray = first + spacing * np.arange(count, dtype=np.float64)
    return steps


def standing_at_grade(site: Site) -> list[Obstruction]:
    """Give the buildings that stand on the ground, where no light is to be measured."""
    found = []
    for building in site.obstructions:
        x, y = building.footprint_ft.mean(axis=0)
        grade = float(site.terrain.grade_ft(x, y))
        if building.base_height_ft <= grade + 1e-6 and grade < building.top_ft:
            found.append(building)
    return found


def height_words(building: Obstruction, length: LengthUnit) -> str:
    """Say how high a building is, and where it begins if it hangs above the ground.

    Examples
    --------
    >>> import numpy as np
    >>> from photometry.site.model import Obstruction
    >>> from photometry.tables.display import FEET
    >>> roof = np.array([[0.0, 0.0], [40.0, 0.0], [40.0, 24.0]])
    >>> height_words(Obstruction("canopy", roof, height_ft=2.5, base_height_ft=15.0), FEET)
    'height 2.5 ft, base 15 ft'
    """
    words = f"height {length.measure(building.height_ft)}"
    if building.base_height_ft > 0.0:
        words += f", base {length.measure(building.base_height_ft)}"
    return words


def walls_at_grade(site: Site) -> BaseGeometry:
    """Join the footprints of the buildings that stand on the ground; empty where none does."""
    return shapely.union_all(
        [shapely.Polygon(building.footprint_ft).buffer(0) for building in standing_at_grade(site)]
    )


def _lit_bounds(site: Site, calc: Calculation) -> tuple[float, float, float, float]:
    """Left, bottom, right, top: 50 ft beyond the property, farther where it is lit."""
    least = display_grid(site, LEAST_MARGIN_FT, 2 * LEAST_MARGIN_FT)
    extent = max(np.ptp(least.x_ft), np.ptp(least.y_ft)) + 2 * MOST_MARGIN_FT
    wide = display_grid(site, MOST_MARGIN_FT, float(extent / SURVEY_NODES))
    property_box = _property_box(site)
    x, y = np.meshgrid(wide.x_ft, wide.y_ft)
    points = np.stack([x, y, wide.z_ft], axis=-1).reshape(-1, 3)
    lit = calc.illuminance(points, layer="initial").reshape(x.shape) > DARK_FC
    reached = np.array(
        [
            np.where(lit, property_box[0] - x, 0.0).max(),
            np.where(lit, property_box[1] - y, 0.0).max(),
            np.where(lit, x - property_box[2], 0.0).max(),
            np.where(lit, y - property_box[3], 0.0).max(),
        ]
    )
    # A survey point that is lit has a neighbour that may be, too.
    reached = np.where(reached > 0, reached + extent / SURVEY_NODES, 0.0)
    margins = np.clip(np.ceil(reached / 10.0) * 10.0, LEAST_MARGIN_FT, MOST_MARGIN_FT)
    left, bottom, right, top = property_box + margins * (-1, -1, 1, 1)
    return float(left), float(bottom), float(right), float(top)


def _property_box(site: Site) -> FloatArray:
    """Left, bottom, right, top of the property; of zones and luminaires where there is none."""
    shapes = [boundary.line_ft for boundary in site.boundaries]
    shapes = shapes or [zone.outline_ft for zone in site.zones]
    shapes = shapes or [np.array([head.pole_xy_ft]) for head in site.heads]
    corners = np.concatenate(shapes) if shapes else np.zeros((1, 2))
    return np.concatenate([corners.min(axis=0), corners.max(axis=0)])


def _spacing(width_ft: float, height_ft: float) -> float:
    """Finest customary spacing that keeps the number of points within reason."""
    for spacing in SPACINGS_FT:
        if (width_ft / spacing + 1) * (height_ft / spacing + 1) <= MOST_POINTS:
            return spacing
    return float(np.ceil(np.sqrt(width_ft * height_ft / MOST_POINTS)))


def _in_front_of_walls(
    places: FloatArray, buildings: Sequence[Obstruction], spacing_ft: float
) -> FloatArray:
    """Move grid points that are just inside a building to the front of its nearest wall.

    Those farther inside become NaN, and so do those that land in another building.
    """
    moved = places.copy()
    outlines = [shapely.Polygon(building.footprint_ft).buffer(0) for building in buildings]
    for outline in outlines:
        inside = shapely.intersects_xy(outline, places[..., 0], places[..., 1])
        if not inside.any():
            continue
        moved[inside] = np.nan
        # The two points of a cell that a wall crosses are at most its diagonal apart.
        core = outline.buffer(-1.5 * spacing_ft)
        inside &= ~shapely.intersects_xy(core, places[..., 0], places[..., 1])
        front = outline.buffer(WALL_FT, join_style="mitre").exterior
        points = shapely.points(places[inside])
        nearest = shapely.line_interpolate_point(front, shapely.line_locate_point(front, points))
        moved[inside] = shapely.get_coordinates(nearest)
    for outline in outlines:
        moved[shapely.intersects_xy(outline, moved[..., 0], moved[..., 1])] = np.nan
    return moved


def _at_grade(
    site: Site, calc: Calculation, places: FloatArray, layers: Sequence[str]
) -> FloatArray:
    """Illuminance of layers at places (..., 2): (layers, ...); NaN where a place is NaN."""
    known = ~np.isnan(places[..., 0])
    x, y = places[known].T
    points = np.column_stack([x, y, site.terrain.grade_ft(x, y)])
    values = np.full((len(layers), *known.shape), np.nan)
    values[:, known] = calc.illuminance_of_layers(points, layers)
    return values


def _shadow_edges(values: FloatArray) -> NDArray[np.bool_]:
    """Find grid points next to a step that no smooth field has at this spacing."""
    field = values[0]
    edges = np.zeros(field.shape, np.bool_)
    for axis in (0, 1):
        a, b = np.moveaxis(field, axis, 0)[:-1], np.moveaxis(field, axis, 0)[1:]
        with np.errstate(invalid="ignore"):
            step = (np.abs(a - b) > SOFT_SHARE * np.maximum(a, b)) & (
                np.maximum(a, b) > DARK_FC / 2
            )
        along = np.moveaxis(edges, axis, 0)
        along[:-1] |= step
        along[1:] |= step
    found: NDArray[np.bool_] = edges & ~np.isnan(field)
    return found


def _cell_means(
    site: Site,
    calc: Calculation,
    places: FloatArray,
    layers: Sequence[str],
    spacing_ft: float,
) -> FloatArray:
    """Mean illuminance over the cells of places (n, 2): (layers, n)."""
    offsets = spacing_ft * ((np.arange(SOFT_SAMPLES) + 0.5) / SOFT_SAMPLES - 0.5)
    around = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    samples = places[:, None] + around
    walls = walls_at_grade(site)
    samples[shapely.intersects_xy(walls, samples[..., 0], samples[..., 1])] = np.nan
    values = _at_grade(site, calc, samples, layers)
    counted = np.maximum(1, (~np.isnan(values[0])).sum(axis=-1))
    mean: FloatArray = np.nansum(values, axis=-1) / counted
    return mean
