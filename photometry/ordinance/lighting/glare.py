"""Avoidance glare: where the beam of a small spot or flood goes, and how strong it is there."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine.calculate import VERTICAL_METER_HEIGHT_FT
from photometry.luminaires.distribution import PhotometricType
from photometry.luminaires.pose import rotation_matrix
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.decisions import determined
from photometry.ordinance.lighting.readings import ring_of, site_line
from photometry.ordinance.lighting.sightlines import inside_ring
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Head, Site

    FloatArray = NDArray[np.float64]

__all__ = ["AVOIDANCE_GLARE", "beam_leaves_site", "strongest_candela"]

BEYOND_FT: Final = 25.0  # where neighbours are looked for, off the property line

# Where a beam points in the luminaire's frame: nadir, but for Type A straight ahead.
AXES: Final[Mapping[PhotometricType, tuple[float, float, float]]] = {
    PhotometricType.A: (1.0, 0.0, 0.0),
    PhotometricType.B: (0.0, 0.0, -1.0),
    PhotometricType.C: (0.0, 0.0, -1.0),
}


def beam_leaves_site(head: Head, site: Site) -> bool | None:
    """Tell whether a luminaire's beam axis meets the ground, or nothing, outside the property.

    Returns
    -------
    bool or None
        True where the axis is level or raised, or meets grade outside the property ring; None
        where the boundaries do not close to a ring.
    """
    ring = ring_of(site)
    if ring is None or not ring.is_closed:
        return None
    placed = head.luminaire
    axis = _rotation(head) @ np.array(AXES[placed.file.distribution.photometric_type])
    height_ft = placed.z_ft - float(site.terrain.grade_ft(placed.x_ft, placed.y_ft))
    if axis[2] >= 0.0:
        return True
    reach = height_ft / -axis[2]
    at = np.array([[placed.x_ft + reach * axis[0], placed.y_ft + reach * axis[1]]])
    return not bool(inside_ring(at - np.array(ring.origin_ft), ring.starts)[0])


def strongest_candela(head: Head, site: Site) -> tuple[float, str]:
    """Find the strongest initial intensity toward eyes on roads and neighbouring land.

    Returns
    -------
    candela_cd, line
        Toward 5 ft above grade at the pavement edge, or 25 ft beyond the property line where
        there is no road; and the name of that line, empty where there is none.
    """
    placed = head.luminaire
    source = np.array([placed.x_ft, placed.y_ft, placed.z_ft])
    best, where = 0.0, ""
    for boundary in site.boundaries:
        line = site_line(site, boundary.id, "pavement_edge") or site_line(
            site, boundary.id, "offset", BEYOND_FT
        )
        if line is None:
            continue
        x, y = line.stations_ft.T
        eyes = np.column_stack([x, y, site.terrain.grade_ft(x, y) + VERTICAL_METER_HEIGHT_FT])
        away = eyes - source
        away /= np.linalg.norm(away, axis=1, keepdims=True)
        candela = placed.file.distribution.candela_toward(away @ _rotation(head))
        if float(candela.max()) >= best:
            best, where = float(candela.max()), line.name
    return best * head.type.initial_factor * head.type.output_factor, where


def _rotation(head: Head) -> FloatArray:
    placed = head.luminaire
    return rotation_matrix(
        placed.orientation_deg, placed.tilt_deg, placed.roll_deg, placed.spin_deg
    )


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    choice = context.option(str(context.params["method_option"]))
    if choice.value == "recorded":
        return [_recorded(context)]
    head, site = _head(context), context.site
    if head is None or site is None:
        return [Outcome(missing=frozenset({"a site with this luminaire in place"}))]
    if choice.value == "candela_limit":
        candela, line = strongest_candela(head, site)
        most = choice.number or 0.0
        return [
            Outcome(
                measured=candela,
                op="<=",
                limit=most,
                unit="cd",
                message=f"{candela:.0f} cd toward {line}; at most {most:g} cd (the user's number)",
            )
        ]
    leaves = beam_leaves_site(head, site)
    if leaves is None:
        return [Outcome(missing=frozenset({"boundaries that close"}))]
    return [
        Outcome(
            status=Status.FAIL if leaves else Status.PASS,
            measured="beyond the property line" if leaves else "on the property",
            limit="on the property",
            message="the beam axis meets " + ("others' land or none" if leaves else "the site"),
        )
    ]


def _recorded(context: PhotometricContext) -> Outcome:
    """Take an officer's word; until then the question stands, with the candela beside it."""
    row = context.subject
    causes = row.get("causes_avoidance_glare")
    cured = row.get("glare_cured_date")
    if causes is False:
        return Outcome(status=Status.PASS, message="no avoidance glare is recorded")
    if causes is True and cured is not None and _is_past(cured, context.facts.as_of):
        return Outcome(status=Status.PASS, message=f"cured on {cured}")
    if causes is True:
        return Outcome(status=Status.FAIL, message="avoidance glare is recorded")
    question = str(context.params.get("question", ""))
    head = _head(context)
    if head is not None and context.site is not None:
        candela, line = strongest_candela(head, context.site)
        question += f" It sends up to {candela:.0f} cd toward {line}." if line else ""
    return determined(context, question)


def _is_past(day: dt.date, as_of: dt.date | dt.datetime | None) -> bool:
    today = as_of.date() if isinstance(as_of, dt.datetime) else as_of
    return today is None or day <= today


def _head(context: PhotometricContext) -> Head | None:
    heads = context.site.heads if context.site else ()
    return next((head for head in heads if head.id == context.subject.id), None)


AVOIDANCE_GLARE: Final = CheckKind(
    judge=_judge,
    records=frozenset({"luminaire"}),
    parameters={
        "method_option": Parameter("option", required=True),
        "question": Parameter("text"),
    },
)
