import numpy as np
import pytest
import shapely

from photometry.drawings.luminaire_sheet import luminaire_figure, write_luminaire_sheets
from photometry.luminaires.read import read_luminaire

NAMES = ("sample:area_t3", "sample:wallpack_glass", "sample:sports_flood_b", "sample:area_t5")


@pytest.fixture(scope="module", params=NAMES)
def drawn(request):
    file = read_luminaire(request.param)
    return file, luminaire_figure(file, tag="A")


def artists(figure, name):
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == name]


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts] + [
        artist.get_text() for artist in figure.axes[0].get_children() if hasattr(artist, "get_text")
    ]


def test_the_area_of_a_wedge_is_proportional_to_its_lumens(drawn):
    file, figure = drawn
    per_lumen = []
    for name in ("FL", "FM", "FH", "FVH", "BL", "BM", "BH", "BVH"):
        lumens = getattr(file.zones, f"{name.lower()}_lm")
        for artist in artists(figure, f"wedge {name}"):
            (path,) = artist.get_paths()
            per_lumen.append(shapely.Polygon(path.vertices).area / lumens)
    assert len(per_lumen) > 4
    # Arcs of up to 30 degrees drawn with 40 chords lose under 1e-4 of their area.
    np.testing.assert_allclose(per_lumen, per_lumen[0], rtol=2e-4)


def test_the_candela_curves_have_the_length_of_the_intensity(drawn):
    file, figure = drawn
    curves = [segment for artist in artists(figure, "candela") for segment in artist.get_segments()]
    (spot,) = artists(figure, "maximum")
    tip = spot.get_paths()[0].vertices[:-1].mean(axis=0)
    assert len(curves) == 2
    # Both begin and end at 180 degrees, where these four luminaires are dark: the middle.
    middle = curves[0][0]
    reach = np.hypot(*(tip - middle))
    scale = file.max_candela / reach
    for curve, lateral in zip(curves, (0.0, None), strict=True):
        longest = np.hypot(*(curve - middle).T).max() * scale
        assert longest <= file.max_candela * (1 + 1e-9)
        if lateral is not None:
            vertical = np.append(np.arange(0.0, 181.0), np.abs(file.distribution.vertical_deg))
            ahead = file.distribution.candela(vertical, 0.0).max()
            behind = file.distribution.candela(vertical, 180.0).max()
            # The curve is drawn at every degree and at the file's own angles.
            assert longest == pytest.approx(max(ahead, behind), rel=1e-6)


def test_isocandela_lines_run_where_the_intensity_is_their_level(drawn):
    file, figure = drawn
    names = [
        artist.get_gid()
        for artist in figure.axes[0].get_children()
        if str(artist.get_gid()).startswith("isocandela ")
    ]
    assert len(names) >= 5
    name = names[2]
    level = float(name.split()[1])
    (artist,) = artists(figure, name)
    points = np.vstack(artist.get_segments())
    (frame,) = artists(figure, "angles")
    corners = frame.get_paths()[0].vertices
    (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
    lateral = (points[:, 0] - left) / (right - left) * 360 - 180
    last = 90.0 if any("above 90°" in text for text in texts(figure)) else 180.0
    vertical = (points[:, 1] - bottom) / (top - bottom) * last
    found = file.distribution.candela(vertical, lateral % 360.0)
    # Half a degree of grid and steep flanks: most points within 3 % of the maximum.
    assert np.quantile(np.abs(found - level), 0.9) < 0.03 * file.max_candela


def test_the_sheet_says_what_the_file_says(drawn):
    file, figure = drawn
    said = texts(figure)
    assert "A" in said
    assert any(file.keyword("LUMCAT") in text for text in said)
    assert any("cd" in text and f"{file.max_candela:,.0f}" in text for text in said)
    assert ("no light at or above 90°" in said) == (
        file.distribution.candela(np.arange(90.0, 181.0)[:, None], np.arange(0.0, 360, 5)).max()
        <= 1e-6 * file.max_candela
    )


def test_many_files_are_one_document_with_a_page_each(tmp_path):
    files = [read_luminaire(name) for name in NAMES[:2]]
    write_luminaire_sheets(files, tmp_path / "a.pdf")
    write_luminaire_sheets(files, tmp_path / "b.pdf")
    data = (tmp_path / "a.pdf").read_bytes()
    assert data == (tmp_path / "b.pdf").read_bytes()
    assert data.count(b"/Type /Page ") == 2
    assert len(data) < 300_000


def test_a_type_that_is_installed_tilted_says_that_its_sheet_shows_it_level():
    file = read_luminaire("sample:area_t4")
    figure = luminaire_figure(file, caveat="As tested, at tilt 0; installed tilted 20°.")
    said = texts(figure)
    assert "* As tested, at tilt 0; installed tilted 20°." in said
    assert {"yes*", f"{file.bug}*"} <= set(said)
    assert not [words for words in texts(luminaire_figure(file)) if "*" in words]
