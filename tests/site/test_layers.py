"""Shapes of drawings by the name of their layer: whole, numbered, and stretches of a ring."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site
from photometry.site.property import LineRequest, calculation_lines
from photometry.site.shapes import NamedShape

LOT = np.array([[0.0, 0.0], [300.0, 0.0], [300.0, 180.0], [0.0, 180.0]])
SHAPES = {
    "property_line": [NamedShape(LOT, is_closed=True, source="base.dxf, C-PROP")],
    "parking": [
        NamedShape(LOT[:3], is_closed=True, source="base.dxf, C-PKNG"),
        NamedShape(LOT[1:] + 0.0, is_closed=True, source="base.dxf, C-PKNG"),
    ],
    "curb": [NamedShape(LOT[:3] - 20.0, is_closed=False, source="base.dxf, C-CURB")],
}


@pytest.fixture
def load(tmp_path):
    def write_and_load(text, shapes=SHAPES):
        (tmp_path / "site.toml").write_text("format = 1\n" + text)
        return load_site(tmp_path, shapes=shapes)

    return write_and_load


def boundary(name, ends="", line="property_line", more=""):
    return f'[[boundaries]]\nid = "{name}"\nline = "layer:{line}"\n{ends}\n{more}\n'


def stretch(name, start, end, line="property_line"):
    return boundary(name, f"from = {start}\nto = {end}", line)


def test_a_closed_shape_is_a_whole_boundary(load):
    site = load(boundary("lot"))
    assert site.boundaries[0].line_ft.tolist() == [*LOT.tolist(), [0, 0]]
    assert site.gaps == ()


@pytest.mark.parametrize("turned", [False, True])
def test_stretches_follow_each_other_round_the_ring_whichever_way_it_was_drawn(load, turned):
    ring = LOT[::-1] if turned else LOT
    shapes = {"property_line": [NamedShape(ring, is_closed=True, source="base.dxf")]}
    site = load(
        stretch("south", [0, 0], [300, 0])
        + stretch("east", [300, 0], [300, 180])
        + stretch("rest", [300, 180], [0, 0]),
        shapes,
    )
    assert [len(one.line_ft) for one in site.boundaries] == [2, 2, 3]
    assert site.gaps == ()
    assert len(calculation_lines(site, (LineRequest("offset", 25.0),))) == 3


def test_stretches_may_run_clockwise(load):
    site = load(
        stretch("west", [0, 0], [0, 180])
        + stretch("north", [0, 180.4], [300, 180])
        + stretch("rest", [300, 180], [0, 0])
    )
    assert [one.line_ft.tolist() for one in site.boundaries] == [
        [[0, 0], [0, 180]],
        [[0, 180], [300, 180]],
        [[300, 180], [300, 0], [0, 0]],
    ]


def test_a_stretch_of_an_open_shape_runs_from_and_to_as_given(load):
    site = load(stretch("b", [280, 100], [50, -20], "curb"))
    assert site.boundaries[0].line_ft.tolist() == [[280, 100], [280, -20], [50, -20]]


def test_a_numbered_shape_is_one_of_several(load):
    site = load('[[zones]]\nname = "z"\nkind = "other"\narea = "layer:parking#2"\n')
    assert site.zones[0].outline_ft.tolist() == LOT[1:].tolist()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[[zones]]\nname = "z"\nkind = "other"\narea = "layer:parking"\n',
            r"holds 2 shapes; .*#1",
        ),
        (
            '[[zones]]\nname = "z"\nkind = "other"\narea = "layer:parking#3"\n',
            "holds 2 shapes, not 3",
        ),
        ('[[zones]]\nname = "z"\nkind = "other"\narea = "layer:parkin"\n', "did you mean parking"),
        ('[[zones]]\nname = "z"\nkind = "other"\narea = "layer:curb"\n', "C-CURB is not closed"),
        (stretch("b", [0, 0], [302, 0]), "2.0 ft off the drawn line"),
        (boundary("b", "from = [0, 0]"), "to is missing"),
        (stretch("b", [280, 100], [280, 100.05], "curb"), "no length between from and to"),
    ],
)
def test_a_shape_that_does_not_fit_is_a_fault(load, text, says):
    with pytest.raises(ProjectFileError, match=says):
        load(text)
