"""How places, rules and layers are called where people read them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from photometry.ordinance.finding import Status
from photometry.tables.display import FEET, FOOTCANDLES
from photometry.tables.text import (
    MISSING,
    against_limit,
    decimals_against,
    number,
    option_text,
    plain_number,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.ordinance.finding import Finding, Where
    from photometry.tables.display import LengthUnit, LightUnit

__all__ = [
    "SEVERITY",
    "comparison",
    "is_hidden",
    "is_united",
    "judged_layer",
    "layer_name",
    "limit_text",
    "line_place",
    "margin_decimals",
    "margin_text",
    "measured_text",
    "missing_words",
    "not_kept",
    "option_answer",
    "place",
    "ratio_name",
    "requirement",
]

# Worst first: the order in which verdicts are shown everywhere.
SEVERITY: dict[Status, int] = {status: rank for rank, status in enumerate(Status)}

_LINES = {
    "property_line": "Property line",
    "pavement_edge": "Pavement edge",
    "access_points": "Access point",
    "dwellings": "Dwelling",
}
_ACRONYMS = {word.lower(): word for word in ("IES", "IESNA", "LED", "ATM", "BUG", "UL")}
_UNITED = re.compile(r"^(\d+)(ft|fc|lm|w)$")
_SIDES = {"average": "avg", "maximum": "max", "minimum": "min"}
_RATIO = re.compile(r"\b(average|maximum) to (minimum|average)\b")
_OFFSET = re.compile(r"offset_(?P<distance>[\d.]+)ft")
_RULE_HEAD = re.compile(r"^(?:[A-Z]\d*[a-z]?\d*|[A-Z]|\d[\w.]*|T\d+|X\d+)$")


def place(where: Where, length: LengthUnit = FEET) -> str:
    """Say where a finding is: ``"Pavement edge, north"``, ``"parking"``, ``"whole site"``."""
    if where.kind == "line":
        return line_place(where.name, length)
    if where.kind == "site":
        return "whole site"
    return where.name or where.kind


def line_place(name: str, length: LengthUnit = FEET) -> str:
    """Say a line's name in words: ``"25 ft beyond, east"`` of ``"east/offset_25ft"``."""
    boundary, _, line = name.rpartition("/")
    offset = _OFFSET.fullmatch(line)
    what = _LINES.get(line, line)
    if offset:
        away = offset["distance"]
        what = f"{length.beside(f'{away} ft', length.plain(float(away)))} beyond"
    return f"{what}, {boundary}" if boundary else what


def requirement(rule: str) -> str:
    """Read a requirement off a rule's id: ``"Trespass pavement edge"``."""
    parts = rule.split("-")[1:]
    while len(parts) > 1 and _RULE_HEAD.match(parts[0]):
        parts = parts[1:]
    words = [_ACRONYMS.get(part, _UNITED.sub(r"\1 \2", part)) for part in parts]
    text = " ".join(words) or rule
    return text[:1].upper() + text[1:]


def layer_name(layer: str) -> str:
    """Say a layer's name in words: ``"after close"`` of ``"scene:after close"``."""
    if layer.startswith("scene:"):
        return f"scene: {layer.removeprefix('scene:')}"
    return layer.replace("_", " ")


def judged_layer(finding: Finding) -> str:
    """Name the layer of illuminance that a finding judged, by the options that decided it.

    Returns
    -------
    str
        ``initial`` or ``maintained``, with ``vertical_`` before it for the vertical meter and
        ``both_`` where the larger of the two meters counts.
    """
    layer, prefix = "maintained", ""
    for name, chosen in finding.options.items():
        value = str(chosen)
        if name.endswith("_LLF") and value in {"initial", "maintained"}:
            layer = value
        if name.endswith("_PLANE"):
            prefix = {"vertical_facing_site": "vertical_", "max_of_both": "both_"}.get(value, "")
    return prefix + layer


def ratio_name(finding: Finding) -> str:
    """Name the ratio that a finding is about, as its sentence does: ``avg:min``."""
    match = _RATIO.search(finding.message)
    return f"{_SIDES[match[1]]}:{_SIDES[match[2]]}" if match else "ratio"


def measured_text(
    finding: Finding,
    *,
    with_unit: bool = False,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> str:
    """Write what was measured, with the digits that show its side of the limit.

    Illuminance is in footcandles, with its unit in another one besides: ``0.70 fc (7.6 lx)``;
    so are lengths: ``7.2 ft (2.19 m)``. Where nothing was measured it is what the finding rests on:
    ``stated by the applicant``.
    """
    measured = finding.measured
    if measured is None or is_hidden(finding):
        return (finding.basis or MISSING) if measured is None else "hidden"
    if isinstance(measured, str):
        return measured.replace("_", " ")
    if isinstance(finding.limit, (int, float)):
        text = against_limit(float(measured), float(finding.limit), _usual_decimals(finding))
    else:
        text = plain_number(float(measured), 1 if finding.unit == "lm" else 3)
    if not with_unit or not _shows_unit(finding):
        return text
    limit = float(finding.limit) if isinstance(finding.limit, (int, float)) else 0.0
    if finding.unit == "ft":
        return length.beside(f"{text} ft", length.against(float(measured), limit))
    if finding.unit != "fc":
        return f"{text} {finding.unit}"
    return light.beside(f"{text} fc", light.against(float(measured), limit))


def limit_text(
    finding: Finding,
    *,
    with_unit: bool = False,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
) -> str:
    """Write the limit as the law does: ``0.5``, never ``0.50``; a whole ratio as ``3.0``.

    A limit of illuminance is, with its unit, in another one besides: ``0.2 fc (2.15 lx)``, with a
    digit more than values have, so that a value just over it is seen to be so. So is a length:
    ``6 ft (1.83 m)``. What only decides whether something applies has no limit: ``applies``.
    """
    limit = finding.limit
    if limit is None:
        return "applies" if _is_scope(finding) else MISSING
    if isinstance(limit, str):
        return limit.replace("_", " ")
    text = plain_number(float(limit), 6)
    if "." not in text and finding.unit in {"fc", "ratio"}:
        text = number(float(limit), 1)
    if not with_unit or not _shows_unit(finding):
        return text
    if finding.unit == "ft":
        return length.beside(f"{text} ft", length.plain(float(limit)))
    shown = light.text(float(limit), 3)
    return light.beside(f"{text} fc", shown) if finding.unit == "fc" else f"{text} {finding.unit}"


def margin_text(
    finding: Finding,
    light: LightUnit = FOOTCANDLES,
    length: LengthUnit = FEET,
    *,
    with_unit: bool = False,
) -> str:
    """Write the margin; it says that it is in footcandles or feet where others are not.

    A source that is hidden has none: how far below grade it would show is no distance to keep.
    """
    if is_hidden(finding):
        return MISSING
    text = signed(finding.margin, margin_decimals(finding))
    united = is_united(finding, light, length) or (with_unit and _shows_unit(finding))
    return f"{text} {finding.unit}" if united and finding.margin is not None else text


def not_kept(findings: Iterable[Finding]) -> str:
    """Say what the number of failures counts: ``26 requirements at 96 places or luminaires``."""
    failed = [finding.rule for finding in findings if finding.status is Status.FAIL]
    rules = len(set(failed))
    what = "1 requirement" if rules == 1 else f"{rules:,d} requirements"
    return what if len(failed) == rules else f"{what} at {len(failed):,d} places or luminaires"


def option_answer(finding: Finding, name: str) -> str:
    """Say the answer to an option's question, its code behind it: ``per boundary (RES_ADJ_SCOPE)``."""
    return f"{option_text(finding.options.get(name)).replace('_', ' ')} ({name})"


def missing_words(key: str) -> str:
    """Say a fact that is not given, its key behind it: ``IES activity of the zone (calc_zone...)``."""
    record, dot, field = key.partition(".")
    if not dot or " " in key:
        return key
    words = " ".join(_ACRONYMS.get(word, word) for word in field.split("_"))
    return f"{words} of the {record.removeprefix('calc_').replace('_', ' ')} ({key})"


def is_united(finding: Finding, light: LightUnit, length: LengthUnit) -> bool:
    """Tell whether the numbers of a finding are shown in another unit besides their own."""
    if finding.margin is None:
        return False
    return (finding.unit == "fc" and not light.is_footcandle) or (
        finding.unit == "ft" and not length.is_foot
    )


def is_hidden(finding: Finding) -> bool:
    """Tell whether a source is seen from no height above grade, though a number says it: −1.8 ft."""
    measured = finding.measured
    below = isinstance(measured, (int, float)) and measured < 0.0
    return below and finding.unit == "ft" and finding.where.kind == "boundary"


def _is_scope(finding: Finding) -> bool:
    """Tell whether a number only decided that something applies."""
    return isinstance(finding.measured, (int, float)) and finding.status is Status.PASS


def margin_decimals(finding: Finding) -> int:
    """Decimals of a margin: those of the value it belongs to."""
    if isinstance(finding.measured, (int, float)) and isinstance(finding.limit, (int, float)):
        return decimals_against(
            float(finding.measured), float(finding.limit), _usual_decimals(finding)
        )
    return 2


def comparison(finding: Finding, light: LightUnit = FOOTCANDLES, length: LengthUnit = FEET) -> str:
    """Write measured against limit: ``"0.70 fc > 0.5 fc"``; the measured alone without one.

    In another unit both stand besides: ``"0.70 fc (7.6 lx) > 0.5 fc (5.38 lx)"``.
    """
    measured = measured_text(finding, with_unit=True, light=light, length=length)
    if finding.limit is None:
        return measured
    limit = limit_text(finding, with_unit=True, light=light, length=length)
    if is_hidden(finding):
        return f"{measured}; limit {limit}"
    if not isinstance(finding.measured, (int, float)) or not isinstance(
        finding.limit, (int, float)
    ):
        return f"{measured}, limit {limit}"
    return f"{measured} {_sign(finding)} {limit}"


def _sign(finding: Finding) -> str:
    """Sign between measured and limit, for upper and lower limits alike."""
    measured, limit = float(finding.measured or 0.0), float(finding.limit or 0.0)
    if finding.status is Status.FAIL:
        return ">" if measured > limit else "<" if measured < limit else "="
    return "≥" if measured > limit else "≤"


def _usual_decimals(finding: Finding) -> int:
    return 2 if finding.unit in {"fc", "ratio", None, ""} else 1


def _shows_unit(finding: Finding) -> bool:
    return bool(finding.unit) and finding.unit != "ratio"
