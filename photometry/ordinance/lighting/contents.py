"""What a lighting plan has to show: as the submittal states, or as the site file gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.ordinance.finding import Detail, Status
from photometry.ordinance.photometric import CheckKind, Outcome, Parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.ordinance.language.rows import Row
    from photometry.ordinance.photometric import PhotometricContext

__all__ = ["PLAN_SHOWS"]


def _judge(context: PhotometricContext) -> Sequence[Outcome]:
    """Judge one item of the plan: first what the submittal lists, then what the site gives."""
    token = str(context.params["token"])
    words = token.replace("_", " ")
    types = context.params.get("types", ())
    plans = [row for row in context.facts.rows("submittal") if row.get("type") in types]
    listed = [row.get("items") for row in plans]
    if any(items is not None and token in items for items in listed):
        message = f"the submittal lists {words}{_stated(context)}"
        return [Outcome(status=Status.PASS, message=message, basis="stated by the applicant")]
    if context.params.get("if_any") and not _with_field(context):
        return [Outcome(status=Status.NOT_APPLICABLE, message=f"no {words} is stated anywhere")]
    if listed and all(items is not None for items in listed):
        return [
            Outcome(
                status=Status.FAIL,
                measured="not listed",
                limit=token,
                message=f"the submittal does not list {words}{_stated(context)}; this is about the "
                "plan that was handed in, not about sheets made from these files",
            )
        ]
    if context.site is None:
        return [Outcome(missing=frozenset({"submittal.items"}))]
    return [_from_site(context, words)]


def _stated(context: PhotometricContext) -> str:
    """Say whose statement it is: ``, as stated in facts.toml for site plan 2025-15``."""
    file = context.facts.file
    types = context.params.get("types", ())
    permits = [row.id for row in context.facts.rows("permit") if row.get("type") in types]
    plan = f" for {permits[0]}" if len(permits) == 1 and permits[0] else ""
    return f", as stated in {file.name}{plan}" if file is not None else f", as stated{plan}"


def _from_site(context: PhotometricContext, words: str) -> Outcome:
    """Judge the plan that this site file makes."""
    if context.params.get("needs_calculation"):
        if context.calculation is None:
            return Outcome(missing=frozenset({"a calculation"}))
        return Outcome(status=Status.PASS, message=f"the plan calculated here gives {words}")
    field = context.params.get("field")
    rows = context.facts.rows("luminaire")
    without = [row for row in rows if field is not None and row.values.get(str(field)) is None]
    if without and not context.params.get("if_any"):
        names = ", ".join(row.id for row in without[:5]) + (" ..." if len(without) > 5 else "")
        return Outcome(
            status=Status.FAIL,
            measured=f"{len(rows) - len(without)} of {len(rows)} luminaires",
            limit="each luminaire",
            details=tuple(Detail(row.id, status=Status.FAIL) for row in without),
            message=f"the plan gives no {words} for {names}",
        )
    return Outcome(status=Status.PASS, message=f"the plan made from this site shows {words}")


def _with_field(context: PhotometricContext) -> list[Row]:
    field = str(context.params.get("field", ""))
    return [row for row in context.facts.rows("luminaire") if row.values.get(field) is not None]


PLAN_SHOWS: Final = CheckKind(
    judge=_judge,
    records=frozenset({"site"}),
    parameters={
        "token": Parameter("text", required=True),
        "types": Parameter("list", required=True),
        "field": Parameter("text"),
        "needs_calculation": Parameter("flag"),
        "if_any": Parameter("flag"),
    },
)
