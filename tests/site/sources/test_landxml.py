"""Ground from LandXML."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site
from photometry.site.sources.landxml import read_landxml

POINTS = {"1": (0, 0, 100), "2": (0, 300, 103), "3": (180, 300, 104.8), "40": (180, 0, 101.8)}
FACES = ("1 2 3", "1 3 40")


def landxml(points=None, faces=FACES, unit='<Imperial linearUnit="foot"/>', more="", head=""):
    rows = "".join(
        f'<P id="{key}">{" ".join(map(str, point))}</P>'
        for key, point in (points or POINTS).items()
    )
    rows_of_faces = "".join(f if f.startswith("<") else f"<F>{f}</F>" for f in faces)
    return f"""<?xml version="1.0" encoding="UTF-8"?>{head}
<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">
<Units>{unit}</Units>
<Surfaces><Surface name="FG"><Definition surfType="TIN">
<Pnts>{rows}</Pnts>
<Faces>{rows_of_faces}</Faces>
</Definition></Surface>{more}</Surfaces></LandXML>"""


@pytest.fixture
def surface_of(tmp_path):
    def write_and_read(text):
        path = tmp_path / "surface.xml"
        path.write_text(text, encoding="utf-8")
        return read_landxml(path)

    return write_and_read


def test_a_plane_is_read_as_a_plane_with_x_east_and_y_north(surface_of):
    surface = surface_of(landxml())
    x, y = np.array([10.0, 290.0, 150.0]), np.array([170.0, 5.0, 90.0])
    # The points lie on z = 100 + x / 100 + y / 100; rounding, ft.
    np.testing.assert_allclose(surface.grade_ft(x, y), 100 + x / 100 + y / 100, atol=1e-9)


@pytest.mark.parametrize(
    ("unit", "feet"),
    [
        ('<Metric linearUnit="meter"/>', 1 / 0.3048),
        ('<Imperial linearUnit="USSurveyFoot"/>', 1200 / 3937 / 0.3048),
    ],
)
def test_the_unit_of_the_file_is_converted(surface_of, unit, feet):
    surface = surface_of(landxml(unit=unit))
    np.testing.assert_allclose(surface.vertices_ft[1], np.array([300, 0, 103]) * feet, rtol=1e-12)


def test_invisible_and_upright_faces_are_left_out(surface_of):
    points = POINTS | {"5": (0, 300, 90)}
    faces = ("1 2 3", '<F i="1">1 3 40</F>', "2 3 5")
    upright = points | {"3": (180, 300, 104.8)}
    surface = surface_of(landxml(upright, faces))
    assert surface.triangles.tolist() == [[0, 1, 2]]


def test_a_site_stands_on_the_surface(tmp_path):
    (tmp_path / "surface.xml").write_text(landxml())
    (tmp_path / "site.toml").write_text(
        'format = 1\n[terrain]\nfile = "surface.xml"\n'
        '[luminaire_types.A]\nfile = "sample:area_t3"\n'
        '[[luminaires]]\nid = "P1"\ntype = "A"\nat = [100, 50]\nmounting_height_ft = 20\n'
    )
    site = load_site(tmp_path)
    assert site.heads[0].luminaire.base_z_ft == pytest.approx(101.5, abs=1e-9)  # rounding
    assert tmp_path / "surface.xml" in site.inputs


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", r"surface.xml:1: it is not well-formed XML"),
        (landxml()[:-30], "not well-formed"),
        (landxml(head='<!DOCTYPE x [<!ENTITY a "b">]>'), "DOCTYPE"),
        ("<a>" * 100, "nested over 40 deep"),
        (landxml(unit=""), "says no unit; expected"),
        (landxml(unit='<Imperial linearUnit="furlong"/>'), 'linearUnit "furlong" is not known'),
        (landxml(more='<Surface name="EG"/>'), "holds 2 surfaces: FG, EG"),
        ("<LandXML/>", "holds 0 surfaces"),
        (landxml(faces=()), "no faces"),
        (landxml(faces=("1 2 2",)), "no area in plan"),
        (landxml(faces=("1 2 9",)), r'surface.xml:6: face "1 2 9" is not three points'),
        (landxml(POINTS | {"3": (1, 2)}), r'surface.xml:5: point "3" is not northing'),
        (landxml(POINTS | {"3": (1, 2, "nan")}), "not finite"),
        (landxml().replace("UTF-8", "KLINGON"), "encoding|not well-formed"),
    ],
)
def test_what_is_wrong_is_one_fault_with_its_line(surface_of, text, says):
    with pytest.raises(ProjectFileError, match=says) as caught:
        surface_of(text)
    assert len(caught.value.faults) == 1


def test_a_file_cut_short_or_overwritten_gives_a_surface_or_our_errors(tmp_path):
    whole = landxml().encode()
    random = np.random.default_rng(11)
    path = tmp_path / "surface.xml"
    for trial in range(60):
        broken = bytearray(whole)
        for place in random.integers(0, len(broken), 1 + trial % 5):
            broken[place] = random.integers(0, 256)
        path.write_bytes(bytes(broken[: random.integers(1, len(broken))] if trial % 3 else broken))
        try:
            surface = read_landxml(path)
        except ProjectFileError as error:
            assert len(error.faults) == 1  # noqa: PT017  # either is right
        else:
            assert np.isfinite(surface.grade_ft(10.0, 10.0))


def test_a_missing_surface_is_a_fault_of_the_site_file(tmp_path):
    (tmp_path / "site.toml").write_text('format = 1\n[terrain]\nfile = "surface.xml"\n')
    with pytest.raises(ProjectFileError, match=r'site.toml:3: .*there is no file "surface.xml"'):
        load_site(tmp_path)
