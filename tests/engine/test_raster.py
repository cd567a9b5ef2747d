"""Rasters: their points, their statistics, their files, whatever computes them."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import photometry as ph
from photometry.engine import raster_grid as grids
from photometry.engine import raster_tile
from photometry.engine.raster_grid import RasterGrid, raster_grid
from photometry.engine.raster_statistics import RasterSums, tile_sums
from photometry.errors import OutputError
from photometry.site.lattice import Lattice
from photometry.submittal.raster_files import RasterFile, write_raster

SITE = """
format = 1
unit = "UNIT"
[project]
name = "A lot"
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
llf = { lld = 0.9, ldd = 0.8 }
[[luminaires]]
id = "P1"
type = "A"
at = [30, 30]
mounting_height_m = 6
orientation_deg = 40
[[luminaires]]
id = "P2"
type = "A"
at = [75.3, 41.1]
mounting_height_m = 7
tilt_deg = 8
group = "far"
[[zones]]
name = "lot"
kind = "parking"
area = [[0,0],[100,0],[100,60],[0,60]]
holes = [[[10,10],[20,10],[20,30],[10,30]]]
[[zones]]
name = "turned"
kind = "other"
area = [[5,20],[70,2],[80,50],[12,55]]
spacing_ft = 7
grid_angle_deg = 21
grid_origin = [31, 17]
height_ft = 3
[[zones]]
name = "all round"
kind = "other"
area = [[0,0],[40,0],[40,20],[0,20]]
height_ft = 5
plane = "vertical4"
[[obstructions]]
name = "kiosk"
footprint = [[50,20],[58,20],[58,34],[50,34]]
height_ft = 9
[[boundaries]]
id = "ring"
line = [[0,0],[100,0],[100,60],[0,60],[0,0]]
[[scenes]]
name = "late"
groups = { far = 0.25 }
"""
TOWN = """
import resource, sys
import photometry as ph
site = ph.load_site(sys.argv[1])
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
ph.illuminance_raster(site, spacing_ft=0.2, out=sys.argv[2])
before = peak()
result = ph.illuminance_raster(site, spacing_ft=0.06, out=sys.argv[2])
print(result.statistics.n_points, peak() - before)
"""


def site_of(folder, unit="ft"):
    path = folder / "site.toml"
    path.write_text(SITE.replace("UNIT", unit))
    return ph.load_site(path)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return site_of(tmp_path_factory.mktemp("raster"))


@pytest.fixture(scope="module")
def calc(site):
    return ph.calculate(site, ())


@pytest.fixture
def small_tiles(monkeypatch):
    """Cut into many tiles, so that there is something to put together."""
    monkeypatch.setattr(grids, "TILE_SIDE", 16)


@pytest.mark.parametrize("zone", ["lot", "turned", "all round"])
@pytest.mark.parametrize("layer", ["maintained", "initial", "scene:late"])
def test_a_zone_s_raster_at_its_spacing_says_what_the_zone_says(site, calc, zone, layer):
    of_zone = calc[zone].statistics(layer)
    found = ph.illuminance_raster(site, spacing_ft=calc[zone].spacing_ft, zone=zone, layer=layer)
    assert found.statistics.n_points == of_zone.n_points
    for name in ("avg_fc", "max_fc", "min_fc"):
        # The compiled kernel and NumPy differ in the last digits.
        expected = pytest.approx(getattr(of_zone, name), rel=1e-9)
        assert getattr(found.statistics, name) == expected, name
    assert found.statistics.max_at_ft == pytest.approx(of_zone.max_at_ft, abs=1e-9)


@pytest.mark.usefixtures("small_tiles")
def test_every_value_is_the_illuminance_at_its_node(site, tmp_path):
    out = tmp_path / "a.npy"
    found = ph.illuminance_raster(site, spacing_ft=3.7, out=out, thresholds_fc=(0.2, 1.0))
    values = np.load(out, mmap_mode="r")
    rows, columns = found.shape
    assert values.shape == (rows, columns)
    assert values.dtype == np.float32
    points, expected = [], []
    for row in range(rows):
        for column in range(columns):
            x, y = found.grid.node_ft(row, column)
            if not (50 <= x <= 58 and 20 <= y <= 34):  # where the kiosk stands there is no point
                points.append((x, y, 0.0))
                expected.append((row, column))
    lamps = [replace(head.luminaire, llf=head.luminaire.llf) for head in site.heads]
    light = ph.illuminance(lamps, points, obstructions=site.obstructions)
    at = tuple(np.array(expected).T)
    assert np.isnan(values).sum() == rows * columns - len(points)
    # float32 keeps 6e-8 of a value.
    assert values[at] == pytest.approx(light, rel=1e-7, abs=1e-12)
    stats = found.statistics
    assert stats.n_points == len(points)
    assert stats.avg_fc == pytest.approx(math.fsum(light) / len(light), rel=1e-12)
    brightest = int(np.argmax(light))
    assert stats.max_fc == pytest.approx(light[brightest], rel=1e-12)
    assert stats.max_at_ft == pytest.approx(points[brightest], abs=1e-9)
    assert dict(found.reaching) == {level: int((light >= level).sum()) for level in (0.2, 1.0)}
    assert found.origin_ft == pytest.approx(found.grid.node_ft(0, 0))
    assert found.error_budget.pairs.exact == 2 * rows * columns


def test_row_0_is_the_northernmost(site, tmp_path):
    found = ph.illuminance_raster(
        site, spacing_ft=10, out=tmp_path / "a.npy", box_ft=(0, 0, 100, 60)
    )
    assert found.shape == (7, 11)
    assert found.origin_ft == (0, 60)
    assert found.grid.node_ft(6, 10) == (100, 0)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("max_error_fc", [0.0, 0.003])
def test_one_thread_and_three_give_the_same_bits(site, tmp_path, max_error_fc):
    results, files = [], []
    for threads in (1, 3):
        out = tmp_path / f"{threads}.npy"
        results.append(
            ph.illuminance_raster(
                site, spacing_ft=2, out=out, threads=threads, max_error_fc=max_error_fc
            )
        )
        files.append(out.read_bytes())
    assert results[0].statistics == results[1].statistics
    assert files[0] == files[1]


@pytest.mark.usefixtures("small_tiles")
def test_a_budget_is_kept_and_tried(site, tmp_path):
    exact, rough = (
        ph.illuminance_raster(site, spacing_ft=2, out=tmp_path / "a.npy", max_error_fc=budget)
        for budget in (0.0, 0.02)
    )
    assert (exact.error_budget.probes, exact.error_budget.exact_share) == (0, 1.0)
    assert rough.error_budget.exact_share < 1.0
    assert rough.error_budget.probes >= raster_tile.PROBES
    assert 0.0 < rough.error_budget.largest_difference_fc <= 0.02
    assert rough.error_budget.recalculated_points == 0
    assert abs(exact.statistics.avg_fc - rough.statistics.avg_fc) <= 0.02


def test_a_tile_that_breaks_its_budget_is_calculated_again_exactly(site, monkeypatch):
    exact = ph.illuminance_raster(site, spacing_ft=2)
    real = raster_tile.lattice_illuminance

    def wrong(scene, block, *, normal, max_error_fc):
        fc, pairs = real(scene, block, normal=normal, max_error_fc=0.0)
        off = 0.5 if max_error_fc else 0.0
        return fc + off, pairs._replace(dropped=1) if max_error_fc else pairs

    monkeypatch.setattr(raster_tile, "lattice_illuminance", wrong)
    found = ph.illuminance_raster(site, spacing_ft=2, max_error_fc=0.01)
    assert found.statistics == exact.statistics
    assert found.error_budget.recalculated_points == exact.statistics.n_points
    assert found.error_budget.largest_difference_fc == pytest.approx(0.5)
    assert [note.code for note in found.notes] == ["SITE104"]


def test_a_near_opening_is_divided_as_in_a_zone(tmp_path):
    text = SITE.replace("UNIT", "ft").replace(
        'file = "sample:area_t3"', 'file = "sample:area_t3"\nsubdivide = true'
    )
    (tmp_path / "site.toml").write_text(
        text.replace("mounting_height_m = 6", "mounting_height_ft = 2")
    )
    site = ph.load_site(tmp_path / "site.toml")
    of_zone = ph.calculate(site, ())["lot"].statistics()
    found = ph.illuminance_raster(site, spacing_ft=10, zone="lot").statistics
    assert found.max_fc == pytest.approx(of_zone.max_fc, rel=1e-9)


@pytest.mark.usefixtures("small_tiles")
def test_a_raster_names_the_luminaire_too_near_for_a_point_source_once(tmp_path):
    text = SITE.replace("UNIT", "ft").replace("mounting_height_m = 6", "mounting_height_ft = 2")
    text = text.replace("mounting_height_m = 7", "mounting_height_ft = 2.5")
    (tmp_path / "site.toml").write_text(text)
    site = ph.load_site(tmp_path / "site.toml")
    [note] = ph.illuminance_raster(site, spacing_ft=1).notes
    opening = site.heads[0].type.file.opening.largest_ft
    assert (note.code, note.place) == ("SITE102", "P1")  # 2 ft from the node below it
    assert (
        "is 2.0 ft from a point of the raster (1 more luminaire is too near to others)" in note.text
    )
    assert f"({5 * opening:.1f} ft)" in note.text
    dark = ph.illuminance_raster(site, spacing_ft=1, box_ft=(10, 0, 20, 9))
    assert dark.notes == ()
    (tmp_path / "site.toml").write_text(
        text.replace('file = "sample:area_t3"', 'file = "sample:area_t3"\nsubdivide = true')
    )
    divided = ph.load_site(tmp_path / "site.toml")
    assert ph.illuminance_raster(divided, spacing_ft=1).notes == ()


@settings(max_examples=25)
@given(st.data())
def test_sums_of_tiles_are_those_of_the_whole_in_any_order(data):
    rows, columns = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9))
    level = st.sampled_from([0.0, 0.1, 0.5, 0.7, 3.0, math.nan])
    values = np.array(data.draw(st.lists(level, min_size=81, max_size=81))[: rows * columns])
    values = values.reshape(rows, columns)
    tiles = [
        tile_sums(values[row : row + 3, column : column + 4], (row, column), (0.1, 1.0))
        for row in range(0, rows, 3)
        for column in range(0, columns, 4)
    ]
    sums = RasterSums(2)
    for tile in data.draw(st.permutations(tiles)):
        sums.add(tile)
    known = [
        (float(values[row, column]), row, column)
        for row in range(rows)
        for column in range(columns)
        if not math.isnan(values[row, column])
    ]
    assert sums.count == len(known)
    if not known:
        return
    assert sums.highest == max(known, key=lambda one: (one[0], -one[1], -one[2]))
    assert sums.lowest == min(known)
    assert sums.reaching == [sum(fc >= level for fc, _, _ in known) for level in (0.1, 1.0)]
    # Within a tile NumPy may add in another order: an ulp of a sum of 81 values.
    mean = math.fsum(fc for fc, _, _ in known) / len(known)
    assert sums.average_fc == pytest.approx(mean, rel=1e-14)


@settings(max_examples=30)
@given(
    st.integers(1, 1100),
    st.integers(1, 1100),
    st.sampled_from([0.0, 30.0, 90.0]),
    st.sampled_from([0.0, 2_000_000.0]),
)
def test_tiles_cover_every_node_once(rows, columns, angle, far):
    grid = RasterGrid(Lattice(-3.0, 7.0, columns, rows, 0.5), (far, -far), angle)
    seen = np.zeros((rows, columns), np.int64)
    for number in range(grid.tile_count):
        tile = grid.tile(number)
        seen[
            tile.first_row : tile.first_row + tile.rows,
            tile.first_column : tile.first_column + tile.columns,
        ] += 1
        xy = grid.xy_ft(tile)
        assert xy.shape == (tile.rows, tile.columns, 2)
        corner = grid.node_ft(tile.first_row + tile.rows - 1, tile.first_column)
        assert xy[0, 0] == pytest.approx(corner, abs=1e-9)
        last = grid.node_ft(tile.first_row, tile.first_column + tile.columns - 1)
        assert xy[-1, -1] == pytest.approx(last, abs=1e-9)
    assert (seen == 1).all()


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("ending", ["zarr", "tif"])
def test_every_format_holds_the_same_values(site, tmp_path, ending):
    pytest.importorskip({"zarr": "zarr", "tif": "tifffile"}[ending], reason="extra raster")
    arguments = {"spacing_ft": 2, "box_ft": (-10, -10, 110, 91)}
    first = ph.illuminance_raster(site, out=tmp_path / "a.npy", **arguments)
    out = tmp_path / f"a.{ending}"
    again = ph.illuminance_raster(site, out=out, **arguments)
    assert again.statistics == first.statistics
    assert first.grid.tile_count == 16
    assert read(out) == pytest.approx(np.load(tmp_path / "a.npy"), nan_ok=True, rel=0, abs=0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.npy", f"a.{ending}"]


def read(path):
    if path.suffix == ".zarr":
        import zarr

        return zarr.open_array(path)[:]
    import tifffile

    return tifffile.imread(path)


def test_a_store_says_where_it_lies(site, tmp_path):
    zarr = pytest.importorskip("zarr", reason="extra raster")
    for _ in range(2):  # the second time over the first
        ph.illuminance_raster(site, spacing_ft=7, zone="turned", out=tmp_path / "a.zarr")
    told = dict(zarr.open_array(tmp_path / "a.zarr").attrs)
    assert (told["unit"], told["spacing_ft"], told["angle_deg"]) == ("fc", 7.0, 21.0)
    assert [path.name for path in tmp_path.iterdir()] == ["a.zarr"]


@pytest.mark.parametrize("other", ["mine.txt", "c.txt"])
def test_a_folder_that_holds_other_files_is_no_store_to_replace(site, tmp_path, other):
    pytest.importorskip("zarr", reason="extra raster")
    out = tmp_path / "a.zarr"
    ph.illuminance_raster(site, spacing_ft=7, zone="turned", out=out)
    (out / other).write_text("not to be lost")
    with pytest.raises(OutputError, match=f"holds {other}, which is no part of a raster"):
        ph.illuminance_raster(site, spacing_ft=7, zone="turned", out=out)
    assert (out / other).read_text() == "not to be lost"


def test_a_geotiff_lies_in_the_unit_of_the_site(tmp_path):
    tifffile = pytest.importorskip("tifffile", reason="extra raster")
    site = site_of(tmp_path, unit="m")
    feet = site.feet_per_unit
    out = tmp_path / "a.tif"
    found = ph.illuminance_raster(site, spacing_ft=5 * feet, out=out, beyond_ft=10 * feet)
    with tifffile.TiffFile(out) as tiff:
        told = tiff.geotiff_metadata
        assert tiff.pages[0].tags["GDAL_NODATA"].value == "nan"
    assert told["ProjLinearUnitsGeoKey"] == 9001  # the metre, in EPSG's list
    assert told["GTRasterTypeGeoKey"] == 2  # values are of points
    assert told["ModelPixelScale"] == pytest.approx([5, 5, 0])
    assert told["ModelTiepoint"] == pytest.approx([0, 0, 0, -10, 70, 0])
    assert found.shape == (17, 25)


def test_a_turned_geotiff_is_placed_by_a_matrix(site, tmp_path):
    tifffile = pytest.importorskip("tifffile", reason="extra raster")
    out = tmp_path / "a.tif"
    found = ph.illuminance_raster(site, spacing_ft=7, zone="turned", out=out)
    with tifffile.TiffFile(out) as tiff:
        matrix = np.array(tiff.geotiff_metadata["ModelTransformation"])
    for row, column in ((0, 0), (2, 5)):
        x, y, _, _ = matrix @ (column, row, 0, 1)
        assert (x, y) == pytest.approx(found.grid.node_ft(row, column), abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"spacing_ft": 0}, "spacing_ft must be above 0"),
        ({"spacing_ft": math.nan}, "spacing_ft must be above 0"),
        ({"spacing_ft": 1e-300}, "spacing_ft must be above 0"),
        ({"spacing_ft": 1, "box_ft": (0, 0, 1e300, 5)}, "or no end"),
        ({"spacing_ft": 1e-4}, "over the limit of 10,000,000,000; a spacing of"),
        ({"spacing_ft": 1, "zone": "lott"}, "did you mean lot"),
        ({"spacing_ft": 1, "layer": "maintaned"}, "did you mean maintained"),
        ({"spacing_ft": 1, "box_ft": (0, 0, 0, 5)}, "has no area"),
        ({"spacing_ft": 1, "box_ft": (0, 0, math.inf, 5)}, "has no area"),
        ({"spacing_ft": 1, "beyond_ft": -1}, "beyond_ft must be 0 or more"),
        ({"spacing_ft": 1, "zone": "lot", "box_ft": (0, 0, 5, 5)}, "not of both"),
        ({"spacing_ft": 1, "thresholds_fc": (0.5, math.nan)}, "must be finite numbers"),
        ({"spacing_ft": 1, "max_error_fc": -1}, "max_error_fc must be 0 or more"),
        ({"spacing_ft": 1, "max_error_fc": math.nan}, "max_error_fc must be 0 or more"),
        ({"spacing_ft": 1, "box_ft": (51, 21, 57, 33)}, "has no point"),
    ],
)
def test_what_makes_no_raster_is_refused(site, tmp_path, arguments, says):
    out = tmp_path / "a.npy"
    with pytest.raises(ph.CalculationError, match=says):
        ph.illuminance_raster(site, out=out, **arguments)
    assert not list(tmp_path.iterdir())


def test_the_limit_that_is_named_would_fit(site):
    with pytest.raises(ph.CalculationError, match="a spacing of") as caught:
        raster_grid(site, 0.00123)
    wanted = float(str(caught.value).partition("a spacing of ")[2].split()[0])
    rows, columns = raster_grid(site, wanted).shape
    assert rows * columns <= grids.MOST_NODES


def test_a_point_at_a_luminaire_is_refused(tmp_path):
    text = SITE.replace("UNIT", "ft").replace("height_ft = 3", "height_ft = 20")
    text = text.replace("mounting_height_m = 6", "mounting_height_ft = 20")
    text = text.replace("grid_origin = [31, 17]", "grid_origin = [30, 30]")
    (tmp_path / "site.toml").write_text(text)
    site = ph.load_site(tmp_path / "site.toml")
    with pytest.raises(
        ph.CalculationError,
        match=r'site.toml:\d+: luminaire "\w+" at .* is at a point of the raster',
    ):
        ph.illuminance_raster(site, spacing_ft=7, zone="turned")


@pytest.mark.parametrize(
    ("name", "says"),
    [("a.png", "ends in one of"), ("a", "ends in one of"), ("old.npy", "a folder")],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(site, tmp_path, name, says):
    (tmp_path / "old.npy").mkdir()
    with pytest.raises(OutputError, match=says):
        ph.illuminance_raster(site, spacing_ft=5, out=tmp_path / name, progress=pytest.fail)


def test_a_library_that_is_absent_is_named_with_its_extra(site, tmp_path, monkeypatch):
    for name, ending in (("zarr", "zarr"), ("tifffile", "tif")):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(
            OutputError, match=rf'needs {name}.*pip install "site-photometry\[raster'
        ):
            ph.illuminance_raster(site, spacing_ft=5, out=tmp_path / f"a.{ending}")


def test_a_disk_too_small_for_an_array_is_said_before_the_work(site, tmp_path, monkeypatch):
    from photometry.submittal import raster_files

    usage = lambda _path: type("Usage", (), {"free": 1000})  # noqa: E731 - of one use
    monkeypatch.setattr(raster_files.shutil, "disk_usage", usage)
    with pytest.raises(OutputError, match=r"needs [\d.]+ [kM]B, 1.0 kB are free"):
        ph.illuminance_raster(site, spacing_ft=1, out=tmp_path / "a.npy", progress=pytest.fail)


@pytest.mark.usefixtures("small_tiles")
@pytest.mark.parametrize("ending", ["npy", "zarr", "tif"])
@pytest.mark.parametrize("trouble", [KeyboardInterrupt, MemoryError])
def test_an_interrupt_leaves_the_old_file_and_nothing_else(site, tmp_path, ending, trouble):
    out = tmp_path / f"a.{ending}"
    ph.illuminance_raster(site, spacing_ft=10, out=out)
    before = read(out) if ending != "npy" else np.load(out)

    def interrupt(_what, share):
        if share > 0.4:
            raise trouble

    with pytest.raises(trouble):
        ph.illuminance_raster(site, spacing_ft=1, out=out, progress=interrupt)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    after = read(out) if ending != "npy" else np.load(out)
    assert np.array_equal(before, after, equal_nan=True)


@pytest.mark.skipif(os.name == "nt", reason="processes are asked for otherwise on Windows")
def test_what_a_killed_run_left_is_removed_by_the_next(site, tmp_path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = tmp_path / f".partial-a.npy-{ended.pid}"
    left.write_bytes(b"half")
    store = tmp_path / ".partial-a.npy-nobody"
    store.mkdir()
    of_another = tmp_path / f".partial-a.npy-{os.getppid()}"  # it runs
    of_another.write_bytes(b"half")
    ph.illuminance_raster(site, spacing_ft=10, out=tmp_path / "a.npy")
    assert sorted(path.name for path in tmp_path.iterdir()) == [of_another.name, "a.npy"]


def test_a_full_disk_is_an_output_error(site, tmp_path):
    grid = raster_grid(site, 5)
    file = RasterFile(tmp_path / "a.npy", grid, "ft", 1.0, "maintained")

    def tiles():
        yield np.zeros(grid.shape, np.float32)
        raise OSError(28, "No space left on device")

    with pytest.raises(OutputError, match="No space left"):
        write_raster(file, tiles())
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is measured as Linux counts it")
def test_memory_does_not_grow_with_the_raster(site, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", TOWN, str(site.path), str(tmp_path / "a.npy")],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    points, grown = map(int, done.stdout.split())
    assert points > 8_000_000
    # As float64 points with their values these are 280 MB; a few tiles in the making are 60 MB.
    assert grown < 100e6
