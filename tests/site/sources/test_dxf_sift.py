"""What is left out of a drawing before it is parsed changes nothing of what is wanted of it."""

from __future__ import annotations

import io
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import ProjectFileError
from photometry.site.sources import dxf_file, dxf_sift
from photometry.site.sources.dxf_base import read_dxf
from photometry.site.sources.dxf_sift import sift

SQUARE = [(0, 0), (10, 0), (10, 10), (0, 10)]


def nothing(_):
    """Hear what is told."""


def sifted(path, *layers, encoding="utf-8"):
    wanted = frozenset(layer.casefold() for layer in layers)
    with path.open("rb") as stream:
        return sift(stream, wanted, encoding, nothing)


@pytest.fixture
def town(base):
    """A drawing with everything that belongs together: parts, blocks in blocks, odd values."""
    base.polyline(SQUARE, layer="LOT")
    base.polyline([(x, y, 0.5) for x, y in SQUARE], layer="JUNK")
    base.space.add_polyline2d(SQUARE, close=True, dxfattribs={"layer": "OLD LOT"})
    base.space.add_polyline2d(SQUARE, close=True, dxfattribs={"layer": "JUNK"})
    # Values that look like group codes: 0, 8 and 2 where a text is expected.
    for text in ("0", "8", "  8", "2", "LOT", "SECTION", "ENDSEC", "EOF"):
        base.space.add_text(text, dxfattribs={"layer": "0"})
        base.space.add_text(text, dxfattribs={"layer": "LOT"})
    inner = base.document.blocks.new("INNER")
    base.polyline(SQUARE, layer="KERB", space=inner)
    outer = base.document.blocks.new("Outer")
    outer.add_blockref("INNER", (5, 5), dxfattribs={"layer": "JUNK"})
    base.space.add_blockref("OUTER", (100, 0), dxfattribs={"layer": "JUNK", "rotation": 30})
    tree = base.document.blocks.new("TREE")
    tree.add_circle((0, 0), 3, dxfattribs={"layer": "0"})
    for number in range(30):
        reference = base.space.add_blockref(
            "TREE", (number, 0), dxfattribs={"layer": "LOT" if number == 7 else "JUNK"}
        )
        reference.add_attrib("SPECIES", "8", (0, 0))
    base.document.add_xref_def("survey/topo.dwg", "TOPO")
    base.space.add_blockref("TOPO", (0, 0), dxfattribs={"layer": "JUNK"})
    return base


def summary(drawing, layers):
    return {
        layer: [np.round(shape.points_ft, 9).tolist() for shape in drawing.shapes.get(layer, ())]
        for layer in layers
    }


@pytest.mark.parametrize(
    "layers", [("LOT",), ("KERB",), ("old lot", "Lot"), ("KERB", "JUNK"), ("0",), ("NOWHERE",)]
)
def test_what_is_wanted_is_read_as_if_nothing_had_been_left_out(town, monkeypatch, layers):
    path = town.save()
    with_sieve = read_dxf(path, wanted=set(layers))
    monkeypatch.setattr(dxf_file, "sift", lambda *_: None)
    without = read_dxf(path, wanted=set(layers))
    names = [layer for layer in without.layers if layer.casefold() in map(str.casefold, layers)]
    assert summary(with_sieve, names) == summary(without, names)
    assert with_sieve.missing == without.missing
    assert with_sieve.hidden == without.hidden
    assert set(with_sieve.layers) >= set(without.layers)  # those in blocks left alone, too
    assert with_sieve.notes == without.notes


def test_what_is_not_wanted_never_reaches_the_parser(town):
    data = sifted(town.save(), "LOT").data
    assert data.count(b"\nTREE\n") < 6  # of 30: the block, its record, one reference and its end
    assert b"VERTEX" not in data
    assert b"LWPOLYLINE" not in data.partition(b"\nENTITIES\n")[2]  # but read on the way


def test_layers_that_were_left_out_are_known(town):
    assert {"LOT", "JUNK", "KERB", "OLD LOT", "0"} <= set(sifted(town.save(), "LOT").layers)


@settings(max_examples=25)
@given(size=st.integers(40, 3000), ends=st.sampled_from([b"\n", b"\r\n"]))
def test_it_does_not_matter_how_the_file_is_cut_into_blocks(tmp_path_factory, size, ends):
    path = tmp_path_factory.getbasetemp() / "blocks.dxf"
    path.write_bytes(ends.join(SMALL.splitlines()) + ends)
    whole = sifted(path, "LOT")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dxf_sift, "BLOCK_BYTES", size)
        assert sifted(path, "LOT") == whole
    assert [one.layer for one in whole.plain] == ["LOT", "LOT"]
    assert b"JUNK" not in whole.data


SMALL = (
    b"999\nmade by hand\n  0\nSECTION\n  2\nENTITIES\n"
    + b"".join(
        b"  0\nLINE\n  5\n%d\n  8\n%s\n 62\n     0\n 10\n0.0\n 20\n8\n 11\n1.0\n 21\n0\n" % line
        for line in ((1, b"LOT"), (2, b"JUNK"), (0, b"JUNK"), (8, b"LOT"), (9, b"JUNK"))
    )
    + b"  0\nENDSEC\n  0\nEOF\n"
)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n\n",
        b"%PDF-1.7\n%\n",
        SMALL.replace(b"ENDSEC", b"ENDED"),
        SMALL.replace(b"  0\nEOF\n", b""),
        SMALL.replace(b"made by hand\n", b""),  # from here on codes and values are exchanged
        SMALL + SMALL,
        SMALL.replace(b"\n", b"\r"),
        b"  0\nLINE\n  8\nLOT\n" + SMALL,
    ],
)
def test_what_is_not_made_of_pairs_in_sections_is_not_sifted(data):
    assert sift(io.BytesIO(data), frozenset({"lot"}), "utf-8", nothing) is None


def test_a_last_line_without_an_end_is_a_line():
    assert sift(io.BytesIO(SMALL.rstrip()), frozenset({"lot"}), "utf-8", nothing) is not None


@pytest.mark.parametrize(
    ("raw", "encoding", "name"),
    [
        ("Möbel".encode(), "utf-8", "MÖBEL"),
        ("Möbel".encode("cp1252"), "cp1252", "möbel"),
        (rb"M\U+00F6bel", "cp1252", "Möbel"),
    ],
)
def test_names_of_layers_are_compared_as_they_are_read(raw, encoding, name):
    data = SMALL.replace(b"LOT", raw)
    kept = sift(io.BytesIO(data), frozenset({name.casefold()}), encoding, nothing)
    assert len(kept.plain) == 2


def test_blocks_that_hold_themselves_are_kept_for_the_reader_to_refuse(base):
    names = ("HEN", "EGG")
    for name in names:
        base.document.blocks.new(name)
    for name, inner in (names, names[::-1]):
        base.document.blocks.get(name).add_blockref(inner, (1, 0))
    base.space.add_blockref("HEN", (0, 0))
    assert b"\nHEN\n" in sifted(base.save(), "LOT").data


def test_a_damaged_entity_is_recovered_from_what_was_kept(town):
    path = town.save()
    text = path.read_bytes()
    # A group code that is no number, in an entity of a wanted layer.
    at = text.index(b" 43\n", text.index(b"LWPOLYLINE"))
    path.write_bytes(text[:at] + b" 4x\n" + text[at + 4 :])
    drawing = read_dxf(path, wanted={"KERB"})
    assert len(drawing.shapes["KERB"]) == 1
    assert "SITE040" in [note.code for note in drawing.notes]


def test_a_drawing_cut_short_or_overwritten_gives_shapes_or_our_errors(town):
    whole = town.save().read_bytes()
    random = np.random.default_rng(11)
    for trial in range(16):
        broken = bytearray(whole[: random.integers(1, len(whole))] if trial % 2 else whole)
        for place in random.integers(0, len(broken), trial):
            broken[place] = random.integers(0, 256)
        town.path.write_bytes(bytes(broken))
        try:
            drawing = read_dxf(town.path, "ft", {"KERB", "LOT"}, luminaires="JUNK")
        except ProjectFileError as error:
            assert all("\n" not in str(fault) for fault in error.faults)  # noqa: PT017  # either is right
        else:
            assert set(drawing.shapes) <= {"KERB", "LOT"}


@settings(max_examples=40)
@given(st.binary(max_size=300) | st.text("0128\n ENTISCOD", max_size=300).map(str.encode))
def test_whatever_stands_in_a_file_it_is_sifted_or_left_alone(data):
    kept = sift(io.BytesIO(data), frozenset({"lot"}), "utf-8", nothing)
    assert kept is None or len(kept.data) <= len(data) + 1


def test_how_far_it_is_is_told(town):
    shares = []
    read_dxf(town.save(), wanted={"LOT"}, tell=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_memory_is_bounded_by_what_is_kept(tmp_path, monkeypatch):
    line = b"  0\nLINE\n  5\nAB\n  8\nJUNK\n 10\n1500000.25\n 20\n900000.5\n 11\n1.0\n 21\n0\n"
    path = tmp_path / "large.dxf"
    start = SMALL.index(b"  0\nLINE")
    path.write_bytes(SMALL[:start] + line * 30_000 + SMALL[start:])
    monkeypatch.setattr(dxf_sift, "BLOCK_BYTES", 1 << 15)
    tracemalloc.start()
    kept = sifted(path, "LOT")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(kept.data) < 1000
    # One block of 32 kB at a time: its lines, as numbers and as lists.
    assert path.stat().st_size > 1.5e6
    assert peak < 1.2e6
