import csv
import hashlib
import io
import json

import pytest

import photometry as ph
from photometry.engine.calculate import calculate
from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.site.property import LineRequest
from photometry.submittal.pipeline import Judgement
from photometry.submittal.plotting import plotting
from photometry.submittal.write import FILES_OF, PRODUCTS, write_submittal
from photometry.tables.display import FOOTCANDLES, LUX

FEET = 1 / 0.3048

FINDING = Finding(
    rule="invented-1-limit",
    code="invented",
    status=Status.FAIL,
    citation="Town Code § 1 A(2)",
    where=Where("line", "ring/property_line"),
    message="0.70 fc, at most 0.5 fc, and a comma",
    measured=0.7000049,
    limit=0.5,
    unit="fc",
    margin=-0.2000049,
    witness=(1000 * FEET, 500 * FEET, 0.0),
    options={"PLANE": "horizontal"},
    turns_with={"PLANE=vertical": Status.PASS},
    details=(Detail("P1", 0.7, -0.2, Status.FAIL, None),),
)


@pytest.fixture
def judged(small_site):
    site = ph.load_site(small_site)
    calc = calculate(site, (LineRequest("property_line"),))
    return Judgement(site, calc, (FINDING,))


def table(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_every_data_file_is_there_and_in_the_manifest(judged, tmp_path):
    files = write_submittal(judged, tmp_path / "out", only=("data",))
    written = {path.as_posix() for path in files}
    assert {name for name in written if not name.startswith("inputs/")} == {
        "results.json",
        "points.csv",
        "statistics.csv",
        "schedule.csv",
        "luminaires.csv",
        "findings.csv",
        "manifest.json",
    }
    assert "inputs/site.toml" in written
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["files"]) == written - {"manifest.json"}
    for name, entry in manifest["files"].items():
        data = (tmp_path / "out" / name).read_bytes()
        assert entry["sha256"] == hashlib.sha256(data).hexdigest(), name
        if not name.startswith("inputs/"):  # those are copied as they are
            assert b"\r" not in data


def test_results_give_statistics_and_findings_in_the_sites_unit(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("data",))
    results = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    zone = results["zones"]["lot"]
    stats = judged.calc["lot"].statistics()
    assert results["unit"] == "m"
    assert zone["kind"] == "parking"
    assert zone["maintained"]["avg_fc"] == pytest.approx(stats.avg_fc, abs=5e-5)  # fc, rounding
    assert zone["maintained"]["max_at"] == [
        pytest.approx(value / FEET, abs=5e-4) for value in stats.max_at_ft
    ]
    assert zone["scenes"]["late"]["avg_fc"] == pytest.approx(stats.avg_fc / 2, abs=5e-5)
    line = results["lines"]["ring/property_line"]
    assert {"initial", "maintained", "vertical_initial", "vertical_maintained"} <= set(line)
    [finding] = results["findings"]
    assert finding["witness"] == [1000.0, 500.0, 0.0]
    assert (finding["measured"], finding["margin"]) == (0.7, -0.2)
    assert finding["turns_with"] == {"PLANE=vertical": "pass"}
    assert finding["details"][0]["luminaire"] == "P1"


def test_points_are_in_site_coordinates_with_every_layer(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("data",))
    rows = table(tmp_path / "points.csv")
    lot = [row for row in rows if row["zone"] == "lot"]
    result = judged.calc["lot"]
    assert len(lot) == len(result.points_ft)
    for row, place, fc, initial in zip(
        lot, result.points_ft, result.fc, result.initial_fc, strict=True
    ):
        assert float(row["x"]) == pytest.approx(place[0] / FEET, abs=5e-4)  # m, rounding
        assert float(row["maintained_fc"]) == pytest.approx(fc, abs=5e-5)  # fc, rounding
        assert float(row["initial_fc"]) == pytest.approx(initial, abs=5e-5)
        assert float(row["scene:late_fc"]) == pytest.approx(fc / 2, abs=5e-5)
        assert row["vertical_initial_fc"] == ""
    line = [row for row in rows if row["zone"] == "ring/property_line"]
    assert all(row["vertical_maintained_fc"] != "" for row in line)
    assert len(rows) == len(lot) + len(line)


def test_statistics_have_a_row_for_every_layer(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("data",))
    rows = table(tmp_path / "statistics.csv")
    assert [(row["zone"], row["layer"]) for row in rows if row["kind"] == "parking"] == [
        ("lot", "initial"),
        ("lot", "maintained"),
        ("lot", "scene:late"),
    ]
    layers = {row["layer"] for row in rows if row["kind"] == "line"}
    assert {"vertical_initial", "vertical_maintained"} <= layers


def test_a_finding_survives_commas_in_its_message(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("data",))
    [row] = table(tmp_path / "findings.csv")
    assert row["message"] == FINDING.message
    assert (row["where_kind"], row["where_name"]) == ("line", "ring/property_line")
    assert float(row["witness_x"]) == 1000.0


def test_the_same_site_gives_the_same_bytes(judged, tmp_path):
    for name in ("one", "two"):
        write_submittal(judged, tmp_path / name, only=("data",))
    for path in (tmp_path / "one").rglob("*"):
        if path.is_file():
            twin = tmp_path / "two" / path.relative_to(tmp_path / "one")
            assert path.read_bytes() == twin.read_bytes(), path.name


def test_an_unknown_product_names_those_that_there_are(judged, tmp_path):
    with pytest.raises(ph.OutputError, match="known: data, plan"):
        write_submittal(judged, tmp_path / "out", only=("date",))
    assert not (tmp_path / "out").exists()


def test_the_sheets_are_made_by_default_and_the_preview_on_request(judged, tmp_path):
    assert {"sheets", "cad"} <= set(PRODUCTS)
    assert "preview" not in PRODUCTS
    write_submittal(judged, tmp_path / "out", only=("sheets", "preview"))
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    written = {name for name in manifest["files"] if not name.startswith("inputs/")}
    assert written == {"sheets.pdf", "field_check.csv", "preview.pdf", "preview.png"}
    assert (tmp_path / "out" / "sheets.pdf").read_bytes().startswith(b"%PDF")


def test_the_files_of_each_product_are_those_that_it_writes(judged, tmp_path):
    """What may not be overwritten is told by these names: none may be missing."""
    assert set(FILES_OF) == {*PRODUCTS, "preview"}
    for product in set(FILES_OF) - {"sheets"}:  # those take longest, and are tried above
        files = write_submittal(judged, tmp_path / product, only=(product,))
        own = {path.as_posix() for path in files if path.parts[0] != "inputs"}
        assert own == {*FILES_OF[product], "manifest.json"}


def test_the_plan_for_cad_is_in_the_sites_unit_and_in_the_manifest(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("cad",))
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    data = (tmp_path / "plan.dxf").read_bytes()
    assert manifest["files"]["plan.dxf"]["sha256"] == hashlib.sha256(data).hexdigest()
    assert b"\r" not in data
    header = data.decode("utf-8").split("$INSUNITS", 1)[1].split()
    assert header[:2] == ["70", "6"]  # metres


def test_two_runs_write_the_same_plan_for_cad(judged, tmp_path):
    for name in ("one", "two"):
        write_submittal(judged, tmp_path / name, only=("cad",))
    assert (tmp_path / "one" / "plan.dxf").read_bytes() == (
        tmp_path / "two" / "plan.dxf"
    ).read_bytes()


def test_size_and_scale_of_the_drawings_are_in_the_manifest(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("data",), plotted=plotting("ansi d", "1:250"))
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["plotted"] == {"sheet": "ANSI D", "scale": "1:250"}
    write_submittal(judged, tmp_path, only=("data",))
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["plotted"] == {"sheet": "ARCH D", "scale": None}


def test_lux_is_in_the_manifest_and_data_files_stay_in_footcandles(judged, tmp_path):
    for name, light in (("fc", FOOTCANDLES), ("lx", LUX)):
        plotted = plotting(light=light)
        write_submittal(judged, tmp_path / name, only=("data",), plotted=plotted)
    manifest = json.loads((tmp_path / "lx" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["plotted"] == {"sheet": "ARCH D", "scale": None, "light": "lx"}
    for name in ("results.json", "points.csv", "statistics.csv", "findings.csv"):
        assert (tmp_path / "lx" / name).read_bytes() == (tmp_path / "fc" / name).read_bytes()


@pytest.mark.parametrize(("sheet", "scale"), [("ARCH Q", None), (None, "wide"), (None, "1:2")])
def test_a_size_or_scale_that_there_is_not_is_refused(sheet, scale):
    with pytest.raises(ph.OutputError, match=r"no s(heet|cale)"):
        plotting(sheet, scale)


def test_the_plan_for_cad_is_sized_for_the_scale_that_was_asked_for(judged, tmp_path):
    write_submittal(judged, tmp_path, only=("cad",), plotted=plotting(scale="50"))
    text = (tmp_path / "plan.dxf").read_text(encoding="utf-8")
    factor = float(text.split("$LTSCALE", 1)[1].split()[1])
    assert factor == pytest.approx(50 * 0.3048)  # metres to an inch


def test_products_are_not_written_among_the_inputs(judged, small_site):
    before = sorted(path.name for path in small_site.parent.iterdir())
    with pytest.raises(ph.OutputError, match=r"site\.toml, which the products are made from"):
        write_submittal(judged, small_site.parent, only=("data",))
    assert sorted(path.name for path in small_site.parent.iterdir()) == before


def test_products_may_be_written_into_a_folder_beside_the_site(judged, small_site):
    assert write_submittal(judged, small_site.parent / "out", only=("data",))
    assert write_submittal(judged, small_site.parent / "out", only=("data",))  # and again
