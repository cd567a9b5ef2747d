"""Illuminance against a point-by-point sum in plain loops, on both ways through the engine."""

from __future__ import annotations

import itertools
import math
import random
import sys

import numpy as np
import oracle_engine
import oracle_geometry
import oracle_reader
import pytest
import random_files
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import photometry as ph
from photometry.site.model import Obstruction

# Both work in double precision on the same table; what is left is rounding, of the size of the
# brightest light that could have come to the point.
EXACT = 1e-9
TABLES = ["lopsided.ies", "lopsided_b.ies", "lopsided_a.ies"]
FEW = settings(max_examples=40, deadline=None)
ANGLES = st.one_of(st.sampled_from([0, 90, -90, 180, 45, 360]), st.floats(-400, 400))
FEET = st.one_of(st.integers(-40, 40), st.floats(-60, 60))
NORMALS = st.one_of(
    st.sampled_from([(0, 0, 1), (1, 0, 0), (0, -2, 0), (0, 0, -1)]),
    st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda n: math.hypot(*n) > 1e-3),
)
PLACES = st.tuples(FEET, FEET, st.one_of(st.sampled_from([0, 5]), st.floats(-3, 20)))
POSES = st.tuples(
    st.integers(0, 2),  # Type C, B or A
    FEET,
    FEET,
    st.one_of(st.sampled_from([0, 10, 20]), st.floats(-5, 40)),
    *[ANGLES] * 4,
    st.sampled_from([1, 0.7]),
)
DARK = """\
IESNA:LM-63-2002
TILT=NONE
1 -1 1 9 6 1 1 0 0 0
1 1 0
0 20 45 60 60.01 75 80 85 90
0 60 90 180 200 360
800 900 0 0 700 0 0 0 0
800 0 0 0 0 0 0 0 0
800 500 400 0 0 0 0 30 0
800 0 0 0 0 0 0 0 0
800 0 100 90 80 0 0 0 0
800 900 0 0 700 0 0 0 0
"""


@pytest.fixture(scope="session")
def tables(data):
    """The lopsided light in Types C, B and A, read by the oracle and by the product."""
    return [(oracle_reader.read(data / name), ph.read_luminaire(data / name)) for name in TABLES]


@pytest.fixture(scope="session")
def dark(tmp_path_factory):
    """A light with dark cells, dark planes and a sharp edge, none above horizontal."""
    path = tmp_path_factory.mktemp("dark") / "dark.ies"
    path.write_text(DARK, encoding="ascii")
    return oracle_reader.read(path), ph.read_luminaire(path)


def place(pair, x, y, z, *pose):
    """One head, for the oracle and for the product; pose is four angles and the llf."""
    mine, theirs = pair
    angles, llf = pose[:4], pose[4]
    return (
        oracle_engine.Head(mine, x, y, z, *angles, llf=llf),
        ph.Luminaire(theirs, x, y, z, *angles, llf=llf),
    )


def brightest(head, point):
    """Illuminance that the head would give at most at the point, fc."""
    away = math.dist((head.x, head.y, head.z), point)
    return head.llf * head.file.max_candela() / away**2


def from_edge(head, point):
    """Say how far a direction is from the edge of the data, beyond which all is dark."""
    toward, _ = oracle_engine.local_direction(head, point)
    return {"A": abs(toward[0]), "B": abs(toward[2]), "C": 1.0}[head.file.kind]


def prisms(shapes):
    """Opaque blocks for the oracle and for the product, from (footprint, base, height)."""
    return (
        [oracle_engine.Prism(walls, base, base + height) for walls, base, height in shapes],
        [
            Obstruction("block", np.array(walls, dtype=float), height, base)
            for walls, base, height in shapes
        ],
    )


@given(poses=st.lists(POSES, min_size=1, max_size=4), meters=st.lists(st.tuples(PLACES, NORMALS)))
@FEW
def test_any_scene_of_turned_lights_agrees(tables, poses, meters):
    pairs = [place(tables[pose[0]], *pose[1:]) for pose in poses]
    heads = [mine for mine, _ in pairs]
    for point, _ in meters:
        for head in heads:
            assume(math.dist((head.x, head.y, head.z), point) > 0.1)
            assume(from_edge(head, point) > EXACT)
    found = ph.illuminance(
        [theirs for _, theirs in pairs],
        np.reshape([point for point, _ in meters], (-1, 3)),
        np.reshape([normal for _, normal in meters], (-1, 3)) if meters else None,
    )
    for (point, normal), fc in zip(meters, found, strict=True):
        most = sum(brightest(head, point) for head in heads)
        expected = oracle_engine.illuminance(heads, point, normal)
        assert fc == pytest.approx(expected, rel=0, abs=EXACT * most)


@pytest.mark.parametrize("tilt_deg", [0, 30, 90, 180])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_points_along_the_axes_of_a_light_agree(tables, kind, tilt_deg):
    head, luminaire = place(tables[kind], 3.0, -4.0, 20.0, 0, tilt_deg, 0, 0, 1.0)
    for axis in oracle_engine.axes(head):
        for side in (1, -1):
            point = [a + side * 7 * b for a, b in zip((3, -4, 20), axis, strict=True)]
            if from_edge(head, point) <= EXACT:
                continue  # on the edge of the data either side is right
            toward = [-side * b for b in axis]
            expected = oracle_engine.contribution(head, point, toward)
            found = ph.illuminance([luminaire], [point], [toward])
            assert found[0] == pytest.approx(expected, rel=EXACT)


def test_nothing_comes_from_at_or_below_the_plane_of_the_meter(tables):
    head, luminaire = place(tables[0], 0, 0, 10, 0, 0, 0, 0, 1.0)
    points = [(5, 0, 10), (5, 0, 12), (0, 0, 15), (5, 0, 9.99)]
    expected = [oracle_engine.contribution(head, point) for point in points]
    assert expected[:3] == [0, 0, 0]
    np.testing.assert_allclose(ph.illuminance([luminaire], points), expected, rtol=EXACT)


@given(pose=st.tuples(*[ANGLES] * 4), points=st.lists(PLACES, min_size=1, max_size=8))
@FEW
def test_a_light_with_dark_cells_and_a_sharp_edge_agrees(dark, pose, points):
    head, luminaire = place(dark, 0.3, 0.7, 25, *pose, 1.0)
    found = ph.illuminance([luminaire], points, (0.3, 0.4, 0.5))
    for point, fc in zip(points, found, strict=True):
        expected = oracle_engine.contribution(head, point, (0.3, 0.4, 0.5))
        # Between 60 and 60.01 degrees 700 candela rise in a ten-thousandth of a radian, so
        # that rounding of the direction is multiplied by that.
        assert fc == pytest.approx(expected, rel=0, abs=1e-7 * brightest(head, point))


@given(content=random_files.lm63(seamless=True), pose=st.tuples(*[ANGLES] * 4))
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_lamp_position_factors_agree(content, pose, tmp_path):
    path = tmp_path / "any.ies"
    path.write_bytes(content)
    mine = oracle_reader.parse(content)
    head, luminaire = place((mine, ph.read_luminaire(path)), 1, 2, 12, *pose, 1.0)
    for point in [(4, -3, 0), (1, 2.5, 0), (-20, 7, 1), (3, 3, 20)]:
        toward, _ = oracle_engine.local_direction(head, point)
        ends = (mine.vertical[0], mine.vertical[-1], 0, 180)
        v = oracle_reader.ANGLES[mine.kind](toward)[0]
        if from_edge(head, point) < 1e-9 or min(abs(v - end) for end in ends) < 1e-6:
            continue  # on an edge or at a pole of the data
        expected = oracle_engine.contribution(head, point, (0.1, 0.3, 0.4))
        found = ph.illuminance([luminaire], [point], (0.1, 0.3, 0.4))[0]
        assert found == pytest.approx(expected, rel=0, abs=EXACT * brightest(head, point))


LAMPS = """\
IESNA:LM-63-2002
TILT=INCLUDE
{code}
4
0 30 60 {last}
1 0.95 0.7 0.4
1 1000 1 2 1 1 1 0 0 0
1 1 0
0 180
0
500 500
"""


@pytest.mark.parametrize("last", [90, 180])
@pytest.mark.parametrize("code", [1, 2, 3])
def test_a_lamp_keeps_its_factor_in_every_position(code, last, tmp_path):
    path = tmp_path / "lamp.ies"
    path.write_text(LAMPS.format(code=code, last=last), encoding="ascii")
    pair = oracle_reader.read(path), ph.read_luminaire(path)
    factors = set()
    for tilt_deg, roll_deg in itertools.product([0, 20, 75, 110, 160, 180, -45], [0, 35, 140]):
        head, luminaire = place(pair, 0, 0, 10, 25, tilt_deg, roll_deg, 50, 1.0)
        expected = oracle_engine.contribution(head, (3, 4, 0))
        assert ph.illuminance([luminaire], [(3, 4, 0)])[0] == pytest.approx(expected, rel=EXACT)
        factors.add(round(expected, 6))
    assert len(factors) > 5  # the light is the same all round: only the lamp makes a difference


# ------------------------------------------------------------------------------- the shadows

WHOLE = st.integers(-6, 6)
BLOCKS = st.tuples(WHOLE, WHOLE, st.integers(1, 6), st.integers(1, 6))
SHAPES = {
    "box": lambda x, y, a, b: [(x, y), (x + a, y), (x + a, y + b), (x, y + b)],
    "box the other way round": lambda x, y, a, b: [(x, y), (x, y + b), (x + a, y + b), (x + a, y)],
    "ell": lambda x, y, a, b: [
        *[(x, y), (x + 2 * a, y), (x + 2 * a, y + b)],
        *[(x + a, y + b), (x + a, y + 2 * b), (x, y + 2 * b)],
    ],
    "wedge": lambda x, y, a, b: [(x, y), (x + a, y), (x, y + b)],
    "dart": lambda x, y, a, b: [(x, y), (x + 2 * a, y + b), (x, y + 2 * b), (x + a, y + b)],
}


def grazes(block, start, end):
    """Say whether a ray runs along a wall, a roof or a floor, where either answer is right."""
    shares = oracle_engine.cuts(block, start, end)
    for one, following in itertools.pairwise(shares):
        if following - one < EXACT:
            continue
        middle = [a + (one + following) / 2 * (b - a) for a, b in zip(start, end, strict=True)]
        if not block.base - EXACT <= middle[2] <= block.top + EXACT:
            continue
        if min(abs(middle[2] - block.base), abs(middle[2] - block.top)) < EXACT:
            return True
        walls = oracle_geometry.segments(block.footprint)
        if oracle_geometry.distance_to(middle[:2], walls) < EXACT:
            return True
    return False


def holds(block, at):
    """Say whether a place is inside a block or on it, where a luminaire hangs on its wall."""
    on = oracle_geometry.on_or_inside(at[:2], block.footprint)
    return on and block.base <= at[2] <= block.top


@given(
    shapes=st.lists(
        st.tuples(st.sampled_from(sorted(SHAPES)), BLOCKS, st.integers(0, 3), st.integers(1, 6)),
        min_size=1,
        max_size=3,
    ),
    at=st.tuples(st.integers(-12, 12), st.integers(-12, 12), st.integers(1, 20)),
    points=st.lists(
        st.tuples(st.integers(-12, 12), st.integers(-12, 12), st.integers(0, 6)), max_size=12
    ),
)
@settings(max_examples=100, deadline=None)
def test_shadows_on_whole_feet_agree(tables, shapes, at, points):
    # Whole feet make rays pass through corners and along edges again and again.
    blocks, obstructions = prisms([(SHAPES[kind](*box), base, h) for kind, box, base, h in shapes])
    assume(not any(holds(block, at) for block in blocks))
    head, luminaire = place(tables[0], *at, 0, 0, 0, 0, 1.0)
    clear = [p for p in points if p != at and not any(grazes(block, p, at) for block in blocks)]
    found = ph.illuminance(
        [luminaire], np.reshape(clear, (-1, 3)), (0.3, 0.4, 0.86), obstructions=obstructions
    )
    for point, fc in zip(clear, found, strict=True):
        expected = oracle_engine.contribution(head, point, (0.3, 0.4, 0.86), blocks)
        assert fc == pytest.approx(expected, rel=EXACT)


@pytest.mark.parametrize("height", [6, 8.9, 12, 25])
def test_light_passes_under_and_over_a_roof_on_posts(tables, height):
    roof = [(SHAPES["ell"](-6, -4, 6, 5), 9, 2)]
    blocks, obstructions = prisms(roof)
    head, luminaire = place(tables[0], -13, 2, height, 0, 0, 0, 0, 1.0)
    points = [(x, y, 0.5) for x in range(-20, 21, 2) for y in range(-9, 13, 3)]
    found = ph.illuminance([luminaire], points, obstructions=obstructions)
    expected = [oracle_engine.contribution(head, point, (0, 0, 1), blocks) for point in points]
    np.testing.assert_allclose(found, expected, rtol=EXACT, atol=0)
    dark = sum(fc == 0 for fc in expected)
    assert (dark == 0) if height < 9 else (0 < dark < len(points))


# ------------------------------------------------------- enough of them for the compiled way

N_HEADS, N_POINTS = 60, 70_000  # more pairs than the plain way through the engine takes on
CORNERS = 9


def ragged(rng, x, y):
    """Draw a polygon with long and short corners."""
    sizes = [rng.uniform(4, 20) for _ in range(CORNERS)]
    turns = [2 * math.pi * k / CORNERS for k in range(CORNERS)]
    return [
        (x + size * math.cos(turn), y + size * math.sin(turn))
        for size, turn in zip(sizes, turns, strict=True)
    ]


def crowd(rng, pairs, east_ft):
    """Many heads of all types, half of them level, at state-plane coordinates if asked."""
    for k in range(N_HEADS):
        turns = [rng.choice([0, 90, 180, rng.uniform(-400, 400)]) for _ in range(4)]
        if k % 2:
            turns[1:3] = [0, 0]
        x, y = east_ft + rng.randint(-15, 15) * 10, rng.uniform(-150, 150)
        yield place(pairs[k % len(pairs)], x, y, rng.choice([10, 15, 25]), *turns, 0.8)


@pytest.mark.parametrize(
    ("meter", "east_ft", "shaded"),
    [("up", 0.0, True), ("one", 1_500_000.0, False), ("each", 0.0, True)],
)
def test_a_large_scene_agrees(tables, dark, meter, east_ft, shaded):
    rng = random.Random(meter)  # noqa: S311  # a scene, not a secret
    pairs = list(crowd(rng, [*tables, dark], east_ft))
    heads = [mine for mine, _ in pairs]
    # Blocks lower than any head, so that no head is inside one.
    blocks, obstructions = prisms(
        [(ragged(rng, east_ft + x, y), 0, 8) for x, y in [(0, 0), (60, 80), (-90, 30)] if shaded]
    )
    noise = np.random.default_rng(5)
    points = np.column_stack(
        [noise.uniform(-200, 200, (N_POINTS, 2)), noise.choice([0, 5.0], N_POINTS)]
    )
    points[:, 0] += east_ft
    points[:N_HEADS] = [(head.x, head.y, 0) for head in heads]
    normals = {"up": None, "one": noise.normal(size=3), "each": noise.normal(size=(N_POINTS, 3))}
    found = ph.illuminance(
        [theirs for _, theirs in pairs], points, normals[meter], obstructions=obstructions
    )
    assert "numba" in sys.modules  # else the scene was too small
    for i in [*range(0, N_HEADS, 4), *rng.sample(range(N_POINTS), 50)]:
        point = tuple(float(value) for value in points[i])
        normal = {"up": (0, 0, 1), "one": normals["one"], "each": normals["each"][i]}[meter]
        if min(from_edge(head, point) for head in heads) < 1e-7:
            continue  # in the plane where the data of Types A and B end
        expected = oracle_engine.illuminance(heads, point, normal, blocks)
        most = sum(brightest(head, point) for head in heads)
        # East 1,500,000 ft a coordinate is known to 2e-10 ft, a direction to about as much.
        assert found[i] == pytest.approx(expected, rel=0, abs=1e-8 * most)
