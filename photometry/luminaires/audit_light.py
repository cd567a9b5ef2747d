"""What a reviewer would ask about the light of a luminaire file: checks of its candela.

Sources: ANSI/IES TM-15-11 (uplight and the ratings made from it), ANSI/IES LM-63-19 (lateral
angle 0 is the street side).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from photometry.luminaires.distribution import PhotometricType, Symmetry
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from photometry.luminaires.record import LuminaireFile

__all__ = [
    "back_to_front",
    "cut_off_at_horizontal",
    "no_light",
    "stray_uplight",
    "unequal_pole",
]

# Less light upward than this share of all is not what a luminaire is made for.
STRAY_SHARE: Final = 0.01


def no_light(file: LuminaireFile) -> Note | None:
    """Say that the file gives no light at all."""
    if file.distribution.max_candela > 0:
        return None
    return Note("IES103", "every candela value is 0: this luminaire gives no light")


def cut_off_at_horizontal(file: LuminaireFile) -> Note | None:
    """Note light at the file's last angle, 90 degrees: how much is above cannot be known."""
    dist = file.distribution
    if dist.photometric_type is not PhotometricType.C or dist.vertical_deg[-1] != 90.0:
        return None
    at_horizontal_cd = float(dist.candela_cd[:, -1].max())
    if at_horizontal_cd <= 0:
        return None
    return Note(
        "IES110",
        f"{at_horizontal_cd:.4g} cd at 90 degrees, where the file ends: light above horizontal is "
        "not known and taken as none, and uplight cannot be rated",
    )


def stray_uplight(file: LuminaireFile) -> Note | None:
    """Note a little light above horizontal: enough to lose a full-cutoff or U0 rating."""
    dist = file.distribution
    if dist.photometric_type is not PhotometricType.C or dist.vertical_deg[-1] <= 90.0:
        return None
    up_lm, all_lm = file.zones.uplight_lm, file.zones.total_lm
    if not 0 < up_lm < STRAY_SHARE * all_lm:
        return None
    return Note(
        "IES111",
        f"{up_lm:.3g} lm ({100 * up_lm / all_lm:.2g} %) above horizontal: little, but not fully "
        "shielded and not U0",
    )


def unequal_pole(file: LuminaireFile) -> Note | None:
    """Note planes that disagree about the one direction in which they all meet."""
    dist = file.distribution
    if dist.photometric_type is not PhotometricType.C or dist.vertical_deg[0] != 0.0:
        return None
    nadir_cd = dist.candela_cd[:, 0]
    if np.ptp(nadir_cd) <= 0.01 * nadir_cd.max():
        return None
    return Note(
        "IES112",
        f"lateral planes give {nadir_cd.min():.4g} to {nadir_cd.max():.4g} cd at nadir, which is "
        "one direction",
    )


def back_to_front(file: LuminaireFile) -> Note | None:
    """Note a luminaire that lights the house side more than the street side."""
    dist = file.distribution
    if dist.photometric_type is not PhotometricType.C or dist.symmetry not in {
        Symmetry.BILATERAL_0_180,
        Symmetry.NONE,
    }:
        return None
    street_lm, house_lm = file.zones.forward_lm, file.zones.back_lm
    if house_lm <= 1.1 * street_lm:
        return None
    return Note(
        "IES113",
        f"house side {house_lm:.0f} lm, street side {street_lm:.0f} lm: lateral angle 0 may not "
        "be the street side in this file",
    )
