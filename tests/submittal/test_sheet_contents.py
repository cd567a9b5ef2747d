"""Everything that reviewers ask of a lighting plan is on the sheet set, as its text says.

The text is read out of the PDF by poppler's ``pdftotext``, as a reviewer's search would.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from photometry._version import __version__
from photometry.drawings.sheet_set import write_sheets
from photometry.ordinance.finding import Status
from photometry.submittal.pipeline import judge
from photometry.tables.findings import on_lighting
from photometry.tables.luminaire_file import short_hash
from photometry.tables.text import clause
from photometry.tables.words import measured_text

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="poppler's pdftotext is not installed"
)


@pytest.fixture(scope="module", params=["elm-street", "corner-gas"])
def submitted(request, tmp_path_factory):
    """A judged example, and the words of each of its sheets."""
    judged = judge(EXAMPLES / request.param / "site.toml")
    path = tmp_path_factory.mktemp("sheets") / "sheets.pdf"
    write_sheets(judged.site, judged.calc, judged.findings, path, field=judged.field)
    command = ["pdftotext", "-layout", str(path), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    pages = [" ".join(page.split()) for page in text.split("\f")][:-1]
    return judged, pages


def missing(words, text):
    return [word for word in words if word not in text]


@pytest.fixture
def text(submitted):
    return "\n".join(submitted[1])


@pytest.mark.parametrize(
    ("item", "patterns"),
    [
        ("property line and road", ["PROPERTY LINE", "PUBLIC ROAD"]),
        ("neighbours and their uses", ["ADJOINING: "]),
        ("the site's own district", ["District of the site: commercial"]),
        ("buildings", ["STORE", "height [0-9]+ ft"]),
        ("north", [r"\bN\b"]),
        ("scale, written and drawn", [r'SCALE 1" = \d+\'-0" when plotted on ARCH D', r"\d+ ft\b"]),
        ("point grid", ["POINT|Point-by-point plan", r"Spacing"]),
        ("contours and their levels", [r"0\.1 fc", r"0\.5 fc", "1 fc", "2 fc"]),
        ("values along the property line, both meters", ["Property line, ", "vertical initial"]),
        ("spill beyond the line", ["25 FT BEYOND THE LINE"]),
        ("statistics", ["CALCULATION STATISTICS", "Avg:Min", "Max:Min", "points in buildings are"]),
        ("initial and maintained", ["initial", "maintained", r"LLF 0\.\d{3,4} = LLD 0\.\d\d"]),
        ("schedule", ["LUMINAIRE SCHEDULE", "Catalogue no", "Watts|Input W", "Shielding", "BUG"]),
        ("locations and aiming", ["LUMINAIRE LOCATIONS AND AIMING", "Orient", "Tilt", "Base"]),
        ("photometric reports", ["Laboratory", "Issued", "SHA-256", "Cutoff"]),
        ("colour", [r"CCT", r"\b4000\b"]),
        (
            "controls and hours",
            ["after close", r"business closes at \d\d:\d\d", "After close %|close %"],
        ),
        ("cut sheets", ["Cut sheets: ", "Luminaire type"]),
        ("compliance by clause", ["COMPLIANCE MATRIX, TOWN CODE § 175-29", "Verdict"]),
        (
            "standard notes",
            ["No substitution of luminaires", "measured after installation", "meter level"],
        ),
        (
            "title block",
            ["PREPARED BY", "SEAL", "REVISIONS", "SHEET INDEX", "KEY PLAN", r"1 of \d+"],
        ),
        ("program and date", [f"photometry {re.escape(__version__)}", r"\d{4}-\d\d-\d\d"]),
        ("what is not computed", ["Direct light only: no reflected light"]),
        ("field check", ["Field check", "HOW TO MEASURE"]),
    ],
)
def test_what_reviewers_ask_for_is_on_the_set(text, item, patterns):
    absent = [pattern for pattern in patterns if not re.search(pattern, text)]
    assert not absent, item


def test_the_scale_of_the_plans_is_no_smaller_than_reviewers_take(submitted):
    # Towns ask for 1" = 50' at least, Lower Providence PA among them.
    plans = submitted[1][:2]
    scales = [int(found[1]) for page in plans if (found := re.search(r'SCALE 1" = (\d+)', page))]
    assert len(scales) == len(plans)
    assert max(scales) <= 50


def test_every_head_is_in_the_locations_and_every_type_has_its_sheet(submitted):
    judged, pages = submitted
    schedules = next(page for page in pages if "LIGHT LOSS FACTORS" in page)
    assert not missing([f"{head.id} {head.type.name} " for head in judged.site.heads], schedules)
    kinds = {head.type.name for head in judged.site.heads}
    assert not missing([f"Luminaire type {kind}" for kind in kinds], pages[0])


def test_every_zone_has_its_numbers(submitted):
    judged, pages = submitted
    for name, zone in judged.calc.zones.items():
        stats = zone.statistics()
        row = f"{stats.n_points} {stats.avg_fc:.2f} {stats.max_fc:.2f} {stats.min_fc:.2f}"
        assert row in pages[0], name


def test_every_type_is_scheduled_with_its_file_report_and_hash(submitted):
    judged, pages = submitted
    schedules = next(page for page in pages if "LIGHT LOSS FACTORS" in page)
    for kind in judged.site.types.values():
        said = [kind.file.keyword(name) for name in ("LUMCAT", "TEST", "TESTLAB", "ISSUEDATE")]
        words = [kind.description, *said, kind.file_path, short_hash(kind.file)]
        assert not missing(words, schedules), kind.name


def test_every_clause_on_lighting_that_was_judged_is_in_the_matrix(submitted):
    judged, pages = submitted
    schedules = next(page for page in pages if "COMPLIANCE MATRIX" in page)
    judged_clauses = {
        clause(finding.citation)
        for finding in on_lighting(judged.findings)
        if finding.status is not Status.NOT_APPLICABLE
    }
    assert judged_clauses
    assert not missing(sorted(judged_clauses), schedules)


def test_what_fails_is_said_on_the_first_sheet(submitted):
    judged, pages = submitted
    fails = any(finding.status is Status.FAIL for finding in judged.findings)
    assert ("FAIL" in pages[0]) is fails


def test_the_value_at_every_judged_dwelling_is_on_the_point_by_point_plan(submitted):
    judged, pages = submitted
    values = [
        measured_text(finding)
        for finding in judged.findings
        if finding.where.kind == "line"
        and finding.where.name.endswith("/dwellings")
        and finding.unit == "fc"
        and finding.limit is not None
        and finding.status is not Status.NOT_APPLICABLE
    ]
    assert not missing(values, pages[1])
    assert "at Dwelling" not in pages[1].partition("No room for every value")[2]
