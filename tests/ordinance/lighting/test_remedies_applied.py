"""Every kind of change that is proposed, typed into site.toml, makes its finding pass."""

from __future__ import annotations

import re

import pytest

import photometry as ph
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.finding import Status
from photometry.ordinance.remedies import helps_for, remedies_for
from photometry.ordinance.remedies_alone import alone
from photometry.ordinance.remedies_beside import broken_by, with_warning
from photometry.ordinance.remedy_trial import Remedy, Trial

CODE = load_code("sweden-ny")
HEAD = """
format = 1
[project]
name = "lot"
code = ["sweden-ny"]
[site]
district_class = "commercial"
[[boundaries]]
id = "south"
line = [[0, 0], [120, 0]]
adjacent_district_class = "commercial"
[[boundaries]]
id = "east"
line = [[120, 0], [120, 100]]
adjacent_district_class = "{neighbour}"
dwellings = []
[[boundaries]]
id = "north"
line = [[120, 100], [0, 100]]
adjacent_district_class = "commercial"
[[boundaries]]
id = "west"
line = [[0, 100], [0, 0]]
adjacent_district_class = "commercial"
"""
TYPE = """
[luminaire_types.{name}]
file = "sample:{file}"
lamp_type = "led"
multiplier = {multiplier}
fixture_kind = "{fixture}"
"""
PLACED = """
[[luminaires]]
id = "{name}"
type = "{kind}"
at = [{x}, {y}]
mounting_height_ft = {height}
orientation_deg = {orientation}
tilt_deg = {tilt}
"""


def lamp(name, file, x, y, height, orientation=0.0, tilt=0.0, multiplier=1.0):
    fixture = "wall" if file.startswith("wallpack") else "area"
    kind = TYPE.format(name=f"T{name}", file=file, multiplier=multiplier, fixture=fixture)
    return kind, PLACED.format(
        name=name, kind=f"T{name}", x=x, y=y, height=height, orientation=orientation, tilt=tilt
    )


def write(path, lamps, neighbour="residential"):
    kinds, placed = zip(*lamps, strict=True)
    path.write_text(HEAD.format(neighbour=neighbour) + "".join([*kinds, *placed]), encoding="utf-8")
    return path


def judged(path):
    site = ph.load_site(path)
    return site, ph.check(site=site, calc=ph.calculate(site))


def failing(findings, rule, where):
    (finding,) = (f for f in findings if f.rule.endswith(rule) and f.where.name == where)
    assert finding.status is Status.FAIL, finding.message
    return finding


def set_key(text, luminaire, key, value):
    """Type another value of a key into the block of a luminaire, or add the key to it."""
    start = text.index(f'id = "{luminaire}"')
    end = text.find("\n[[", start)
    end = len(text) if end < 0 else end
    block = text[start:end]
    pattern = re.compile(rf"^{key} = .*$", re.MULTILINE)
    line = f"{key} = {value}"
    block = pattern.sub(line, block) if pattern.search(block) else f"{block}\n{line}\n"
    return text[:start] + block + text[end:]


def apply_to_file(path, site, remedy):
    """Edit the site file as somebody would who reads the remedy."""
    text = path.read_text(encoding="utf-8")
    placed = {head.id: head for head in site.heads}
    for name, share in (remedy.output or {}).items():
        at = text.index(f"[luminaire_types.T{name}]")
        had = re.search(r"multiplier = ([\d.]+)", text[at:])
        new = float(had[1]) * share
        text = text[: at + had.start()] + f"multiplier = {new:.12g}" + text[at + had.end() :]
    for key in ("mounting_height_ft", "tilt_deg", "orientation_deg", "cutoff_angle_deg"):
        for name, value in (getattr(remedy, key) or {}).items():
            text = set_key(text, name, key, f"{value:.12g}")
    for name, (dx, dy) in (remedy.move_ft or {}).items():
        x, y = placed[name].pole_xy_ft
        text = set_key(text, name, "at", f"[{x + dx:.9g}, {y + dy:.9g}]")
    assert text != path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")


def kinds_of(remedy):
    names = ("output", "mounting_height_ft", "tilt_deg", "orientation_deg", "move_ft")
    return {name for name in (*names, "cutoff_angle_deg") if getattr(remedy, name)}


def mend(path, rule, where, remedies):
    """Apply each remedy to its own copy of the file; give the kinds that were tried."""
    original = path.read_text(encoding="utf-8")
    site, _ = judged(path)
    tried = set()
    for remedy in remedies:
        path.write_text(original, encoding="utf-8")
        apply_to_file(path, site, remedy)
        _, findings = judged(path)
        (again,) = (f for f in findings if f.rule.endswith(rule) and f.where.name == where)
        assert again.status is Status.PASS, f"{remedy.text}: {again.message}"
        tried |= kinds_of(remedy)
    path.write_text(original, encoding="utf-8")
    return tried


def test_trespass_is_mended_by_every_change_that_is_proposed_for_one_pole(tmp_path):
    path = write(
        tmp_path / "site.toml",
        [
            lamp("A", "area_t3", 100, 50, 20, orientation=0, tilt=5, multiplier=0.45),
            lamp("B", "area_t3", 40, 50, 20, orientation=180, multiplier=0.45),
        ],
    )
    site, findings = judged(path)
    finding = failing(findings, "J2-trespass-25ft", "east/offset_25ft")
    changes, remark = alone(Trial(site, finding, CODE))
    assert remark == ""
    assert all(change.text.startswith("A alone: ") for change in changes)
    tried = mend(path, "J2-trespass-25ft", "east/offset_25ft", changes)
    tried |= mend(path, "J2-trespass-25ft", "east/offset_25ft", remedies_for(site, finding, CODE))
    assert {"output", "mounting_height_ft", "orientation_deg", "move_ft"} <= tried


def test_dimming_one_pole_is_as_little_as_holds_the_limit(tmp_path):
    path = write(tmp_path / "site.toml", [lamp("A", "area_t3", 100, 50, 20, multiplier=0.6)])
    site, findings = judged(path)
    finding = failing(findings, "J2-trespass-25ft", "east/offset_25ft")
    changes, _ = alone(Trial(site, finding, CODE))
    (share,) = next(c for c in changes if c.output).output.values()
    # Light adds: of one pole alone the share is limit over reading, down to a whole percent.
    assert share == pytest.approx(int(100 * 0.2 / finding.measured) / 100)


def test_a_tilt_that_trespasses_is_taken_back(tmp_path):
    path = write(
        tmp_path / "site.toml",
        [lamp("A", "area_t3_dark", 92, 50, 20, orientation=0, tilt=35, multiplier=1.8)],
    )
    site, findings = judged(path)
    finding = failing(findings, "J2-trespass-25ft", "east/offset_25ft")
    changes, _ = alone(Trial(site, finding, CODE))
    tilts = [change for change in changes if change.tilt_deg]
    assert [change.text for change in tilts] == ["A alone: tilt to 0"]
    assert "tilt_deg" in mend(path, "J2-trespass-25ft", "east/offset_25ft", tilts)


def test_poles_of_which_none_is_enough_alone_are_said_to_be(tmp_path):
    path = write(
        tmp_path / "site.toml",
        [lamp(name, "area_t3", 100, y, 20) for name, y in (("A", 30), ("B", 50), ("C", 70))],
    )
    site, findings = judged(path)
    finding = failing(findings, "J2-trespass-25ft", "east/offset_25ft")
    assert alone(Trial(site, finding, CODE))[0] == ()
    assert any("alone is enough" in text for text in helps_for(site, finding, CODE))


@pytest.mark.parametrize(
    ("lamps", "kind"),
    [
        ([lamp("A", "area_t3_dark", 60, 50, 15, tilt=25)], "tilt_deg"),
        ([lamp("A", "area_t3_dark", 75, 50, 40)], "mounting_height_ft"),
        ([lamp("A", "area_t4_hss", 60, 50, 20)], None),
        ([lamp("A", "wallpack_glass", 60, 50, 10)], "cutoff_angle_deg"),
    ],
)
def test_a_source_is_hidden_by_the_change_that_is_proposed(tmp_path, lamps, kind):
    path = write(tmp_path / "site.toml", lamps, neighbour="commercial")
    site, findings = judged(path)
    finding = failing(findings, "H1-visibility-25ft", "east")
    remedies = remedies_for(site, finding, CODE)
    assert remedies
    tried = mend(path, "H1-visibility-25ft", "east", remedies)
    assert kind is None or kind in tried


def test_what_hides_several_sources_is_one_remedy_for_all(tmp_path):
    path = write(
        tmp_path / "site.toml",
        [
            lamp("A", "area_t3_dark", 60, 50, 15, tilt=25),
            lamp("B", "wallpack_glass", 40, 50, 10),
        ],
        neighbour="commercial",
    )
    site, findings = judged(path)
    finding = failing(findings, "H1-visibility-25ft", "east")
    (remedy,) = remedies_for(site, finding, CODE)
    assert remedy.tilt_deg == {"A": 0.0}
    assert set(remedy.cutoff_angle_deg) == {"B"}
    assert mend(path, "H1-visibility-25ft", "east", [remedy]) == {"tilt_deg", "cutoff_angle_deg"}


ZONE = """
[[zones]]
name = "lane"
kind = "traffic"
area = [[30, 40], [90, 40], [90, 60], [30, 60]]
spacing_ft = 5
"""


def with_lane(path, lamps):
    write(path, lamps, neighbour="commercial")
    path.write_text(path.read_text(encoding="utf-8") + ZONE, encoding="utf-8")
    return path


def test_a_ratio_is_mended_by_every_change_that_is_proposed_for_one_pole(tmp_path):
    path = with_lane(
        tmp_path / "site.toml",
        [
            lamp("A", "area_t3", 35, 50, 12, orientation=0, multiplier=2.0),
            lamp("B", "area_t3", 85, 50, 25, orientation=180),
        ],
    )
    site, findings = judged(path)
    finding = failing(findings, "G2-uniformity-traffic", "lane")
    changes, remark = alone(Trial(site, finding, CODE))
    assert remark == ""
    assert all(" alone: " in change.text for change in changes)
    tried = mend(path, "G2-uniformity-traffic", "lane", changes)
    tried |= mend(path, "G2-uniformity-traffic", "lane", remedies_for(site, finding, CODE))
    assert "output" in tried
    assert len(tried) > 1


def test_dimming_one_pole_for_a_ratio_is_as_little_as_holds_it(tmp_path):
    path = with_lane(
        tmp_path / "site.toml",
        [
            lamp("A", "area_t3", 35, 50, 12, multiplier=2.0),
            lamp("B", "area_t3", 85, 50, 25, orientation=180),
        ],
    )
    site, findings = judged(path)
    finding = failing(findings, "G2-uniformity-traffic", "lane")
    changes, _ = alone(Trial(site, finding, CODE))
    (name, share), *_ = next(c for c in changes if c.output).output.items()
    light = ph.calculate(site)
    points = light["lane"].points_ft
    each = light.contributions(points)
    own = each[:, [head.id for head in site.heads].index(name)]
    others = each.sum(axis=1) - own
    ratio = {
        percent: (others + percent / 100 * own).mean() / (others + percent / 100 * own).min()
        for percent in range(20, 100)
    }
    assert round(100 * share) == max(p for p, value in ratio.items() if value <= finding.limit)


def test_poles_of_which_none_evens_a_zone_alone_are_said_to_be(tmp_path):
    path = with_lane(tmp_path / "site.toml", [lamp("A", "area_t3_dark", 35, 45, 8)])
    site, findings = judged(path)
    finding = failing(findings, "G2-uniformity-traffic", "lane")
    changes, remark = alone(Trial(site, finding, CODE))
    assert changes == ()
    assert remark == "no single change of A alone is enough"
    assert remark in helps_for(site, finding, CODE)


def test_a_change_for_a_ratio_names_the_trespass_that_it_would_cause(tmp_path):
    path = with_lane(tmp_path / "site.toml", [lamp("A", "area_t4", 85, 50, 25, orientation=180)])
    text = path.read_text(encoding="utf-8")
    path.write_text(
        re.sub(
            r'(id = "east"(?:.*\n){2})adj.*', r'\1adjacent_district_class = "residential"', text
        ),
        encoding="utf-8",
    )
    site, findings = judged(path)
    trial = Trial(site, failing(findings, "G2-uniformity-traffic", "lane"), CODE)
    turned = Remedy("turn A", orientation_deg={"A": 0.0})
    apply_to_file(path, site, turned)
    _, again = judged(path)
    light = ("-J1-", "-J2-", "-G2-", "-G4-", "-H1-", "-H2-")
    failed, before = (
        {(f.rule, f.where.name) for f in some if f.status is Status.FAIL}
        for some in (again, findings)
    )
    expected = sorted(p for p in failed - before if any(part in p[0] for part in light))
    assert any("J2-trespass-25ft" in rule for rule, _ in expected)
    assert list(broken_by(trial, turned)) == expected
    assert with_warning(trial, turned).startswith("turn A (but then ")
    assert with_warning(trial, Remedy("dim A", output={"A": 0.5})) == "dim A"


def test_a_change_for_a_ratio_names_the_lines_from_which_it_would_be_seen(tmp_path):
    path = with_lane(
        tmp_path / "site.toml",
        [lamp("A", "area_t3_dark", 50, 50, 12), lamp("B", "area_t3_dark", 70, 50, 12)],
    )
    site, findings = judged(path)
    trial = Trial(site, failing(findings, "G2-uniformity-traffic", "lane"), CODE)
    raised = Remedy("raise A", mounting_height_ft={"A": 60.0})
    apply_to_file(path, site, raised)
    _, again = judged(path)
    failed, before = (
        {(f.rule, f.where.name) for f in some if f.status is Status.FAIL and "-H1-" in f.rule}
        for some in (again, findings)
    )
    assert failed - before
    assert {one for one in broken_by(trial, raised) if "-H1-" in one[0]} == failed - before


UNEVEN = [
    lamp("A", "area_t3", 35, 50, 14, orientation=0, multiplier=2.0),
    lamp("B", "area_t3", 85, 50, 25, orientation=180),
]
TOWN = """
format = 1
name = "Evenfield (invented)"
jurisdiction = "evenfield"
[option]
RATIO_SCOPE = {{ question = "Over which area?", values = ["per_zone", "whole_site"] }}
"""
EVEN = """
format = 1
[[rule]]
id = "even"
record = "calc_zone"
citation = "§ 1"
kind = "numeric_limit"
title = "Evenness of a lane"
applies = 'calc_zone.kind == "traffic"'
photometric = {{ check = "ratio", of = "{of}", most = {most}, layer = "maintained", scope_option = "RATIO_SCOPE" }}
"""
TWO_LANES = ZONE + ZONE.replace("lane", "walk").replace("60], [30, 60", "50], [30, 50")


@pytest.mark.parametrize(
    ("of", "scope", "most"),
    [
        ("max/min", "per_zone", 6.0),
        ("max/avg", "per_zone", 2.9),
        ("max/min", "whole_site", 6.0),
        ("avg/min", "whole_site", 2.6),
    ],
)
def test_every_ratio_is_mended_by_what_is_proposed_in_a_file(tmp_path, of, scope, most):
    folder = tmp_path / "evenfield"
    folder.mkdir()
    (folder / "code.toml").write_text(TOWN.format(), encoding="utf-8")
    (folder / "lighting.toml").write_text(EVEN.format(of=of, most=most), encoding="utf-8")
    path = write(tmp_path / "site.toml", UNEVEN, neighbour="commercial")
    text = path.read_text(encoding="utf-8").replace("sweden-ny", folder.name)
    options = f'[options]\nRATIO_SCOPE = "{scope}"\n'
    path.write_text(text + TWO_LANES + options, encoding="utf-8")
    site, findings = judged(path)
    finding = failing(findings, "even", "lane")
    code = load_code(folder)
    changes, _ = alone(Trial(site, finding, code))
    tried = mend(path, "even", "lane", [*changes, *remedies_for(site, finding, code)])
    assert "output" in tried


@pytest.mark.parametrize("tilt", [20, -20])
def test_a_shield_that_is_full_again_passes_when_the_tilt_is_typed(tmp_path, tilt):
    kind, placed = lamp("A", "area_t4", 60, 50, 20, tilt=tilt)
    path = write(tmp_path / "site.toml", [(kind + "lamp_power_w = 100\n", placed)], "commercial")
    site, findings = judged(path)
    finding = failing(findings, "D-T6-unlisted-over-70", "A")
    (remedy,) = remedies_for(site, finding, CODE)
    assert mend(path, "D-T6-unlisted-over-70", "A", [remedy]) <= {"tilt_deg"}
    assert abs(remedy.tilt_deg["A"]) < abs(tilt)
