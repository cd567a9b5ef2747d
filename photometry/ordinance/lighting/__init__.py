"""How lighting clauses are judged: light, sight lines, shielding and hours.

`CHECKS` are the photometric checks that a rule may name; `derive_luminaire` gives what
photometry decides of a luminaire.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from photometry.ordinance.lighting.adjoining import ADJOINING_LEVEL
from photometry.ordinance.lighting.atm import ATM
from photometry.ordinance.lighting.contents import PLAN_SHOWS
from photometry.ordinance.lighting.derive import derive_luminaire
from photometry.ordinance.lighting.glare import AVOIDANCE_GLARE
from photometry.ordinance.lighting.hours import AFTER_HOURS
from photometry.ordinance.lighting.levels import LEVEL, LEVEL_IS_SET
from photometry.ordinance.lighting.lit import LOTS_LIT
from photometry.ordinance.lighting.shielding import SHIELD_WORKS
from photometry.ordinance.lighting.sign_light import SIGN_LIGHT
from photometry.ordinance.lighting.source_height import SOURCE_HEIGHT
from photometry.ordinance.lighting.trespass import LINE_MAXIMUM
from photometry.ordinance.lighting.uniformity import RATIO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from photometry.ordinance.photometric import CheckKind, Outcome, PhotometricContext

__all__ = ["CHECKS", "derive_luminaire"]


def _titled(kind: CheckKind) -> CheckKind:
    """Let every sentence of a check begin with the title of its rule, and name what is missing."""

    def judge(context: PhotometricContext) -> Sequence[Outcome]:
        return [
            replace(outcome, message=_sentence(context.rule.title, outcome))
            for outcome in kind.judge(context)
        ]

    return replace(kind, judge=judge)


def _sentence(title: str, outcome: Outcome) -> str:
    if not outcome.message:
        return ""
    missing = ", ".join(sorted(outcome.missing))
    return f"{title}: {outcome.message}" + (f"; {missing} not given" if missing else "")


CHECKS: Final[Mapping[str, CheckKind]] = MappingProxyType(
    {
        name: _titled(kind)
        for name, kind in {
            "adjoining_level": ADJOINING_LEVEL,
            "after_hours": AFTER_HOURS,
            "atm": ATM,
            "avoidance_glare": AVOIDANCE_GLARE,
            "level": LEVEL,
            "level_is_set": LEVEL_IS_SET,
            "line_maximum": LINE_MAXIMUM,
            "lots_lit": LOTS_LIT,
            "plan_shows": PLAN_SHOWS,
            "ratio": RATIO,
            "shield_works": SHIELD_WORKS,
            "sign_light": SIGN_LIGHT,
            "source_height": SOURCE_HEIGHT,
        }.items()
    }
)
