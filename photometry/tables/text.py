"""How numbers and verdicts are written, the same on drawings, pages and in the terminal.

A missing value is an em dash; a computed zero is ``0.00``; the minus sign is U+2212.  A value
whose rounding would hide that it exceeds its limit is given as many digits as show it.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from photometry.ordinance.finding import Status

__all__ = [
    "MISSING",
    "STATUS_WORDS",
    "against_limit",
    "clause",
    "count",
    "counted",
    "factor_text",
    "number",
    "option_text",
    "plain_number",
    "section",
    "signed",
    "status_words",
]

MISSING: Final = "—"
MINUS: Final = "−"
THOUSANDTH: Final = Decimal("0.001")
MOST_DECIMALS: Final = 6  # beyond this a difference is not one that anybody measures

STATUS_WORDS: Final[dict[Status, str]] = {
    Status.FAIL: "FAIL",
    Status.NEEDS_DETERMINATION: "needs a person",
    Status.NOT_EVALUATED: "not evaluated",
    Status.ADVISORY: "advisory",
    Status.PASS: "pass",
    Status.NOT_APPLICABLE: "not applicable",
}

_SEVERAL: Final[dict[Status, str]] = {
    **STATUS_WORDS,
    Status.NEEDS_DETERMINATION: "need a person",
}

_CITATION = re.compile(r"^(?P<section>.*?§\s*[\w.\-]+)\s+(?P<clause>[A-Z(].*)$")


def number(value: float | None, decimals: int = 2) -> str:
    """Write a number with fixed decimals, thousands grouped: ``1,234.50``, ``−0.20``, ``—``."""
    if value is None:
        return MISSING
    text = f"{value:,.{decimals}f}"
    if text.startswith("-"):
        digits = text[1:]
        return MINUS + digits if any(digit in "123456789" for digit in digits) else digits
    return text


def counted(status: Status, quantity: int) -> str:
    """Count verdicts in words: ``1 needs a person``, ``3 need a person``."""
    return f"{quantity:,d} {status_words(status, quantity)}"


def status_words(status: Status, quantity: int) -> str:
    """Say a verdict that so many have: ``needs a person``, ``need a person``."""
    return (STATUS_WORDS if quantity == 1 else _SEVERAL)[status]


def option_text(value: object) -> str:
    """Write the value of an interpretation, with its number where it takes one: ``candela 100``."""
    if isinstance(value, dict):
        return ", ".join(
            f"{name} {plain_number(float(amount), 6)}" for name, amount in value.items()
        )
    return str(value)


def count(value: int | None) -> str:
    """Write a whole number, thousands grouped."""
    return MISSING if value is None else f"{value:,d}".replace("-", MINUS)


def plain_number(value: float, most_decimals: int = 3) -> str:
    """Write a number with no more decimals than it needs: ``0.5``, ``3``, ``0.855``."""
    text = number(value, most_decimals)
    return text.rstrip("0").rstrip(".") if "." in text else text


def factor_text(value: float | None) -> str:
    """Write a light loss factor: three decimals, a fourth where the product ends there.

    Half a thousandth is rounded up, as on paper.

    Examples
    --------
    >>> factor_text(0.65 * 0.85), factor_text(0.85), factor_text(0.9 * 0.85 * 0.97 * 0.95)
    ('0.5525', '0.850', '0.705')
    """
    if value is None:
        return MISSING
    exact = Decimal(f"{value:.9f}")  # 0.65 x 0.85 is 0.5525, without the float's tail
    fourth = exact.quantize(Decimal("0.0001"))
    ends_there = fourth == exact and fourth != exact.quantize(THOUSANDTH)
    return str(fourth if ends_there else exact.quantize(THOUSANDTH, ROUND_HALF_UP))


def signed(value: float | None, decimals: int = 2) -> str:
    """Write a margin with its sign: ``+0.12``, ``−0.20``; nothing is ``0.00``."""
    text = number(value, decimals)
    grows = value is not None and value > 0 and any(digit in "123456789" for digit in text)
    return f"+{text}" if grows else text


def against_limit(value: float, limit: float, decimals: int = 2) -> str:
    """Write a value with the decimals that show on which side of its limit it is.

    Examples
    --------
    >>> against_limit(0.204, 0.2)
    '0.204'
    >>> against_limit(0.704, 0.5)
    '0.70'
    >>> against_limit(0.2, 0.2)
    '0.20'
    """
    return number(value, decimals_against(value, limit, decimals))


def decimals_against(value: float, limit: float, decimals: int = 2) -> int:
    """Fewest decimals, `decimals` or more, with which a value keeps its side of a limit."""
    for places in range(decimals, MOST_DECIMALS + 1):
        shown = round(value, places)
        if (shown > limit) == (value > limit) and (shown < limit) == (value < limit):
            return places
    return decimals


def section(citation: str) -> str:
    """Give the section of a citation: ``"Town Code § 175-29"`` of ``"Town Code § 175-29 J(2)"``."""
    match = _CITATION.match(citation)
    return match["section"] if match else citation


def clause(citation: str) -> str:
    """Give the clause of a citation: ``"J(2)"`` of ``"Town Code § 175-29 J(2)"``."""
    match = _CITATION.match(citation)
    return match["clause"] if match else citation
