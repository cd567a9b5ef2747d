"""The page as text: what it embeds, that nothing leaves its place, and that its numbers hold."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.submittal.csv_files import points_csv
from photometry.submittal.html import report_html
from photometry.submittal.html_assets import json_for_script
from photometry.submittal.html_encode import (
    Frame,
    fc_integers,
    fc_text,
    grid_step,
    grid_text,
    runs,
)
from photometry.submittal.html_findings import entries_of, tallies, verdict_sentence
from photometry.submittal.html_shares import shares_of
from photometry.submittal.pipeline import judge


class Page(HTMLParser):
    """The elements of a page, and the text of its scripts, styles and title."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.texts = {"script": [], "style": [], "title": []}
        self.words = []
        self._open = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in self.texts:
            self._open = tag
            self.texts[tag].append("")

    def handle_endtag(self, tag):
        if tag == self._open:
            self._open = None

    def handle_data(self, data):
        if self._open:
            self.texts[self._open][-1] += data
        else:
            self.words.append(data)

    @property
    def data(self):
        return json.loads(self.texts["script"][0])

    @property
    def policy(self):
        [content] = [
            attributes["content"]
            for tag, attributes in self.elements
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        ]
        parts = [part.split() for part in content.split(";")]
        return {part[0]: part[1:] for part in parts}


@pytest.fixture(scope="module")
def page(station_html):
    return Page(station_html)


@pytest.fixture(scope="module")
def hostile(hostile_html):
    return Page(hostile_html)


def decoded(steps, part):
    """Decode a path in plain steps, as the page's script does."""
    x = y = 0
    points = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x * part, y * part))
    return points


def unrun(taken):
    """Undo runs of equal steps: plain steps, as the page's script takes them."""
    return [
        value
        for dx, dy, times in zip(taken[::3], taken[1::3], taken[2::3], strict=True)
        for value in [dx, dy] * times
    ]


def light(text):
    """Decode the light of points, in ten-thousandths of a footcandle."""
    width, _, encoded = text.partition(":")
    data, width = base64.b64decode(encoded), int(width)
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]


def test_the_same_site_gives_the_same_page(station, station_html):
    assert report_html(station) == station_html


def test_a_normal_site_fits_three_megabytes(station_html):
    assert len(station_html.encode()) < 3_000_000


def test_the_page_is_written_with_the_other_products(small_site, tmp_path):
    from photometry.submittal.write import write_submittal

    write_submittal(judge(small_site), tmp_path / "out", only=("page",))
    text = (tmp_path / "out" / "report.html").read_bytes().decode("utf-8")
    assert text.startswith("<!doctype html>")
    # A site in metres: 20 ft of mounting height are 6.096 m, in every place that says it.
    assert '"height":6.1' in text
    assert "<dd>6.1 m</dd>" in text
    assert re.search(r'MH<br><span class="unit">m</span>', text)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert "report.html" in manifest["files"]


def test_the_policy_lets_only_the_pages_own_scripts_and_style_run(page):
    def hashed(text):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        return f"'sha256-{digest}'"

    assert page.policy["default-src"] == ["'none'"]
    assert page.policy["script-src"] == [hashed(text) for text in page.texts["script"][1:]]
    assert page.policy["style-src"] == [hashed(text) for text in page.texts["style"]]
    assert page.policy["img-src"] == ["data:"]
    assert "connect-src" not in page.policy  # the default: none


def test_nothing_in_the_page_points_out_of_it(page):
    for tag, attributes in page.elements:
        for name in ("src", "href", "action", "srcset", "data", "poster"):
            target = attributes.get(name, "#")
            assert target.startswith(("#", "data:")), (tag, name, target)
    assert "url(" not in re.sub(r"url\(#\w+", "", page.texts["style"][0])
    assert "sourceMappingURL" not in "".join(page.texts["script"])


@pytest.mark.parametrize("which", ["page", "hostile"])
def test_no_element_has_a_handler_or_a_style_of_its_own(which, request):
    for tag, attributes in request.getfixturevalue(which).elements:
        assert not [name for name in attributes if name.startswith("on")], tag
        assert "style" not in attributes, tag


def test_names_that_are_markup_stay_text(hostile):
    tags = [tag for tag, _ in hostile.elements]
    assert tags.count("script") == 3  # the data, Leaflet, the page's own
    assert "img" not in tags
    assert "i" not in tags
    assert hostile.texts["title"] == ["</title><script>alert(1)</script>: lighting report"]
    words = " ".join(hostile.words)
    for name in ("<b>A</b>", "<svg/onload=alert(5)>", "{{ 7 * 7 }}{% raw %}"):
        assert name in words
    assert hostile.data["heads"][0]["id"] == "<svg/onload=alert(5)>"


def test_data_in_a_script_element_cannot_end_it():
    text = json_for_script({"name": "</script><!-- & \u2028"})
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"name": "</script><!-- & \u2028"}


def test_the_licence_of_leaflet_goes_with_it(page):
    words = " ".join(page.words)
    assert "Leaflet 1.9.4: its licence" in words
    assert "Volodymyr Agafonkin" in words
    assert "Redistributions in binary form must reproduce" in words


def test_every_input_is_listed_with_its_hash_rules_included(page, station):
    words = " ".join(page.words)
    for path in (station.site.path, station.site.facts_path):
        assert f"inputs/{path.name}" in words
        assert hashlib.sha256(path.read_bytes()).hexdigest() in words
    assert "sweden-ny/code.toml" in words


def test_direct_light_only_is_said(page):
    assert "Direct light only: no reflected light and no other sources." in " ".join(page.words)


def test_points_of_the_page_are_those_of_points_csv(page, station):
    rows = [line.split(",") for line in points_csv(station.calc).splitlines()[1:]]
    places = [*page.data["zones"], *page.data["lines"]]
    origin = page.data["origin"]
    for place in places:
        place["fc"] = {layer: light(text) for layer, text in place["fc"].items()}
    found = [
        [
            place["name"],
            *(f"{value + start:.3f}" for value, start in zip(point, origin, strict=True)),
            *(f"{place['fc'][layer][i] * 1e-4:.4f}" for layer in ("initial", "maintained")),
        ]
        for place in places
        for i, point in enumerate(decoded(unrun(place["points"]), 0.001))
    ]
    assert len(found) == len(rows) > 1000
    for mine, row in zip(found, rows, strict=True):
        # z stands between; "-0.000" is how a plain format writes what the file has as 0.000.
        assert [text.replace("-0.000", "0.000") for text in mine] == [*row[:3], *row[4:6]]


def test_the_display_grid_is_the_illuminance_at_its_nodes(page, station):
    grid = page.data["grid"]
    words = np.frombuffer(base64.b64decode(grid["values"]["initial"]), "<u2")
    values = words.reshape(grid["rows"], grid["columns"])
    x, y = 7, 9  # a node far from any wall and any shadow's edge
    left, bottom = page.data["origin"]
    at = [[left + grid["x"] + x * grid["step"], bottom + grid["y"] + y * grid["step"], 0.0]]
    fc = station.calc.illuminance(at, layer="initial")[0]
    # Half a step of the grid's own rounding, and 1e-4 of coordinates rounded to that.
    assert values[y, x] * grid["fcStep"]["initial"] == pytest.approx(fc, abs=6e-4)


def test_a_grid_keeps_sixteen_bits_whatever_its_largest_value():
    values = np.array([[0.0, 0.4996, np.nan], [1234.5, 64.0, 3.14159]])
    step = grid_step(values)
    words = np.frombuffer(base64.b64decode(grid_text(values, step)), "<u2").reshape(2, 3)
    assert words[0, 2] == 0xFFFF
    known = ~np.isnan(values)
    assert words[known].max() < 0xFFFF
    np.testing.assert_allclose(words[known] * step, values[known], atol=step / 2)
    assert grid_step(np.array([[1.0]])) == 0.001
    assert grid_step(np.array([[np.nan]])) == 0.001


def test_a_path_far_from_the_origin_keeps_hundredths_however_long_it_is(small_site):
    frame = Frame.of(judge(small_site).site)
    assert frame.unit == "m"
    metres = np.column_stack([1000.004 + 0.0137 * np.arange(500), np.full(500, 499.996)])
    back = np.array(decoded(frame.shape(metres / 0.3048), 0.01)) + np.array(frame.origin)
    assert np.abs(back - metres).max() <= 0.005 + 1e-9  # m, half a hundredth: errors do not add up


def test_a_lattice_is_a_few_numbers_and_its_light_keeps_every_digit():
    x, y = np.meshgrid(np.arange(300) * 5.0 + 2.5, np.arange(200) * 5.0)
    points = np.column_stack([x.ravel(), y.ravel()])
    taken = runs(points / 0.001)
    assert len(taken) == 3 * 2 * 200  # a row is its first step and all the others
    np.testing.assert_allclose(decoded(unrun(taken), 0.001), points, atol=1e-9)  # ft, of floats
    irregular = np.array([(3.0, 4.0), (3.0, 4.0), (7.0, -1.0)])
    assert decoded(unrun(runs(irregular)), 1) == [(3, 4), (3, 4), (7, -1)]


@pytest.mark.parametrize("largest", [0.0, 1677.7215, 1677.7216, 400_000.0])
def test_light_of_any_size_is_kept_to_a_ten_thousandth(largest):
    values = [0.0, 0.0123, 5.97, largest]
    assert light(fc_text(values)) == fc_integers(values)


def test_footcandles_are_rounded_as_in_the_files():
    values = [0.00005, 0.00015, 2.00005, 0.12345]
    assert [f"{i * 1e-4:.4f}" for i in fc_integers(values)] == [f"{v:.4f}" for v in values]


@pytest.mark.parametrize("rule", ["J1-trespass-pavement-edge", "J2-trespass-dwelling"])
def test_shares_at_a_witness_add_up_to_what_was_measured(station, rule):
    found = [f for f in station.findings if f.rule.endswith(rule) and f.witness is not None]
    assert found
    for finding in found:
        shares = shares_of(station.calc, finding)
        assert shares.layer == "initial"
        # Every luminaire counts in these rules; the witness is the refined maximum itself.
        assert shares.fc["initial"] == pytest.approx(finding.measured, rel=1e-9)
        parts = [float(bar.text) for bar in shares.bars[1:]]
        assert sum(parts) == pytest.approx(finding.measured, abs=0.005 * len(parts))  # fc, rounding
        assert shares.bars[0].percent <= 100.0
        limit_per_fc = shares.limit_percent / finding.limit
        assert shares.bars[0].percent / finding.measured == pytest.approx(limit_per_fc, rel=1e-3)


def test_a_vertical_finding_has_the_shares_of_its_own_meter(station):
    line = station.calc.lines["north/offset_25ft"]
    values = line.layer_fc("vertical_initial")
    station_at = int(values.argmax())
    finding = invented(
        where=Where("line", line.name),
        witness=tuple(line.vertical_points_ft[station_at]),
        unit="fc",
        measured=float(values[station_at]),
        limit=0.2,
        options={"TRESPASS_PLANE": "vertical_facing_site", "TRESPASS_LLF": "initial"},
    )
    shares = shares_of(station.calc, finding)
    assert shares.layer == "vertical_initial"
    assert float(shares.bars[0].text) == pytest.approx(
        values[station_at], abs=0.005
    )  # fc, rounding


def test_a_dark_witness_gets_the_digits_that_show_something(station):
    finding = invented(where=Where("line", "x"), witness=(-60.0, -60.0, 0.0), unit="ratio")
    shares = shares_of(station.calc, finding)
    assert 0 < shares.fc["maintained"] < 0.05
    assert float(shares.bars[0].text) > 0


def test_a_finding_about_visible_height_has_bars_of_the_heights_of_those_that_show(station):
    finding = next(
        f for f in station.findings if f.rule == "sweden-175-29-H1-visibility-25ft" and f.details
    )
    [entry] = entries_of(station.calc, [finding])
    bars = entry.shares.bars
    shown = [(detail.luminaire, f"{detail.measured:.1f}") for detail in finding.details]
    assert [(bar.label.split(" ")[0], bar.text) for bar in bars] == shown[: len(bars)]
    assert len(bars) + entry.shares.more == len(shown) > 10
    assert entry.bars_title == "Height to which each source shows, ft"
    assert entry.members == ()
    # A bar's length and the mark are on one scale; 0.1: both are rounded to hundredths.
    assert entry.shares.limit_percent == pytest.approx(
        bars[0].percent * finding.limit / finding.measured, abs=0.1
    )


def test_a_luminaires_finding_has_no_shares(station):
    finding = invented(where=Where("luminaire", "S1"), witness=(26.0, 5.0, 28.0))
    assert shares_of(station.calc, finding) is None


def invented(**changes):
    """A finding with something in every field that the list shows."""
    given = {
        "rule": "town-1-A-limit",
        "code": "town",
        "status": Status.FAIL,
        "citation": "Town Code § 1 A(2)",
        "where": Where("zone", "parking"),
        "message": "A limit: it is too much",
        "title": "A limit",
    }
    return Finding(**{**given, **changes})


def test_luminaires_that_one_rule_fails_are_one_entry_worst_first(station):
    findings = [
        invented(where=Where("luminaire", name), measured=value, limit=10.0, margin=10.0 - value)
        for name, value in (("P1", 11.0), ("P2", 14.0), ("P3", 12.0))
    ]
    findings.append(invented(where=Where("luminaire", "P4"), status=Status.PASS))
    failed, passed = entries_of(station.calc, findings)
    assert [member.name for member in failed.members] == ["P2", "P3", "P1"]
    assert (failed.where, failed.margin) == ("3 luminaires (P2, P3, P1)", "4.00 over")
    assert failed.sentence == "It is too much."
    assert (passed.status, passed.where) == (Status.PASS, "P4")


def test_what_a_rule_says_in_the_same_words_of_several_zones_is_one_entry(station):
    words = {"status": Status.NOT_EVALUATED, "message": "A limit: no activity given"}
    findings = [invented(where=Where("zone", name), **words) for name in ("lot", "walk", "drive")]
    findings.append(invented(where=Where("zone", "aisle"), status=Status.NOT_EVALUATED))
    findings += [
        invented(where=Where("zone", name), measured=2.0, limit=1.0, margin=-1.0)
        for name in ("lot", "walk")
    ]
    found = [(entry.where, entry.status) for entry in entries_of(station.calc, findings)]
    assert found == [
        ("lot", Status.FAIL),
        ("walk", Status.FAIL),
        ("3 zones (lot, walk, drive)", Status.NOT_EVALUATED),
        ("aisle", Status.NOT_EVALUATED),
    ]


def test_an_entry_names_the_unit_of_a_margin_and_what_an_option_asks(station):
    asked = invented(
        measured=13.79,
        limit=3.0,
        margin=-10.79,
        unit="ratio",
        turns_with={"PLANE=any_plane": Status.PASS},
        questions={"PLANE": "On which plane?"},
    )
    hidden = invented(
        status=Status.PASS,
        measured=-1.82,
        limit=0.0,
        margin=1.82,
        unit="ft",
        where=Where("boundary", "east"),
        details=(Detail("P1", -1.82),),
    )
    failed, passed = entries_of(station.calc, [asked, hidden])
    assert failed.margin == "10.79 (ratio) over"
    assert failed.turns[0][0] == "“any plane” to “On which plane?” (PLANE=any_plane)"
    assert (passed.numbers, passed.margin) == ("hidden; limit 0 ft", "")
    assert [member.text for member in passed.members] == ["hidden"]


def test_entries_come_worst_first_and_what_does_not_apply_last(station):
    entries = entries_of(station.calc, station.findings)
    order = [list(Status).index(entry.status) for entry in entries]
    assert order == sorted(order)
    assert [entry.id for entry in entries] == [f"f{i}" for i in range(1, len(entries) + 1)]
    idle = [entry.finding.rule for entry in entries if entry.status is Status.NOT_APPLICABLE]
    assert len(idle) == len(set(idle)) > 10


def test_a_finding_along_a_line_names_the_luminaires_that_it_is_about(station):
    details = tuple(Detail(f"P{i}", 20.0 - i) for i in range(12))
    finding = invented(where=Where("line", "east/pavement_edge"), unit="ft", details=details)
    [entry] = entries_of(station.calc, [finding])
    assert [member.text for member in entry.members[:2]] == ["20.0 ft", "19.0 ft"]
    assert (len(entry.members), entry.more_members) == (8, 4)


@pytest.mark.parametrize(
    ("statuses", "sentence"),
    [
        ([], "Not judged: no rule of a code was applied."),
        ([Status.NOT_APPLICABLE], "Not judged: no rule of a code was applied."),
        (
            [Status.PASS, Status.FAIL, Status.FAIL],
            "Does not conform: 1 requirement is not met, at 2 places or luminaires.",
        ),
        (
            [Status.PASS, Status.NOT_EVALUATED, Status.NEEDS_DETERMINATION],
            "Nothing fails, but 2 findings are still open.",
        ),
        ([Status.PASS, Status.ADVISORY], "Conforms: every requirement that applies is met."),
    ],
)
def test_the_first_sentence_says_whether_it_complies(statuses, sentence):
    assert verdict_sentence([invented(status=status) for status in statuses]) == sentence


def test_tallies_count_findings_and_leave_out_what_nobody_got():
    found = tallies([invented(status=s) for s in (Status.PASS, Status.NEEDS_DETERMINATION)])
    assert [(tally.count, tally.word) for tally in found] == [(1, "needs a person"), (1, "pass")]


def test_a_site_without_findings_boundaries_or_scenes_has_its_page(tmp_path):
    path = tmp_path / "site.toml"
    path.write_text(
        'format = 1\nunit = "ft"\n[project]\nname = "Bare"\n'
        '[luminaire_types.A]\nfile = "sample:area_t3"\nllf = 0.8\n'
        '[[luminaires]]\nid = "P1"\ntype = "A"\nat = [0, 0]\nmounting_height_ft = 20\n'
        '[[zones]]\nname = "lot"\nkind = "parking"\narea = [[0,0],[40,0],[40,40],[0,40]]\n',
        encoding="utf-8",
    )
    bare = Page(report_html(judge(path)))
    assert "Not judged: no rule of a code was applied." in " ".join(bare.words)
    assert list(bare.data["layers"]) == ["initial", "maintained"]
    assert bare.data["lines"] == []
