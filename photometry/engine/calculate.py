"""Calculate a site: every zone and every line that was asked for, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial, reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.coincidence import refuse_points_at_heads
from photometry.engine.direct import head_contributions
from photometry.engine.error_budget import ErrorBudget
from photometry.engine.near_field import near_points
from photometry.engine.peaks import line_peaks
from photometry.engine.points_job import PieceLight, PointsJob
from photometry.engine.results import Calculation, LineResult, Peak, ZoneResult
from photometry.engine.site_arrays import site_arrays
from photometry.luminaires.record import Note
from photometry.site.points import zone_points
from photometry.site.property import calculation_lines
from photometry.site.ring import property_ring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from distributed import Client
    from numpy.typing import NDArray

    from photometry.engine.near_field import NearPoint
    from photometry.engine.site_arrays import SiteArrays
    from photometry.site.model import Head, Site, Zone
    from photometry.site.points import ZonePoints
    from photometry.site.property import CalculationLine, LineRequest

    FloatArray = NDArray[np.float64]
    Normal = tuple[float, float, float]
    Progress = Callable[[str, float], None]
    Piece = tuple[FloatArray, FloatArray | None]
    Elsewhere = Callable[[PointsJob, Sequence[Piece]], Iterable[PieceLight]]

__all__ = ["VERTICAL_METER_HEIGHT_FT", "broken_notes", "calculate", "near_note", "zone_normals"]

VERTICAL_METER_HEIGHT_FT: Final = 5.0  # above grade: the customary eye-height meter
MOVE_IT: Final = "move the luminaire"
UP: Final = (0.0, 0.0, 1.0)


def calculate(
    site: Site,
    receivers: Sequence[LineRequest] = (),
    *,
    threads: int | None = None,
    client: Client | None = None,
    progress: Progress | None = None,
) -> Calculation:
    """Compute illuminance over a site's zones and along the lines asked for.

    Parameters
    ----------
    site
        The site, as loaded.
    receivers
        Lines to calculate besides the zones; what a town's code asks for comes from the code.
    threads
        Threads of the kernel; None for all cores. The result does not depend on it.
    client
        A `distributed.Client` whose workers compute the large zones instead (extra
        ``distributed``): the same numbers.
    progress
        Called with what is being done and the share done, 0 to 1.

    Returns
    -------
    Calculation
        Direct light only: no reflected light and no other sources.

    Raises
    ------
    CalculationError, ProjectFileError
        Where a zone has no points, a luminaire stands inside a building, and the like; where
        there are no workers, or they have another version of photometry.
    """
    job = PointsJob(site_arrays(site), site.max_error_fc)
    local = _Engine(job, threads)
    engine, others = (local, ()) if client is None else _on_workers(local, client)
    tell = progress or (lambda _what, _share: None)
    lines = calculation_lines(site, tuple(receivers))
    total = max(1, len(site.zones) + len(lines))
    zones: dict[str, ZoneResult] = {}
    budget = ErrorBudget(max_error_fc=site.max_error_fc)
    notes: list[Note] = [*site.notes, *engine.arrays.notes, *others]
    for done, zone in enumerate(site.zones):
        tell(f"zone {zone.name}", done / total)
        points = zone_points(zone, site)
        notes += [*points.notes, *engine.near_notes(site, zone.name, points.points_ft)]
        zones[zone.name], spent = _zone_result(zone, site.north_deg, points, engine)
        budget = budget.plus(spent)
    tell("lines", len(site.zones) / total)
    results, spent = _line_results(lines, site, engine)
    budget = budget.plus(spent)
    tell("lines", 1.0)
    for line in lines:
        notes += [note for note in line.notes if note not in notes]
    notes += broken_notes(budget)
    return Calculation(
        site=site,
        zones=MappingProxyType(zones),
        lines=MappingProxyType({result.name: result for result in results}),
        mix=engine.arrays.mix,
        notes=tuple(notes),
        _group_fc=local.group_fc,
        _head_fc=local.head_fc,
        _head_layer=engine.arrays.heads.layer,
        error_budget=budget,
    )


@dataclass(frozen=True, eq=False)
class _Engine:
    """The site as arrays, and how it is to be calculated."""

    job: PointsJob
    threads: int | None
    elsewhere: Elsewhere | None = None  # computes pieces on other machines

    @property
    def arrays(self) -> SiteArrays:
        return self.job.arrays

    def group_fc(self, points_ft: FloatArray, normals: FloatArray | None) -> FloatArray:
        """Illuminance of each layer at full output, (k, n), fc."""
        return self.light(points_ft, normals).group_fc

    def light(self, points_ft: FloatArray, normals: FloatArray | None) -> PieceLight:
        """Give the same, and what became of the error allowed."""
        pieces = list(self.job.pieces(points_ft, normals))
        if len(pieces) == 1 or self.elsewhere is None:
            parts = [self.job.compute(*piece, self.threads) for piece in pieces]
        else:
            parts = list(self.elsewhere(self.job, pieces))
        if len(parts) == 1:
            return parts[0]
        group_fc = np.concatenate([part.group_fc for part in parts], axis=1)
        return PieceLight(group_fc, reduce(ErrorBudget.plus, (p.error_budget for p in parts)))

    def head_fc(self, points_ft: FloatArray, normals: FloatArray | None) -> FloatArray:
        """Illuminance from each head at full output, (n, heads), fc."""
        return head_contributions(
            self.arrays.heads,
            points_ft - self.arrays.origin_ft,
            normals,
            obstructions=self.arrays.obstructions,
            openings=self.arrays.openings,
        )

    def refuse_points_at_heads(self, points_ft: FloatArray, place: str, advice: str) -> None:
        """Refuse points of a place (n, 3) that are at a head."""
        arrays = self.arrays
        points = points_ft - arrays.origin_ft
        refuse_points_at_heads(arrays.named, arrays.heads.position_ft, points, place, advice)

    def near_notes(self, site: Site, zone: str, points_ft: FloatArray) -> list[Note]:
        """Say which heads stand too near to points to be taken as point sources."""
        arrays = self.arrays
        found = near_points(
            arrays.heads.position_ft, arrays.undivided, points_ft - arrays.origin_ft
        )
        return [near_note(site.heads[near.head], f"zone {zone}", near) for near in found]


def _on_workers(engine: _Engine, client: Client) -> tuple[_Engine, tuple[Note, ...]]:
    """Give the engine that uses the workers of a client, and notes on them."""
    # Dask is an extra, and slow to start.
    from photometry.engine.distributed import points_fc, version_notes  # noqa: PLC0415

    notes = version_notes(client)
    return replace(engine, elsewhere=partial(points_fc, client)), notes


def broken_notes(budget: ErrorBudget) -> list[Note]:
    """Say that the error allowed was not kept somewhere, and what was done."""
    if not budget.recalculated_points:
        return []
    text = (
        f"a probe was off by {budget.largest_difference_fc:.2g} fc where max_error_fc allows "
        f"{budget.max_error_fc:g}: the {budget.recalculated_points:,} points calculated with it "
        "were calculated again exactly. This should not be; please report the site"
    )
    return [Note("SITE104", text)]


def near_note(head: Head, place: str, near: NearPoint, others: int = 0) -> Note:
    """Say which head stands too near to a point of some place, and how many others do."""
    more = f"{others:,} more luminaire{'s are' if others > 1 else ' is'}"
    also = f" ({more} too near to others)" if others else ""
    return Note(
        "SITE102",
        f"luminaire {head.id} is {near.distance_ft:.1f} ft from a point of {place}{also}, nearer than "
        f"five times its opening ({near.required_ft:.1f} ft): taken as a point source it may be "
        f"off there by more than a percent; subdivide = true for type {head.type.name} is exact",
        line=head.line,
        place=head.id,
        file=head.file,
    )


def _zone_result(
    zone: Zone, north_deg: float, points: ZonePoints, engine: _Engine
) -> tuple[ZoneResult, ErrorBudget]:
    place = f'zone "{zone.name}"'
    engine.refuse_points_at_heads(
        points.points_ft,
        place,
        "move the luminaire, or give the zone another height_ft or grid_origin",
    )
    planes = [
        engine.light(points.points_ft, np.array(way)) for way in zone_normals(zone, north_deg)
    ]
    result = ZoneResult(
        name=zone.name,
        kind=zone.kind,
        points_ft=points.points_ft,
        group_fc=np.stack([plane.group_fc for plane in planes]),
        mix=engine.arrays.mix,
        zone=zone,
        lattice=points.lattice,
        spacing_ft=points.spacing_ft,
    )
    return result, reduce(ErrorBudget.plus, (plane.error_budget for plane in planes))


def zone_normals(zone: Zone, north_deg: float) -> tuple[Normal, ...]:
    """Say where a zone's meters look, unit vectors; the least of several counts.

    The four of ``vertical4`` face true north, east, south and west.
    """
    if zone.plane == "vertical4":
        return tuple(_facing(north_deg - turn) for turn in (0.0, 90.0, 180.0, 270.0))
    if zone.plane == "vertical":
        return (_facing(zone.facing_deg or 0.0),)
    return (UP,)


def _facing(angle_deg: float) -> Normal:
    """Give the level unit vector at an angle from +x; along an axis it is that to the bit."""
    x, y = (round(float(part(np.radians(angle_deg))), 15) + 0.0 for part in (np.cos, np.sin))
    return x, y, 0.0


def _line_results(
    lines: Sequence[CalculationLine], site: Site, engine: _Engine
) -> tuple[list[LineResult], ErrorBudget]:
    """All lines, their maxima refined together."""
    for line in lines:  # before their maxima are searched, which no longer says of which line
        for height_ft in (0.0, VERTICAL_METER_HEIGHT_FT):
            stations_ft = _on_grade(line.stations_ft, site, height_ft)
            engine.refuse_points_at_heads(stations_ft, f'line "{line.name}"', MOVE_IT)
    flat = engine.arrays.mix.weights
    up_peaks = _peaks(lines, site, engine, flat, vertical=False)
    judged = {name: flat[name] for name in ("initial", "maintained")}
    side_peaks = _peaks(lines, site, engine, judged, vertical=True)
    found = [
        _line_result(line, site, engine, {**up, **{f"vertical_{k}": v for k, v in side.items()}})
        for line, up, side in zip(lines, up_peaks, side_peaks, strict=True)
    ]
    spent = reduce(ErrorBudget.plus, (budget for _, budget in found), ErrorBudget())
    return [result for result, _ in found], spent


def _line_result(
    line: CalculationLine, site: Site, engine: _Engine, peaks: Mapping[str, Peak]
) -> tuple[LineResult, ErrorBudget]:
    at_grade = _on_grade(line.stations_ft, site, 0.0)
    at_eye = _on_grade(line.stations_ft, site, VERTICAL_METER_HEIGHT_FT)
    up, aside = engine.light(at_grade, np.array(UP)), engine.light(at_eye, _horizontal(line.facing))
    result = LineResult(
        name=line.name,
        kind="line",
        points_ft=at_grade,
        group_fc=up.group_fc[None],
        mix=engine.arrays.mix,
        line=line,
        vertical_points_ft=at_eye,
        vertical_group_fc=aside.group_fc[None],
        peaks=MappingProxyType(dict(peaks)),
    )
    return result, up.error_budget.plus(aside.error_budget)


def _peaks(
    lines: Sequence[CalculationLine],
    site: Site,
    engine: _Engine,
    weights: Mapping[str, FloatArray],
    *,
    vertical: bool,
) -> list[dict[str, Peak]]:
    """Refined maxima of each line by layer, on one of the two meters."""
    height_ft = VERTICAL_METER_HEIGHT_FT if vertical else 0.0
    ring = property_ring(site) if vertical and lines else None

    def evaluate(xy_ft: FloatArray) -> FloatArray:
        normals = np.array(UP)
        if ring is not None:
            _, facing = ring.nearest(xy_ft)
            normals = _horizontal(facing)
        points_ft = _on_grade(xy_ft, site, height_ft)
        engine.refuse_points_at_heads(points_ft, "a line", MOVE_IT)
        return engine.group_fc(points_ft, normals)

    found = line_peaks([line.pieces for line in lines], evaluate, weights)
    return [
        {name: Peak(fc, _point(xy, site, height_ft)) for name, (fc, xy) in of_line.items()}
        for of_line in found
    ]


def _on_grade(xy_ft: FloatArray, site: Site, height_ft: float) -> FloatArray:
    z = site.terrain.grade_ft(xy_ft[:, 0], xy_ft[:, 1]) + height_ft
    return np.column_stack([xy_ft, z])


def _point(xy_ft: FloatArray, site: Site, height_ft: float) -> tuple[float, float, float]:
    x, y, z = _on_grade(xy_ft[None], site, height_ft)[0]
    return float(x), float(y), float(z)


def _horizontal(facing: FloatArray) -> FloatArray:
    return np.column_stack([facing, np.zeros(len(facing))])
