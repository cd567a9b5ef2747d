"""Both example sites: every row of § 175-29 once for each thing that it applies to, with a status."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from photometry.cli import main
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.finding import Status
from photometry.submittal.pipeline import judge
from photometry.tables.text import STATUS_WORDS

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("elm-street", "corner-gas")
SECTION = "sweden-175-29-"


@pytest.fixture(scope="module")
def rows():
    code = load_code("sweden-ny")
    return {
        name: rule
        for name, rule in code.rules.items()
        if name.startswith(SECTION) and not rule.helper
    }


def rule_checks(rule):
    """Names of the photometric checks of a rule under any interpretation."""
    return {getattr(body.test, "check", "") for body in rule.bodies.values()}


@pytest.fixture(scope="module", params=NAMES)
def judged(request):
    if not EXAMPLES.is_dir():
        pytest.skip("examples are not at hand")
    return request.param, judge(EXAMPLES / request.param / "site.toml")


def test_no_row_of_the_section_is_silently_absent(judged, rows):
    _, found = judged
    assert {f.rule for f in found.findings if f.rule.startswith(SECTION)} == set(rows)


def test_each_row_is_there_once_for_each_thing_that_it_is_about(judged, rows):
    _, found = judged
    site = found.site
    things = {
        "luminaire": {head.id for head in site.heads},
        "calc_zone": {zone.name for zone in site.zones},
        "boundary": {boundary.id for boundary in site.boundaries},
        "site": {""},
    }
    seen = Counter((f.rule, f.where.kind, f.where.name) for f in found.findings)
    assert [place for place, count in seen.items() if count > 1] == []
    by_rule = {}
    for finding in found.findings:
        by_rule.setdefault(finding.rule, set()).add(finding.where.name.partition("/")[0])
    for name, rule in rows.items():
        wanted = things.get(rule.record)
        if wanted is None or any("lots_lit" in text for text in rule_checks(rule)):
            assert by_rule[name]  # rows of the facts file; lots, which stand in zones
        elif len(by_rule[name]) > 1 or len(wanted) == 1:
            assert by_rule[name] == wanted, name
        else:
            # A row that has no subject here appears once, as not applicable.
            (only,) = (f for f in found.findings if f.rule == name)
            assert only.status is Status.NOT_APPLICABLE, name


def test_every_finding_has_a_status_and_a_reason(judged):
    _, found = judged
    for finding in found.findings:
        assert isinstance(finding.status, Status)
        assert finding.message
        if finding.status is Status.NOT_EVALUATED:
            assert finding.missing, finding.rule


def test_check_all_prints_every_row_and_the_count_of_each_status(judged, rows, capsys, monkeypatch):
    name, found = judged
    monkeypatch.setenv("COLUMNS", "200")
    code = main(["check", str(EXAMPLES / name / "site.toml"), "--all"])
    printed = capsys.readouterr().out
    assert code == (1 if name == "corner-gas" else 0)
    assert {rule for rule in rows if rule not in printed} == set()
    counts = Counter(finding.status for finding in found.findings)
    last = next(line for line in reversed(printed.splitlines()) if " pass" in line)
    for status, count in counts.items():
        word = STATUS_WORDS[status].split()[0].removesuffix("s")
        assert re.search(rf"\b{count:,d} {word}", last), (status, last)
