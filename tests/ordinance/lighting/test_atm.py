"""The table of an ATM act, from a facts file, against closed forms about one machine."""

from __future__ import annotations

import pytest

import photometry as ph
from photometry.ordinance.lighting.atm import AtmLevel, read_atm_level

SITE = """
format = 1
facts = "facts.toml"
[project]
name = "bank"
code = ["sweden-ny"]
[site]
district_class = "commercial"
[luminaire_types.U]
file = "uniform.ies"
[[luminaires]]
id = "U1"
type = "U"
at = [50, 30]
mounting_height_ft = 15
[[zones]]
name = "machine"
kind = "atm"
area = [[40, 30], [60, 30], [60, 50], [40, 50]]
ies_activity = "atm"
atm_x_ft = 50
atm_y_ft = 30
[[obstructions]]
name = "bank"
footprint = [[40, 10], [60, 10], [60, 30], [40, 30]]
height_ft = 10
"""
FACTS = """
format = 1
kind = "facts"
[[ies_target]]
activity = "atm"
edition = "an act"
atm_table = [{table}]
"""


def judged(folder, cases, *rows):
    (folder / "uniform.ies").write_bytes((cases / "00-uniform.ies").read_bytes())
    (folder / "site.toml").write_text(SITE, encoding="utf-8")
    table = ", ".join(
        f'{{ distance_ft = {d}, height_ft = {h}, plane = "{plane}", min_fc = {fc} }}'
        for d, h, plane, fc in rows
    )
    (folder / "facts.toml").write_text(FACTS.format(table=table), encoding="utf-8")
    site = ph.load_site(folder / "site.toml")
    findings = ph.check(site=site, calc=ph.calculate(site))
    return next(f for f in findings if f.rule.endswith("G1-atm"))


def level_fc(away_ft, down_ft, candela=1000.0):
    return candela * down_ft / (away_ft**2 + down_ft**2) ** 1.5


def test_the_least_light_within_a_distance_is_at_its_edge(tmp_path, cases):
    # 1,000 cd 15 ft over the machine: at 10 ft the light is 15,000 / 325^1.5 = 2.56 fc.
    found = judged(tmp_path, cases, (10, 0, "horizontal", 2.0))
    assert found.status == "pass"
    assert found.measured == pytest.approx(level_fc(10.0, 15.0), rel=1e-9)
    assert judged(tmp_path, cases, (10, 0, "horizontal", 2.6)).status == "fail"


def test_every_row_of_the_table_counts_and_the_worst_is_told(tmp_path, cases):
    found = judged(tmp_path, cases, (5, 5, "horizontal", 5.0), (30, 0, "horizontal", 2.0))
    assert found.status == "fail"
    assert found.limit == 2.0
    assert found.measured == pytest.approx(level_fc(30.0, 15.0), rel=1e-9)
    # What is behind the wall of the bank is not unobstructed: the place is in front of it.
    assert found.witness[1] >= 30.0 - 1e-6


def test_without_the_place_of_the_machine_somebody_is_asked_for_it(tmp_path, cases, monkeypatch):
    text = SITE.replace("atm_x_ft = 50\natm_y_ft = 30\n", "")
    monkeypatch.setitem(globals(), "SITE", text)
    found = judged(tmp_path, cases, (10, 0, "horizontal", 2.0))
    assert found.status == "not_evaluated"
    assert "calc_zone.atm_x_ft" in found.missing


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("distance_ft=5 height_ft=5 min_fc=10", "is not of the form"),
        ("distance_ft=5 height_ft=5 min_fc=10 plane=level", "plane is horizontal or vertical"),
        ("distance_ft=five height_ft=5 min_fc=10 plane=horizontal", "else than numbers"),
        ("distance_ft=-5 height_ft=5 min_fc=10 plane=horizontal", "out of bounds"),
        ("distance_ft=nan height_ft=5 min_fc=10 plane=horizontal", "out of bounds"),
    ],
)
def test_a_row_that_is_not_one_is_told_so(text, says):
    assert says in read_atm_level(text)


def test_a_row_is_read():
    text = "distance_ft=5 height_ft=5 min_fc=10 plane=horizontal"
    assert read_atm_level(text) == AtmLevel(5.0, 5.0, "horizontal", 10.0)
