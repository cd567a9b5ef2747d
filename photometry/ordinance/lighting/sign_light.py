"""Light of an illuminated sign beyond the site, its face taken to glow evenly (Lambert).

A face of area A and luminance L sends ``L A cos(angle from its normal)`` candela, from its middle
at the height of its top.  Buildings in between cast their shadow; the one that the sign is on
does not, because its face looks away from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT
from photometry.engine.peaks import line_peaks
from photometry.engine.shadows import blocked, prisms
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.places import Nowhere, place_of
from photometry.ordinance.lighting.readings import ring_of
from photometry.ordinance.lighting.sightlines import inside_ring
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter
from photometry.site.geometry import least_distance
from photometry.units import METRES_PER_FOOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.engine.shadows import Prisms
    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.lighting.places import Place
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Site
    from photometry.site.property import LineKind

    FloatArray = NDArray[np.float64]

__all__ = ["SIGN_LIGHT", "SignFace", "sign_illuminance"]

ON_WALL_FT: Final = 1.0  # a sign this near to a wall is on it
NEEDED: Final = ("x_ft", "y_ft", "top_height_ft", "facing_azimuth_deg")


@dataclass(frozen=True, slots=True)
class SignFace:
    """One face of a sign, as a small source.

    Attributes
    ----------
    at_ft
        Its place, site coordinates, ft; its top counts as its height.
    facing
        Unit vector (x, y) of its normal, level.
    candela_cd
        Intensity along the normal.
    two_sided
        Whether another face looks the other way.
    """

    at_ft: tuple[float, float, float]
    facing: tuple[float, float]
    candela_cd: float
    two_sided: bool


@dataclass(frozen=True, slots=True)
class _Reading:
    fc: float
    limit_fc: float
    line: str
    at_ft: tuple[float, float, float]


def _in_between(site: Site, face: SignFace) -> Prisms:
    """Give the buildings that can stand in a sign's light: all but the one that it is on."""
    at = np.array([face.at_ft[:2]])
    return prisms(
        [
            one
            for one in site.obstructions
            if not inside_ring(at, one.footprint_ft)[0]
            and least_distance(at, one.footprint_ft, np.roll(one.footprint_ft, -1, axis=0))[0]
            > ON_WALL_FT
        ]
    )


def sign_illuminance(face: SignFace, points_ft: ArrayLike, normals: ArrayLike) -> FloatArray:
    """Illuminance of a sign at points (n, 3) on meters that look along normals (n, 3), fc."""
    to_sign = np.array(face.at_ft) - np.asarray(points_ft, np.float64)
    distance = np.linalg.norm(to_sign, axis=1)
    to_sign = to_sign / np.maximum(distance, 1e-9)[:, None]
    emitted = -(to_sign[:, :2] @ np.array(face.facing))
    emitted = np.abs(emitted) if face.two_sided else np.maximum(emitted, 0.0)
    received = np.maximum((to_sign * np.asarray(normals, np.float64)).sum(axis=1), 0.0)
    fc: FloatArray = face.candela_cd * emitted * received / np.maximum(distance, 1e-9) ** 2
    return fc


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge a sign at every place where the section limits light; the tightest is reported."""
    if context.site is None:
        return [Outcome(missing=frozenset({"a site with boundaries, for the light of the sign"}))]
    face = _face(context.subject, context.site)
    if isinstance(face, Outcome):
        return [face]
    readings: list[_Reading] = []
    missing: frozenset[str] = frozenset()
    for boundary in context.facts.rows("boundary"):
        found, lacking = _at_boundary(context, context.site, face, boundary)
        readings += found
        missing |= lacking
    worst = max(readings, key=lambda one: one.fc / one.limit_fc, default=None)
    if missing and (worst is None or worst.fc <= worst.limit_fc):
        return [Outcome(missing=missing)]
    if worst is None:
        return [
            Outcome(status=Status.NOT_APPLICABLE, message="no place beyond the site is limited")
        ]
    return [
        Outcome(
            measured=worst.fc,
            limit=worst.limit_fc,
            unit="fc",
            witness=worst.at_ft,
            message=f"{worst.fc:.3f} fc at {worst.line}; at most {worst.limit_fc:g} fc is allowed",
        )
    ]


def _face(sign: Row, site: Site) -> SignFace | Outcome:
    """Make a source of a sign's facts, or say which are missing."""
    missing = {f"sign.{name}" for name in NEEDED if sign.number(name) is None}
    luminance = sign.number("night_luminance_cd_m2")
    luminance = sign.number("luminance_cd_m2") if luminance is None else luminance
    if luminance is None:
        missing.add("sign.luminance_cd_m2")
    faces = sign.number("face_count") or 1.0
    area = sign.number("area_per_face_sqft")
    whole = sign.number("area_sqft")
    if area is None and whole is not None:
        area = whole / faces
    if area is None:
        missing.add("sign.area_sqft")
    if missing or luminance is None or area is None:
        return Outcome(missing=frozenset(missing))
    x, y, top, azimuth = (sign.number(name) or 0.0 for name in NEEDED)
    bearing = np.radians(site.north_deg - azimuth)  # an azimuth runs clockwise from true north
    grade = float(site.terrain.grade_ft(x, y))
    return SignFace(
        at_ft=(x, y, grade + top),
        facing=(float(np.cos(bearing)), float(np.sin(bearing))),
        candela_cd=luminance * area * METRES_PER_FOOT**2,
        two_sided=faces > 1.0,
    )


def _at_boundary(
    context: PhotometricContext, site: Site, face: SignFace, boundary: Row
) -> tuple[list[_Reading], frozenset[str]]:
    """Read the sign's light on every line of a boundary that has a limit."""
    params = context.params
    wanted: list[tuple[LineKind, float, str]] = []
    on_road = boundary.get("adjoins_public_road") is True
    if on_road or boundary.number("pavement_edge_distance_ft") is not None:
        wanted.append(("pavement_edge", float(params["road_fc"]), ""))
        wanted.append(("access_points", float(params["access_fc"]), ""))
    residential = _is_residential(context, boundary)
    if residential is None:
        return [], frozenset({"boundary.adjacent_district_class"})
    if residential:
        whichever = str(context.option(str(params["dwelling_option"])).value)
        wanted.append(("offset", float(params["residential_fc"]), whichever))
        wanted.append(("dwellings", float(params["residential_fc"]), whichever))
    readings = []
    for kind, limit, whichever in wanted:
        place = place_of(site, boundary.id, kind, float(params["distance_ft"]), whichever)
        if not isinstance(place, Nowhere):
            readings.append(_read(context, site, face, place, limit))
    return readings, frozenset()


def _is_residential(context: PhotometricContext, boundary: Row) -> bool | None:
    """Tell whether the residential limits hold on a boundary; None where it cannot be told."""
    if context.facts.site.get("district_class") == "residential":
        return True
    rows = [boundary]
    if context.option(str(context.params["scope_option"])).value == "whole_site":
        rows = list(context.facts.rows("boundary"))
    across = context.option(str(context.params["across_option"])).value == "yes"
    classes: list[Any] = []
    for row in rows:
        on_road = row.get("adjoins_public_road") is True
        neighbour = row.get("adjacent_district_class")
        classes.append("none" if on_road and neighbour is None else neighbour)
        if on_road and across:
            classes.append(row.get("across_district_class"))
    if "residential" in classes:
        return True
    return None if None in classes else False


def _read(
    context: PhotometricContext, site: Site, face: SignFace, place: Place, limit_fc: float
) -> _Reading:
    """Find the largest reading of a line, on the plane that the option names."""
    plane = str(context.option(str(context.params["plane_option"])).value)
    solids = _in_between(site, face)
    source = np.array(face.at_ft)

    def light(points: FloatArray, normals: FloatArray) -> FloatArray:
        fc = sign_illuminance(face, points, normals)
        return np.where(blocked(solids, source, points), 0.0, fc)

    def evaluate(xy: FloatArray) -> FloatArray:
        grade = site.terrain.grade_ft(xy[:, 0], xy[:, 1])
        up = np.tile([0.0, 0.0, 1.0], (len(xy), 1))
        flat = light(np.column_stack([xy, grade]), up)
        ring = ring_of(site)
        side = np.zeros(len(xy))
        if ring is not None:
            level = np.column_stack([ring.nearest(xy)[1], np.zeros(len(xy))])
            eyes = np.column_stack([xy, grade + VERTICAL_METER_HEIGHT_FT])
            side = light(eyes, level)
        fc = {"horizontal_grade": flat, "vertical_facing_site": side}.get(
            plane, np.maximum(flat, side)
        )
        return np.where(place.keep(xy), fc, 0.0)[None] if place.keep else fc[None]

    line = place.line
    if line.pieces:
        fc, at = line_peaks([line.pieces], evaluate, {"night": np.ones(1)})[0]["night"]
    else:
        values = evaluate(line.stations_ft)[0]
        fc, at = float(values.max()), line.stations_ft[values.argmax()]
    z = float(site.terrain.grade_ft(at[0], at[1]))
    return _Reading(float(fc), limit_fc, line.name, (float(at[0]), float(at[1]), z))


SIGN_LIGHT: Final = CheckKind(
    judge=_judge,
    records=frozenset({"sign"}),
    parameters={
        "road_fc": Parameter("number", required=True),
        "access_fc": Parameter("number", required=True),
        "residential_fc": Parameter("number", required=True),
        "distance_ft": Parameter("number", required=True),
        "plane_option": Parameter("option", required=True),
        "dwelling_option": Parameter("option", required=True),
        "scope_option": Parameter("option", required=True),
        "across_option": Parameter("option", required=True),
    },
)
