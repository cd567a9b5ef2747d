"""Openings taken apart, against closed forms of Lambertian areas and lines."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from photometry.engine.direct import direct_illuminance, head_contributions
from photometry.engine.heads import head_arrays
from photometry.engine.near_field import near_points, subdivision
from photometry.engine.shadows import prisms
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.opening import Opening
from photometry.site.model import Luminaire

NOTHING = prisms(())
UP = np.array([0.0, 0.0, 1.0])
# The rule promises parts that are each 1.33 % off at worst, all to one side, and much less
# together: a divided opening of the size of its distance is within 1 %.
BY_THE_RULE = 0.01
# Fifty parts to a distance are a hundred times nearer: the error falls with the square.
FINELY = 1e-3


def file_of(candela):
    vertical = np.linspace(0, 180, 721)
    distribution = IntensityDistribution(
        PhotometricType.C,
        Symmetry.AXIAL,
        vertical,
        np.array([0.0]),
        candela(np.radians(vertical))[np.newaxis],
    )
    return SimpleNamespace(distribution=distribution, tilt=None)


def lambertian(luminance, area):
    return file_of(lambda v: luminance * area * np.maximum(np.cos(v), 0))


def light(luminaire, opening, points, normals=UP, times=5.0):
    heads, points = head_arrays([luminaire]), np.atleast_2d(np.array(points, float))
    meters = np.broadcast_to(np.array(normals, float), points.shape)
    point_source = direct_illuminance(heads, points, meters)
    extra = subdivision(heads, [opening], points, meters, NOTHING, 1, times=times)
    return (point_source + extra)[0]


# A round edge is stepped: 32 parts across, the most there are, leave 0.2 % of its area in doubt.
@pytest.mark.parametrize(("times", "within"), [(5.0, BY_THE_RULE), (50.0, 3e-3)])
def test_a_lambertian_disk_on_and_off_its_axis(times, within):
    disk = Opening("circle", 1.0, 1.0, 0.0)
    luminaire = Luminaire(lambertian(1000, math.pi / 4), 0, 0, 3)
    expected = [84.907910, 69.462171, 21.965994]
    points = [[0, 0, 0], [1, 0, 0], [0, -3, 0]]
    assert light(luminaire, disk, points, times=times) == pytest.approx(expected, rel=within)
    close = Luminaire(lambertian(1000, math.pi / 4), 0, 0, 1)
    on_axis = 1000 * math.pi * 0.25 / 1.25
    assert light(close, disk, [[0, 0, 0]], times=times) == pytest.approx([on_axis], rel=within)


@pytest.mark.parametrize(("times", "within"), [(5.0, BY_THE_RULE), (50.0, FINELY)])
def test_a_lambertian_rectangle_over_its_corner_and_its_centre(times, within):
    rectangle = Opening("rectangle", 1.0, 2.0, 0.0)  # width along y, length along x
    luminaire = Luminaire(lambertian(1000, 2.0), 0, 0, 3)
    points = [[-1, -0.5, 0], [0, 0, 0]]
    expected = [164.204164, 203.625962]
    assert light(luminaire, rectangle, points, times=times) == pytest.approx(expected, rel=within)
    # A vertical element at the corner, facing along the length.
    wall = light(luminaire, rectangle, [[-1, -0.5, 0]], [1, 0, 0], times=times)
    assert wall == pytest.approx([48.319772], rel=2 * within)


def test_a_turned_opening_turns_with_its_luminaire():
    rectangle = Opening("rectangle", 1.0, 2.0, 0.0)
    luminaire = Luminaire(lambertian(1000, 2.0), 5, 7, 3, orientation_deg=90)
    # Turned by a quarter, the length runs along y.
    assert light(luminaire, rectangle, [[5.5, 6, 0]], times=50) == pytest.approx(
        [164.204164], rel=FINELY
    )
    level = Luminaire(lambertian(1000, 2.0), 0, 0, 3, tilt_deg=90)  # faces +x; length upright
    ahead = light(level, rectangle, [[3, 0, 3]], [-1, 0, 0], times=50)
    assert ahead == pytest.approx([203.625962], rel=FINELY)


def test_a_line_of_isotropic_light_under_its_end():
    line = Opening("rectangle", 0.0, 4.0, 0.0)
    luminaire = Luminaire(file_of(lambda v: np.full_like(v, 2000.0)), 2, 0, 3)
    expected = 500 * 4 / (3 * math.hypot(4, 3))
    assert expected == pytest.approx(133.333333, rel=1e-8)
    assert light(luminaire, line, [[0, 0, 0]]) == pytest.approx([expected], rel=BY_THE_RULE)
    assert light(luminaire, line, [[0, 0, 0]], times=50) == pytest.approx([expected], rel=1e-4)


def test_beyond_five_times_nothing_changes_and_nearer_something_does():
    square = Opening("rectangle", 2.0, 2.0, 0.0)
    heads = head_arrays([Luminaire(lambertian(1000, 4.0), 0, 0, 6)])
    across = math.sqrt(10**2 - 6**2)
    points = np.array([[across + 1e-9, 0, 0], [across - 1e-3, 0, 0], [1, 1, 0]])
    meters = np.broadcast_to(UP, points.shape)
    added = subdivision(heads, [square], points, meters, NOTHING, 1)[0]
    assert added[0] == 0
    assert (added[1:] != 0).all()
    assert not subdivision(heads, [None], points, meters, NOTHING, 1).any()
    assert not subdivision(heads, [Opening("point", 0, 0, 0)], points, meters, NOTHING, 1).any()


def test_the_value_at_a_point_does_not_depend_on_the_others():
    disk = Opening("circle", 2.0, 2.0, 0.0)
    luminaire = Luminaire(lambertian(1000, math.pi), 0, 0, 4)
    points = np.random.default_rng(1).uniform((-8, -8, 0), (8, 8, 3), (40, 3))
    together = light(luminaire, disk, points)
    alone = [light(luminaire, disk, [point])[0] for point in points]
    assert together == pytest.approx(alone, rel=1e-13)


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("box", (1, 2, 0.5)),
        ("sphere", (1, 1, 1)),
        ("vertical cylinder", (1, 1, 2)),
        ("horizontal cylinder along length", (0.5, 2, 0.5)),
        ("vertical circle", (1, 0, 1)),
    ],
)
def test_parts_of_any_shape_balance_about_the_centre_and_stay_inside(shape, size):
    from photometry.engine.near_field import _centres

    opening = Opening(shape, *size)
    parts = _centres(opening, np.array([4, 5, 6]) if size[1] else np.array([1, 5, 6]))
    assert parts.mean(axis=0) == pytest.approx([0, 0, 0], abs=1e-15)
    assert (np.abs(parts) <= np.array([size[1], size[0], size[2]]) / 2).all()
    assert len(parts) > 8


def test_layers_get_the_light_of_their_own_heads():
    disk = Opening("circle", 2.0, 2.0, 0.0)
    luminaires = [Luminaire(lambertian(1000, math.pi), x, 0, 4) for x in (0, 3)]
    heads = head_arrays(luminaires, layer=[1, 0])
    points = np.array([[0.0, 0, 0]])
    added = subdivision(heads, [disk, None], points, UP[np.newaxis], NOTHING, 2)
    assert added[0] == 0
    assert added[1] != 0


def test_the_front_door_divides_the_openings_that_it_is_given():
    disk = Opening("circle", 2.0, 2.0, 0.0)
    luminaires = [Luminaire(lambertian(1000, math.pi), x, 0, 4) for x in (0, 3)]
    heads, points = head_arrays(luminaires), np.array([[0.0, 0, 0], [1, 1, 0]])
    undivided = direct_illuminance(heads, points)
    extra = subdivision(heads, [disk, None], points, UP[np.newaxis].repeat(2, 0), NOTHING, 1)
    divided = direct_illuminance(heads, points, openings=[disk, None])
    assert (divided == undivided + extra).all()
    each = head_contributions(heads, points, openings=[disk, None])
    assert each.sum(axis=1) == pytest.approx(divided[0], rel=1e-14)
    assert (each[:, 1] == head_contributions(heads, points)[:, 1]).all()


def test_the_five_times_rule_names_the_nearest_point_of_each_head():
    openings = [Opening("rectangle", 1.0, 2.0, 0.0), Opening("point", 0, 0, 0)]
    position = np.array([[0, 0, 12.0], [0, 0, 1.0]])
    points = np.array([[5.0, 0, 0], [0, 0, 3.0], [0, 0, 0]])
    (broken,) = near_points(position, openings, points)
    assert (broken.head, broken.point) == (0, 1)
    assert broken.distance_ft == pytest.approx(9)
    assert broken.required_ft == pytest.approx(10)
    assert near_points(position, openings, points[:1]) == ()
    assert near_points(position, [None, openings[1]], points) == ()
    both = [openings[0], openings[0]]
    assert [near.head for near in near_points(position, both, points)] == [0, 1]
    assert [near.head for near in near_points(position, both, points, most=1)] == [1]
    assert near_points(position, openings, np.empty((0, 3))) == ()
