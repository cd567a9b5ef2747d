"""One rule judged of one thing: the order of judging, in three-valued logic.

1. an interpretation says ``off``: not applicable; 2. a gate is false: not applicable;
3. an exemption holds: not applicable, and it is named; 4. a gate is unknown: not evaluated;
5. an interpretation says ``determine``: a person decides; 6. the test is unknown: not
evaluated, true: pass; 7. the test is false and an exemption is unknown: not evaluated;
8. false: by the rule's effect.  An exemption, a definition and a permission never fail.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from photometry.ordinance import judge_light, judge_plain
from photometry.ordinance.finding import Status
from photometry.ordinance.language.rows import Env, Row, Session
from photometry.ordinance.language.values import Unknown, join_unknown
from photometry.ordinance.messages import listed
from photometry.ordinance.rule import Body, Photometric, Rule
from photometry.ordinance.verdict import Verdict, not_evaluated

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.engine.results import Calculation
    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.facts import Facts
    from photometry.ordinance.language.values import Value
    from photometry.ordinance.language.walk import Compiled
    from photometry.ordinance.options import Choice
    from photometry.site.model import Site
    from photometry.units import LengthUnit

__all__ = ["Judge", "Relief"]


@dataclass(frozen=True, slots=True)
class Relief:
    """What the exemptions of a rule say of one thing.

    Attributes
    ----------
    by
        The one that lifts the rule; empty where none does.
    unsure
        Those that cannot be decided, each with what is missing.
    presumed
        Those that cannot be decided and are presumed not to hold.
    """

    by: str = ""
    unsure: tuple[tuple[str, Unknown], ...] = ()
    presumed: tuple[str, ...] = ()


class Judge:
    """Judges the rules of one code over one set of facts, under one set of interpretations.

    What it found is kept by rule, row and the interpretations that matter to the rule, and
    shared with the judges of other interpretations.
    """

    def __init__(
        self,
        code: Code,
        facts: Facts,
        choices: Mapping[str, Choice],
        site: Site | None = None,
        calculation: Calculation | None = None,
    ) -> None:
        self.code = code
        self.facts = facts
        self.choices = choices
        self.site = site
        self.calculation = calculation
        self.session = Session(facts.records, code.tables, facts.as_of, _numbers(choices))
        self._verdicts: dict[tuple[int, Row], tuple[Verdict, ...]] = {}
        self._readings: dict[tuple[Any, ...], int] = {}
        self.reading_of: dict[str, int] = {}
        self._answers: dict[Any, Value] = {}
        self._others: dict[tuple[str, str], Judge] = {}

    def with_choice(self, name: str, choice: Choice) -> Judge:
        """Give the judge that differs in one interpretation."""
        key = (name, choice.value)
        if key not in self._others:
            other = Judge.__new__(Judge)
            other.__dict__.update(self.__dict__)
            other.choices = {**self.choices, name: choice}
            other.session = self.session.with_numbers(_numbers(other.choices))
            other.reading_of = {}
            self._others[key] = other
        return self._others[key]

    def verdicts(self, rule: Rule, row: Row) -> tuple[Verdict, ...]:
        """Judge a rule of a row of its record; a photometric rule may say several things.

        An exemption that cannot be decided and is presumed not to hold does not apply, here as
        where it would lift a rule.
        """
        found = self._found(rule, row)
        return tuple(map(_presumed_not, found)) if rule.presume is False else found

    def _found(self, rule: Rule, row: Row) -> tuple[Verdict, ...]:
        key = (self._reading(rule), row)
        if key not in self._verdicts:
            self._verdicts[key] = self._judge(rule, rule.body(self.choices), row)
        return self._verdicts[key]

    def _reading(self, rule: Rule) -> int:
        """Give a number to a rule with the choices that matter to it, the same for all judges."""
        number = self.reading_of.get(rule.id)
        if number is None:
            reading = (rule.id, *(self.choices[name] for name in rule.options))
            number = self._readings.setdefault(reading, len(self._readings))
            self.reading_of[rule.id] = number
        return number

    def _judge(self, rule: Rule, body: Body, row: Row) -> tuple[Verdict, ...]:
        if body.off:
            chosen = listed(f"{name}={self.choices[name].value}" for name in rule.patched)
            text = f"does not apply under {chosen}"
            return (Verdict(status=Status.NOT_APPLICABLE, text=text),)
        if rule.among:
            return judge_light.judge_pairs(self, rule, body, row)
        relief = self.scope(body, row)
        if isinstance(relief, Verdict):
            return (relief,)
        if isinstance(body.test, Photometric) and not body.determine:
            found = judge_light.judge_light(self, rule, body, row)
        else:
            found = (judge_plain.judge_plain(self, rule, body, row),)
        return tuple(self.settle(rule, body, one, relief) for one in found)

    def scope(self, body: Body, *rows: Row) -> Verdict | Relief:
        """Go through gates and exemptions (steps 2 to 4); give the verdict where they decide."""
        gate = self.gate(body, *rows)
        if gate is False:
            return Verdict(status=Status.NOT_APPLICABLE, text="does not apply here")
        relief = self.relief(body, *rows)
        if relief.by:
            text = f"lifted by {relief.by}"
            text += ", which is presumed to hold" if relief.by in relief.presumed else ""
            return Verdict(status=Status.NOT_APPLICABLE, text=text, lifted_by=relief.by)
        if gate is not True:
            return not_evaluated(gate, "cannot be told whether it applies")
        return relief

    def settle(self, rule: Rule, body: Body, found: Verdict, relief: Relief) -> Verdict:
        """Let a failure be what exemptions, kind and effect make of it (steps 7 and 8)."""
        if relief.presumed:
            found = replace(found, presumed=relief.presumed)
        if found.status is not Status.FAIL:
            return found
        if rule.classifies:
            return replace(found, status=Status.NOT_APPLICABLE)
        if relief.unsure:
            names = listed(name for name, _ in relief.unsure)
            lacking = join_unknown(unknown for _, unknown in relief.unsure)
            verdict = not_evaluated(lacking, f"{found.text}; would fail unless {names} lifts it")
            return replace(found, status=verdict.status, text=verdict.text, missing=verdict.missing)
        if body.effect == "breach":
            return found
        if body.effect == "loss":
            text = f"{found.text}; the exemption is lost"
            return replace(found, status=Status.ADVISORY, text=text, lost=True)
        return replace(found, status=Status.ADVISORY)

    @property
    def unit(self) -> LengthUnit:
        """The unit of length that sentences speak to the reader in: the site's own."""
        return "ft" if self.site is None else self.site.unit

    # ---- gates and exemptions ---------------------------------------------------------------

    def ask(self, condition: Compiled, *rows: Row) -> Value:
        """Ask a condition; what it answered of the same rows is kept."""
        rows_read = _rows_read(condition, rows)
        numbers = tuple(self.session.numbers.get(name) for name in condition.options)
        key = (condition.run, rows_read, numbers)
        if key not in self._answers:
            self._answers[key] = condition.run(Env(self.session, *rows))
        return self._answers[key]

    def gate(self, body: Body, *rows: Row) -> Value:
        """Ask whether all gates of a rule hold."""
        unknown: list[Value] = []
        for condition in body.gate:
            answer = self.ask(condition, *rows)
            if answer is False:
                return False
            if answer is not True:
                unknown.append(answer)
        return join_unknown(unknown) if unknown else True

    def relief(self, body: Body, *rows: Row) -> Relief:
        """Ask the exemptions of a rule."""
        unsure: list[tuple[str, Unknown]] = []
        presumed: list[str] = []
        for name in body.unless:
            exemption = self.code.rules[name]
            holds = self.holds(exemption, *rows)
            if isinstance(holds, Unknown) and exemption.presume is not None:
                presumed.append(name)
                holds = exemption.presume
            if holds is True:
                return Relief(name, (), tuple(presumed))
            if isinstance(holds, Unknown):
                unsure.append((name, holds))
        return Relief("", tuple(unsure), tuple(presumed))

    def holds(self, rule: Rule, *rows: Row) -> bool | Unknown:
        """Say whether an exemption, definition or permission holds of these rows."""
        env = Env(self.session, *rows)
        row = env.rows.get(rule.record) or env.find(rule.record)
        if isinstance(row, Unknown):
            return row
        status, missing = Status.NOT_APPLICABLE, frozenset[str]()
        for verdict in self._found(rule, row):
            if verdict.status in (Status.PASS, Status.ADVISORY):
                return True
            if verdict.status is not Status.NOT_APPLICABLE:
                status, missing = verdict.status, missing | verdict.missing
        if status is Status.NOT_APPLICABLE:
            return False
        return Unknown(missing or frozenset({f"determination {rule.id}"}))


def _presumed_not(found: Verdict) -> Verdict:
    """Let what cannot be decided not apply, and say that it is presumed."""
    if found.status is not Status.NOT_EVALUATED:
        return found
    text = f"{found.text}; presumed not to hold"
    return replace(found, status=Status.NOT_APPLICABLE, text=text)


def _numbers(choices: Mapping[str, Choice]) -> dict[str, Any]:
    return {name: choice.exact for name, choice in choices.items() if choice.exact is not None}


def _rows_read(condition: Compiled, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Give the rows that an answer can depend on, so that it is asked once for all others."""
    if len(rows) < 2:
        return rows
    read = {key.partition(".")[0] for key in condition.reads} - {"site", "as_of"}
    own = tuple(row for row in rows if row.record in read)
    return own if read <= {row.record for row in rows} else rows
