"""Elevations from GeoTIFFs, those of strangers included."""

from __future__ import annotations

import struct
import sys
import zlib

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.site.sources import geotiff
from photometry.site.sources.geotiff import read_geotiff

FEET = 1 / 0.3048
NODES = np.array([[104, 105, 106, 107], [102, 103, -9999, 105], [100, 101, 102, 103]], "f4")
METRES, OF_POINTS = {1024: 1, 3076: 9001}, {1025: 2}


@pytest.fixture
def tiff_of(tmp_path):
    tifffile = pytest.importorskip("tifffile", reason="the extra raster")

    def write_and_read(
        nodes=NODES, keys=METRES, place=None, feet=None, feet_up=None, more=(), **options
    ):
        directory = (1, 1, 0, len(keys), *(n for key, of in keys.items() for n in (key, 0, 1, of)))
        where = place or [
            (33550, "d", 3, (10.0, 5.0, 0.0), True),
            (33922, "d", 6, (0.0, 0.0, 0.0, 600_000.0, 1030.5, 0.0), True),
        ]
        tags = [*where, (34735, "H", len(directory), directory, True), *more]
        tags.append((42113, "s", 0, "-9999", True))
        path = tmp_path / "ground.tif"
        tifffile.imwrite(path, nodes, metadata=None, extratags=tags, **options)
        return read_geotiff(path, feet, feet_up)

    return write_and_read


@pytest.mark.parametrize(
    "options",
    [{}, {"compression": "zlib"}, {"tile": (16, 16), "compression": "zlib"}, {"bigtiff": True}],
)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i2"])
def test_values_stand_in_the_middle_of_cells_in_the_unit_of_the_file(tiff_of, options, dtype):
    ground = tiff_of(NODES.astype(dtype), **options)
    assert ground.step_ft == pytest.approx((10 * FEET, 5 * FEET))
    # The corner of the north-west cell is placed: its middle is half a cell inside.
    assert ground.first_ft == pytest.approx((600_005 * FEET, (1030.5 - 12.5) * FEET))
    assert ground.nodes_ft[0] == pytest.approx(np.array([100, 101, 102, 103]) * FEET)
    assert np.isnan(ground.nodes_ft[1, 2])
    assert np.isnan(ground.nodes_ft).sum() == 1


def test_a_raster_of_points_places_their_first(tiff_of):
    ground = tiff_of(keys=METRES | OF_POINTS)
    assert ground.first_ft == pytest.approx((600_000 * FEET, (1030.5 - 10) * FEET))


def test_a_matrix_places_as_well(tiff_of):
    matrix = (10.0, 0.0, 0.0, 7.0, 0.0, -5.0, 0.0, 9.0, *[0.0] * 7, 1.0)
    ground = tiff_of(place=[(34264, "d", 16, matrix, True)], keys=OF_POINTS, feet=1.0)
    assert (ground.first_ft, ground.step_ft) == ((7, -1), (10, 5))


def test_the_unit_of_the_site_file_counts_and_that_of_heights_is_its_own(tiff_of):
    assert tiff_of(feet=1.0).step_ft == (10, 5)
    assert tiff_of(feet=1.0).nodes_ft[0, 0] == 100
    assert tiff_of(feet_up=1.0).nodes_ft[0, 0] == 100
    assert tiff_of(keys={3076: 9001, 4099: 9002}).nodes_ft[0, 0] == 100
    survey = tiff_of(keys={3076: 9003})
    assert survey.nodes_ft[0, 0] == pytest.approx(100 * 1200 / 3937 / 0.3048)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"keys": {1024: 1}}, "does not say its unit; give unit"),
        ({"keys": {1024: 2}}, "it is in degrees; project it"),
        ({"nodes": np.zeros((3, 4, 3), "u1"), "photometric": "rgb"}, "it is a picture"),
        ({"nodes": np.zeros((1, 4), "f4")}, "2 x 2 to 16,000,000 are read"),
        ({"nodes": np.full((3, 4), -9999, "f4")}, "every value is NODATA"),
        ({"nodes": np.full((3, 4), 3.4e38, "f4")}, "an elevation is 3.4e+38; if it stands"),
        ({"nodes": np.full((3, 4), np.inf, "f4")}, "an elevation is inf"),
        ({"place": [(33550, "d", 3, (1.0, 1.0, 0.0), True)]}, "does not say where it lies"),
    ],
)
def test_a_tiff_that_is_no_ground_is_refused(tiff_of, options, says):
    with pytest.raises(ProjectFileError) as caught:
        tiff_of(**options)
    assert says in str(caught.value)
    assert "ground.tif" in str(caught.value)


@pytest.mark.parametrize(
    ("scale", "corner", "says"),
    [
        ((0.0, 1.0), (0.0, 0.0), "its cells are 0 x 1"),
        ((1.0, -1.0), (0.0, 0.0), "north up"),
        ((float("nan"), 1.0), (0.0, 0.0), "its cells are nan"),
        ((1.0, 1.0), (1e12, 0.0), "not finite, or above 1e9"),
        ((1.0, 1.0), (float("inf"), 0.0), "not finite, or above 1e9"),
    ],
)
def test_a_senseless_place_is_refused(tiff_of, scale, corner, says):
    place = [
        (33550, "d", 3, (*scale, 0.0), True),
        (33922, "d", 6, (0.0, 0.0, 0.0, *corner, 0.0), True),
    ]
    with pytest.raises(ProjectFileError, match=says):
        tiff_of(place=place)


def test_a_turned_raster_is_refused(tiff_of):
    matrix = (10.0, 1.0, 0.0, 7.0, 1.0, -5.0, 0.0, 9.0, *[0.0] * 7, 1.0)
    with pytest.raises(ProjectFileError, match="it is turned"):
        tiff_of(place=[(34264, "d", 16, matrix, True)])


@pytest.mark.parametrize("cut", [0, 7, 60, 200])
def test_a_damaged_file_is_refused_not_raised_through(tiff_of, tmp_path, cut):
    tiff_of()
    path = tmp_path / "ground.tif"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(ProjectFileError, match=r"ground\.tif"):
        read_geotiff(path, None, None)


def test_a_piece_that_swells_is_refused(tmp_path):
    pytest.importorskip("tifffile", reason="the extra raster")
    packed = zlib.compress(bytes(50_000_000))
    tags = [(256, 4, 4), (257, 4, 3), (258, 3, 32), (259, 3, 8), (262, 3, 1), (277, 3, 1)]
    tags += [(273, 4, 8), (278, 4, 3), (279, 4, len(packed)), (339, 3, 3)]
    rows = b"".join(struct.pack("<HHII", code, kind, 1, of) for code, kind, of in sorted(tags))
    head = b"II*\0" + struct.pack("<I", 8 + len(packed))
    path = tmp_path / "ground.tif"
    path.write_bytes(head + packed + struct.pack("<H", len(tags)) + rows + bytes(4))
    with pytest.raises(ProjectFileError, match="holds more than the raster has"):
        read_geotiff(path, 1.0, 1.0)


def test_pieces_that_are_the_same_bytes_again_are_refused(tmp_path):
    pytest.importorskip("tifffile", reason="the extra raster")
    packed = zlib.compress(bytes(16))
    first = 8 + len(packed)
    # Three strips of a row, all from the first byte of data on and almost as long as the file.
    lists = struct.pack("<3I", 8, 8, 8) + struct.pack("<3I", 100, 100, 100)
    tags = [(256, 4, 1, 4), (257, 4, 1, 3), (258, 3, 1, 32), (259, 3, 1, 8), (262, 3, 1, 1)]
    tags += [(277, 3, 1, 1), (273, 4, 3, first), (278, 4, 1, 1)]
    tags += [(279, 4, 3, first + 12), (339, 3, 1, 3)]
    rows = b"".join(struct.pack("<HHII", *tag) for tag in sorted(tags))
    head = b"II*\0" + struct.pack("<I", first + len(lists))
    path = tmp_path / "ground.tif"
    path.write_bytes(head + packed + lists + struct.pack("<H", len(tags)) + rows + bytes(4))
    with pytest.raises(ProjectFileError, match="longer than the file"):
        read_geotiff(path, 1.0, 1.0)


def test_limits_come_before_reading(tiff_of, monkeypatch):
    monkeypatch.setattr(geotiff, "MOST_NODES", 11)
    with pytest.raises(ProjectFileError, match="it has 3 x 4 elevations"):
        tiff_of()
    monkeypatch.setattr(geotiff, "LARGEST_FILE_BYTES", 11)
    with pytest.raises(ProjectFileError, match="larger than"):
        tiff_of()


def test_without_the_library_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tifffile", None)
    with pytest.raises(ProjectFileError, match=r'pip install "site-photometry\[raster\]"'):
        read_geotiff(tmp_path / "a.tif", None, None)
