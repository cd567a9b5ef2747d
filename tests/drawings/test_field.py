from dataclasses import replace

import numpy as np
import pytest

from photometry.drawings import field as field_module
from photometry.drawings.field import display_field, standing_at_grade
from photometry.engine.calculate import calculate
from photometry.site.model import Obstruction

LAYERS = ("maintained", "initial")


def test_the_field_covers_the_property_and_50_ft_and_farther_where_it_is_lit(uniform):
    site, calc = uniform
    left, bottom, right, top = display_field(site, calc, LAYERS).bounds_ft
    # 0.1 fc initial of 1000 cd at 20 ft is 54.7 ft away: within 50 ft of the line.
    assert (left, bottom) == (-50, -50)
    assert right == pytest.approx(150, abs=0.75)
    assert top == pytest.approx(130, abs=0.75)
    bright = replace(site.heads[0].type, output_factor=40.0)
    heads = tuple(replace(head, type=bright) for head in site.heads)
    lit = replace(site, heads=heads)
    wide = display_field(lit, calculate(lit, ()), LAYERS)
    # 40,000 cd: 0.1 fc at 199 ft, 149 ft beyond the side line; the survey is coarser than 20 ft.
    assert -180 <= wide.bounds_ft[0] <= -149
    assert wide.layers["initial"][0].max() < 0.1


def test_the_number_of_points_is_bounded(elm):
    site, calc, _ = elm
    field = display_field(site, calc, LAYERS)
    assert field.layers["initial"].size <= 250_000
    assert field.layers["initial"].shape == (len(field.y_ft), len(field.x_ft))


def test_there_is_no_value_inside_a_building_and_the_walls_have_their_own(elm):
    site, calc, _ = elm
    field = display_field(site, calc, LAYERS)
    row, column = np.abs(field.y_ft - 30).argmin(), np.abs(field.x_ft - 100).argmin()
    assert np.isnan(field.layers["maintained"][row, column])
    # The store's north wall is y = 56; a grid point just inside shows what falls before it.
    rows = np.flatnonzero((field.y_ft < 56) & (field.y_ft > 55))
    at_wall = field.layers["maintained"][rows[-1], np.abs(field.x_ft - 62).argmin()]
    before = calc.illuminance([[field.x_ft[np.abs(field.x_ft - 62).argmin()], 56.02, 0.0]])[0]
    assert at_wall == pytest.approx(before, rel=1e-6)


def test_a_canopy_does_not_stand_at_grade(elm):
    site = elm[0]
    canopy = Obstruction("canopy", np.array([(0, 0), (9, 0), (9, 9), (0, 9.0)]), 2.0, 14.0)
    changed = replace(site, obstructions=(*site.obstructions, canopy))
    assert [b.name for b in standing_at_grade(changed)] == ["Retail store", "House"]


def test_the_edge_of_a_shadow_is_softened_to_the_mean_of_its_cells(uniform, monkeypatch):
    monkeypatch.setattr(field_module, "SPACINGS_FT", (2.0,))
    site, _ = uniform
    wall = Obstruction("wall", np.array([(55, 41), (56, 41), (56, 60), (55, 60.0)]), 19.0)
    shaded = replace(site, obstructions=(wall,))
    calc = calculate(shaded, ())
    values = display_field(shaded, calc, LAYERS).layers["initial"]
    lit = calculate(site, ())
    whole = display_field(site, lit, LAYERS).layers["initial"]
    share = values / whole
    known = ~np.isnan(share)
    partly = known & (share > 0.05) & (share < 0.95)
    # The shadow's two edges cross some forty cells of 2 ft.
    assert partly.sum() > 20
    assert (share[known] < 1 + 0.2).all()  # a cell's mean near the luminaire differs a little
