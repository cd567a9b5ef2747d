"""The emitters of a TM-33 file: how many, of what light, and in which unit it is given.

Sources: ANSI/IES TM-33-18 (Emitter, AbsolutePhotometry, Multiplier, LuminousFlux).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.luminaires.lm63_numbers import SMALLEST_FACTOR
from photometry.luminaires.lumens import total_lumens_exact
from photometry.luminaires.number_stream import parse_numbers
from photometry.luminaires.tm33_intensity import find_intensities, read_intensities

if TYPE_CHECKING:
    from photometry.luminaires.distribution import IntensityDistribution, PhotometricType
    from photometry.luminaires.remarks import Remarks
    from photometry.luminaires.xml_tree import Element

__all__ = ["Emitter", "read_emitters"]

_OTHER_INTENSITIES: Final = ("RadiantData", "PhotonData", "SpectralData")

# Share of the lamps' flux that leaves a luminaire: less than the first, or more than the second,
# tells that intensities are not in the unit that they were taken to be in.
PLAUSIBLE_OUTPUT: Final = (0.3, 1.03)
# A stated flux and the integral of coarse steps differ by less.
FLUX_TOLERANCE: Final = 0.03


@dataclass(frozen=True, slots=True)
class Emitter:
    """What one emitter contributes, `quantity` times.

    Attributes
    ----------
    distribution
        As listed, no factor applied.
    multiplier, ballast_factor
        Factors of the file on it.
    unit_cd
        Candela that a listed 1 is: 1, or what makes candela of intensities per 1000 lm.
    rated_lm
        Rated lumens; None where the photometry is absolute.
    """

    quantity: float
    distribution: IntensityDistribution
    multiplier: float
    ballast_factor: float
    unit_cd: float
    rated_lm: float | None
    watts_w: float
    line: int


def read_emitters(root: Element, kind: PhotometricType, remarks: Remarks) -> list[Emitter]:
    """Read every emitter that gives light."""
    found: list[Emitter] = []
    instead: dict[str, None] = {}
    for number, element in enumerate(root.all("Emitter"), 1):
        holder, in_place = find_intensities(element)
        if holder is None:
            instead |= dict.fromkeys(name for name in _OTHER_INTENSITIES if element.find(name))
            remarks.note(
                "IES044",
                f"emitter {number} has no luminous intensity; it was left out",
                element.line,
            )
            continue
        if not in_place:
            remarks.note(
                "IES040",
                f"emitter {number} has its intensities in {holder.name}, not where TM-33 has "
                "them; read as meant",
                holder.line,
            )
        found.append(_emitter(element, holder, kind, remarks))
        _note_unused(element, number, remarks)
    if not found:
        has = f", only {' and '.join(instead)}" if instead else ""
        remarks.refuse(
            f"no emitter with luminous intensities{has}",
            root.line,
            "candela are needed: get the photometric file",
        )
    return found


def _emitter(element: Element, holder: Element, kind: PhotometricType, remarks: Remarks) -> Emitter:
    """Read one emitter."""
    quantity = _number(element, ("Quantity",), 1.0, remarks)
    if not 0 < quantity <= 1e6 or quantity != round(quantity):
        remarks.fault(
            f"a quantity of {quantity:g} emitters; expected a whole number, 1 or more",
            element.line,
        )
    multiplier = _factor(holder, "Multiplier", remarks)
    ballast_factor = _factor(element, "BallastFactor", remarks)
    rated_lm = _number(element, ("RatedLumens",), 0.0, remarks)
    watts_w = _number(element, ("InputWattage", "InputWatts"), 0.0, remarks)
    distribution = read_intensities(holder, kind, remarks)
    found_lm = total_lumens_exact(distribution) * multiplier
    stated_lm = _number(element.find("LuminousData"), ("LuminousFlux",), 0.0, remarks)
    is_relative = holder.value("AbsolutePhotometry").strip().lower() in {"false", "0"}
    unit_cd = 1.0
    if is_relative:
        unit_cd = _unit_of_relative(found_lm, rated_lm, stated_lm, holder, remarks)
    if stated_lm and abs(found_lm * unit_cd / stated_lm - 1.0) > FLUX_TOLERANCE:
        remarks.note(
            "IES046",
            f"a luminous flux of {stated_lm:g} lm is stated, the intensities make "
            f"{found_lm * unit_cd:.0f} lm; they were used",
            holder.line,
        )
    return Emitter(
        quantity,
        distribution,
        multiplier,
        ballast_factor,
        unit_cd,
        max(rated_lm, 0.0) if is_relative else None,
        watts_w,
        element.line,
    )


def _unit_of_relative(
    found_lm: float, rated_lm: float, stated_lm: float, holder: Element, remarks: Remarks
) -> float:
    """Tell candela of relative photometry from intensities per 1000 lm, by what they add up to.

    The standard follows LM-63 (candela with the rated lumens), programs that made TM-33 out of
    EULUMDAT left its intensities as they were (per 1000 lm).
    """
    if rated_lm <= 0 or found_lm <= 0:
        return 1.0
    readings = {1.0: found_lm, rated_lm / 1000.0: found_lm * rated_lm / 1000.0}
    low, high = PLAUSIBLE_OUTPUT
    fitting = [unit for unit, lm in readings.items() if low <= lm / rated_lm <= high]
    if stated_lm:
        fitting = [
            unit for unit, lm in readings.items() if abs(lm / stated_lm - 1) <= FLUX_TOLERANCE
        ] or fitting
    if len(fitting) != 1:
        remarks.refuse(
            "the photometry is relative, and its unit cannot be told: candela would make "
            f"{found_lm:.0f} lm, candela per 1000 lm {found_lm * rated_lm / 1000.0:.0f} lm, of "
            f"{rated_lm:g} rated",
            holder.line,
            "get the file in absolute photometry",
        )
    if fitting[0] != 1.0:
        remarks.note(
            "IES048",
            f"relative intensities that make {found_lm:.0f} lm of {rated_lm:g} rated were read as "
            "per 1000 lm, not as candela",
            holder.line,
        )
    return fitting[0]


def _note_unused(element: Element, number: int, remarks: Remarks) -> None:
    """Note what an emitter says and nothing here can use."""
    for name, why in (
        ("TiltAngles", "how its lamp lies is not said"),
        ("Channels", "it is shown at full output"),
    ):
        found = element.find(name)
        if found is not None:
            remarks.note("IES045", f"{name} of emitter {number} not applied: {why}", found.line)


def _factor(element: Element, name: str, remarks: Remarks) -> float:
    """Give a factor, 1 where there is none; nothing, or past all measure, is a fault."""
    factor = _number(element, (name,), 1.0, remarks)
    if not SMALLEST_FACTOR <= factor <= 1 / SMALLEST_FACTOR:
        remarks.fault(f"{name} is {factor:g}; it must be more than 0, and is near 1", element.line)
        return 1.0
    return factor


def _number(
    element: Element | None, names: tuple[str, ...], default: float, remarks: Remarks
) -> float:
    """Give the number of the first child of these names that is there and has a text."""
    children = element.all(*names) if element is not None else []
    child = next((child for child in children if child.text), None)
    if child is None:
        return default
    line = child.line
    values = parse_numbers([child.text], f"{names[0]}", lambda _: line, remarks)
    return default if values is None else float(values[0])
