"""Whether a luminaire is fully shielded as it is installed: no light at or above horizontal."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from photometry.luminaires.brightest import brightest_at_or_above
from photometry.luminaires.pose import rotation_matrix
from photometry.ordinance.finding import Status
from photometry.ordinance.lighting.decisions import determined
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.luminaires.brightest import Brightest
    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.site.model import Luminaire

    Shielding = Literal["none", "partial", "full"]

__all__ = ["SHIELD_WORKS", "judged_shielding", "shielding_as_installed"]

HORIZONTAL_DEG = 90.0


def shielding_as_installed(luminaire: Luminaire) -> tuple[Shielding, Brightest]:
    """Judge the shielding of a placed luminaire from its distribution, tilt included.

    Parameters
    ----------
    luminaire
        As placed.

    Returns
    -------
    shielding, upward
        ``full`` where no candela goes at or above horizontal, else ``none``; ``partial`` is
        never computed, only declared. With it the strongest light at or above horizontal.
    """
    tilt = (luminaire.tilt_deg, luminaire.roll_deg, luminaire.spin_deg)
    up = _brightest(luminaire.file.distribution, tilt)
    turned = (up.bearing_deg + luminaire.orientation_deg) % 360.0
    shielding: Shielding = "full" if up.candela_cd == 0.0 else "none"
    return shielding, replace(up, bearing_deg=turned)


@lru_cache(maxsize=256)  # a site has tens of types, each tilted in a few ways
def _brightest(distribution: IntensityDistribution, tilt: tuple[float, float, float]) -> Brightest:
    """Find the strongest light at or above horizontal of a luminaire at orientation 0.

    A turn about the vertical moves nothing across the horizon: it is left out of the
    judgement, so that four heads of one pole are judged alike to the last bit.
    """
    return brightest_at_or_above(distribution, HORIZONTAL_DEG, rotation_matrix(0.0, *tilt))


def judged_shielding(declared: Shielding | None, luminaire: Luminaire) -> tuple[Shielding, str]:
    """Give the shielding that is judged, and what is to be said about it.

    A declared ``full`` that the distribution contradicts is judged ``none``.

    Parameters
    ----------
    declared
        What the site states; None where it states nothing.
    luminaire
        As placed.

    Returns
    -------
    shielding, remark
        The remark is empty where a declared value was taken as it is.
    """
    if declared not in {None, "full"}:
        return declared, ""
    computed, up = shielding_as_installed(luminaire)
    if computed == "none":
        seen = f"{up.candela_cd:.1f} cd at {up.vertical_deg:.1f} degrees from nadir"
        if declared == "full":
            return "none", f"declared fully shielded, but as installed it sends {seen}"
        return "none", f"computed as installed: it sends {seen}"
    return "full", "" if declared else "computed as installed: no light at or above horizontal"


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge whether full shielding that is asked for works: tilt can only disprove it."""
    recorded = context.subject.get("shielding_effective")
    if recorded is not None:
        status = Status.PASS if recorded else Status.FAIL
        word = "effective" if recorded else "not effective"
        return [Outcome(status=status, measured=word, message=f"the shielding is {word}, recorded")]
    heads = context.site.heads if context.site else ()
    head = next((head for head in heads if head.id == context.subject.id), None)
    if head is not None:
        shielding, up = shielding_as_installed(head.luminaire)
        if shielding == "none":
            return [
                Outcome(
                    status=Status.FAIL,
                    measured=up.candela_cd,
                    limit=0.0,
                    unit="cd",
                    message=f"as installed, tilt {head.luminaire.tilt_deg:g} degrees, it sends"
                    f" {up.candela_cd:.1f} cd at {up.vertical_deg:.1f} degrees from nadir",
                )
            ]
    return [determined(context, str(context.params.get("question", "")))]


SHIELD_WORKS: Final = CheckKind(
    judge=_judge,
    records=frozenset({"luminaire"}),
    parameters={"question": Parameter("text")},
)
