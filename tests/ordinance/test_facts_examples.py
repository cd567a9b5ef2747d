"""The examples of facts alone: their reports, what fails in them, and how long they take."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from photometry.cli import main
from photometry.cli.by_topic import findings_as_markdown, missing_facts, topics_worst_first
from photometry.ordinance import catalogue
from photometry.ordinance.checker import check
from photometry.ordinance.finding import Finding, Status, Where

EXAMPLES = Path(__file__).parents[2] / "examples"
# What fails, as an officer who reads the facts beside the law would find.
FAILING = {
    "sweden-shop": {
        ("sweden-175-30-C4-one-freestanding", ""),
        ("sweden-175-30-C7-vehicles-behind-front", "van"),
        ("sweden-175-30-C9-seven-days", "fall sale banner"),
        ("sweden-175-30-C9-special-events-permit", "fall sale banner"),
        ("sweden-175-30-C11-setback-table-a", "pylon"),
        ("sweden-175-30-C14-dwell-5s", "message board"),
        ("sweden-175-30-D2-removed-24-hours", "fall sale banner"),
        ("sweden-175-30-D2-temporary-application", "fall sale banner"),
        ("sweden-175-32-A-front-height", "display garden"),
    },
    "bellport-daycare": {
        ("bellport-daycare-0-districts", ""),
        ("bellport-daycare-3-hours-start", "Seagull House"),
        ("bellport-pools-b2-buffer", "17 Bayview Court"),
        ("bellport-pools-building-permit", "17 Bayview Court"),
        ("bellport-pools-d6-gates", "17 Bayview Court"),
    },
    "lewiston-flood": {
        ("lewiston-app-b-2-B7h-i-sewage", "sewer lateral"),
        ("lewiston-app-b-2-B7j-i-residential-floor", "house"),
    },
}


@pytest.fixture(scope="module", params=FAILING)
def example(request):
    folder = EXAMPLES / f"facts-{request.param}"
    if not folder.is_dir():
        pytest.skip(f"{folder.name} is not at hand")
    return request.param, folder, check(facts=folder / "facts.toml")


def test_what_fails_is_what_a_reader_of_the_law_finds(example):
    name, _, findings = example
    failing = {(one.rule, one.where.name) for one in findings if one.status == "fail"}
    assert failing == FAILING[name]


def test_the_report_beside_an_example_is_the_one_that_is_written_now(example):
    _, folder, findings = example
    assert (folder / "report.md").read_text(encoding="utf-8") == findings_as_markdown(findings)


def test_every_fact_and_every_question_that_is_open_is_in_the_report(example):
    _, _, findings = example
    report = findings_as_markdown(findings)
    for one in findings:
        if one.status == "not_evaluated":
            assert all(name in report for name in one.missing)
            assert one.missing or one.message in report
        if one.status == "needs_determination":
            assert f"`{one.rule}`" in report
            assert one.where.name in report


def test_a_code_is_loaded_and_facts_are_judged_within_a_second(example):
    _, folder, _ = example
    # s, of one core; one slow run may be the machine's, which others use too
    assert any(_seconds_to_judge(folder / "facts.toml") < 1.0 for _ in range(3))


def _seconds_to_judge(path):
    catalogue._load_shipped.cache_clear()
    start = time.process_time()
    check(facts=path)
    return time.process_time() - start


def test_the_terminal_groups_facts_by_topic_and_names_what_is_open(capsys):
    path = EXAMPLES / "facts-lewiston-flood" / "facts.toml"
    if not path.is_file():
        pytest.skip("the example is not at hand")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("Flood ")
    assert out.index("B7j-i-residential-floor") < out.index("missing  structure.occupied_date")
    assert "decide   house: " in out
    assert "more; --markdown lists them" in out


# ---- the report by itself -------------------------------------------------------------------------


def finding(topic, status, name="x", **more):
    return Finding(
        rule=f"r-{name}",
        code="smallville",
        status=Status(status),
        citation="§ 1 | a",
        where=Where("record", name),
        message=f"Title: {name}",
        topic=topic,
        title="Title",
        **more,
    )


def test_the_topic_with_most_failures_comes_first_and_idle_ones_are_named():
    findings = [
        finding("pools", "pass"),
        finding("signs", "fail"),
        finding("signs", "fail", "y"),
        finding("lots_yards", "not_applicable"),
        finding("fences", "fail"),
        finding("fences", "needs_determination"),
    ]
    order = [topic for topic, _ in topics_worst_first(findings)]
    assert order == ["signs", "fences", "pools", "lots and yards"]
    report = findings_as_markdown(findings)
    assert "Nothing here falls under: lots and yards." in report
    assert "| Signs | 2 |" in report
    assert r"§ 1 \| a" in report  # what would end a cell is escaped


def test_missing_facts_are_told_by_how_many_clauses_wait():
    findings = [
        finding("a", "not_evaluated", "one", missing=("sign.area_sqft", "permit")),
        finding("a", "not_evaluated", "two", missing=("sign.area_sqft",)),
        finding("a", "pass", "three", missing=("never",)),
    ]
    first, second = missing_facts(findings)
    assert (first.name, second.name) == ("permit", "sign.area_sqft")
    assert second.places == ("one", "two")


def test_one_question_about_several_things_is_asked_once():
    same = {"message": "Title: Is it fine?", "rule": "r"}
    pair = [finding("a", "needs_determination", name) for name in ("one", "two")]
    report = findings_as_markdown([replace(one, **same) for one in pair])
    assert report.count("Is it fine?") == 1
    assert "| one, two | Is it fine? | `r` |" in report
