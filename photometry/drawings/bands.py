"""Bands of sheet L-3: what is judged beyond one side of a lot, all on one axis of stations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from photometry.drawings.limits import line_polylines
from photometry.ordinance.profiles import LightProfile, SightProfile
from photometry.tables.display import length_unit
from photometry.tables.words import line_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.ordinance.finding import Finding
    from photometry.site.model import Boundary, Site
    from photometry.site.property import CalculationLine
    from photometry.tables.display import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["Band", "Curve", "bands_of"]

JOINED_FT: Final = 1e-3  # stretches that come this near to each other are drawn as one


@dataclass(frozen=True, eq=False)
class Curve:
    """A line that was judged, on the stations of its band.

    Attributes
    ----------
    along_ft : (n,) array
        Station of each place of the profile.
    finding
        The verdict; None where there is none.
    """

    profile: LightProfile | SightProfile
    along_ft: FloatArray
    finding: Finding | None

    @property
    def is_points(self) -> bool:
        """Whether places stand by themselves (dwellings), and are no line."""
        return not self.profile.line.pieces

    def runs(self) -> list[NDArray[np.intp]]:
        """Give the indices of places that count, stretch by stretch; of points, one by one."""
        kept = np.flatnonzero(self.profile.counts)
        if self.is_points:
            return [kept[i : i + 1] for i in range(len(kept))]
        piece = self.profile.stations.piece[kept]
        apart = np.abs(np.diff(self.along_ft[kept])) > JOINED_FT
        skipped = np.diff(kept) > 1
        breaks = np.flatnonzero(skipped | ((np.diff(piece) != 0) & apart)) + 1
        return [run for run in np.split(kept, breaks) if len(run)]


@dataclass(frozen=True, eq=False)
class Band:
    """One line beyond a boundary, with all that is judged along it.

    Attributes
    ----------
    boundary_id, where
        Which boundary, and what line: ``"pavement edge"``.
    paths_ft
        The line as polylines (n, 2); stations run along them, end to end.
    lights, sights
        Curves of illuminance and of visible height.
    """

    boundary_id: str
    where: str
    paths_ft: tuple[FloatArray, ...]
    lights: tuple[Curve, ...]
    sights: tuple[Curve, ...]

    @property
    def length_ft(self) -> float:
        """Length of the line, ft."""
        return sum(shapely.LineString(path).length for path in self.paths_ft)

    @property
    def curves(self) -> tuple[Curve, ...]:
        """All curves, light first."""
        return (*self.lights, *self.sights)

    def station_ft(self, places_ft: ArrayLike) -> FloatArray:
        """Stations of places (n, 2) on the line, or of their nearest points on it."""
        return _project(self.paths_ft, places_ft)

    def at(self, station_ft: float) -> FloatArray:
        """Give the place (2,) of a station."""
        left = station_ft
        for path in self.paths_ft:
            line = shapely.LineString(path)
            if left <= line.length or path is self.paths_ft[-1]:
                return np.asarray(shapely.get_coordinates(line.interpolate(left))[0], np.float64)
            left -= line.length
        raise ValueError(station_ft)


def bands_of(
    site: Site,
    profiles: Iterable[LightProfile | SightProfile],
    findings: Sequence[Finding],
) -> list[Band]:
    """Gather what is judged beyond a site into bands, in the order of its boundaries."""
    judged = {(one.rule, one.where.name): one for one in findings}
    groups: dict[tuple[str, str, float], list[LightProfile | SightProfile]] = {}
    for profile in profiles:
        groups.setdefault(_key(profile.line), []).append(profile)
    _put_dwellings_with_their_line(groups)
    order = {boundary.id: place for place, boundary in enumerate(site.boundaries)}
    boundaries = {boundary.id: boundary for boundary in site.boundaries}
    bands = []
    for (boundary_id, _, _), members in sorted(groups.items(), key=lambda item: order[item[0][0]]):
        paths = _paths(boundaries[boundary_id], members)
        curves = [_curve(one, paths, judged) for one in members]
        bands.append(
            Band(
                boundary_id,
                _where(members, length_unit(site.unit)),
                paths,
                tuple(one for one in curves if isinstance(one.profile, LightProfile)),
                tuple(one for one in curves if isinstance(one.profile, SightProfile)),
            )
        )
    return bands


def _where(members: Sequence[LightProfile | SightProfile], length: LengthUnit) -> str:
    """Say what line a band follows, and what else it takes in."""
    lines = {one.line.kind: one.line for one in members}
    if {"pavement_edge", "access_points"} & set(lines):
        return "pavement edge" + (", site access" if "access_points" in lines else "")
    line = next((one for one in lines.values() if one.pieces), None)
    if line is None:
        return "dwelling"
    words = line_place(line.name, length).partition(",")[0]
    words = words[:1].lower() + words[1:] + (" the line" if line.kind == "offset" else "")
    return words + (", dwelling" if "dwellings" in lines else "")


def _key(line: CalculationLine) -> tuple[str, str, float]:
    kind = "pavement_edge" if line.kind == "access_points" else line.kind
    return line.boundary_id, kind, line.distance_ft


def _put_dwellings_with_their_line(
    groups: dict[tuple[str, str, float], list[LightProfile | SightProfile]],
) -> None:
    """Show dwellings with the line beyond the same boundary whose place they take."""
    for key in [key for key in groups if key[1] == "dwellings"]:
        own = [other for other in groups if other[0] == key[0] and other[1] == "offset"]
        if own:
            groups[own[0]] += groups.pop(key)


def _paths(
    boundary: Boundary, members: Sequence[LightProfile | SightProfile]
) -> tuple[FloatArray, ...]:
    """Give the line that stations are counted on."""
    line = next((one.line for one in members if one.line.pieces), None)
    if line is None:
        return (boundary.line_ft,)
    if line.kind in {"pavement_edge", "access_points"} and boundary.pavement_edge_ft is not None:
        return (boundary.pavement_edge_ft,)
    return line_polylines(line)


def _curve(
    profile: LightProfile | SightProfile,
    paths: tuple[FloatArray, ...],
    judged: dict[tuple[str, str], Finding],
) -> Curve:
    line = profile.line
    whole = sum(piece.length_ft for piece in line.pieces)
    length = sum(shapely.LineString(path).length for path in paths)
    if line.kind in {"offset", "property_line"} or abs(whole - length) < JOINED_FT:
        # The line itself, whose ends a projection could mistake where it closes to a ring;
        # chords of its arcs are a little shorter than they.
        along = profile.stations.along_ft * (length / whole)
    else:
        along = _project(paths, profile.stations.xy_ft)
    finding = judged.get((profile.rule, line.name)) or judged.get((profile.rule, line.boundary_id))
    return Curve(profile, along, finding)


def _project(paths: Sequence[FloatArray], places_ft: ArrayLike) -> FloatArray:
    lines = [shapely.LineString(path) for path in paths]
    points = shapely.points(np.asarray(places_ft, np.float64))
    away = np.array([shapely.distance(line, points) for line in lines])
    starts = np.concatenate([[0.0], np.cumsum([line.length for line in lines])[:-1]])
    along = np.array([shapely.line_locate_point(line, points) for line in lines])
    nearest = away.argmin(axis=0)
    found: FloatArray = starts[nearest] + along[nearest, np.arange(len(nearest))]
    return found
