"""``photometry new``: what it writes runs as it stands, and nothing is overwritten."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import ezdxf
import pytest

from photometry.cli import main
from photometry.engine.calculate import calculate
from photometry.ordinance.catalogue import load_code
from photometry.site.project_file import load_site

LOT = [(0, 0), (300, 0), (300, 180), (0, 180)]


@pytest.fixture
def drawing(tmp_path):
    """A base at a survey origin, in any unit."""

    def draw(unit=2, scale=1.0, layers=("C-PROP", "C-PKNG", "A-BLDG")):
        document = ezdxf.new(units=unit)
        for inset, layer in enumerate(layers):
            ring = [
                (
                    (1_500_000 + x + (20 if x == 0 else -20) * inset) * scale,
                    (900_000 + y + (20 if y == 0 else -20) * inset) * scale,
                )
                for x, y in LOT
            ]
            document.modelspace().add_lwpolyline(ring, close=True, dxfattribs={"layer": layer})
        document.modelspace().add_line((0, 0), (1, 0), dxfattribs={"layer": "Ödd #1"})
        document.layers.add("Ödd #1").freeze()
        document.saveas(tmp_path / "base.dxf")
        return tmp_path / "base.dxf"

    return draw


def test_a_new_site_runs_as_it_stands(tmp_path, capsys):
    assert main(["new", str(tmp_path / "plaza")]) == 0
    assert main(["run", str(tmp_path / "plaza" / "site.toml"), "--only", "data"]) == 0
    site = load_site(tmp_path / "plaza")
    assert site.project.name == "plaza"
    assert site.notes == ()
    assert site.gaps == ()
    assert "parking" in capsys.readouterr().out


def test_a_site_from_a_base_names_its_layers_and_runs(tmp_path, drawing, capsys):
    path = drawing()
    assert main(["new", str(tmp_path / "site"), "--dxf", str(path)]) == 0
    out = capsys.readouterr().out
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["C-PROP"] == ["C-PROP", "1", "0", "54,000.0", "960.0", "property_line"]
    assert rows["C-PKNG"] == ["C-PKNG", "1", "0", "36,400.0", "800.0", "parking"]
    assert rows["A-BLDG"][-1] == "building"
    assert "frozen or off" in out
    site = load_site(tmp_path / "site")
    assert site.zones[0].outline_ft.tolist()[0] == [1_500_020.0, 900_020.0]
    assert len(site.boundaries[0].line_ft) == 5
    assert main(["run", str(tmp_path / "site" / "site.toml"), "--only", "data"]) == 0


@pytest.mark.parametrize(("unit", "scale", "name"), [(6, 0.3048, "m"), (21, 1.0, "ftUS")])
def test_the_site_has_the_unit_of_the_base(tmp_path, drawing, unit, scale, name):
    path = drawing(unit, scale)
    assert main(["new", str(tmp_path / "site"), "--dxf", str(path)]) == 0
    site = load_site(tmp_path / "site")
    assert site.unit == name
    assert len(site.heads) == 6
    # The poles stand in the lot: every zone point is nearer than the lot is long.
    x = site.heads[0].luminaire.x_ft
    ring = site.zones[0].outline_ft
    assert ring[:, 0].min() < x < ring[:, 0].max()


def test_layers_that_mean_nothing_have_their_own_names(tmp_path, drawing):
    path = drawing(layers=("X", "Y"))
    assert main(["new", str(tmp_path / "site"), "--dxf", str(path)]) == 0
    assert load_site(tmp_path / "site").boundaries == ()
    assert main(["run", str(tmp_path / "site" / "site.toml"), "--only", "data"]) == 0


def test_a_base_without_a_unit_asks_for_the_option(tmp_path, drawing, capsys):
    path = drawing(unit=0)
    assert main(["new", str(tmp_path / "site"), "--dxf", str(path)]) == 2
    assert "give --unit ft" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
    assert main(["new", str(tmp_path / "site"), "--dxf", str(path), "--unit", "ft"]) == 0
    assert load_site(tmp_path / "site").unit == "ft"


def test_a_schema_is_written_beside_and_named(tmp_path):
    assert main(["new", str(tmp_path / "site"), "--schema"]) == 0
    text = (tmp_path / "site" / "site.toml").read_text("utf-8")
    assert text.startswith("#:schema ./site.schema.json\n")
    schema = json.loads((tmp_path / "site" / "site.schema.json").read_text("utf-8"))
    assert "luminaires" in schema["properties"]
    assert load_site(tmp_path / "site").notes == ()


def test_a_new_site_is_a_sensible_design(tmp_path):
    assert main(["new", str(tmp_path / "plaza")]) == 0
    parking = calculate(load_site(tmp_path / "plaza"))["parking"].statistics()
    # What the codes allow a parking lot: 4 : 1 on average, and light that is worth seeing by.
    assert parking.avg_min < 4.0
    assert parking.max_avg < 6.0
    assert parking.avg_fc > 1.0


def test_a_base_with_poles_gives_its_luminaires_types_and_islands(tmp_path, capsys):
    base = Path(__file__).parents[2] / "examples" / "library-lot" / "base.dxf"
    assert main(["new", str(tmp_path / "site"), "--dxf", str(base)]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["24", "luminaires"] in [row[-2:] for row in rows]
    site = load_site(tmp_path / "site")
    assert len(site.heads) == 24
    assert set(site.types) == {"A3", "A3E", "A5", "W", "B", "R"}
    assert len(site.zones[0].holes_ft) == 3
    assert {head.luminaire.mounting_height_ft for head in site.heads} == {3.5, 9, 11, 15}


def test_a_form_of_facts_has_the_topics_that_were_asked_for(tmp_path):
    assert main(["new", str(tmp_path), "--facts", "sweden-ny:signs,pools"]) == 0
    text = (tmp_path / "facts.toml").read_text("utf-8")
    assert tomllib.loads(text)["kind"] == "facts"
    assert "[[sign]]" in text
    assert not (tmp_path / "site.toml").exists()


def test_an_unknown_topic_names_a_known_one(tmp_path, capsys):
    known = next(topic for topic in load_code("sweden-ny").topics if topic == "signs")
    assert main(["new", str(tmp_path), "--facts", "sweden-ny:sings"]) == 2
    assert f"did you mean {known}?" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_form_beside_a_site_is_named_by_it(tmp_path, drawing):
    path = drawing()
    folder = tmp_path / "site"
    assert main(["new", str(folder), "--dxf", str(path), "--facts", "sweden-ny:lighting"]) == 0
    assert load_site(folder).facts_path == folder / "facts.toml"


@pytest.mark.parametrize("arguments", [[], ["--facts", "sweden-ny:signs"]])
def test_nothing_is_overwritten(tmp_path, arguments, capsys):
    for name in ("site.toml", "facts.toml"):
        (tmp_path / name).write_text("mine")
    assert main(["new", str(tmp_path), *arguments]) == 2
    assert "it is there already; name another folder" in capsys.readouterr().err
    assert {path.read_text() for path in tmp_path.iterdir()} == {"mine"}


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["new", str(tmp_path / "file" / "site")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_what_to_do_next_says_that_a_code_is_to_be_set(tmp_path, capsys):
    assert main(["new", str(tmp_path / "a")]) == 0
    err = " ".join(capsys.readouterr().err.split())
    assert f"next: photometry run {tmp_path / 'a' / 'site.toml'}" in err
    assert (
        "judged once its line code = [...] is set; known: bellport-ny, lewiston-ny, sweden" in err
    )
    site = tmp_path / "a" / "site.toml"
    text = site.read_text(encoding="utf-8")
    site.write_text(text.replace("# code = ", "code = "), encoding="utf-8")
    assert main(["check", str(site)]) in {0, 1}
    assert main(["new", str(tmp_path / "b"), "--facts", "sweden-ny:signs"]) == 0
    path = tmp_path / "b" / "facts.toml"
    assert f"fill in {path}, then photometry check {path}" in capsys.readouterr().err
