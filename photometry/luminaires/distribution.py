"""Luminous intensity as a luminaire file tabulates it, looked up exactly.

Types A, B and C are one thing here: a table of candela over a polar angle and an azimuth
about the file's own polar axis, which a constant orthogonal change of axes brings into the
luminaire's frame (+X lateral angle 0 of Type C, +Y lateral angle 90, +Z up, nadir -Z).
Candela between the file's angles are bilinear; outside its vertical range they are zero.

Sources: ANSI/IES LM-63-19 and IESNA LM-63-02 (photometric types, lateral symmetry);
CIE 121 for the same axes under other names.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    FloatArray = NDArray[np.float64]

__all__ = ["IntensityDistribution", "PhotometricType", "PolarTable", "Symmetry"]

# Rows: the polar frame's axes written in the luminaire's frame, p = AXES @ d.
# Type B: polar angle 90 - H measured from -Y, azimuth V from -Z toward +X. The determinant is
# -1: in a Type B file H runs clockwise, so the change of axes has a mirror in it.
_AXES_C = np.eye(3)
_AXES_B = np.array([[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])

# Angles nearer than this are one angle: a direction computed on the table's edge may land
# this far outside it by rounding alone.
EDGE_TOLERANCE_DEG = 1e-9


class PhotometricType(StrEnum):
    """Photometric web of a luminaire file: which axis its angles turn about."""

    A = "A"
    B = "B"
    C = "C"


class Symmetry(StrEnum):
    """What the lateral angles of a file leave out because it is symmetric."""

    AXIAL = "axial"  # one lateral plane stands for all
    QUADRANT = "quadrant"  # 0-90
    BILATERAL_0_180 = "bilateral about 0-180"  # 0-180
    BILATERAL_90_270 = "bilateral about 90-270"  # 90-270
    LATERAL = "lateral"  # Types A and B, 0-90: mirrored in H
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class PolarTable:
    """A whole, unfolded table about its own polar axis: what the engine looks up.

    A direction d in the luminaire's frame is p = axes @ d in the table's; there
    ``p = (sin t cos a, sin t sin a, -cos t)`` with polar angle t and azimuth a.

    Attributes
    ----------
    axes : (3, 3) array
        Orthogonal, determinant +1 or -1.
    polar_deg : (n,) array
        Ascending, within 0 to 180. Beyond either end the intensity is zero.
    azimuth_deg : (m,) array
        Ascending. Spans 360 where the table closes on itself (the last column repeats the
        first); where it spans less, the intensity beyond either end is zero. One column
        alone means the same for every azimuth.
    candela_cd : (m, n) array
        Intensity, one row an azimuth.
    """

    axes: FloatArray
    polar_deg: FloatArray
    azimuth_deg: FloatArray
    candela_cd: FloatArray

    @property
    def closes(self) -> bool:
        """Tell whether the azimuths go all the way round."""
        return bool(self.azimuth_deg[-1] - self.azimuth_deg[0] >= 360.0 - EDGE_TOLERANCE_DEG)


@dataclass(frozen=True, slots=False, eq=False)
class IntensityDistribution:
    """Candela over a file's own angles, with the symmetry that the file declares.

    Attributes
    ----------
    photometric_type : PhotometricType
        Which axis the angles turn about.
    symmetry : Symmetry
        How the lateral angles are to be unfolded.
    vertical_deg : (n,) array
        The file's vertical angles, ascending.
    lateral_deg : (m,) array
        The file's lateral angles, ascending, as stored (before unfolding).
    candela_cd : (m, n) array
        Intensity as used by the engine: every factor of the file applied, the ballast
        factor included.
    """

    photometric_type: PhotometricType
    symmetry: Symmetry
    vertical_deg: FloatArray
    lateral_deg: FloatArray
    candela_cd: FloatArray

    def candela(self, vertical_deg: ArrayLike, lateral_deg: ArrayLike) -> FloatArray:
        """Intensity toward Type C angles, whatever type the file is.

        Parameters
        ----------
        vertical_deg, lateral_deg : array_like
            Type C angles in degrees, broadcast together: 0 is nadir; 0 is the street side.

        Returns
        -------
        ndarray
            Candela, bilinear in the file's own angles, 0 outside its range.
        """
        v, h = np.broadcast_arrays(
            np.asarray(vertical_deg, np.float64), np.asarray(lateral_deg, np.float64)
        )
        if self.photometric_type is not PhotometricType.B:
            # A and C share the vertical polar axis, so no trigonometry blurs the angles.
            return _look_up(self.table, v, h)
        sin_v, cos_v = np.sin(np.radians(v)), np.cos(np.radians(v))
        sin_h, cos_h = np.sin(np.radians(h)), np.cos(np.radians(h))
        return self.candela_toward(np.stack([sin_v * cos_h, sin_v * sin_h, -cos_v], axis=-1))

    def candela_toward(self, directions: ArrayLike) -> FloatArray:
        """Intensity toward unit vectors (..., 3) of the luminaire's frame, in candela."""
        p = np.asarray(directions, np.float64) @ self.table.axes.T
        rho = np.hypot(p[..., 0], p[..., 1])
        polar_deg = np.degrees(np.arctan2(rho, -p[..., 2]))
        azimuth_deg = np.degrees(np.arctan2(p[..., 1], p[..., 0]))
        return _look_up(self.table, polar_deg, azimuth_deg)

    def planes(self, lateral_deg: ArrayLike) -> FloatArray:
        """Candela in whole planes of a Type A or C file, on its table's own polar angles.

        Parameters
        ----------
        lateral_deg : (k,) array_like
            Type C lateral angles, in degrees.

        Returns
        -------
        ndarray
            ``(k, n)``: the same as `candela` at the n polar angles, sooner.
        """
        cd = self.table.candela_cd
        at = np.asarray(lateral_deg, np.float64)
        if len(cd) == 1:
            return np.broadcast_to(cd, (len(at), cd.shape[1]))
        j, g, around = _cell_around(self.table.azimuth_deg, at)
        rows: FloatArray = cd[j] * (1.0 - g)[:, np.newaxis] + cd[j + 1] * g[:, np.newaxis]
        return rows if around.all() else np.where(around[:, np.newaxis], rows, 0.0)

    @cached_property
    def table(self) -> PolarTable:
        """The whole table, symmetry unfolded, about its own polar axis."""
        unfold = {
            PhotometricType.A: _unfold_a,
            PhotometricType.B: _unfold_b,
            PhotometricType.C: _unfold_c,
        }[self.photometric_type]
        return unfold(self)

    @property
    def max_candela(self) -> float:
        """Largest intensity, cd. On the file's own angles, where a bilinear table has it."""
        return float(self.candela_cd.max())

    def scaled(self, factor: float) -> IntensityDistribution:
        """Give the same distribution with every intensity multiplied by `factor`."""
        return IntensityDistribution(
            self.photometric_type,
            self.symmetry,
            self.vertical_deg,
            self.lateral_deg,
            self.candela_cd * factor,
        )


def _unfold_c(dist: IntensityDistribution) -> PolarTable:
    """Unfold Type C lateral symmetry to a closed ring of planes."""
    h, cd = dist.lateral_deg, dist.candela_cd
    if dist.symmetry is Symmetry.QUADRANT:
        h, cd = _mirrored(h, cd, 90.0)
        h, cd = _mirrored(h, cd, 180.0)
    elif dist.symmetry in {Symmetry.BILATERAL_0_180, Symmetry.BILATERAL_90_270}:
        h, cd = _mirrored(h, cd, float(h[-1]))
    elif dist.symmetry is Symmetry.NONE and h[-1] - h[0] < 360.0 - EDGE_TOLERANCE_DEG:
        h, cd = np.append(h, h[0] + 360.0), np.vstack([cd, cd[:1]])
    return PolarTable(_AXES_C, dist.vertical_deg, h, cd)


def _unfold_a(dist: IntensityDistribution) -> PolarTable:
    """Type A: polar angle V + 90, azimuth -H (its lateral angles run clockwise)."""
    h, cd = _signed_lateral(dist)
    return PolarTable(_AXES_C, dist.vertical_deg + 90.0, -h[::-1], cd[::-1])


def _unfold_b(dist: IntensityDistribution) -> PolarTable:
    """Type B: polar angle 90 - H about -Y, azimuth V."""
    h, cd = _signed_lateral(dist)
    return PolarTable(_AXES_B, 90.0 - h[::-1], dist.vertical_deg, cd[::-1].T)


def _signed_lateral(dist: IntensityDistribution) -> tuple[FloatArray, FloatArray]:
    """Lateral angles of a Type A or B table, the mirrored half put back if it is symmetric."""
    h, cd = dist.lateral_deg, dist.candela_cd
    if dist.symmetry is Symmetry.LATERAL:
        return np.concatenate([-h[:0:-1], h]), np.concatenate([cd[:0:-1], cd])
    return h, cd


def _mirrored(h: FloatArray, cd: FloatArray, about_deg: float) -> tuple[FloatArray, FloatArray]:
    """Continue planes that end at `about_deg` with their mirror image."""
    return np.concatenate([h, 2 * about_deg - h[-2::-1]]), np.concatenate([cd, cd[-2::-1]])


def _look_up(table: PolarTable, polar_deg: FloatArray, azimuth_deg: FloatArray) -> FloatArray:
    """Bilinear candela on the table's own angles; zero outside them."""
    i, f, inside = _cell(table.polar_deg, polar_deg)
    cd = table.candela_cd
    if len(table.azimuth_deg) == 1:
        column = cd[0]
        return np.where(inside, column[i] * (1 - f) + column[i + 1] * f, 0.0)
    j, g, around = _cell_around(table.azimuth_deg, azimuth_deg)
    value = (cd[j, i] * (1 - f) + cd[j, i + 1] * f) * (1 - g) + (
        cd[j + 1, i] * (1 - f) + cd[j + 1, i + 1] * f
    ) * g
    return np.where(inside & around, value, 0.0)


def _cell_around(
    azimuths: FloatArray, at: FloatArray
) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.bool_]]:
    """Give what `_cell` does for an azimuth that may be any number of turns away."""
    first = azimuths[0]
    turned = first + np.mod(at - first, 360.0)
    # A hair before the first plane is that plane, not a whole turn past the last.
    turned = np.where(turned >= first + 360.0 - EDGE_TOLERANCE_DEG, first, turned)
    return _cell(azimuths, turned)


def _cell(
    angles: FloatArray, at: FloatArray
) -> tuple[NDArray[np.intp], FloatArray, NDArray[np.bool_]]:
    """Cell index, place in the cell (0..1) and whether the angle is in the table at all."""
    inside = (at >= angles[0] - EDGE_TOLERANCE_DEG) & (at <= angles[-1] + EDGE_TOLERANCE_DEG)
    i = np.clip(np.searchsorted(angles, at, side="right") - 1, 0, len(angles) - 2)
    fraction = np.clip((at - angles[i]) / (angles[i + 1] - angles[i]), 0.0, 1.0)
    return i, fraction, inside
