"""`[terrain]` of a site file: luminaires and points stand on whatever ground it names."""

from __future__ import annotations

import numpy as np
import pytest

import photometry as ph

HEAD = "ncols 8\nnrows 8\nxllcorner -15\nyllcorner -15\ncellsize 10\nNODATA_value -1\n"
# z = 500 + x / 10 + y / 20 at the middles of cells, rows from the north.
ROWS = "\n".join(
    " ".join(str(500 + x / 10 + y / 20) for x in range(-10, 70, 10)) for y in range(60, -20, -10)
)


@pytest.fixture
def site_of(tmp_path, lot_toml):
    def load(terrain, unit="ft", grid=HEAD + ROWS):
        (tmp_path / "ground.asc").write_text(grid)
        text = lot_toml.replace('"ft"', f'"{unit}"') + "[terrain]\n" + terrain
        (tmp_path / "site.toml").write_text(text)
        return ph.load_site(tmp_path / "site.toml")

    return load


LINES = ROWS.split("\n")
WORDS = LINES[3].split()  # y = 30; its fifth value is that of x = 30
HOLE = HEAD + "\n".join([*LINES[:3], " ".join([*WORDS[:4], "-1", *WORDS[5:]]), *LINES[4:]])
PLANE = "plane = [[0,0,500],[10,0,501],[0,20,501]]"


@pytest.mark.parametrize("terrain", [PLANE, 'file = "ground.asc"'])
@pytest.mark.parametrize("unit", ["ft", "m"])
def test_luminaires_and_points_stand_on_the_slope(site_of, terrain, unit):
    site = site_of(terrain, unit)
    feet = site.feet_per_unit
    # (30, 30) lies at 500 + 3 + 1.5, in the unit of the site.
    assert site.heads[0].luminaire.z_ft == pytest.approx(504.5 * feet + 20)
    calc = ph.calculate(site, ())
    x, y, z = calc["lot"].points_ft.T
    assert z == pytest.approx(500 * feet + x / 10 + y / 20)
    assert not [note for note in site.notes if note.code == "SITE011"]
    raster = ph.illuminance_raster(site, spacing_ft=calc["lot"].spacing_ft, zone="lot")
    assert raster.statistics.max_fc == pytest.approx(calc["lot"].statistics().max_fc, rel=1e-9)
    assert raster.statistics.max_at_ft == pytest.approx(calc["lot"].statistics().max_at_ft)


def test_the_raster_is_an_input_of_the_site(site_of):
    assert "ground.asc" in [path.name for path in site_of('file = "ground.asc"').inputs]


def test_units_of_the_file_are_named_apart(site_of):
    site = site_of('file = "ground.asc"\nunit = "ft"\nelevation_unit = "m"')
    assert site.heads[0].luminaire.z_ft == pytest.approx(504.5 / 0.3048 + 20)


def test_ground_without_an_elevation_under_the_site_is_noted(site_of):
    notes = site_of('file = "ground.asc"', grid=HOLE).notes
    told = {note.text: note.place for note in notes if note.code == "SITE011"}
    assert told == {
        'luminaire "P1" stands where the terrain has no elevation': "luminaire P1 at (30.00, 30.00)",
        'zone "lot" reaches where the terrain has no elevation; the nearest is used': "at (30.00, 30.00)",
    }


def test_a_luminaire_over_a_hole_takes_the_nearest_elevation(site_of):
    z = site_of('file = "ground.asc"', grid=HOLE).heads[0].luminaire.z_ft - 20
    around = [504.5 + dx / 10 + dy / 20 for dx, dy in ((10, 0), (-10, 0), (0, 10), (0, -10))]
    assert np.min(np.abs(np.array(around) - z)) < 1e-9


@pytest.mark.parametrize(
    ("terrain", "line", "says"),
    [
        ('file = "ground.asc"\n' + PLANE, 21, "has file and plane, which say the same"),
        ("plane = [[0,0,0],[1,1,1],[2,2,2]]", 20, "plane has all its points on one line"),
        ("plane = [[0,0,0],[1,1,1]]", 20, "plane has 2 points; a plane goes through 3"),
        (PLANE + '\nunit = "m"', 21, "points and planes are in the site's unit"),
        ('file = "none.asc"', 20, 'there is no file "none.asc"'),
        ('file = "ground.asc"\nunit = "inch"', 21, 'unit has no value "inch"'),
        ('file = "surface.xml"\nunit = "m"', 21, "LandXML says its unit itself"),
        ('fil = "ground.asc"', 20, "did you mean file"),
    ],
)
def test_faults_of_the_table_have_their_line(site_of, tmp_path, terrain, line, says):
    (tmp_path / "surface.xml").write_text("<LandXML/>")
    with pytest.raises(ph.ProjectFileError) as caught:
        site_of(terrain)
    (fault, *_) = [fault for fault in caught.value.faults if says in str(fault)]
    assert fault.line == line


def test_a_fault_of_the_grid_names_the_grid_and_its_line(site_of):
    with pytest.raises(ph.ProjectFileError, match=r'ground\.asc:7: "x" is not a number'):
        site_of('file = "ground.asc"', grid=HEAD + "104 x")
