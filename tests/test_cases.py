"""Every expectation of the small cases: computed here, or named where it is tried.

Each case was made after a fault that some program had. ``cases/expect.csv`` says what is right;
its numbers are held against ours with its own tolerances. What is no number, or needs a room of
its own, is tried by the test that stands in its place.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import shapely

import photometry as ph
from photometry.engine.statistics import statistics
from photometry.errors import LuminaireFileError, ProjectFileError
from photometry.luminaires.lm63_write import write_lm63
from photometry.luminaires.read import read_luminaire, read_luminaire_bytes
from photometry.luminaires.tilt import lamp_position_factor
from photometry.site.points import zone_points
from photometry.site.project_file import load_site
from photometry.site.sources.dxf_base import read_dxf
from photometry.site.sources.geojson import read_geojson
from photometry.site.sources.schedule_csv import read_luminaire_list
from photometry.units import LUX_PER_FOOTCANDLE

HERE = Path(__file__).parent
CASES = HERE / "cases"


# ---- what is asked of luminaire files ------------------------------------------------------------


@cache
def lum(name):
    (path,) = CASES.glob(f"{name}-*")
    turn = {"c0_rotation_deg": 0} if path.suffix == ".ldt" else {}
    return read_luminaire(path, **turn)


def cd(name, vertical, lateral=0):
    return lum(name).distribution.candela(vertical, lateral)


def fc(name, *points, z=10.0, normals=None, **pose):
    placed = ph.Luminaire(lum(name), 0, 0, z, **pose)
    return ph.illuminance([placed], np.array(points, float), normals)


def at(x, y, z=0.0):
    return (x, y, z)


def refused(name):
    (path,) = CASES.glob(f"{name}-*")
    with pytest.raises(LuminaireFileError) as caught:
        read_luminaire(path)
    return str(caught.value)


def case(name):
    (path,) = CASES.glob(f"{name}-*.json")
    return json.loads(path.read_text("utf-8"))


# ---- what is asked of sites ----------------------------------------------------------------------


def site(folder, text, *names):
    for name in names:
        (path,) = CASES.glob(f"{name}-*")
        shutil.copy(path, folder / path.name)
    (folder / "site.toml").write_text(f"format = 1\n{text}", "utf-8")
    return load_site(folder)


def lot(folder, outline, holes=(), start=None, spacing=10.0):
    origin = f"grid_origin = {list(start)}\n" if start else ""
    return site(
        folder,
        f'[[zones]]\nname = "lot"\nkind = "parking"\narea = {outline}\nholes = {list(holes)}\n'
        f"spacing_ft = {spacing}\n{origin}",
    )


def points(loaded):
    return zone_points(loaded.zones[0], loaded).points_ft


def inside(folder, outline, places):
    """Tell which places are nodes of a 5 ft lattice that count."""
    kept = {
        tuple(p) for p in points(lot(folder, outline, start=(0, 0), spacing=5.0))[:, :2].tolist()
    }
    return [tuple(map(float, place)) in kept for place in places]


def zero_is_a_value(folder):
    both = "".join(
        f'[luminaire_types.{name}]\nfile = "00-uniform.ies"\nllf = {llf}\n[[luminaires]]\n'
        f'id = "{name}"\ntype = "{name}"\nat = [0, 0]\nmounting_height_ft = 10\n'
        "orientation_deg = 0\ntilt_deg = 0\n"
        for name, llf in (("on", 1.0), ("off", 0))
    )
    zone = (
        '[[zones]]\nname = "grid"\nkind = "other"\narea = [[0,0],[10,0],[10,10],[0,10]]\n'
        "height_ft = 0\nspacing_ft = 5\ngrid_origin = [0, 0]\n"
    )
    loaded = site(folder, both + zone, "00")
    return loaded, ph.calculate(loaded)["grid"]


def state_plane(folder, origin):
    x, y = origin
    text = (
        '[luminaire_types.A]\nfile = "00-uniform.ies"\n[[luminaires]]\nid = "P"\ntype = "A"\n'
        f"at = [{x}, {y}]\nmounting_height_ft = 20\n"
        f'[[zones]]\nname = "grid"\nkind = "other"\nspacing_ft = 1\ngrid_origin = [{x}, {y}]\n'
        f"area = [[{x},{y}],[{x + 10},{y}],[{x + 10},{y + 10}],[{x},{y + 10}]]\n"
    )
    return site(folder, text, "00")


def at_offset(folder):
    """Light the point of case 53 at both origins."""
    found = []
    for origin in case("53")["origins"]:
        loaded = state_plane(folder, origin)
        place = np.array([*origin, 0.0]) + case("53")["point_offset"]
        calc = ph.calculate(loaded, receivers=())
        found.append(float(calc.contributions([place]).sum()))
    return found


def command(*arguments, folder=None, **environment):
    return subprocess.run(
        [sys.executable, "-m", "photometry", *map(str, arguments)],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **environment},
    )


def first_point_of_the_csv(folder):
    state_plane(folder, case("53")["origins"][1])
    assert command("run", folder / "site.toml", "--only", "data").returncode == 0
    lines = (folder / "out" / "points.csv").read_text("utf-8").splitlines()
    row = next(csv.DictReader(lines))
    assert "e" not in row["x"].lower()
    return float(row["x"]), float(row["y"])


def shape(name, layer="LOT", unit=None):
    (path,) = CASES.glob(f"{name}-*.dxf")
    (found,) = read_dxf(path, unit).shapes[layer]
    return shapely.Polygon(found.points_ft)


def width(name):
    x0, _, x1, _ = shape(name).bounds
    return x1 - x0


def last_coordinate(folder):
    return points(lot(folder, [[0, 0], [14.4, 0], [14.4, 14.4], [0, 14.4]], spacing=2.4))[-1, 0]


def columns(folder, index):
    wide, spacing = case("62")["cases"][index]
    square = [[0, 0], [wide, 0], [wide, wide], [0, wide]]
    return len(np.unique(points(lot(folder, square, spacing=spacing))[:, 0].round(9)))


def four(values):
    return statistics(np.zeros((len(values), 3)), np.array(values, float))


def bowtie(folder):
    with pytest.raises(ProjectFileError) as caught:
        lot(folder, case("59")["lot"])
    (fault,) = caught.value.faults
    near = re.search(r"near \(([\d.]+), ([\d.]+)\)", str(fault))
    return float(near[1]), float(near[2])


def open_one():
    drawing = read_dxf(CASES / "80-closed-or-not.dxf")
    assert not drawing.shapes["C"][0].is_closed
    return [2, *(shapely.Polygon(drawing.shapes[layer][0].points_ft).area for layer in "AB")]


def lonlat_is_refused():
    with pytest.raises(ProjectFileError, match="longitudes and latitudes"):
        read_geojson(CASES / "84-lonlat.geojson", "ft")
    return True


def list_of_poles(folder):
    """Read case 86 with the type that a list of ours must have, which it lacks."""
    data = (CASES / "86-bom-header.csv").read_bytes()
    first, *rows = data.splitlines(keepends=True)
    ends = first[len(first.rstrip()) :]
    typed = b"".join(row.rstrip() + b",A" + ends for row in rows if row.strip())
    path = folder / "poles.csv"
    path.write_bytes(first.rstrip() + b",type" + ends + typed)
    listing = read_luminaire_list(path)
    assert listing.faults.all() == ()
    return listing.entries


def backslash(folder):
    shutil.copy(CASES / "101-toml-backslash.toml", folder / "site.toml")
    with pytest.raises(ProjectFileError, match=r"site\.toml:3: .*(/|single quotes)"):
        load_site(folder)
    return True


def all_entry_points():
    path = CASES / "01-linear-factors.ies"
    ways = [
        read_luminaire(str(path)),
        read_luminaire(path),
        read_luminaire_bytes(path.read_bytes(), path.name),
    ]
    assert len({one.distribution.candela_cd.tobytes() for one in ways}) == 1
    return True


def other_inputs():
    path = CASES / "01-linear-factors.ies"
    with path.open("rb") as binary, path.open(encoding="ascii") as text:
        for given in (binary, text, 3, path.read_text("ascii"), path.read_bytes()):
            with pytest.raises(
                (TypeError, LuminaireFileError),
                match=r"expected the path of a file, not .*read_luminaire_bytes",
            ):
                read_luminaire(given)
    return True


def override(folder, name, lumens):
    (path,) = CASES.glob(f"{name}-*")
    text = (
        f'[luminaire_types.A]\nfile = "{path.name}"\nlamp_lumens_lm = {lumens}\n'
        '[[luminaires]]\nid = "P"\ntype = "A"\nat = [0, 0]\nmounting_height_ft = 10\n'
    )
    loaded = site(folder, text, name)
    return float(ph.illuminance([loaded.heads[0].luminaire], [[0, 0, 0]])[0])


def override_of_absolute(folder):
    with pytest.raises(ProjectFileError, match="absolute photometry"):
        override(folder, "02", 20000)
    return True


def written_first_line():
    line = write_lm63(lum("10")).splitlines()[0]
    assert line.startswith(("IESNA:LM-63-", "IES:LM-63-"))
    return True


def written_ends():
    assert b"\r\r\n" not in write_lm63(lum("20")).encode()
    return True


def again():
    return read_luminaire_bytes(write_lm63(lum("32")).encode(), "again.ies").distribution.candela(
        0, 0
    )


def no_negative_numbers():
    record = lum("02")
    assert record.is_absolute
    assert record.lamp_lumens_lm is None
    return True


def in_metres():
    """Give the opening of case 22 a size: it is in the file's unit, which is the metre."""
    data = (CASES / "22-exponents-and-float-counts.ies").read_bytes()
    assert data.count(b" 2.0 0.0 0 0\n") == 1
    sized = read_luminaire_bytes(
        data.replace(b" 2.0 0.0 0 0\n", b" 2.0 0.3048 0.6096 0\n"), "22.ies"
    )
    assert sized.opening.width_ft == pytest.approx(1.0, rel=1e-12)
    return True


def nan_under_twins():
    with pytest.raises(LuminaireFileError, match="must rise"):
        read_luminaire(CASES / "29-duplicate-angle.ies")
    return True


def both_runs(folder):
    """Write the same site under two locales, and after a host has set its own."""
    state_plane(folder, (0, 0))
    made = []
    host = "import locale, sys; locale.setlocale(locale.LC_ALL, ''); import photometry.cli as c; sys.exit(c.main(sys.argv[1:]))"
    for number, local in enumerate(("C", "de_DE.UTF-8", "C.utf8")):
        out = folder / f"out{number}"
        arguments = ["run", str(folder / "site.toml"), "-o", str(out), "--only", "data"]
        program = ["-c", host] if local == "C.utf8" else ["-m", "photometry"]
        done = subprocess.run(
            [sys.executable, *program, *arguments],
            env={**os.environ, "LC_ALL": local},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        made.append({path.name: path.read_bytes() for path in sorted(out.glob("*.*"))})
    assert made[0] == made[1] == made[2]
    assert {"points.csv", "results.json"} <= set(made[0])
    return True


def line_ends(folder):
    loaded = state_plane(folder, (0, 0))
    assert command("run", folder / "site.toml", "--only", "data").returncode == 0
    data = (folder / "out" / "points.csv").read_bytes()
    assert data.count(b"\r") == 0
    assert len(data.splitlines()) == len(points(loaded)) + 1
    return True


def narrow_terminals(folder):
    shutil.copy(CASES / "17-cp1252-degree.ies", folder)
    site(
        folder,
        '[project]\nname = "45° flood"\n[luminaire_types.A]\nfile = "17-cp1252-degree.ies"\n'
        'description = "flood 45°"\n[[luminaires]]\nid = "P"\ntype = "A"\nat = [5, 5]\n'
        'mounting_height_ft = 10\n[[zones]]\nname = "Größe °"\nkind = "other"\n'
        "area = [[0,0],[10,0],[10,10],[0,10]]\n",
    )
    for encoding in ("ascii", "cp1252"):
        out = folder / encoding
        done = command(
            "run",
            folder / "site.toml",
            "-o",
            out,
            "--only",
            "data",
            PYTHONIOENCODING=encoding,
            PYTHONUTF8="0",
        )
        assert done.returncode == 0, done.stderr
        assert "Größe °" in json.loads((out / "results.json").read_text("utf-8"))["zones"]
    return True


def spaces(folder):
    deep = folder / "My Site (rev 2)" / "Beleuchtung ü"
    deep.mkdir(parents=True)
    shutil.copy(CASES / "01-linear-factors.ies", deep / "Area Light #1.IES")
    shutil.copy(CASES / "01-linear-factors.ies", deep / "second.Ies")
    path = deep.parent / "site.toml"
    path.write_text(
        "format = 1\n"
        + "".join(
            f'[luminaire_types.{name}]\nfile = "Beleuchtung ü/{file}"\n[[luminaires]]\n'
            f'id = "{name}"\ntype = "{name}"\nat = [5, 5]\nmounting_height_ft = 10\n'
            for name, file in (("A", "Area Light #1.IES"), ("B", "second.Ies"))
        )
        + '[[zones]]\nname = "z"\nkind = "other"\narea = [[0,0],[10,0],[10,10],[0,10]]\n'
        "grid_origin = [5, 5]\n",
        "utf-8",
    )
    out = folder / "out put"
    done = command("run", path, "-o", out, "--only", "data", folder="/")
    assert done.returncode == 0, done.stderr
    zone = json.loads((out / "results.json").read_text("utf-8"))["zones"]["z"]
    assert zone["maintained"]["max_fc"] == pytest.approx(27.0, abs=1e-4)  # 13.5 of each
    return True


# ---- row by row ----------------------------------------------------------------------------------

RING = [at(10, 0), at(0, 10), at(-10, 0), at(0, -10)]
DIAMOND = [[0, -10], [10, 0], [0, 10], [-10, 0]]

# By case, in the order of its rows: what gives our values, or the test that tries the row. What
# takes one argument is given a folder of its own.
ROWS = {
    "01": [lambda: cd("01", 0), lambda: cd("01", 30), lambda: fc("01", at(0, 0))],
    "02": [
        lambda: cd("02", 45),
        lambda: lum("02").lumens,
        no_negative_numbers,
        lambda: fc("02", at(0, 0)),
    ],
    "03": [lambda: fc("03", *RING[:3], at(-7.0710678, -7.0710678))],
    "04": [
        lambda: cd("04", 45, [0, 45, 90, 180, 270, 315]),
        lambda: fc("04", at(10, 0)),
        lambda: fc("04", at(0, 10)),
    ],
    "06": [lambda: cd("06", 45, [270, 315, 225, 360]), lambda: fc("06", at(0, 10), at(0, -10))],
    "07": [
        lambda: cd("07", 45, [0, 360, 720, -360, -1e-17]),
        lambda: cd("07", 45, 359.999999),
        lambda: fc("07", at(10, -1e-17)),
        lambda: fc("07", at(-10, 0.0), at(-10, -0.0)),
    ],
    "09": [lambda: cd("09", 45), lambda: len(lum("09").distribution.vertical_deg)],
    "10": [lambda: cd("10", 0), written_first_line],
    "12": [
        lambda: cd("12", 90),
        lambda: cd("12", 1.25),
        lambda: lum("12").keyword("TEST") == "indented keyword",
    ],
    "13": [
        lambda: cd("13", 0),
        lambda: len(lum("13").tilt.angle_deg),
        lambda: lamp_position_factor(lum("13").tilt, tilted(45)) == pytest.approx(0.9, rel=1e-9),
    ],
    "15": [
        lambda: cd("15", [90.001, 120, 180]),
        lambda: cd("15", 90),
        lambda: upward_lumens(lum("15")),
    ],
    "17": [lambda: cd("17", 45), lambda: "45°" in lum("17").keyword("LUMINAIRE")],
    "18": [lambda: cd("18", 45), lambda: lum("18").version == "2002"],
    "20": [lambda: cd("20", 45), written_ends],
    "22": [
        lambda: cd("22", [0, 45]),
        in_metres,
    ],
    "23": [
        lambda: [lum("23").opening.width_ft, lum("23").opening.length_ft],
        lambda: fc("23", at(0, 0)),
    ],
    "25": [
        lambda: [
            getattr(lum("25").opening, side) for side in ("width_ft", "length_ft", "height_ft")
        ]
    ],
    "26": [
        lambda: fc("26", at(10, 0)),
        lambda: fc("26", at(0, 10)),
        lambda: fc("26", at(10, 10)),
        lambda: lum("26").distribution.photometric_type.value == "B",
    ],
    "28": [lambda: "8 candela values expected" in refused("28") and "6 found" in refused("28")],
    "29": [lambda: "must rise" in refused("29"), nan_under_twins],
    "31": [
        lambda: lum("31").distribution.candela(0, 0) * 20000 / lum("31").lamp_lumens_lm,
        lambda folder: override(folder, "31", 20000),
        override_of_absolute,
    ],
    "32": [again, lambda: cd("32", 0)],
    "33": [lambda: cd("33", 0), lambda: cd("33", 45)],
    "34": [
        lambda: cd("34", 45, [0, 90, 180, 270]),
        lambda: fc("34", at(0, 10)),
        lambda: fc("34", at(0, -10)),
    ],
    "36": [lambda: cd("36", 45, np.arange(0, 360, 45))],
    "37": [lambda: cd("37", 0), lambda: fc("37", at(0, 0)), lambda: lum("37").lumens],
    "39": [lambda: cd("39", 45, 315), lambda: cd("39", 45, 359.9)],
    "40": [lambda: fc("40", *RING)],
    "42": [
        lambda: fc("42", at(0, 11.547005), z=20, orientation_deg=90, tilt_deg=30),
        lambda: fc(
            "42",
            at(11.547005, 0),
            at(0, -11.547005),
            at(0, 0),
            z=20,
            orientation_deg=90,
            tilt_deg=30,
        ),
    ],
    "43": ["engine/test_pose.py::test_aimed_luminaires_light_their_targets"],
    "45": [
        lambda: fc("00", at(0, 0), z=case("45")["height_ft"]),
        lambda: fc("00", at(0, 0), z=case("45")["height_m"] / 0.3048) * 10.76391041670972,
        lambda: LUX_PER_FOOTCANDLE,
    ],
    "46": [
        lambda: 5 * fc("00", at(0, 0), z=case("46")["height"]["ft"]) * LUX_PER_FOOTCANDLE,
        lambda: 5 * fc("00", at(0, 0), z=case("46")["height"]["ft"]),
        # Every column says its unit: avg_fc, maintained_fc; sheets are in fc alone.
        "submittal/test_write.py::test_statistics_have_a_row_for_every_layer",
    ],
    "47": [
        lambda: lum("47").lumens,
        lambda: fc("47", at(0, 0), z=3.280840),
        lambda: cd("47", 60),
    ],
    "49": [
        lambda folder: np.abs(zero_is_a_value(folder)[1].points_ft[:, 2]).max(),
        lambda folder: [
            getattr(zero_is_a_value(folder)[0].heads[0].luminaire, key)
            for key in ("orientation_deg", "tilt_deg")
        ],
        # A factor of 0 is a value, with a note.
        lambda folder: "SITE007" in {note.code for note in zero_is_a_value(folder)[0].notes},
        lambda folder: zero_is_a_value(folder)[1].fc[0],
    ],
    "51": [
        lambda: fc("51", at(0, 0, 10), z=0),
        lambda: fc("51", at(0, 0, 10), z=0, normals=[[0, 0, -1]]),
        lambda: bool(
            (fc("51", *(at(x, y, 10) for x in range(5) for y in range(5)), z=0) >= 0).all()
        ),
    ],
    "53": [
        at_offset,
        lambda folder: (
            np.ptp(np.diff(np.unique(points(state_plane(folder, case("53")["origins"][1]))[:, 0])))
            + 1.0
        ),
        first_point_of_the_csv,
    ],
    "55": [
        lambda folder: len(points(hole(folder))),
        lambda folder: len(points(hole(folder, -1))),
        lambda folder: (
            shapely.Polygon(hole(folder).zones[0].outline_ft, hole(folder).zones[0].holes_ft).area
        ),
    ],
    "57": [
        lambda folder: all(inside(folder, DIAMOND, [(-5, 0), (0, 0), (5, 0)])),
        lambda folder: not any(inside(folder, DIAMOND, [(-15, 0), (15, 0)])),
        lambda folder: len(set(inside(folder, DIAMOND, DIAMOND))) == 1,
        "site/test_points.py::test_a_row_through_vertices_counts_each_once",
    ],
    "58": [
        lambda folder: len(points(doubled(folder))),
        lambda folder: shapely.Polygon(doubled(folder).zones[0].outline_ft).area,
        lambda folder: doubled(folder).notes == (),
    ],
    "59": [bowtie],
    "61": [
        lambda: [
            four(case("61")["values_fc"]).avg_fc,
            four(case("61")["values_fc"]).max_fc,
            four(case("61")["values_fc"]).min_fc,
        ],
        lambda: (four([0, 1, 2, 5]).avg_min, four([0, 1, 2, 5]).max_min) == (None, None),
        "submittal/test_write.py::test_results_give_statistics_and_findings_in_the_sites_unit",
    ],
    "62": [
        lambda folder: columns(folder, 0),
        lambda folder: columns(folder, 1),
        lambda folder: columns(folder, 2),
        lambda folder: columns(folder, 3),
        lambda folder: columns(folder, 4),
        last_coordinate,
    ],
    "65": [
        lambda: [
            getattr(four([np.nan if v is None else v for v in case("65")["values"]]), key)
            for key in ("avg_fc", "min_fc", "max_fc", "n_points")
        ],
        "engine/test_kernels.py::test_random_tables_agree_with_plain_loops",
    ],
    "66": [
        "drawings/test_notebook.py::test_a_constant_grid_says_its_value",
        lambda: (
            four([2.5] * 25).avg_fc == four([2.5] * 25).max_fc == four([2.5] * 25).min_fc == 2.5
            and four([2.5] * 25).avg_min == 1.0
        ),
    ],
    "69": [
        "drawings/test_notebook.py::test_levels_may_come_unsorted_and_repeated",
        "drawings/test_notebook.py::test_levels_may_come_unsorted_and_repeated",
    ],
    "70": ["drawings/test_notebook.py::test_one_row_of_points_says_that_it_has_no_contours"],
    "71": [
        "drawings/test_notebook.py::test_x_is_across_and_y_is_up",
        "drawings/test_notebook.py::test_x_is_across_and_y_is_up",
        "submittal/test_write.py::test_points_are_in_site_coordinates_with_every_layer",
    ],
    "72": ["drawings/test_labels.py::test_labels_of_a_ramp_with_twenty_levels_do_not_overlap"],
    "74": [
        "drawings/test_isofootcandle.py::test_the_pdf_is_small_and_its_seal_area_empty",
        "drawings/test_isofootcandle.py::test_the_text_of_the_pdf_can_be_searched",
    ],
    "75": [lambda: width("75"), lambda: shape("75").area],
    "76": [lambda: width("76")],
    "78": [
        lambda: shape("78").area,
        lambda: (
            shape("78").bounds[0] == pytest.approx(-10, abs=0.1)
            and shape("78").bounds[2] == pytest.approx(70, abs=0.1)
        ),
        lambda: shape("78").contains(shapely.Point(68, 10)),
    ],
    "80": [lambda: open_one() == [2, 100.0, 100.0]],
    "81": [
        lambda: np.array(shape("81", "BLDG").exterior.coords[:-1]),
        lambda: shape("81", "BLDG").area,
    ],
    "84": [lonlat_is_refused],
    "86": [
        lambda folder: len(list_of_poles(folder)),
        # The column `name` is the id of a luminaire.
        lambda folder: [entry.raw["id"] for entry in list_of_poles(folder)] == ["P1", "P2"],
        lambda folder: list_of_poles(folder)[1].raw["at"][0],
    ],
    "88": [both_runs],
    "89": [line_ends, "test_cases.py::line_ends"],
    "90": [narrow_terminals, "test_cases.py::narrow_terminals"],
    # A folder that cannot be written to; packed into an archive the package is not supported,
    # since numba compiles from files.
    "91": [
        "cli/test_cli.py::test_a_home_that_cannot_be_written_is_no_matter",
        "engine/test_kernels.py::test_where_nothing_can_be_written_the_kernel_is_compiled_without_a_cache",
    ],
    # Our kernel never uses numba's threads: workers release the lock, whatever layer is named.
    "92": [
        "engine/test_kernels.py::test_two_python_threads_at_once_do_not_disturb_each_other",
        "engine/test_public_safety.py::test_threads_that_call_at_once_get_what_each_would_get_alone",
    ],
    "95": [
        "drawings/test_isofootcandle.py::test_four_threads_draw_at_once",
        "drawings/test_isofootcandle.py::test_drawing_needs_no_pyplot_no_home_and_makes_no_noise",
    ],
    "97": [
        "drawings/test_isofootcandle.py::test_drawing_needs_no_pyplot_no_home_and_makes_no_noise",
        "drawings/test_isofootcandle.py::test_drawing_needs_no_pyplot_no_home_and_makes_no_noise",
    ],
    "98": [spaces, "test_cases.py::spaces"],
    "99": [
        "submittal/test_files.py::test_an_interrupted_run_leaves_the_old_files_and_nothing_else",
        "cli/test_cli.py::test_an_interrupted_run_ends_with_130_and_leaves_the_old_files",
    ],
    "101": [backslash],
    "103": [all_entry_points, other_inputs],
    "104": [lambda: "web page" in refused("104") and "TILT=" in refused("104")],
}


def tilted(degrees):
    turn = np.radians(degrees)
    return np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])


def upward_lumens(record):
    return record.zones.ul_lm + record.zones.uh_lm


def hole(folder, way=1):
    given = case("55")
    holes = [ring[::way] for ring in given["holes"]]
    return lot(folder, given["lot"], holes, given["grid"]["start"], given["grid"]["step"])


def doubled(folder):
    given = case("58")
    return lot(folder, given["lot"], (), given["grid"]["start"], given["grid"]["step"])


def expectations():
    """Give every row of the table: its case, its place among the rows of it, and itself."""
    seen = defaultdict(int)
    with (CASES / "expect.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = row["file"].partition("-")[0]
            yield pytest.param(name, seen[name], row, id=f"{name}-{seen[name] + 1}")
            seen[name] += 1


def tolerance(text):
    number = float(text.split()[0].replace("%", ""))
    if "%" in text:
        number /= 100
    return {"abs": number} if text.endswith("abs") else {"rel": number}


@pytest.mark.parametrize(("name", "place", "row"), list(expectations()))
def test_what_is_expected_of_a_small_case(name, place, row, tmp_path):
    assert len(ROWS[name]) > place, "no test for a row of expect.csv"
    given = ROWS[name][place]
    if isinstance(given, str):
        file, _, test = given.partition("::")
        assert f"def {test}(" in (HERE / file).read_text("utf-8"), f"{given} is gone"
        return
    found = given(tmp_path) if given.__code__.co_argcount else given()
    if found is True:
        return
    assert found is not False, f"expected {row['expected']}"
    values = np.atleast_1d(np.asarray(found, float)).ravel()
    numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", row["expected"])]
    expected = numbers * len(values) if len(numbers) == 1 else numbers[: len(values)]
    if row["tolerance"] == "exact":
        assert values.tolist() == expected
    else:
        assert values == pytest.approx(expected, **tolerance(row["tolerance"]))


def test_every_file_of_the_cases_is_expected_something_of():
    names = {path.name.partition("-")[0] for path in CASES.iterdir()} - {"expect.csv", "00"}
    assert names == set(ROWS)
