"""The page driven in a real browser: Playwright with the system's Chromium.

Where either is missing the tests skip and say so.
"""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from photometry.submittal.csv_files import points_csv
from photometry.submittal.html import report_html
from photometry.tables.display import LUX

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")

WIDE = {"width": 1400, "height": 880}
PHONE = {"width": 390, "height": 844}
TRESPASS = "Light at a dwelling nearer than 25 ft, residential case"
STILL_MS = 5000  # a move of the map takes a quarter of a second; a busy machine takes longer


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def files(station, station_html, hostile_html, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    # Every kind of entry once: what axe looks at is what differs.
    kinds = {(f.status, f.where.kind, f.unit): f for f in reversed(station.findings)}
    brief = report_html(replace(station, findings=tuple(kinds.values())), LUX)
    pages = {"station": station_html, "hostile": hostile_html, "brief": brief}
    for name, html in pages.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8", newline="\n")
    return folder


def opener(browser, files):
    """Open pages; afterwards there must have been no request, no message and no dialog."""
    contexts, heard = [], []

    def hear_request(request):
        if not request.url.startswith(("file:", "data:")):
            heard.append(request.url)

    def open_page(name="station", **options):
        context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **options})
        contexts.append(context)
        context.set_default_timeout(STILL_MS)
        page = context.new_page()
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("dialog", lambda dialog: heard.append(dialog.message))
        page.on("request", hear_request)
        page.goto((files / f"{name}.html").as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert heard == []


opened = pytest.fixture(opener, name="opened")
opened_for_all = pytest.fixture(opener, name="opened_for_all", scope="module")


@pytest.fixture(scope="module")
def wide(opened_for_all):
    """One page for the tests that leave it as they found it."""
    return opened_for_all()


class Plan:
    """The map as a person has it: places of the site on the screen."""

    def __init__(self, page, site):
        self.page = page
        heads = {head.id: head.luminaire for head in site.heads}
        first, second = heads["C1"], heads["C8"]  # canopy symbols stand at the heads themselves
        order = [head.id for head in site.heads]
        symbols = page.locator(".luminaire")
        (x1, y1), (x2, y2) = (centre(symbols.nth(order.index(name))) for name in ("C1", "C8"))
        self.scale = (x2 - x1) / (second.x_ft - first.x_ft)
        # North is up, and a foot is as long across as upward.
        assert (y1 - y2) / (second.y_ft - first.y_ft) == pytest.approx(self.scale, rel=0.02)
        self.left, self.top = x1 - self.scale * first.x_ft, y1 + self.scale * first.y_ft

    def on_screen(self, x_ft, y_ft):
        return self.left + self.scale * x_ft, self.top - self.scale * y_ft

    def point_at(self, x_ft, y_ft):
        self.page.mouse.move(*self.on_screen(x_ft, y_ft))


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reading(page):
    """The value that is read out, with the four decimals of the files."""
    return page.locator(".reading data").get_attribute("value")


def finding(page, title):
    return page.locator(".finding .row", has_text=title).first


def test_hostile_names_do_nothing_but_stand_there(opened):
    page = opened("hostile")
    assert page.title() == "</title><script>alert(1)</script>: lighting report"
    page.get_by_role("button", name="<script>alert(8)</script>").click()
    page.get_by_role("checkbox", name="Pseudocolour").check()
    page.get_by_role("tab", name="Luminaires").click()
    page.locator("#luminaires .goto").first.click()
    page.mouse.move(*centre(page.locator(".luminaire").first))
    assert "<svg/onload=alert(5)>" in page.locator(".leaflet-tooltip").inner_text()
    assert page.locator(".label.tag").inner_text() == "<svg/onload=alert(5)>"


def test_the_read_out_is_that_of_points_csv_at_calculation_points(wide, station):
    page = wide
    plan = Plan(page, station.site)
    rows = list(csv.DictReader(io.StringIO(points_csv(station.calc))))
    in_lot = [row for row in rows if row["zone"] == "forecourt"]
    for row in (in_lot[0], in_lot[200], in_lot[-40]):
        plan.point_at(float(row["x"]), float(row["y"]))
        assert reading(page) == row["maintained_fc"]
        where = page.locator(".reading-place").inner_text()
        x, y = (f"{float(row[axis]):.1f}" for axis in "xy")
        assert where == f"point of forecourt, x {x}, y {y} ft"


def test_between_points_the_read_out_says_that_it_is_interpolated(wide, station):
    page = wide
    plan = Plan(page, station.site)
    x, y = plan.on_screen(-20.0, 40.0)  # west of the lot, no line near
    page.mouse.move(x, y)
    assert page.locator(".reading").inner_text().startswith("≈")
    assert "between points, from the display grid" in page.locator(".reading-place").inner_text()
    [at] = re.findall(r"x (\S+), y (\S+) ft", page.locator(".reading-place").inner_text())
    place = [[float(text.replace("\N{MINUS SIGN}", "-")) for text in at] + [0.0]]
    # fc: 0.05 ft of coordinates read to 0.1, and the chord of a cell of the display grid.
    assert float(reading(page)) == pytest.approx(station.calc.illuminance(place)[0], abs=0.02)


def test_at_a_judged_line_the_read_out_names_the_layer_and_the_limit(wide, station):
    page = wide
    x, y, _ = station.calc.lines["north/dwellings"].points_ft[0]
    Plan(page, station.site).point_at(x, y)
    judged = page.locator(".reading-judged").inner_text()
    assert judged == "0.60 fc initial is judged here, over the limit of 0.2 fc"


def test_dragging_pans_the_plan_and_the_wheel_zooms_it(opened, station):
    page = opened()
    before = Plan(page, station.site)
    x, y = before.on_screen(20.0, 60.0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 40, steps=4)
    page.wait_for_timeout(300)  # held still before it is let go: no inertia carries it on
    page.mouse.up()
    page.wait_for_timeout(300)
    after = Plan(page, station.site)
    assert after.scale == pytest.approx(before.scale, rel=0.01)
    assert after.left - before.left == pytest.approx(60, abs=6)  # px: the drag's own threshold
    assert after.top - before.top == pytest.approx(-40, abs=6)
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        "size => document.querySelector('.scale-bar').textContent !== size",
        arg=page.locator(".scale-bar").inner_text(),
        timeout=STILL_MS,
    )
    page.wait_for_timeout(300)
    assert Plan(page, station.site).scale > 1.2 * after.scale


def test_a_click_on_a_finding_goes_to_its_witness_and_shows_who_lights_it(opened, station):
    page = opened()
    before = Plan(page, station.site)
    row = finding(page, TRESPASS)
    row.click()
    assert row.get_attribute("aria-expanded") == "true"
    after = Plan(page, station.site)
    assert after.scale > before.scale
    layers = page.locator("#layers").bounding_box()
    seen = page.locator("#map").bounding_box()
    x, y = after.on_screen(100.0, 188.0)  # the dwelling: the middle of what is not covered
    assert x == pytest.approx((seen["x"] + layers["x"]) / 2, abs=12)  # px: the panel's margin
    assert y == pytest.approx(seen["y"] + seen["height"] / 2, abs=3)
    ring = page.locator("path.mark.fail").first
    assert centre(ring) == pytest.approx((x, y), abs=2)
    assert page.locator("path.ray").count() == 2
    more = page.locator(f"#{row.get_attribute('id')}-more")
    assert "Light of each luminaire at this point, fc initial" in more.inner_text()
    bars = [text.split("\n") for text in more.locator(".bars li").all_inner_texts()]
    assert bars[0] == ["all heads", "0.60"]
    assert bars[1] == ["G4 · GL", "0.51"]
    assert page.locator(".reading-judged").inner_text() == "0.60 fc initial is judged here"
    row.click()
    assert row.get_attribute("aria-expanded") == "false"
    assert page.locator("path.ray").count() == 0


def test_a_ring_on_the_plan_opens_its_finding(opened):
    page = opened()
    page.get_by_role("tab", name="Statistics").click()
    page.locator("path.mark.other").first.click()
    assert page.get_by_role("tab", name="Findings").get_attribute("aria-selected") == "true"
    assert page.locator(".finding.open").count() == 1


def test_the_counts_filter_the_list(wide):
    page = wide
    every = page.locator(".finding:visible").count()
    page.get_by_role("button", name="2 advisory").click()
    shown = page.locator(".finding:visible")
    assert shown.count() == 1
    assert "Outdoor fixtures are shielded" in shown.inner_text()
    page.get_by_role("button", name="Show all").click()
    assert page.locator(".finding:visible").count() == every


def test_the_scene_switch_changes_values_isolines_and_the_read_out(wide, station):
    page = wide
    zone = station.calc.zones["forecourt"]
    Plan(page, station.site).point_at(*zone.points_ft[300][:2])
    readings, drawn = {}, {}
    for scene in ("Initial", "Maintained"):
        button = page.get_by_role("button", name=scene, exact=True)
        button.click()
        assert button.get_attribute("aria-pressed") == "true"
        Plan(page, station.site).point_at(*zone.points_ft[300][:2])
        readings[scene] = float(reading(page))
        drawn[scene] = page.locator("path.isoline").first.get_attribute("d")
    assert readings["Initial"] == pytest.approx(zone.initial_fc[300], abs=5e-5)  # fc, rounding
    assert readings["Maintained"] == pytest.approx(zone.fc[300], abs=5e-5)
    assert drawn["Initial"] != drawn["Maintained"]


LAYERS = {
    "Isolines": "path.isoline",
    "Pseudocolour": "img.colour",
    "Values": ".label.value",
    "Luminaires": ".luminaire",
    "Boundaries and limits": "path.property",
    "Buildings": "path.building",
}


def test_every_layer_can_be_put_on_and_off(wide):
    for name, what in LAYERS.items():
        box = wide.get_by_role("checkbox", name=name)
        for shown in (not box.is_checked(), box.is_checked()):
            box.set_checked(shown)
            assert (wide.locator(what).count() > 0) is shown, name


def test_tables_sort_by_number_and_by_name(wide):
    page = wide
    page.get_by_role("tab", name="Luminaires").click()
    table = page.get_by_role("table", name="Luminaire schedule")
    watts = table.get_by_role("button", name="Input W total")
    heads = [" ".join(text.split()) for text in table.locator("thead th").all_inner_texts()]
    place = next(i for i, head in enumerate(heads, 1) if head == "Input W total")
    column = table.locator(f"tbody td:nth-child({place})")
    for head in ("ascending", "descending"):
        watts.click()
        numbers = [float(text.replace(",", "")) for text in column.all_inner_texts()]
        assert numbers == sorted(numbers, reverse=head == "descending")
        assert table.locator("th[aria-sort]").get_attribute("aria-sort") == head
    table.get_by_role("button", name="Type", exact=True).click()
    names = table.locator("tbody th").all_inner_texts()
    assert names == sorted(names)
    page.get_by_role("tab", name="Findings").click()


SOUGHT = {
    "Statistics": {
        "Calculation statistics": ("Verdict", "Max:Avg", "Limit Max:Avg"),
        "Limits judged at the boundaries": ("Verdict", "Largest share"),
    },
    "Luminaires": {"Luminaire schedule": ("Lumens initial", "Input W each", "LLF", "BUG")},
}


def test_what_a_reviewer_looks_for_is_in_view_and_a_wider_table_says_so(wide):
    page = wide
    for tab, tables in SOUGHT.items():
        page.get_by_role("tab", name=tab).click()
        for title, heads in tables.items():
            place = page.get_by_role("region", name=title)
            edge = place.bounding_box()["x"] + place.bounding_box()["width"]
            for head in heads:
                box = place.get_by_role("button", name=head, exact=True).bounding_box()
                assert box["x"] + box["width"] <= edge, (title, head)
            is_cut = place.evaluate("it => it.scrollWidth > it.clientWidth")
            assert place.locator(".cue").is_visible() is is_cut, title
    assert is_cut  # the schedule: catalogue numbers and files are for who scrolls
    assert page.locator(".north svg").is_visible()
    page.get_by_role("tab", name="Findings").click()


def test_values_of_all_zones_have_one_decimal_and_stand_on_no_isoline(wide):
    values = wide.locator(".label.value").all_inner_texts()
    assert len(values) > 20
    assert [text for text in values if not re.fullmatch(r"\d+\.\d|0\.0\d", text)] == []
    assert wide.evaluate(CROSSED) == []


# Values through whose middle an isoline goes, within 2 px.
CROSSED = """
(() => {
  const lines = [...document.querySelectorAll("path.isoline")];
  return [...document.querySelectorAll(".label.value")].filter((label) => {
    const box = label.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return lines.some((path) => {
      const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse());
      return [[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]].some(([dx, dy]) =>
        path.isPointInStroke(new DOMPoint(at.x + dx, at.y + dy)),
      );
    });
  }).map((label) => label.textContent);
})()
"""


def test_all_of_it_works_from_the_keyboard(opened, station):
    page = opened()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.locator("#map").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # the map takes the keyboard's focus
    before = Plan(page, station.site)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    after = Plan(page, station.site)
    assert after.scale > before.scale
    assert after.left < before.left
    said = page.locator(".said")
    said.filter(has_text=re.compile(r"\d fc maintained")).wait_for(state="attached")
    page.get_by_role("tab", name="Findings").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#statistics").is_visible()
    page.keyboard.press("End")
    assert page.locator("#provenance").is_visible()
    page.keyboard.press("Home")
    page.locator(".finding .row").first.focus()
    page.keyboard.press("Enter")
    assert page.locator(".finding.open").count() == 1


def test_on_paper_every_part_is_there_and_the_plan_is_fitted(opened, tmp_path):
    page = opened(color_scheme="dark")
    finding(page, TRESPASS).click()
    paper = tmp_path / "report.pdf"
    page.pdf(path=paper, prefer_css_page_size=True)
    if shutil.which("pdftotext") is None:
        pytest.skip("poppler's pdftotext is not installed")
    text = subprocess.run(
        ["pdftotext", "-layout", paper, "-"], capture_output=True, text=True, check=True
    ).stdout
    for words in (
        "Does not conform",
        "218.0 ft > 6 ft",
        "Calculation statistics",
        "Luminaire schedule",
        "9,651 cd",
        "SHA-256",
        "Direct light only",
    ):
        assert words in text, words
    assert "Provenance" in text
    assert text.count("\f") <= 14  # pages
    assert "Show on the plan" not in text
    # Back on the screen the plan is as it was: at the finding.
    assert page.locator("path.mark.fail").first.is_visible()
    assert not page.evaluate("document.documentElement.classList.contains('printing')")


SMALLEST_ON_PAPER = """
Math.min(...[...document.querySelectorAll(".side *")]
  .filter((it) => it.getClientRects().length)
  .filter((it) => [...it.childNodes].some((part) => part.nodeType === 3 && part.data.trim()))
  .map((it) => parseFloat(getComputedStyle(it).fontSize) * (it.getScreenCTM?.().a ?? 1)))
"""


def test_no_type_on_paper_is_smaller_than_seven_points(opened):
    page = opened(viewport={"width": 710, "height": 900})  # letter within its margins
    page.emulate_media(media="print")
    assert page.evaluate(SMALLEST_ON_PAPER) * 72 / 96 >= 7.0


def test_a_phone_shows_it_without_scrolling_sideways(opened):
    page = opened(viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert not page.locator("#layers").is_visible()
    assert page.locator(".north svg").is_visible()
    seen, readout = (page.locator(f"#{name}").bounding_box() for name in ("map", "readout"))
    assert readout["y"] >= seen["y"] + seen["height"]  # the strip covers nothing of the plan
    page.get_by_role("button", name="Layers").tap()
    page.get_by_role("checkbox", name="Isolines").uncheck()
    assert page.locator("path.isoline").count() == 0
    page.get_by_role("button", name="Layers").tap()
    finding(page, TRESPASS).tap()
    page.get_by_role("button", name="Show on the plan").locator("visible=true").tap()
    box = page.locator("#map").bounding_box()
    assert box["y"] < PHONE["height"] - 100
    page.touchscreen.tap(box["x"] + 150, box["y"] + 220)
    assert page.locator(".reading data").count() == 1


def test_without_scripts_findings_and_tables_are_all_there(opened):
    page = opened(java_script_enabled=False)
    assert page.locator(".noscript").is_visible()
    assert page.locator(".finding .more").first.is_visible()
    assert page.get_by_role("table", name="Luminaire schedule").is_visible()


# Rows, types and values are alike: some of each say what all would, in a tenth of the time.
THINNED = """
document.querySelectorAll("tbody").forEach((body) => [...body.rows].slice(3).forEach((r) => r.remove()));
[...document.querySelectorAll("article.type")].slice(1).forEach((type) => type.remove());
[...document.querySelectorAll(".label.value")].slice(9).forEach((label) => label.remove());
"""
# What differs from the first: colours in the dark, the layout on a phone.
ONLY_CONTRAST = {"runOnly": ["color-contrast"]}
NO_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}


@pytest.mark.parametrize(
    ("scheme", "viewport", "options"),
    [("light", WIDE, {}), ("dark", WIDE, ONLY_CONTRAST), ("light", PHONE, NO_CONTRAST)],
    ids=["light", "dark", "phone"],
)
def test_axe_finds_no_serious_fault(opened, scheme, viewport, options):
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    )
    page = opened("brief", color_scheme=scheme, viewport=viewport)
    # The page of all kinds is in lux: the read-out, the legend and the labels say so.
    page.locator(".finding .row", has_text="lx) > 0.5 fc (5.38 lx)").first.click()
    assert re.fullmatch(r"[\d.]+ lx maintained", page.locator(".reading").inner_text())
    assert " fc (" in page.locator(".reading-judged").inner_text()
    assert "10 lx" in page.locator(".legend").text_content()
    page.evaluate(THINNED)
    # All panels at once, as in print: one search instead of four.
    page.evaluate("document.documentElement.classList.remove('scripted')")
    found = axe.Axe().run(page, options=options).response["violations"]
    serious = [
        (fault["id"], fault["nodes"][0]["html"], fault["nodes"][0]["failureSummary"])
        for fault in found
        if fault["impact"] in {"serious", "critical"}
    ]
    assert serious == []
