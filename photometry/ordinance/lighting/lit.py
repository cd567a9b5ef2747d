"""Whether parking lots that have to be lit are lit at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Status, Where
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["LOTS_LIT"]


@dataclass(frozen=True, slots=True)
class _Lot:
    """A parking zone with its lot, or a lot without a zone.

    Attributes
    ----------
    cars
        Cars that count; None where it is not known.
    average_fc
        Maintained, of the zone; None where there is no zone or no figure.
    is_lit
        As stated; None where it is not.
    """

    where: Where
    cars: float | None
    average_fc: float | None
    is_lit: bool | None


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge every parking zone, and every lot that has no zone."""
    least = float(context.params["least_cars"])
    field = "car_capacity"
    if context.option(str(context.params["cars_option"])).value == "cars_present":
        field = "cars_present_count"
    lots = _lots(context, field)
    if not lots:
        return [Outcome(status=Status.NOT_APPLICABLE, message="no parking lot is listed")]
    return [_outcome(lot, least, field) for lot in lots]


def _lots(context: PhotometricContext, field: str) -> list[_Lot]:
    lots = {row.id: row for row in context.facts.rows("parking_lot")}
    zones = [row for row in context.facts.rows("calc_zone") if row.get("kind") == "parking"]
    found, used = [], set()
    for zone in zones:
        lot = lots.get(str(zone.get("parking_lot_id") or zone.id))
        if lot is None and len(lots) == len(zones) == 1:
            lot = next(iter(lots.values()))
        own = zone.number(field)
        cars = own if own is not None or lot is None else lot.number(field)
        used.add(lot.id if lot else None)
        is_lit = None if lot is None else lot.get("is_lit")
        found.append(_Lot(Where("zone", zone.id), cars, _average_fc(context, zone), is_lit))
    for name, lot in lots.items():
        if name not in used:
            where = Where("record", name or "parking_lot")
            found.append(_Lot(where, lot.number(field), None, lot.get("is_lit")))
    return found


def _average_fc(context: PhotometricContext, zone: Row) -> float | None:
    if context.calculation is None:
        return zone.number("avg_maintained_fc")
    return context.calculation.zones[zone.id].statistics("maintained").avg_fc


def _outcome(lot: _Lot, least: float, field: str) -> Outcome:
    if lot.cars is None:
        return Outcome(where=lot.where, missing=frozenset({f"parking_lot.{field}"}))
    if lot.cars < least:
        why = f"{lot.cars:g} cars, fewer than {least:g}"
        return Outcome(where=lot.where, status=Status.NOT_APPLICABLE, message=why)
    lit = lot.is_lit if lot.average_fc is None else lot.average_fc > 0.0
    if lit is None:
        return Outcome(where=lot.where, missing=frozenset({"parking_lot.is_lit"}))
    words = "as stated" if lot.average_fc is None else f"{lot.average_fc:.2f} fc on average"
    return Outcome(
        where=lot.where,
        status=Status.PASS if lit else Status.FAIL,
        measured="lit" if lit else "unlit",
        limit="lit",
        message=f"{'lit' if lit else 'unlit'} ({words}), for {lot.cars:g} cars",
    )


LOTS_LIT: Final = CheckKind(
    judge=_judge,
    records=frozenset({"site"}),
    parameters={
        "least_cars": Parameter("number", required=True),
        "cars_option": Parameter("option", required=True),
    },
)
