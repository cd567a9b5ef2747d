"""Names of the lines where limits apply: which words, and what they do where contours run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from figure_texts import words_of

from photometry.drawings.boxes import Occupancy
from photometry.drawings.ground import Ground
from photometry.drawings.limits import limit_loci
from photometry.drawings.names import NameWriter
from photometry.drawings.paper import Paper
from photometry.drawings.view import PlanView

FRAME = (0.0, 0.0, 20.0, 20.0)


def named(site, loci, contour_at=()):
    """Write names beside lines on an empty plan, contours through the whole of given heights."""
    paper, occupancy = Paper(20.0, 20.0), Occupancy(*FRAME)
    view = PlanView(20.0, (100.0, 80.0), (10.0, 10.0), FRAME)
    for owner, y in enumerate(contour_at, 1):
        occupancy.run_line(np.array([(0.0, y), (20.0, y)]), owner)
    over = NameWriter(paper, view, occupancy, Ground(site)).write_locus_names(loci)
    return words_of(paper.figure), over


def of_kind(elm, kind):
    _, calc, findings = elm
    return [locus for locus in limit_loci(calc, findings) if locus.line.kind == kind]


def test_a_name_stands_in_contours_only_where_no_place_is_clear_of_them(elm):
    (edge,) = of_kind(elm, "pavement_edge")
    words, over = named(elm[0], [edge])
    assert words == [edge.words]
    assert over == []
    # The edge is level: contours every 0.05 in leave no place beside it.
    words, over = named(elm[0], [edge], np.arange(0.0, 20.0, 0.05))
    assert words == [edge.words]
    assert len(over) == 1


def test_a_short_line_has_the_short_words_and_one_too_short_for_them_none(elm):
    (access,) = of_kind(elm, "access_points")
    assert access.short_words == f"ACCESS {access.limit_words}"
    assert access.legend_words == f"access points {access.limit_words}"
    for length_ft, expected in ((30.0, [access.short_words]), (3.0, [])):
        path = np.array([(85.0, 172.0), (85.0 + length_ft, 172.0)])
        assert named(elm[0], [replace(access, paths_ft=(path,))])[0] == expected
