"""What is read of a drawing without the library is what the library would have given."""

from __future__ import annotations

import io

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.site.sources import dxf_sift
from photometry.site.sources.dxf_base import read_dxf
from photometry.site.sources.dxf_plain import numbers_of
from photometry.site.sources.dxf_sift import sift


@pytest.fixture
def both(monkeypatch):
    """Read a drawing with plain entities read from their tags, and by the library alone."""

    def read(path, **options):
        plain = read_dxf(path, **options)
        with monkeypatch.context() as patch:
            patch.setattr(dxf_sift, "PLAIN", {})
            return plain, read_dxf(path, **options)

    return read


def drawn(drawing):
    return {
        layer: [(one.points_ft.tolist(), one.is_closed, one.source) for one in shapes]
        for layer, shapes in drawing.shapes.items()
    }


def test_shapes_their_order_and_notes_are_those_of_the_library(base, both):
    rng = np.random.default_rng(3)
    space, document = base.space, base.document
    block = document.blocks.new("TREE")
    block.add_circle((0, 0), 3)
    for number in range(60):
        at = rng.uniform(0, 500, 3).round(4)
        layer = {"layer": "AB"[number % 2]}
        space.add_line(at, at + rng.uniform(5, 9, 3), layer)
        space.add_circle(at, 4 + number, layer)
        space.add_arc(at, 5, *rng.uniform(-400, 400, 2), dxfattribs=layer)
        vertices = rng.uniform(0, 90, (5, 3)) * (1, 1, 0.01)
        base.polyline(vertices.tolist(), layer["layer"], close=number % 3 == 0, elevation=number)
        space.add_ellipse(at, (9, 0), 0.5, dxfattribs=layer)  # between plain ones, in their order
        space.add_blockref("TREE", at, layer)
        upside = {**layer, "extrusion": (0, 0, -1)}
        space.add_circle(at + 7, 2, upside)
        base.polyline([(0, 0), (9, 0), (9, number + 1)], layer["layer"], extrusion=(0, 0, -1))
        document.layout("Layout1").add_line((0, 0), (1, 1), layer)
    plain, library = both(base.save())
    assert drawn(plain) == drawn(library)
    assert plain.notes == library.notes
    assert set(plain.layers) == set(library.layers)


def test_plain_entities_never_reach_the_library(base):
    for step in range(50):
        base.line((step, 0), (step, 9))
        base.polyline([(step, 0), (9, 9), (0, 9)])
    with base.save().open("rb") as stream:
        sifted = sift(stream, None, "utf-8", lambda _: None)
    assert len(sifted.plain) == 100
    entities = sifted.data.partition(b"\nENTITIES\n")[2]
    assert b"AcDbLine" not in entities
    assert b"AcDbPolyline" not in entities


LINE = ["10", "1", "20", "2", "11", "3", "21", "4"]


@pytest.mark.parametrize(
    ("kind", "tags", "numbers"),
    [
        ("LINE", LINE, (1, 2, 0, 3, 4, 0)),
        ("LINE", [" 10", " 1e2 ", "20\r", "2\r", *LINE[4:]], (100, 2, 0, 3, 4, 0)),
        ("LINE", LINE[:6], None),
        ("LINE", ["10", "one", *LINE[2:]], None),
        ("LINE", [*LINE, "67", "1"], None),
        ("CIRCLE", [*LINE[:4], "40", "5", "210", "0", "220", "0", "230", "-1"], None),
        ("CIRCLE", [*LINE[:4], "40", "5", "210", "0.0", "230", "1.0"], (1, 2, 0, 5)),
        ("ARC", [*LINE[:4], "40", "5", "50", "0"], None),
        ("LWPOLYLINE", ["70", "129", *LINE[:4], "42", "1", "10", "5", "20", "6"], (1, 0, 1, 2, 1, 5, 6, 0)),
        ("LWPOLYLINE", ["70", "1"], None),
        ("LWPOLYLINE", ["20", "1", "10", "1"], None),
        ("LWPOLYLINE", ["10", "1", "10", "5", "20", "6"], None),
    ],
)  # fmt: skip
def test_what_is_out_of_the_ordinary_is_left_to_the_library(kind, tags, numbers):
    assert numbers_of(kind.encode(), [tag.encode() for tag in tags]) == numbers


def test_numbers_that_are_none_are_faults_of_their_entity(base, both, tmp_path):
    line = base.line((0, 0), (7.125, 1))
    text = base.save().read_bytes().replace(b"7.125", b"1e300")
    (tmp_path / "base.dxf").write_bytes(text)
    handle = line.dxf.handle
    with pytest.raises(ProjectFileError, match=f"LINE with handle {handle} has coordinates that"):
        both(tmp_path / "base.dxf", wanted={"A"})


def test_files_without_handles_are_left_to_the_library():
    tags = (
        b"0\nSECTION\n2\nENTITIES\n0\nLINE\n8\nA\n10\n0\n20\n0\n11\n1\n21\n1\n0\nENDSEC\n0\nEOF\n"
    )
    assert sift(io.BytesIO(tags), None, "utf-8", lambda _: None).plain == ()
