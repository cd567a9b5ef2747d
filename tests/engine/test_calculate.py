import math
from dataclasses import replace

import numpy as np
import pytest

import photometry as ph
from photometry.engine.calculate import calculate, zone_normals
from photometry.site.property import LineRequest

SITE = """
format = 1
unit = "ft"
[project]
name = "Two poles"
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
llf = { lld = 0.9, ldd = 0.8, voltage = 0.95 }
[luminaire_types.W]
file = "sample:wallpack_fc"
lamp_type = "led"
llf = 0.5
[[luminaires]]
id = "P1"
type = "A"
at = [X+30, Y+30]
mounting_height_ft = 20
orientation_deg = 40
arrangement = "d180"
arm_ft = 2
[[luminaires]]
id = "W1"
type = "W"
at = [X+70, Y+60]
mounting_height_ft = 10
orientation_deg = 270
group = "wall packs"
[[zones]]
name = "lot"
kind = "parking"
area = [[X+0,Y+0],[X+100,Y+0],[X+100,Y+60],[X+0,Y+60]]
[[zones]]
name = "front"
kind = "other"
area = [[X+0,Y+0],[X+40,Y+0],[X+40,Y+20],[X+0,Y+20]]
height_ft = 5
plane = "vertical"
facing_deg = 30
[[zones]]
name = "all round"
kind = "other"
area = [[X+32,Y+32],[X+68,Y+32],[X+68,Y+56],[X+32,Y+56]]
height_ft = 5
plane = "vertical4"
[[obstructions]]
name = "store"
footprint = [[X+60,Y+60.2],[X+90,Y+60.2],[X+90,Y+80],[X+60,Y+80]]
height_ft = 15
[[boundaries]]
id = "south"
line = [[X+0,Y-10],[X+100,Y-10]]
[[boundaries]]
id = "east"
line = [[X+100,Y-10],[X+100,Y+90]]
[[boundaries]]
id = "north"
line = [[X+100,Y+90],[X+0,Y+90]]
[[boundaries]]
id = "west"
line = [[X+0,Y+90],[X+0,Y-10]]
[[scenes]]
name = "late"
after_close = true
groups = { A = 0.25 }
"""
EVERY_LINE = (LineRequest("property_line"), LineRequest("offset", 25.0))


def site_at(folder, x=0.0, y=0.0, text=SITE):
    """Write the site with its corner at x, y and load it."""
    numbers = {"X": x, "Y": y}
    for letter, value in numbers.items():
        for sign in "+-":
            parts = text.split(letter + sign)
            text = parts[0]
            for part in parts[1:]:
                digits = ""
                while part and (part[0].isdigit() or part[0] == "."):
                    digits, part = digits + part[0], part[1:]  # noqa: PLW2901  # eaten digit by digit
                text += repr(value + float(sign + digits)) + part
    path = folder / "site.toml"
    path.write_text(text)
    return ph.load_site(path)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return site_at(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def calc(site):
    return calculate(site, EVERY_LINE)


def test_a_zone_is_the_sum_of_its_heads(site, calc):
    lot = calc["lot"]
    by_hand = ph.illuminance(
        [head.luminaire for head in site.heads], lot.points_ft, obstructions=site.obstructions
    )
    np.testing.assert_allclose(lot.fc, by_hand, rtol=1e-12)
    assert len(lot.points_ft) == 11 * 7


def test_initial_keeps_the_factors_that_cannot_be_recovered(site, calc):
    # Type A: voltage 0.95 stays; lld and ldd go. Type W: one number is all recoverable.
    shares = calc.contributions(calc["lot"].points_ft, layer="initial")
    late = calc.contributions(calc["lot"].points_ft, layer="maintained")
    np.testing.assert_allclose(late[:, 0], shares[:, 0] * 0.9 * 0.8, rtol=1e-12)
    np.testing.assert_allclose(late[:, 2], shares[:, 2] * 0.5, rtol=1e-12)
    full = ph.illuminance(
        [
            ph.Luminaire(
                h.luminaire.file,
                h.luminaire.x_ft,
                h.luminaire.y_ft,
                20.0,
                h.luminaire.orientation_deg,
                llf=0.95,
            )
            for h in site.heads[:2]
        ],
        calc["lot"].points_ft,
        obstructions=site.obstructions,
    )
    np.testing.assert_allclose(shares[:, :2].sum(axis=1), full, rtol=1e-12)


def test_a_scene_dims_the_groups_that_it_names_and_no_other(calc):
    points = calc["lot"].points_ft
    maintained = calc.contributions(points)
    expected = maintained[:, 0] * 0.25 + maintained[:, 1] * 0.25 + maintained[:, 2]
    np.testing.assert_allclose(calc["lot"].scene_fc("late"), expected, rtol=1e-12)


def test_contributions_of_the_heads_add_up(calc):
    points = calc["lot"].points_ft
    total = calc.contributions(points, layer="initial").sum(axis=1)
    np.testing.assert_allclose(total, calc["lot"].initial_fc, rtol=1e-12)
    np.testing.assert_allclose(calc.illuminance(points, layer="initial"), total, rtol=1e-12)


def test_a_vertical_zone_faces_where_it_says(site, calc):
    facing = np.array([np.cos(np.radians(30)), np.sin(np.radians(30)), 0.0])
    front = calc["front"]
    assert (front.points_ft[:, 2] == 5.0).all()
    heads = [head.luminaire for head in site.heads]
    by_hand = ph.illuminance(heads, front.points_ft, facing, obstructions=site.obstructions)
    np.testing.assert_allclose(front.fc, by_hand, rtol=1e-12)


def test_vertical4_is_the_least_of_four_ways_in_every_layer(calc):
    zone = calc["all round"]
    for layer in ("initial", "maintained", "scene:late"):
        ways = [
            calc.illuminance(zone.points_ft, np.array(way, float), layer)
            for way in ((0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0))
        ]
        np.testing.assert_allclose(zone.layer_fc(layer), np.min(ways, axis=0), rtol=1e-12)
        assert (zone.layer_fc(layer) > 0.0).any()  # light from all sides


def test_the_four_ways_of_a_zone_are_those_of_true_north(site, calc):
    zone = next(zone for zone in site.zones if zone.plane == "vertical4")
    assert zone_normals(zone, 90.0) == ((0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0))
    half, most = 0.5, math.sqrt(0.75)  # north 30 degrees from +x: east is 60 degrees below it
    expected = ((most, half, 0), (half, -most, 0), (-most, -half, 0), (-half, most, 0))
    np.testing.assert_allclose(zone_normals(zone, 30.0), expected, atol=1e-15)
    turned = ph.calculate(replace(site, north_deg=30.0), receivers=[])["all round"]
    points = turned.points_ft
    ways = [calc.illuminance(points, np.array(way), "maintained") for way in expected]
    np.testing.assert_allclose(turned.fc, np.min(ways, axis=0), rtol=1e-12)
    assert (turned.fc != calc["all round"].fc).any()


def test_the_vertical_meter_of_a_line_faces_the_site_at_five_feet(calc):
    line = calc["south/offset_25ft"]
    straight = np.flatnonzero((line.points_ft[:, 0] > 1) & (line.points_ft[:, 0] < 99))
    points = line.points_ft[straight] + (0.0, 0.0, 5.0)
    np.testing.assert_allclose(points[:, 1], -35.0, atol=1e-9)  # ft
    expected = calc.illuminance(points, np.array([0.0, 1.0, 0.0]))
    np.testing.assert_allclose(line.vertical_fc[straight], expected, rtol=1e-12)
    assert (line.vertical_fc[straight] > 0).all()


def test_the_maximum_of_a_line_is_that_of_the_continuous_line(calc):
    line = calc["south/property_line"]
    x = np.linspace(0, 100, 10_001)
    fine = np.column_stack([x, np.full_like(x, -10.0), np.zeros_like(x)])
    brute = calc.illuminance(fine, layer="initial")
    stats = line.statistics("initial")
    # 0.01 ft between brute-force points changes a smooth maximum by less than 1e-5 of it.
    assert stats.max_fc == pytest.approx(brute.max(), rel=1e-5)
    assert stats.max_fc >= brute.max()
    assert stats.max_at_ft[0] == pytest.approx(x[brute.argmax()], abs=0.02)  # ft
    assert stats.max_fc >= line.initial_fc.max()
    assert stats.min_fc == line.initial_fc.min()


def test_a_head_drawn_in_the_wall_is_moved_out_and_said(tmp_path):
    text = SITE.replace("[X+70, Y+60]", "[X+70, Y+60.4]")
    calc = calculate(site_at(tmp_path, text=text))
    [note] = [note for note in calc.notes if note.code == "SITE101"]
    assert note.place == "W1"
    assert "70.00, 60.20" in note.text


def test_a_head_deep_in_a_building_is_a_fault_with_its_place(tmp_path):
    text = SITE.replace("[X+70, Y+60]", "[X+70, Y+65]")
    with pytest.raises(ph.PhotometryError, match=r"1500070\.00, 600065\.00"):
        calculate(site_at(tmp_path, 1_500_000.0, 600_000.0, text=text))


def test_state_plane_coordinates_give_the_same_numbers(tmp_path, calc):
    far = calculate(site_at(tmp_path, 1_500_000.25, 600_000.75), EVERY_LINE)
    for name in ("lot", "front", "east/offset_25ft"):
        np.testing.assert_allclose(far[name].fc, calc[name].fc, rtol=1e-7, atol=1e-12)
    offset = far["lot"].points_ft - calc["lot"].points_ft
    np.testing.assert_allclose(offset - (1_500_000.25, 600_000.75, 0.0), 0.0, atol=1e-6)  # ft


def test_the_number_of_threads_does_not_change_a_bit(site, calc):
    one = calculate(site, EVERY_LINE, threads=1)
    for name in (*calc.zones, *calc.lines):
        assert np.array_equal(one[name].fc, calc[name].fc)


def test_an_unknown_name_lists_what_there_is(calc):
    with pytest.raises(KeyError, match="lot, front"):
        calc["parking"]
    with pytest.raises(KeyError, match="scene:late"):
        calc["lot"].layer_fc("scene:early")


def test_a_site_without_luminaires_is_dark_and_not_an_error(tmp_path):
    start, end = SITE.index("[[luminaires]]"), SITE.index("[[zones]]")
    text = SITE[:start] + SITE[end:].replace("groups = { A = 0.25 }", "groups = {}")
    dark = calculate(site_at(tmp_path, text=text), EVERY_LINE)
    assert not dark["lot"].fc.any()
    assert dark["lot"].statistics().avg_min is None
    assert dark["east/offset_25ft"].statistics("vertical_initial").max_fc == 0.0


def test_a_notebook_gets_tables_of_the_same_numbers(calc):
    frame = calc["lot"].to_dataframe()
    assert list(frame.columns) == [
        "x_ft", "y_ft", "z_ft", "initial_fc", "maintained_fc", "scene:late_fc",
    ]  # fmt: skip
    np.testing.assert_array_equal(frame["maintained_fc"], calc["lot"].fc)
    whole = calc.to_dataframe().set_index(["name", "layer"])
    assert whole.loc[("lot", "maintained"), "avg_min"] == calc["lot"].statistics().avg_min
    assert ("east/offset_25ft", "vertical_initial") in whole.index
    assert "lot" in calc._repr_html_()
    assert "vertical_maintained" in calc["south/property_line"]._repr_html_()


def test_an_opening_near_its_points_is_noted_and_divided_where_asked(tmp_path):
    low = SITE.replace("mounting_height_ft = 10", "mounting_height_ft = 1.5")
    plain = calculate(site_at(tmp_path, text=low))
    [note] = [n for n in plain.notes if n.code == "SITE102" and "zone lot" in n.text]
    assert note.place == "W1"
    divided_text = low.replace("llf = 0.5", "llf = 0.5\nsubdivide = true")
    divided = calculate(site_at(tmp_path, text=divided_text))
    assert not [n for n in divided.notes if n.code == "SITE102"]
    under, far = np.array([[70.0, 59.0, 0.0]]), np.array([[70.0, 10.0, 0.0]])
    near_by = divided.illuminance(under) / plain.illuminance(under)
    assert abs(near_by[0] - 1) > 1e-4  # the opening is seen as wide from below
    np.testing.assert_allclose(divided.illuminance(far), plain.illuminance(far), rtol=1e-3)


def test_a_budget_of_error_is_kept_at_every_point(tmp_path, calc):
    text = SITE.replace('unit = "ft"', 'unit = "ft"\nmax_error_fc = 0.01')
    budget = calculate(site_at(tmp_path, text=text), EVERY_LINE)
    for name in ("lot", "east/offset_25ft"):
        assert np.abs(budget[name].initial_fc - calc[name].initial_fc).max() <= 0.01  # fc
