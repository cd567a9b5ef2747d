from dataclasses import replace

import numpy as np
import pytest

from photometry.drawings.preview import preview_figure, write_preview
from photometry.luminaires.record import Note
from photometry.site.property import LineRequest
from photometry.tables.understood import boundary_rows, obstruction_rows, type_rows, zone_rows


def artists(figure, name):
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == name]


def texts(figure):
    return [a.get_text() for a in figure.axes[0].get_children() if hasattr(a, "get_text")]


def scale_of(figure):
    (line,) = artists(figure, "property line")
    path = line.get_segments()[0]
    return 200.0 / np.hypot(*(path[1] - path[0])), path[0]


def test_an_aimed_luminaire_has_an_arrow_to_its_point(elm):
    site = elm[0]
    aimed = replace(site.heads[0], aim_point_ft=(60.0, 110.0, 0.0))
    figure = preview_figure(replace(site, heads=(aimed, *site.heads[1:])))
    scale, corner = scale_of(figure)
    (aims,) = artists(figure, "aims")
    start, end = aims.get_segments()[0]
    head = aimed.luminaire
    np.testing.assert_allclose((start - corner) * scale, (head.x_ft, head.y_ft), atol=1e-6)
    np.testing.assert_allclose((end - corner) * scale, (60, 110), atol=1e-6)


def test_boundaries_are_numbered_in_order_and_lines_are_drawn(elm):
    figure = preview_figure(elm[0], (LineRequest("offset", 25.0),))
    said = texts(figure)
    assert {"1", "2", "3", "4"} <= set(said)
    assert "PUBLIC ROAD" in said
    assert artists(figure, "lines")
    assert not artists(preview_figure(elm[0]), "lines")


def test_every_calculation_point_has_its_mark(elm):
    site, calc, _ = elm
    figure = preview_figure(site)
    (points,) = artists(figure, "points")
    # Two strokes make a cross.
    total = sum(len(zone.points_ft) for zone in calc.zones.values())
    assert len(points.get_segments()) == 2 * total


def test_the_notes_of_the_readers_are_shown(elm):
    notes = (Note("SITE020", "its lattice was halved to 5 ft"),)
    said = " ".join(texts(preview_figure(replace(elm[0], notes=notes))))
    assert "SITE020 its lattice was halved to 5 ft" in said


def test_a_zone_without_points_is_shown_with_none(elm):
    site = elm[0]
    hidden = replace(site.zones[0], outline_ft=np.array([(60, 20), (70, 20), (70, 30), (60, 30.0)]))
    changed = replace(site, zones=(hidden, *site.zones[1:]))
    preview_figure(changed)
    assert next(zone_rows(changed).records())["n_points"] == 0


def test_the_tables_say_what_is_known_and_what_is_not(elm):
    site = elm[0]
    south, east, north, _ = boundary_rows(site).texts()
    assert south == ("1", "south", "200.00", "commercial", "—", "0", "—")
    assert east[-1] == "1"
    assert north[3:6] == ("public road, commercial across", "12.0", "1")
    assert [row["corners"] for row in obstruction_rows(site).records()] == [4, 4]
    assert [row["quantity"] for row in type_rows(site).records()] == [12, 6, 2, 4]


def test_the_same_site_gives_the_same_picture(elm, tmp_path):
    write_preview(elm[0], tmp_path / "a.png", tmp_path / "a.pdf")
    write_preview(elm[0], tmp_path / "b.png", tmp_path / "b.pdf")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    assert (tmp_path / "a.png").stat().st_size < 400_000


@pytest.mark.parametrize("missing", ["boundaries", "zones", "heads", "obstructions"])
def test_a_site_without_something_is_drawn_without_it(elm, missing):
    assert preview_figure(replace(elm[0], **{missing: ()}))
