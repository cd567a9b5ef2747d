"""A sheet of paper: what is drawn on it in passing."""

from __future__ import annotations

from photometry.drawings.paper import Paper
from photometry.drawings.style import Ink, Strokes, Type


def test_what_is_drawn_in_passing_is_taken_away_again():
    paper = Paper(4, 3)
    paper.text(1.0, 1.0, "stays", Type.NOTE, z=1)
    paper.lines([[(0.0, 0.0), (1.0, 1.0)]], Strokes.BLOCK, z=1)
    before = paper.axes.get_children()
    with paper.passing():
        paper.text(1.0, 2.0, "goes", Type.NOTE, z=1)
        paper.lines([[(0.0, 0.0), (2.0, 1.0)]], Strokes.BLOCK, z=1)
        paper.rectangle(1.0, 1.0, 1.0, 1.0, fill=Ink.PAPER, z=1)
        assert len(paper.axes.get_children()) > len(before)
    assert paper.axes.get_children() == before
