"""Points near a luminaire: the five-times rule, and luminous openings taken apart.

The inverse-square law is for points. A Lambertian disk seen at five times its diameter is
1 % off, at its diameter 25 %; hence the rule that a point source will do from five times the
largest dimension of the opening.  Nearer than that an opening can be divided into parts that
keep the rule, each with its share of the intensity and the same distribution.  How finely
depends on the point alone, so that what else is calculated does not change its value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine import plain
from photometry.engine.heads import HeadArrays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from photometry.engine.shadows import Prisms
    from photometry.luminaires.opening import Opening

    FloatArray = NDArray[np.float64]

__all__ = ["FIVE_TIMES", "NearPoint", "near_points", "subdivision"]

FIVE_TIMES: Final = 5.0
MAX_PARTS: Final = 32  # along each dimension: a point on the opening would ask for infinitely many
# Axes (0 length, 1 width, 2 height) in whose plane, or space, an opening is round.
_ROUND_IN: Final[dict[str, tuple[int, ...]]] = {
    "circle": (0, 1),
    "ellipse": (0, 1),
    "vertical cylinder": (0, 1),
    "vertical elliptical cylinder": (0, 1),
    "horizontal cylinder along length": (1, 2),
    "horizontal elliptical cylinder along length": (1, 2),
    "vertical circle": (1, 2),
    "vertical ellipse": (1, 2),
    "horizontal cylinder along width": (0, 2),
    "horizontal elliptical cylinder along width": (0, 2),
    "sphere": (0, 1, 2),
    "ellipsoid": (0, 1, 2),
}


@dataclass(frozen=True, slots=True)
class NearPoint:
    """The point nearest to a head, where it breaks the five-times rule.

    Attributes
    ----------
    head, point
        Their places in the arrays.
    distance_ft, required_ft
        From the photometric centre, and five times the opening's largest dimension.
    """

    head: int
    point: int
    distance_ft: float
    required_ft: float


def near_points(
    position_ft: FloatArray,
    openings: Sequence[Opening | None],
    points_ft: FloatArray,
    *,
    most: int | None = None,
) -> tuple[NearPoint, ...]:
    """Find the heads that have a point nearer than five times their opening.

    Parameters
    ----------
    position_ft : (k, 3) array
        Photometric centres.
    openings
        The opening of each head; None for a head that is not to be looked at.
    points_ft : (n, 3) array
        Calculation points, in the same origin.
    most
        Look at no more heads than this, those that break the rule by most at the box round the
        points. None for all.
    """
    if not len(points_ft):
        return ()
    required = np.array([FIVE_TIMES * o.largest_ft if o else 0.0 for o in openings])
    aside = position_ft - np.clip(position_ft, points_ft.min(axis=0), points_ft.max(axis=0))
    box_distance = np.sqrt((aside * aside).sum(axis=1))
    heads = np.flatnonzero(box_distance < required)
    worst = np.argsort(box_distance[heads] / required[heads], kind="stable")[:most]
    found = []
    for head in np.sort(heads[worst]):
        distance = _distance(points_ft, position_ft[head])
        nearest = int(np.argmin(distance))
        if distance[nearest] < required[head]:
            at = float(distance[nearest])
            found.append(NearPoint(int(head), nearest, at, float(required[head])))
    return tuple(found)


def subdivision(
    heads: HeadArrays,
    openings: Sequence[Opening | None],
    points_ft: FloatArray,
    normals: FloatArray,
    solids: Prisms,
    n_layers: int,
    *,
    times: float = FIVE_TIMES,
) -> FloatArray:
    """Give what dividing openings adds to the light of point sources.

    Parameters
    ----------
    heads
        The heads, as they were calculated as points.
    openings
        The opening of each head to be divided; None for a head that stays a point.
    points_ft : (n, 3) array
        Where, in the origin of the heads.
    normals : (n, 3) array
        Unit normals of the meters.
    solids
        What blocks light.
    n_layers
        Count of layers.
    times
        Parts are no larger than the distance over this.

    Returns
    -------
    (n_layers, n) array
        Footcandles to add to the layers; 0 beyond `times` the largest dimension.
    """
    added = np.zeros((n_layers, len(points_ft)))
    for head, opening in enumerate(openings):
        if opening is None or opening.largest_ft == 0.0:
            continue
        distance = _distance(points_ft, heads.position_ft[head])
        near = np.flatnonzero(distance < times * opening.largest_ft)
        size = np.array([opening.length_ft, opening.width_ft, opening.height_ft])
        wanted = np.ceil(times * size / distance[near, np.newaxis])
        counts, group = np.unique(
            np.clip(wanted, 1, MAX_PARTS).astype(int), axis=0, return_inverse=True
        )
        for number, count in enumerate(counts):
            at = near[group.ravel() == number]
            whole = _parts_of(heads, head, np.zeros((1, 3)))
            parts = _parts_of(heads, head, _centres(opening, count))
            place = points_ft[at], normals[at], solids, 1
            change = plain.sum_layers(parts, *place) - plain.sum_layers(whole, *place)
            added[heads.layer[head], at] += change[0]
    return added


def _distance(points_ft: FloatArray, position_ft: FloatArray) -> FloatArray:
    """Distances of points from a place."""
    ray = points_ft - position_ft
    distance: FloatArray = np.sqrt((ray * ray).sum(axis=1))
    return distance


def _parts_of(heads: HeadArrays, head: int, centres_ft: FloatArray) -> HeadArrays:
    """Put equal shares of a head at places given in its own frame."""
    count = len(centres_ft)
    return HeadArrays(
        position_ft=heads.position_ft[head] + centres_ft @ heads.rotation[head].T,
        rotation=np.repeat(heads.rotation[head : head + 1], count, axis=0),
        weight=np.full(count, heads.weight[head] / count),
        table=np.zeros(count, np.int64),
        layer=np.zeros(count, np.int64),
        tables=(heads.tables[heads.table[head]],),
    )


def _centres(opening: Opening, count: NDArray[np.int64]) -> FloatArray:
    """Centres of the parts of an opening, (m, 3), in the luminaire's frame.

    Along each dimension the parts are equal; of a round opening those are kept whose centres
    are inside it. Solid shapes are divided throughout: the light that leaves a side and the
    light that leaves the other are then, on average, where they should be.
    """
    # In units of the half dimensions: from -1 to 1.
    x, y, z = (np.arange(n) * 2.0 / n + 1.0 / n - 1.0 for n in count)
    unit = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
    round_in = list(_ROUND_IN.get(opening.shape, ()))
    unit = unit[(unit[:, round_in] ** 2).sum(axis=1) <= 1.0]
    half = np.array([opening.length_ft, opening.width_ft, opening.height_ft]) / 2.0
    centres: FloatArray = unit * half
    return centres
