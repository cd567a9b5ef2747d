"""CAD bases: every entity that draws a shape, and what drawings leave unsaid."""

from __future__ import annotations

import itertools
import math

import ezdxf
import numpy as np
import pytest
import shapely
from ezdxf.math import Matrix44

from photometry.errors import ProjectFileError
from photometry.site.sources.dxf_base import read_dxf

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]


def only(drawing, layer="A"):
    (shape,) = drawing.shapes[layer]
    return shape


def area(shape):
    return shapely.Polygon(shape.points_ft).area


def codes(drawing):
    return [note.code for note in drawing.notes]


# ---- the small cases -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "width_tolerance"), [("75-insunits-inch", 1e-9), ("76-insunits-metre", 1e-6)]
)
def test_the_unit_of_the_drawing_is_applied_once(cases, name, width_tolerance):
    lot = only(read_dxf(cases / f"{name}.dxf"), "LOT")
    # Relative tolerances as the cases ask: a conversion, and the foot of 0.3048 m.
    assert np.ptp(lot.points_ft[:, 0]) == pytest.approx(100.0, rel=width_tolerance)
    assert area(lot) == pytest.approx(10_000.0, rel=1e-6)


def test_bulges_are_arcs(cases):
    lot = only(read_dxf(cases / "78-bulge-obround.dxf"), "LOT")
    # Chords at 0.01 ft cut off at most 0.01 ft times the 62.8 ft of arc.
    assert area(lot) == pytest.approx(60 * 20 + math.pi * 100, abs=0.01 * 2 * math.pi * 10)
    assert lot.points_ft[:, 0].min() == pytest.approx(-10.0, abs=0.01)  # the sagitta
    assert lot.points_ft[:, 0].max() == pytest.approx(70.0, abs=0.01)
    assert shapely.Polygon(lot.points_ft).contains(shapely.Point(68, 10))


def test_closed_is_what_is_flagged_or_returns_to_its_start(cases):
    drawing = read_dxf(cases / "80-closed-or-not.dxf")
    assert [only(drawing, layer).is_closed for layer in "ABC"] == [True, True, False]
    assert [area(only(drawing, layer)) for layer in "AB"] == [100.0, 100.0]
    assert len(only(drawing, "B").points_ft) == 4


def test_blocks_are_scaled_then_turned_then_moved(cases):
    corners = only(read_dxf(cases / "81-block-scaled-rotated.dxf"), "BLDG").points_ft
    # Rounding of a rotation about the origin, ft.
    np.testing.assert_allclose(corners, [[100, 50], [100, 70], [90, 70], [90, 50]], atol=1e-6)


# ---- entities ------------------------------------------------------------------------------------


def test_lines_and_arcs_that_meet_are_one_outline_whichever_way_they_were_drawn(base):
    base.line((0, 0), (60, 0))
    base.line((0, 20), (60, 20))  # against the direction of the first
    base.space.add_arc((60, 10), 10, -90, 90, dxfattribs={"layer": "A"})
    base.space.add_arc((0, 10), 10, 90, 270, dxfattribs={"layer": "A"})
    lot = only(read_dxf(base.save()))
    assert lot.is_closed
    assert area(lot) == pytest.approx(1200 + math.pi * 100, abs=0.01 * 2 * math.pi * 10)  # sagitta


def test_lines_are_not_joined_at_a_fork(base):
    for end in ((10, 0), (-10, 0), (0, 10)):
        base.line((0, 0), end)
    assert [shape.is_closed for shape in read_dxf(base.save()).shapes["A"]] == [False] * 3


@pytest.mark.parametrize(("gap_ft", "closes"), [(0.05, True), (0.2, False)])
def test_outlines_that_almost_close_are_closed_with_a_note(base, gap_ft, closes):
    base.polyline([*SQUARE, (0, gap_ft)], close=False)
    base.line((0, 0), (10, 0), layer="B")
    base.line((10, 0), (10, 10), layer="B")
    base.line((10, 10), (0, gap_ft), layer="B")
    drawing = read_dxf(base.save())
    assert [only(drawing, layer).is_closed for layer in "AB"] == [closes, closes]
    assert codes(drawing) == ["SITE042", "SITE042"] * closes
    assert all("0.050 ft" in note.text for note in drawing.notes)


def test_an_outline_of_short_lines_with_gaps_and_copies_is_one(base):
    turn = [2 * math.pi * step / 400 for step in range(401)]
    corners = [(100 * math.cos(angle), 60 * math.sin(angle)) for angle in turn]
    for number, ((ax, ay), (bx, by)) in enumerate(itertools.pairwise(corners)):
        short = 1 - 0.01 / math.hypot(bx - ax, by - ay)  # a gap of 0.01 ft after each
        end = (ax + (bx - ax) * short, ay + (by - ay) * short)
        base.line((ax, ay), end)
        if number % 40 == 0:
            base.line(end, (ax, ay))
        if number % 16 == 0:  # drawn twice, and off by the rounding of a survey
            base.line((ax + 0.004, ay - 0.004), (end[0] + 0.004, end[1] - 0.004))
    drawing = read_dxf(base.save())
    (shape,) = drawing.shapes["A"]
    assert (shape.is_closed, len(shape.points_ft)) == (True, 400)
    texts = [note.text for note in drawing.notes]
    assert any("400 gaps were closed, the widest of 0.010 ft" in text for text in texts)
    assert any("35 drawn twice" in text for text in texts)


def test_a_leftover_of_trimming_makes_no_fork(base):
    for start, end in itertools.pairwise([*SQUARE, SQUARE[0]]):
        base.line(start, end)
    base.line(SQUARE[1], (SQUARE[1][0] + 0.006, SQUARE[1][1]))
    drawing = read_dxf(base.save())
    (shape,) = drawing.shapes["A"]
    assert shape.is_closed
    assert "1 shorter than 0.01 ft left out" in drawing.notes[0].text


def test_the_two_diagonals_of_a_box_are_no_copies(base):
    base.line((0, 0), (9, 9))
    base.line((0, 9), (9, 0))
    assert len(read_dxf(base.save()).shapes["A"]) == 2


def test_circles_and_ellipses_have_their_area_to_the_sagitta(base):
    base.space.add_circle((5, 5), 30, dxfattribs={"layer": "A"})
    base.space.add_ellipse((5, 5), (40, 0), 0.25, dxfattribs={"layer": "B"})
    drawing = read_dxf(base.save())
    # At most 0.01 ft times the circumference is cut off.
    assert area(only(drawing)) == pytest.approx(math.pi * 900, abs=0.01 * 2 * math.pi * 30)
    assert area(only(drawing, "B")) == pytest.approx(math.pi * 400, abs=0.01 * 2 * math.pi * 40)
    assert only(drawing, "B").is_closed


def test_chords_stay_within_a_hundredth_of_a_foot_of_their_arc(base):
    base.space.add_circle((0, 0), 250, dxfattribs={"layer": "A"})
    ring = only(read_dxf(base.save())).points_ft
    middles = (ring + np.roll(ring, -1, axis=0)) / 2
    assert np.hypot(*ring.T) == pytest.approx(250, abs=1e-9)  # rounding, ft
    assert np.hypot(*middles.T).min() >= 250 - 0.01


def test_splines_are_followed(base):
    spline = base.space.add_open_spline(
        [(0, 0), (10, 20), (20, 0)], degree=2, dxfattribs={"layer": "A"}
    )
    assert spline.dxf.degree == 2
    base.line((20, 0), (0, 0))
    ring = only(read_dxf(base.save()))
    assert ring.is_closed
    # A quadratic of three points is the parabola y = 2 x - x^2 / 10, whose area is 400 / 3.
    x, y = ring.points_ft.T
    np.testing.assert_allclose(y, 2 * x - x * x / 10, atol=1e-9)  # rounding, ft
    assert area(ring) == pytest.approx(400 / 3, abs=0.01 * 30)  # sagitta times length


def test_the_edges_of_hatches_are_outlines(base):
    hatch = base.space.add_hatch(dxfattribs={"layer": "A"})
    hatch.paths.add_polyline_path([(0, 0, 0), (10, 0, 1), (10, 10, 0), (0, 10, 0)])
    edges = base.space.add_hatch(dxfattribs={"layer": "B"}).paths.add_edge_path()
    edges.add_line((0, 0), (10, 0))
    edges.add_arc((10, 5), 5, -90, 90)
    edges.add_line((10, 10), (0, 10))
    edges.add_line((0, 10), (0, 0))
    drawing = read_dxf(base.save())
    for layer in "AB":
        shape = only(drawing, layer)
        assert shape.is_closed
        assert area(shape) == pytest.approx(100 + math.pi * 12.5, abs=0.01 * math.pi * 5)  # sagitta


def test_a_hatch_of_an_outline_and_copies_count_once(base):
    base.polyline(SQUARE)
    base.polyline(SQUARE)
    base.space.add_hatch(dxfattribs={"layer": "A"}).paths.add_polyline_path(SQUARE)
    base.line((0, 50), (10, 50), layer="B")
    base.line((10, 50), (0, 50), layer="B")
    drawing = read_dxf(base.save())
    assert area(only(drawing)) == 100.0
    assert not only(drawing, "B").is_closed
    assert codes(drawing) == ["SITE047", "SITE047"]


def test_shapes_that_share_box_and_area_are_not_copies(base):
    base.polyline([(0, 0), (10, 0), (10, 10)])
    base.polyline([(0, 0), (10, 10), (0, 10)])
    drawing = read_dxf(base.save())
    assert len(drawing.shapes["A"]) == 2
    assert drawing.notes == ()


def test_polylines_in_space_are_dropped_to_plan_with_a_note(base):
    points = [(0, 0, 101.5), (10, 0, 102), (10, 10, 103), (0, 10, 102)]
    base.space.add_polyline3d(points, close=True, dxfattribs={"layer": "A"})
    drawing = read_dxf(base.save())
    assert area(only(drawing)) == 100.0
    (note,) = drawing.notes
    assert note.code == "SITE043"
    assert "101.50 to 103.00 ft" in note.text


def test_old_polylines_have_bulges_too(base):
    base.space.add_polyline2d(
        [(0, 0, 0), (60, 0, 1), (60, 20, 0), (0, 20, 1)],
        format="xyb",
        close=True,
        dxfattribs={"layer": "A"},
    )
    lot = only(read_dxf(base.save()))
    assert area(lot) == pytest.approx(1200 + math.pi * 100, abs=0.01 * 2 * math.pi * 10)  # sagitta


def test_a_mirrored_entity_lies_where_it_is_seen(base):
    polyline = base.polyline([(10, 0, 0), (20, 0, 1), (20, 8, 0)])
    polyline.transform(Matrix44.scale(-1, 1, 1))
    ring = only(read_dxf(base.save())).points_ft
    assert ring[:, 0].min() == pytest.approx(-24.0, abs=0.01)  # the sagitta
    assert ring[:, 0].max() == pytest.approx(-10.0, abs=1e-9)  # rounding, ft


# ---- blocks --------------------------------------------------------------------------------------


def test_layer_0_of_a_block_is_the_layer_of_its_reference(base):
    block = base.document.blocks.new("STALL")
    base.polyline(SQUARE, layer="0", space=block)
    base.polyline([(0, 0), (1, 0), (1, 1)], layer="MARK", space=block)
    base.space.add_blockref("STALL", (100, 0), dxfattribs={"layer": "A"})
    drawing = read_dxf(base.save())
    assert only(drawing).points_ft[0].tolist() == [100, 0]
    assert only(drawing, "MARK").points_ft[0].tolist() == [100, 0]


def test_blocks_in_blocks_are_mirrored_turned_and_repeated(base):
    inner = base.document.blocks.new("INNER")
    base.polyline([(0, 0), (4, 0), (4, 2)], space=inner)
    outer = base.document.blocks.new("OUTER")
    outer.add_blockref("INNER", (10, 0), dxfattribs={"xscale": -1})
    attributes = {"rotation": 90, "column_count": 3, "column_spacing": 50}
    base.space.add_blockref("OUTER", (1000, 2000), dxfattribs=attributes)
    shapes = read_dxf(base.save()).shapes["A"]
    # By hand: (x, y) -> (10 - x, y), turned by 90 degrees, moved; columns run along +y then.
    first = np.array([[1000, 2010], [1000, 2006], [998, 2006]])
    for column, shape in enumerate(shapes):
        np.testing.assert_allclose(
            shape.points_ft, first + np.array([0, 50 * column]), atol=1e-9
        )  # rounding
    assert len(shapes) == 3


def test_a_circle_in_a_block_of_uneven_scale_is_an_ellipse(base):
    base.document.blocks.new("ROUND").add_circle((0, 0), 10, dxfattribs={"layer": "A"})
    base.space.add_blockref("ROUND", (0, 0), dxfattribs={"xscale": 2, "yscale": 0.5})
    shape = only(read_dxf(base.save()))
    assert area(shape) == pytest.approx(math.pi * 20 * 5, abs=0.01 * 2 * math.pi * 20)  # sagitta


def test_arcs_of_a_polyline_in_a_block_of_uneven_scale_are_kept(base):
    block = base.document.blocks.new("OBROUND")
    base.polyline([(0, 0, 0), (60, 0, 1), (60, 20, 0), (0, 20, 1)], space=block)
    base.space.add_blockref("OBROUND", (0, 0), dxfattribs={"xscale": 2, "yscale": 1})
    shape = only(read_dxf(base.save()))
    assert shape.is_closed
    assert area(shape) == pytest.approx(2 * (1200 + math.pi * 100), abs=0.01 * 300)  # sagitta


def test_a_block_that_holds_itself_is_refused(base):
    names = ("HEN", "EGG")
    for name in names:
        base.document.blocks.new(name)
    for name, inner in (names, names[::-1]):
        base.document.blocks.get(name).add_blockref(inner, (1, 0))
    base.space.add_blockref("HEN", (0, 0))
    with pytest.raises(ProjectFileError, match=r'base.dxf: block "(HEN|EGG)" holds itself'):
        read_dxf(base.save())


def test_a_bomb_of_blocks_is_refused(base):
    names = [f"B{level}" for level in range(8)]
    for name, inner in zip(names, [None, *names], strict=False):
        block = base.document.blocks.new(name)
        if inner is None:
            base.polyline(SQUARE, space=block)
        else:
            array = {"column_count": 100, "row_count": 100, "column_spacing": 1, "row_spacing": 1}
            block.add_blockref(inner, (0, 0), dxfattribs=array)
    base.space.add_blockref(names[-1], (0, 0))
    with pytest.raises(ProjectFileError, match=r"base.dxf: .* over 50,000 entities in references"):
        read_dxf(base.save())


def test_blocks_without_a_wanted_layer_are_left_alone(base):
    block = base.document.blocks.new("TREE")
    for _ in range(300):
        block.add_line((0, 0), (1, 0), dxfattribs={"layer": "L-TREE"})
    array = {"column_count": 30, "row_count": 30, "column_spacing": 9, "row_spacing": 9}
    base.space.add_blockref("TREE", (0, 0), dxfattribs=array)
    base.polyline(SQUARE)
    path = base.save()
    assert area(only(read_dxf(path, wanted={"A"}))) == 100.0
    with pytest.raises(ProjectFileError, match="over 50,000"):
        read_dxf(path, wanted={"L-TREE"})


def test_external_references_are_named_as_missing(base):
    base.document.add_xref_def("survey/topo.dwg", "TOPO")
    base.space.add_blockref("TOPO", (0, 0))
    drawing = read_dxf(base.save())
    assert drawing.missing == ('"survey/topo.dwg"',)
    assert codes(drawing) == ["SITE044"]


# ---- units, layers, faults -----------------------------------------------------------------------


def test_a_drawing_without_a_unit_is_refused_with_the_fix(base_without_unit):
    base_without_unit.polyline(SQUARE)
    path = base_without_unit.save()
    with pytest.raises(ProjectFileError, match=r'base.dxf: .* unitless.*\[geometry\] unit = "ft"'):
        read_dxf(path)
    assert area(only(read_dxf(path, "m"))) == pytest.approx(100 / 0.3048**2, rel=1e-12)  # rounding


def test_the_unit_of_the_site_file_goes_before_the_drawings(base):
    base.document.header["$INSUNITS"] = 1
    base.polyline(SQUARE)
    drawing = read_dxf(base.save(), "ft")
    assert area(only(drawing)) == 100.0
    assert codes(drawing) == ["SITE045"]


def test_hidden_layers_are_told(base):
    base.document.layers.add("A").freeze()
    base.document.layers.add("B").off()
    base.document.layers.add("C")
    base.polyline(SQUARE)
    assert read_dxf(base.save()).hidden == {"A", "B"}


def test_only_wanted_layers_are_read_whatever_their_case(base):
    base.polyline(SQUARE, layer="C-PKNG")
    base.polyline(SQUARE, layer="C-PROP")
    drawing = read_dxf(base.save(), wanted={"c-pkng"})
    assert list(drawing.shapes) == ["C-PKNG"]
    assert {"C-PKNG", "C-PROP"} <= set(drawing.layers)


def test_what_cannot_be_read_of_a_layer_is_told(base):
    base.space.add_3dface([(0, 0), (9, 0), (9, 9), (0, 9)], dxfattribs={"layer": "A"})
    base.space.add_text("LOT 4", dxfattribs={"layer": "A"})
    drawing = read_dxf(base.save())
    assert drawing.unread == {"A": "1 3DFACE"}
    assert codes(drawing) == ["SITE046"]


def test_a_broken_entity_is_a_fault_with_layer_and_handle_where_its_layer_is_wanted(base):
    handle = base.line((0, 0), (1e12, 0)).dxf.handle
    path = base.save()
    with pytest.raises(ProjectFileError, match=rf'base.dxf: layer "A": LINE with handle {handle} '):
        read_dxf(path, wanted={"A"})
    assert codes(read_dxf(path)) == ["SITE046"]


# ---- files of strangers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a DXF drawing"),
        (b"AC1032\0\0\0" + bytes(100), "DWG.*save it as DXF"),
        (b"%PDF-1.7\n", "not a DXF drawing"),
        (bytes(range(256)) * 40, "not a DXF drawing"),
        (b"AutoCAD Binary DXF\r\n\x1a\x00" + bytes(64), "not a DXF drawing"),
    ],
)
def test_a_file_that_is_no_drawing_is_one_clear_fault(tmp_path, content, says):
    path = tmp_path / "base.dxf"
    path.write_bytes(content)
    with pytest.raises(ProjectFileError, match=says) as caught:
        read_dxf(path, "ft")
    assert len(caught.value.faults) == 1


def test_a_missing_file_is_a_fault(tmp_path):
    with pytest.raises(ProjectFileError, match=r"base\.dxf: it cannot be read"):
        read_dxf(tmp_path / "base.dxf")


def test_a_drawing_cut_short_or_overwritten_gives_shapes_or_our_errors(base):
    base.polyline([(0, 0, 0.5), (10, 0, 0), (10, 10, 0)])
    base.space.add_circle((5, 5), 30, dxfattribs={"layer": "B"})
    block = base.document.blocks.new("STALL")
    base.polyline(SQUARE, space=block)
    base.space.add_blockref("STALL", (100, 0), dxfattribs={"rotation": 30})
    whole = base.save().read_bytes()
    random = np.random.default_rng(7)
    for trial in range(16):
        broken = bytearray(whole[: random.integers(1, len(whole))] if trial % 2 else whole)
        for place in random.integers(0, len(broken), trial):
            broken[place] = random.integers(0, 256)
        base.path.write_bytes(bytes(broken))
        try:
            drawing = read_dxf(base.path, "ft")
        except ProjectFileError as error:
            assert all("\n" not in str(fault) for fault in error.faults)  # noqa: PT017  # either is right
        else:
            assert all(
                np.isfinite(s.points_ft).all() for one in drawing.shapes.values() for s in one
            )


def test_a_damaged_drawing_is_recovered_with_numbered_notes(base):
    base.polyline(SQUARE)
    text = base.save().read_text()
    # Cut off after the outline: the plain loader misses the end of the file.
    base.path.write_text(text[: text.index("ENDSEC", text.index("LWPOLYLINE")) + len("ENDSEC\n")])
    drawing = read_dxf(base.path)
    assert area(only(drawing)) == 100.0
    assert codes(drawing)[0] == "SITE040"


def test_the_reader_warns_of_nothing_in_an_old_drawing(tmp_path):
    document = ezdxf.new("R12", units=2)
    document.modelspace().add_polyline2d(SQUARE, close=True, dxfattribs={"layer": "A"})
    document.saveas(tmp_path / "old.dxf")
    assert area(only(read_dxf(tmp_path / "old.dxf", "ft"))) == 100.0
