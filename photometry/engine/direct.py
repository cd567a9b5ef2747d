"""Direct illuminance at any points: the engine's front door.

Everything here checks its arguments, then makes one call into the arithmetic.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.engine import plain
from photometry.engine.coincidence import points_at_heads
from photometry.engine.error_budget import PairCounts
from photometry.engine.heads import head_arrays
from photometry.engine.near_field import subdivision
from photometry.engine.settling import settle_heads
from photometry.engine.shadows import prisms, shifted
from photometry.errors import CalculationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from photometry.engine.heads import HeadArrays
    from photometry.luminaires.opening import Opening
    from photometry.site.model import Luminaire, Obstruction

    FloatArray = NDArray[np.float64]

__all__ = [
    "counted_illuminance",
    "direct_illuminance",
    "head_contributions",
    "illuminance",
]

# Pairs of a head and a point from which the compiled kernel is used. Below it, NumPy is done
# before Numba has started; both give the same to about 1e-13.
COMPILED_PAIRS: Final = 4_000_000
FARTHEST_FT: Final = 1e9  # beyond any site; the square of its cube is still a number


def illuminance(
    luminaires: Sequence[Luminaire],
    points_ft: ArrayLike,
    normals: ArrayLike | None = None,
    threads: int | None = None,
    obstructions: Sequence[Obstruction] = (),
) -> FloatArray:
    """Illuminance at points from placed luminaires, each times its own `llf`.

    Parameters
    ----------
    luminaires
        Placed luminaires, site coordinates; none of them gives zeros.
    points_ft : (n, 3) array_like
        Where, site coordinates.
    normals : (3,) or (n, 3) array_like, optional
        Where the meters look, of any length; up by default.
    threads
        Threads to compute on; None for one per core. The result is the same for any.
    obstructions
        Opaque prisms that keep light from points. A luminaire up to 0.5 ft inside one hangs
        on its wall and lights outwards.

    Returns
    -------
    (n,) ndarray
        Footcandles.

    Raises
    ------
    CalculationError
        Coordinates that are not finite, a normal of length zero, a point at a luminaire, or a
        luminaire inside an obstruction.

    Examples
    --------
    >>> illuminance([], [[0, 0, 0], [10, 0, 0]])
    array([0., 0.])
    """
    points = _checked_points(points_ft)
    x, y = (round(float(c)) for c in points[0, :2]) if len(points) else (0, 0)
    heads = head_arrays(luminaires, origin_ft=(x, y))
    origin = np.array([x, y, 0.0])
    # In site coordinates, so that a fault names the place that the user knows.
    position, _ = settle_heads(heads.position_ft + origin, obstructions)
    total: FloatArray = direct_illuminance(
        replace(heads, position_ft=position - origin),
        points - origin,
        normals,
        obstructions=shifted(obstructions, (x, y)),
        threads=threads,
    )[0]
    return total


def direct_illuminance(
    heads: HeadArrays,
    points_ft: ArrayLike,
    normals: ArrayLike | None = None,
    *,
    obstructions: Sequence[Obstruction] = (),
    openings: Sequence[Opening | None] = (),
    n_layers: int = 1,
    threads: int | None = None,
    max_error_fc: float = 0.0,
) -> FloatArray:
    """Illuminance by layer from heads, all in one local origin.

    Parameters
    ----------
    heads
        The heads; `heads.layer` says where the light of each is summed.
    points_ft : (n, 3) array_like
        Where, in the origin of the heads.
    normals : (3,) or (n, 3) array_like, optional
        Where the meters look, of any length; up by default.
    obstructions
        Opaque prisms, in the origin of the heads.
    openings
        Opening of each head that is to be divided for points near it, None for each that is
        not; empty where none is.
    n_layers
        Count of layers.
    threads
        Threads to compute on; None for one per core. The result is the same for any.
    max_error_fc
        What the layers together may be off by at any point: far heads are left out or grouped
        as long as their bounds allow it. Work small enough for NumPy is exact all the same.

    Returns
    -------
    (n_layers, n) ndarray
        Footcandles.

    Raises
    ------
    CalculationError
        Coordinates that are not finite, a normal of length zero, a point at a head, or a
        permitted error that is not 0 or more.
    """
    return counted_illuminance(
        heads,
        points_ft,
        normals,
        obstructions=obstructions,
        openings=openings,
        n_layers=n_layers,
        threads=threads,
        max_error_fc=max_error_fc,
    )[0]


def counted_illuminance(
    heads: HeadArrays,
    points_ft: ArrayLike,
    normals: ArrayLike | None = None,
    *,
    obstructions: Sequence[Obstruction] = (),
    openings: Sequence[Opening | None] = (),
    n_layers: int = 1,
    threads: int | None = None,
    max_error_fc: float = 0.0,
) -> tuple[FloatArray, PairCounts]:
    """Give what `direct_illuminance` gives, and how pairs of a head and a point were settled."""
    if not 0.0 <= max_error_fc < np.inf:
        raise CalculationError(f"max_error_fc must be 0 or more, not {max_error_fc}")
    if len(heads) and not (heads.layer.min() >= 0 and heads.layer.max() < n_layers):
        raise CalculationError(f"a head's layer is not among the {n_layers} asked for")
    points = _checked_points(points_ft)
    meters = _unit_normals(normals, len(points))
    _check_heads(heads, points)
    solids = prisms(obstructions)
    work = len(points) * len(heads) * (1 + len(solids.vertex_ft))
    if work < COMPILED_PAIRS:
        total = plain.sum_layers(heads, points, meters, solids, n_layers)
        pairs = PairCounts(0, 0, len(points) * len(heads))
    else:
        from photometry.engine import tiled  # noqa: PLC0415 - Numba takes longer to start than this

        total, pairs = tiled.sum_layers(
            heads, points, meters, solids, n_layers, threads, max_error_fc=max_error_fc
        )
    if any(openings):
        total += subdivision(heads, openings, points, meters, solids, n_layers)
    return total, pairs


def head_contributions(
    heads: HeadArrays,
    points_ft: ArrayLike,
    normals: ArrayLike | None = None,
    obstructions: Sequence[Obstruction] = (),
    openings: Sequence[Opening | None] = (),
) -> FloatArray:
    """Illuminance of each head alone at each point, (n, k), footcandles.

    Arguments and errors are those of `direct_illuminance`.
    """
    points = _checked_points(points_ft)
    meters = _unit_normals(normals, len(points))
    _check_heads(heads, points)
    solids = prisms(obstructions)
    each = plain.contributions(heads, points, meters, solids)
    if any(openings):
        apart = replace(heads, layer=np.arange(len(heads)))
        each += subdivision(apart, openings, points, meters, solids, len(heads)).T
    return each


def _checked_points(points_ft: ArrayLike) -> FloatArray:
    """Give points as an (n, 3) float array, or say what is wrong with them."""
    points = np.asarray(points_ft, np.float64)
    if points.size == 0:
        return points.reshape(0, 3)
    if points.ndim != 2 or points.shape[1] != 3:
        raise CalculationError(f"points_ft must have shape (n, 3), not {points.shape}")
    usable = np.abs(points) < FARTHEST_FT  # false for what is not a number, too
    if not usable.all():
        first = int(np.flatnonzero(~usable.all(axis=1))[0])
        raise CalculationError(f"point {first} has a coordinate that is not finite, or too large")
    return points


def _unit_normals(normals: ArrayLike | None, count: int) -> FloatArray:
    """Give unit normals, one for each point (a view if they are all the same)."""
    given = np.asarray((0.0, 0.0, 1.0) if normals is None else normals, np.float64)
    if given.shape not in {(3,), (count, 3)}:
        raise CalculationError(f"normals must have shape (3,) or ({count}, 3), not {given.shape}")
    length = np.sqrt((given * given).sum(axis=-1, keepdims=True))
    if not (np.isfinite(length) & (length > 0.0)).all():
        raise CalculationError("a meter's normal has length zero or is not finite")
    return np.broadcast_to(given / length, (count, 3))


def _check_heads(heads: HeadArrays, points: FloatArray) -> None:
    """Refuse heads that are nowhere, and points at a head, where illuminance is infinite."""
    if not (
        (np.abs(heads.position_ft) < FARTHEST_FT).all()
        and np.isfinite(heads.rotation).all()
        and np.isfinite(heads.weight).all()
    ):
        raise CalculationError("a luminaire's position, aim or light loss factor is not finite")
    for head, point in points_at_heads(heads.position_ft, points):
        raise CalculationError(
            f"point {point} is at a luminaire, that of index {head}, where illuminance is "
            "infinite; move the point or the luminaire"
        )
