"""Elevations from ESRI ASCII grids, those of strangers included."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import ProjectFileError
from photometry.site.sources import ascii_grid
from photometry.site.sources.ascii_grid import read_ascii_grid

GRID = """ncols 4
nrows 3
xllcorner 600000
yllcorner 1000.5
cellsize 10
NODATA_value -9999
104 105 106 107
102 103 -9999 105
100 101 102 103
"""


@pytest.fixture
def grid_of(tmp_path):
    def write_and_read(text, feet=1.0, feet_up=1.0):
        path = tmp_path / "ground.asc"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_ascii_grid(path, feet, feet_up)

    return write_and_read


def test_rows_come_from_the_north_and_values_stand_in_the_middle_of_cells(grid_of):
    ground = grid_of(GRID)
    assert ground.first_ft == (600_005, 1005.5)
    assert ground.step_ft == (10, 10)
    assert float(ground.grade_ft(600_005, 1005.5)) == 100
    assert float(ground.grade_ft(600_035, 1025.5)) == 107
    assert float(ground.grade_ft(600_010, 1010.5)) == 101.5
    assert ground.covers([600_025, 600_015], [1015.5, 1015.5]).tolist() == [False, True]


def test_middles_and_two_steps_are_read_too(grid_of):
    head = "NCOLS 2\nNROWS 2\nXLLCENTER -5\nYLLCENTER 7\nDX 2\nDY 3\n"
    ground = grid_of(head + "1 2\n3 4")
    assert (ground.first_ft, ground.step_ft) == ((-5, 7), (2, 3))
    assert ground.nodes_ft.tolist() == [[3, 4], [1, 2]]


def test_units_are_converted_up_and_along(grid_of):
    feet = 1 / 0.3048
    ground = grid_of(GRID, feet, 1200 / 3937 / 0.3048)
    assert ground.step_ft == pytest.approx((10 * feet, 10 * feet))
    assert ground.nodes_ft[0, 0] == pytest.approx(100.0002)


@settings(max_examples=40)
@given(data=st.data())
def test_numbers_are_read_wherever_lines_break(tmp_path_factory, data):
    rows, columns = data.draw(st.integers(2, 5)), data.draw(st.integers(2, 5))
    number = st.floats(-1000, 9000).map(lambda z: round(z, 3)) | st.just(-1e5)
    values = data.draw(st.lists(number, min_size=rows * columns, max_size=rows * columns))
    signs = st.sampled_from([" ", "\n", "\r\n", "  ", "\t", "\n\n"])
    text = f"ncols {columns}\r\nnrows {rows}\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
    text += "nodata_value -100000\n"
    for value in values:
        text += f"{value!r}{data.draw(signs)}"
    path = tmp_path_factory.mktemp("grid") / "a.asc"
    path.write_bytes(text.encode())
    expected = [
        [values[(rows - 1 - row) * columns + column] for column in range(columns)]
        for row in range(rows)
    ]
    if all(value == -1e5 for value in values):
        with pytest.raises(ProjectFileError, match="every value is NODATA"):
            read_ascii_grid(path, 1.0, 1.0)
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ascii_grid, "BLOCK", data.draw(st.sampled_from([30, 37, 64, 1 << 20])))
        found = read_ascii_grid(path, 1.0, 1.0).nodes_ft
    known = np.array(expected)
    known[known == -1e5] = np.nan
    np.testing.assert_array_equal(found, known)


def edited(old, new):
    return GRID.replace(old, new)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (edited("103 -9999", "103 12x"), 8, '"12x" is not a number'),
        (edited("103 -9999", "103,5 1"), 8, "write decimals with a point"),
        (edited("103 -9999", "1_0 1"), 8, '"1_0" is not a number'),
        (edited("ncols 4", "ncols 5"), None, "15 elevations announced, 12 found"),
        (edited("ncols 4", "ncols 2"), None, "more than the 6 elevations"),
        (edited("ncols 4", "ncols 4.5"), 1, "ncols must be a whole number"),
        (edited("ncols 4", "ncols 1"), 1, "ncols must be a whole number"),
        (edited("ncols 4", "ncols nan"), 1, "ncols must be a whole number"),
        (edited("ncols 4", "ncols many"), 1, 'ncols must be a number, not "many"'),
        (edited("ncols 4\nnrows 3", "ncols 99999\nnrows 99999"), None, "at most 16,000,000"),
        (edited("ncols 4\n", ""), None, "its header has no ncols"),
        (edited("cellsize 10", "dx 10"), None, "its header has no dy"),
        (edited("cellsize 10\n", ""), None, "its header has no cellsize"),
        (edited("xllcorner 600000\n", ""), None, "its header has no xllcorner"),
        (edited("cellsize 10", "cellsize 0"), 5, "above 0, not 0"),
        (edited("cellsize 10", "cellsize inf"), 5, "above 0, not inf"),
        (edited("xllcorner 600000", "xllcorner 1e99"), 3, "finite and at most 1e9"),
        (edited("nrows 3", "nrows 3\nnrows 3"), 3, "nrows a second time, after line 2"),
        (edited("nrows 3", "projection utm"), 2, '"projection utm" in its header'),
        (edited("107", "1e30"), None, "an elevation is 1e+30; if it stands for none"),
        (edited("107", "inf"), None, "an elevation is inf"),
        ("", None, "its header has no ncols, nrows, cellsize"),
        ("\x00\xff" * 50, 1, "in its header"),
        ("<html>\n", 1, "in its header"),
    ],
)
def test_a_grid_that_is_none_is_refused_with_its_place(grid_of, text, line, says):
    with pytest.raises(ProjectFileError) as caught:
        grid_of(text)
    (fault,) = caught.value.faults
    assert says in str(fault)
    assert fault.line == line
    assert fault.file.endswith("ground.asc")


def test_a_file_without_line_breaks_is_refused_in_little_memory(grid_of):
    head = GRID.partition("104")[0].replace("ncols 4", "ncols 4000")
    for text in (head + "1" * 5_000_000, head + "1 " * 3_000_000, "n" * 5_000_000):
        data = text.encode()
        tracemalloc.start()
        try:
            with pytest.raises(ProjectFileError):
                grid_of(data)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 120e6  # bytes; half a million numbers of a block at a time are words too


def test_a_file_too_large_is_not_opened(grid_of, monkeypatch):
    monkeypatch.setattr(ascii_grid, "LARGEST_FILE_BYTES", 50)
    with pytest.raises(ProjectFileError, match="larger than"):
        grid_of(GRID)
