"""Many zones cost their number, not its square; and how far the judging is gets told."""

import pytest

import photometry as ph
from photometry.ordinance import code_findings
from photometry.ordinance.checker import check
from photometry.ordinance.finding import Status, Where
from photometry.ordinance.lighting import uniformity
from photometry.ordinance.verdict import Verdict


@pytest.fixture
def judged_lot(tmp_path, lot_toml):
    """A lot in six zones, calculated; the maximum is compared with the average of all."""
    zones = "".join(
        f'[[zones]]\nname = "z{k}"\nkind = "parking"\n'
        f"area = [[{k}0,0],[{k}8,0],[{k}8,60],[{k}0,60]]\n"
        for k in range(1, 6)
    )
    text = lot_toml.replace("[project]", '[project]\ncode = "sweden-ny"')
    site = tmp_path / "site.toml"
    site.write_text(text + zones + '[options]\nRATIO_SCOPE = "whole_site"\n')
    loaded = ph.load_site(site)
    return loaded, ph.calculate(loaded)


def test_the_points_of_a_whole_site_are_summarised_once(judged_lot, monkeypatch):
    site, calc = judged_lot
    summarised = []

    def counted(points_ft, fc):
        summarised.append(len(points_ft))
        return ph_statistics(points_ft, fc)

    ph_statistics = uniformity.statistics
    monkeypatch.setattr(uniformity, "statistics", counted)
    findings = check(site=site, calc=calc)
    whole = [one for one in findings if "over all" in one.message]
    assert {one.where.name for one in whole} == set(calc.zones)
    assert summarised == [sum(len(zone.points_ft) for zone in calc.zones.values())]
    assert len({one.measured for one in whole}) == 1


def test_judging_tells_its_rules_and_its_share_in_order(judged_lot):
    site, calc = judged_lot
    told = []
    check(site=site, calc=calc, progress=lambda rule, share: told.append((rule, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert shares[0] == 0.0
    assert shares[-1] < 1.0
    assert all(rule for rule, _ in told)


A, B = Where("zone", "a"), Where("zone", "b")


@pytest.mark.parametrize(
    ("others", "where", "expected"),
    [
        ([(A, Status.PASS), (A, Status.FAIL), (B, Status.ADVISORY)], A, Status.PASS),
        ([(A, Status.PASS), (B, Status.ADVISORY)], None, Status.NOT_APPLICABLE),
        ([(A, Status.PASS), (A, Status.PASS)], B, Status.NOT_APPLICABLE),
        ([(None, Status.PASS)], B, Status.PASS),  # one verdict is that of every place
        ([], None, Status.NOT_APPLICABLE),
    ],
)
def test_another_reading_is_the_first_verdict_at_the_same_place(others, where, expected):
    verdicts = [Verdict(status=status, where=at) for at, status in others]
    reading = code_findings._Reading.of(verdicts)
    assert reading.status(where) is expected
