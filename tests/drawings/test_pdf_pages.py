"""The PDF of the sheets: texts that are set again, fonts without what no viewer reads."""

from __future__ import annotations

import io
import re

import matplotlib as mpl
import numpy as np
from fontTools.ttLib import TTFont

from photometry.drawings.paper import Paper
from photometry.drawings.pdf_pages import write_pages
from photometry.drawings.style import Type


def _plain_pdf(*papers: Paper) -> bytes:
    buffer = io.BytesIO()
    with mpl.rc_context({"pdf.compression": 0, "pdf.fonttype": 42}):
        write_pages([paper.figure for paper in papers], buffer, {"CreationDate": None})
    return buffer.getvalue()


def _texts(pdf: bytes) -> list[tuple[list[float], bytes]]:
    """Matrix and text operators of every line of text, in the order of the pages."""
    found = re.findall(rb"q\n([-\d. ]+) cm\n(?:q\n[^BQ]*cm\n)?(BT\n.*?ET\n)", pdf, re.DOTALL)
    return [([float(number) for number in matrix.split()], shown) for matrix, shown in found]


def test_a_text_set_before_is_set_again_alike_at_its_own_place_and_angle():
    first, second = Paper(4, 3), Paper(4, 3)
    first.text(1.0, 1.5, "AVA 1.25", Type.NOTE, z=1)
    first.text(2.0, 0.5, "AVA 1.25", Type.NOTE, z=1, angle_deg=30.0)
    second.text(3.0, 0.25, "AVA 1.25", Type.NOTE, z=1, angle_deg=-90.0)
    texts = _texts(_plain_pdf(first, second))
    assert len(texts) == 3
    assert len({shown for _, shown in texts}) == 1
    for (matrix, _), (x, y, angle) in zip(
        texts, [(1.0, 1.5, 0.0), (2.0, 0.5, 30.0), (3.0, 0.25, -90.0)], strict=True
    ):
        cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        # 1e-4 pt is a seventh of a micrometre on paper.
        np.testing.assert_allclose(matrix, [cos, sin, -sin, cos, 72 * x, 72 * y], atol=1e-4)


def test_texts_that_differ_in_words_size_or_face_are_set_apart():
    paper = Paper(4, 3)
    for place, (words, style) in enumerate(
        [("A1", Type.NOTE), ("A2", Type.NOTE), ("A1", Type.TITLE), ("A1", Type.DATA_VALUE)]
    ):
        paper.text(1.0, 0.5 * (place + 1), words, style, z=1)
    assert len({shown for _, shown in _texts(_plain_pdf(paper))}) == 4


def test_embedded_fonts_hold_the_letters_and_no_tables_of_layout():
    paper = Paper(4, 3)
    paper.text(1.0, 1.0, "AVA 12", Type.NOTE, z=1)
    pdf = _plain_pdf(paper)
    (font,) = re.findall(rb"/Length1 (\d+).*?stream\n(\x00\x01\x00\x00.*)", pdf, re.DOTALL)
    tables = TTFont(io.BytesIO(font[1][: int(font[0])]))
    assert {"glyf", "hmtx", "cmap"} <= set(tables.keys())
    assert not {"GDEF", "GPOS", "GSUB"} & set(tables.keys())
    assert set("AV 12") <= {chr(code) for code in tables.getBestCmap()}
