"""Where the points, lines and heads of a site are, and what light comes there, in plain loops."""

from __future__ import annotations

import itertools
import math

import numpy as np
import oracle_engine
import oracle_geometry as rules
import oracle_reader
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import photometry as ph

TOUCH_FT = 1e-6  # the tolerance of the rules of place
BEYOND_FT = 25.0  # the distance that Sweden's code asks for
EXACT = 1e-9  # relative: both sides work in double precision
METER_FT = 5.0  # above grade, for vertical readings at lines
HEAD = """\
format = 1
unit = "{unit}"
[project]
name = "oracle"
code = ["sweden-ny"]
[site]
district_class = "commercial"
[luminaire_types.A]
file = "{file}"
llf = {{ lld = 0.9, latf = 0.8 }}
"""
POLE = """\
[[luminaires]]
id = "P1"
type = "A"
at = {at}
mounting_height_ft = 20
orientation_deg = 37
tilt_deg = 10
"""
MAINTAINED, INITIAL = 0.9 * 0.8, 0.8  # latf is not recoverable


@pytest.fixture(scope="module")
def load(tmp_path_factory, data):
    """Load a site from the text after its types."""
    folder = tmp_path_factory.mktemp("site")

    def load_text(*parts, unit="ft", file="lopsided.ies"):
        head = HEAD.format(unit=unit, file=(data / file).as_posix())
        (folder / "site.toml").write_text("\n".join([head, *parts]), encoding="utf-8")
        return ph.load_site(folder / "site.toml")

    return load_text


@pytest.fixture(scope="module")
def table(data):
    """The lopsided light, read by the oracle."""
    return oracle_reader.read(data / "lopsided.ies")


def brackets(points):
    """Give points as TOML."""
    return "[" + ", ".join(f"[{x!r}, {y!r}]" for x, y in points) + "]"


def same_places(found, expected):
    """Every found point is an expected one, and the other way round."""
    found, expected = np.asarray(found)[:, :2], np.reshape(expected, (-1, 2))
    assert len(found) == len(expected)
    apart = np.hypot(*(found[:, None] - expected[None]).transpose(2, 0, 1))
    assert apart.min(axis=0).max() < TOUCH_FT
    assert apart.min(axis=1).max() < TOUCH_FT


# --------------------------------------------------------------------------- points of a zone

WHOLE = st.integers(-8, 8)
SPANS = st.tuples(WHOLE, WHOLE, st.integers(2, 9), st.integers(2, 9))


def ell(x, y, a, b):
    """Give an L, three quarters of a rectangle, in steps of 4 ft."""
    return [
        *[(4 * x, 4 * y), (4 * (x + a), 4 * y), (4 * (x + a), 4 * y + 2 * b)],
        *[(4 * x + 2 * a, 4 * y + 2 * b), (4 * x + 2 * a, 4 * (y + b)), (4 * x, 4 * (y + b))],
    ]


def block(x, y, a, b):
    """Give a rectangle in steps of 2 ft."""
    return [(2 * x, 2 * y), (2 * (x + a), 2 * y), (2 * (x + a), 2 * (y + b)), (2 * x, 2 * (y + b))]


@given(
    outer=SPANS.map(lambda span: ell(*span)),
    spacing=st.sampled_from([10, 7.3, 5, 30]),
    origin=st.none() | st.tuples(WHOLE, WHOLE),
    angle_deg=st.sampled_from([0, 90, 45, -17.3]),
    buildings=st.lists(st.tuples(SPANS, st.integers(0, 4), st.integers(1, 9)), max_size=2),
    height=st.sampled_from([0, 3, 5]),
)
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_zone_points_are_those_of_the_lattice(
    load, outer, spacing, origin, angle_deg, buildings, height
):
    buildings = [(block(*span), base, base + tall) for span, base, tall in buildings]
    expected = rules.zone_points(
        outer, spacing, origin=origin, angle_deg=angle_deg, buildings=buildings, z=height
    )
    zone = [
        '[[zones]]\nname = "lot"\nkind = "parking"',
        f"area = {brackets(outer)}\nspacing_ft = {spacing}",
        f"grid_angle_deg = {angle_deg}\nheight_ft = {height}",
        f"grid_origin = {list(origin)}" if origin else "",
        *(
            f'[[obstructions]]\nname = "b{k}"\nfootprint = {brackets(walls)}\n'
            f"base_height_ft = {base}\nheight_ft = {top - base}"
            for k, (walls, base, top) in enumerate(buildings)
        ),
    ]
    site = load(POLE.format(at=[200, 200]), *zone)
    if not expected:
        with pytest.raises(ph.PhotometryError, match="lot"):
            ph.calculate(site, receivers=[])
        return
    points = ph.calculate(site, receivers=[])["lot"].points_ft
    same_places(points, expected)
    np.testing.assert_allclose(points[:, 2], height, rtol=0, atol=TOUCH_FT)


def test_points_inside_and_on_a_hole_are_dropped(load):
    outer = [(0, 0), (60, 0), (60, 40), (0, 40)]
    hole = [(15, 10), (40, 10), (30, 30)]
    site = load(
        POLE.format(at=[200, 200]),
        f'[[zones]]\nname = "lot"\nkind = "parking"\narea = {brackets(outer)}',
        f"holes = [{brackets(hole)}]\nspacing_ft = 5",
    )
    expected = rules.zone_points(outer, 5, holes=[hole])
    # The hole is 10 cells large with 8 lattice points on its rim, so by Pick's theorem 7 inside.
    assert len(expected) == 13 * 9 - 15
    same_places(ph.calculate(site, receivers=[])["lot"].points_ft, expected)


@pytest.mark.parametrize("height", [2.9, 3, 4, 5, 5.1])
def test_a_building_takes_points_from_its_base_to_below_its_top(load, height):
    outer, walls = [(0, 0), (40, 0), (40, 40), (0, 40)], [(10, 10), (25, 10), (25, 30), (10, 30)]
    site = load(
        POLE.format(at=[200, 200]),
        f'[[zones]]\nname = "lot"\nkind = "parking"\narea = {brackets(outer)}\nspacing_ft = 5',
        f"height_ft = {height}",
        f'[[obstructions]]\nname = "b"\nfootprint = {brackets(walls)}\nheight_ft = 2',
        "base_height_ft = 3",
    )
    expected = rules.zone_points(outer, 5, buildings=[(walls, 3, 5)], z=height)
    assert len(expected) == (81 - 4 * 5 if 3 <= height < 5 else 81)
    same_places(ph.calculate(site, receivers=[])["lot"].points_ft, expected)


def test_a_site_in_metres_has_its_points_at_the_same_places(load):
    outer = [(0, 0), (30, 0), (30, 20), (0, 20)]
    site = load(
        POLE.format(at=[50, 50]),
        f'[[zones]]\nname = "lot"\nkind = "parking"\narea = {brackets(outer)}\nspacing_m = 2',
        unit="m",
    )
    expected = np.array(rules.zone_points(outer, 2)) / 0.3048  # the international foot
    same_places(ph.calculate(site, receivers=[])["lot"].points_ft, expected)


FACING = {"north": (0, 1, 0), "east": (1, 0, 0), "south": (0, -1, 0), "west": (-1, 0, 0)}


@pytest.mark.parametrize("plane", ["horizontal", "vertical", "vertical4"])
def test_light_in_a_zone_is_the_sum_over_heads_in_every_setting(load, table, plane):
    outer = [(0, 0), (40, 0), (40, 30), (0, 30)]
    site = load(
        POLE.format(at=[12.3, 9.1]) + 'group = "west"',
        POLE.format(at=[31.7, 24.4]).replace("P1", "P2") + 'group = "east"',
        f'[[zones]]\nname = "lot"\nkind = "parking"\narea = {brackets(outer)}\nspacing_ft = 10',
        f'plane = "{plane}"\nheight_ft = 3',
        "facing_deg = 200" if plane == "vertical" else "",
        '[[scenes]]\nname = "late"\ngroups = { west = 0.25 }',
    )
    result = ph.calculate(site, receivers=[])["lot"]
    facing = math.radians(200)
    normals = {
        "horizontal": [(0, 0, 1)],
        "vertical": [(math.cos(facing), math.sin(facing), 0)],
        "vertical4": list(FACING.values()),
    }[plane]

    def least(west, east, point):
        heads = [
            oracle_engine.Head(table, 12.3, 9.1, 20, 37, 10, llf=west),
            oracle_engine.Head(table, 31.7, 24.4, 20, 37, 10, llf=east),
        ]
        return min(oracle_engine.illuminance(heads, point, normal) for normal in normals)

    for i, point in enumerate(result.points_ft):
        assert result.fc[i] == pytest.approx(least(MAINTAINED, MAINTAINED, point), rel=EXACT)
        assert result.initial_fc[i] == pytest.approx(least(INITIAL, INITIAL, point), rel=EXACT)
        late = least(MAINTAINED / 4, MAINTAINED, point)
        assert result.scene_fc("late")[i] == pytest.approx(late, rel=EXACT)
    fc = [least(MAINTAINED, MAINTAINED, point) for point in result.points_ft]
    statistics = result.statistics()
    assert statistics.avg_fc == pytest.approx(sum(fc) / len(fc), rel=EXACT)
    assert statistics.max_fc == pytest.approx(max(fc), rel=EXACT)
    assert statistics.min_fc == pytest.approx(min(fc), rel=EXACT)


# -------------------------------------------------------------------- the property, and beyond

RINGS = {
    "square": [(0, 0), (100, 0), (100, 80), (0, 80)],
    "clockwise": [(0, 0), (0, 80), (100, 80), (100, 0)],
    "triangle": [(0, 0), (140, 20), (30, 90)],
    "ell": [(0, 0), (120, 0), (120, 40), (50, 40), (50, 110), (0, 110)],
    "narrow slot": [(0, 0), (90, 0), (90, 90), (60, 90), (60, 20), (30, 20), (30, 90), (0, 90)],
    "wide slot": [(0, 0), (160, 0), (160, 90), (120, 90), (120, 20), (40, 20), (40, 90), (0, 90)],
    "star": [(80, 0), (20, 20), (0, 80), (-20, 20), (-80, 0), (-20, -20), (0, -80), (20, -20)],
    "hundredths": [(0, 0), (120.92, 0), (120.92, 80.37), (0, 80.37)],  # 25 ft off, and back, rounds
    "fifty": [(0, 0), (130, 0), (130, 100), (90, 100), (90, 30), (40, 30), (40, 100), (0, 100)],
    "far away": [(1500000, 700000), (1500090, 700010), (1500040, 700090)],
}


@pytest.fixture(scope="module", params=sorted(RINGS))
def property_(request, load, table):
    """A ring cut into two boundaries: the ring, the boundaries, the calculation, the head."""
    ring = RINGS[request.param]
    half = len(ring) // 2
    lines = {"one": ring[: half + 1], "other": [*ring[half:], ring[0]]}
    x, y = ring[0][0] * 0.9 + ring[1][0] * 0.1, ring[0][1] + 3
    boundaries = [
        f'[[boundaries]]\nid = "{name}"\nline = {brackets(line)}\nspacing_ft = 5\n'
        'adjacent_district_class = "commercial"\nadjoins_public_road = false'
        for name, line in lines.items()
    ]
    calculation = ph.calculate(load(POLE.format(at=[x, y]), *boundaries))
    head = oracle_engine.Head(table, x, y, 20, 37, 10, llf=MAINTAINED)
    return ring, lines, calculation, head


def test_stations_divide_each_segment_of_the_property_line(property_):
    _, lines, calculation, _ = property_
    for name, line in lines.items():
        same_places(calculation[f"{name}/property_line"].points_ft, rules.stations(line, 5))


def test_stations_beyond_are_exactly_so_far_from_the_whole_ring(property_):
    ring, lines, calculation, _ = property_
    for name in lines:
        for x, y, _ in calculation[f"{name}/offset_25ft"].points_ft:
            away = rules.distance_to((x, y), rules.segments(ring))
            assert away == pytest.approx(BEYOND_FT, abs=TOUCH_FT)
            assert not oracle_engine.inside(ring, x, y)
            assert name in rules.owners((x, y), lines)


def test_stations_beyond_leave_no_stretch_out(property_):
    ring, lines, calculation, _ = property_
    walk = rules.offset_walk(ring, BEYOND_FT, step=3)
    for place in walk:
        for name in rules.owners(place, lines, tolerance=EXACT):
            stations = calculation[f"{name}/offset_25ft"].points_ft
            nearest = np.hypot(stations[:, 0] - place[0], stations[:, 1] - place[1]).min()
            assert nearest <= 5 / 2 + 1e-4  # halfway between two stations at most
    assert len(walk) > 50


def test_light_beyond_is_that_of_a_meter_that_faces_the_nearest_point(property_):
    ring, lines, calculation, head = property_
    pieces = rules.segments(ring)
    for name in lines:
        line = calculation[f"{name}/offset_25ft"]
        for i in range(0, len(line.points_ft), 6):
            x, y, _ = line.points_ft[i]
            feet = [rules.nearest_on_segment((x, y), a, b) for a, b in pieces]
            near = [foot for foot in feet if math.dist(foot, (x, y)) < BEYOND_FT + 1e-5]
            horizontal = oracle_engine.contribution(head, (x, y, 0))
            assert line.fc[i] == pytest.approx(horizontal, rel=1e-6)
            if max(math.dist(near[0], foot) for foot in near) > 1e-3:
                continue  # two nearest points: a meter cannot face both
            facing = (near[0][0] - x, near[0][1] - y, 0)
            vertical = oracle_engine.contribution(head, (x, y, METER_FT), facing)
            # Stations are placed to 1e-6 ft; light changes by less than its size in a foot.
            assert line.vertical_fc[i] == pytest.approx(vertical, rel=1e-6, abs=EXACT)


def inward(point, ring):
    """Mean of the inward normals of the segments that a point is on."""
    total = [0.0, 0.0]
    for a, b in rules.segments(ring):
        if math.dist(point, rules.nearest_on_segment(point, a, b)) > TOUCH_FT:
            continue
        length = math.dist(a, b)
        normal = (b[1] - a[1]) / length, (a[0] - b[0]) / length
        beside = [(p + q) / 2 + n * 1e-3 for p, q, n in zip(a, b, normal, strict=True)]
        side = 1 if oracle_engine.inside(ring, *beside) else -1
        total = [t + side * n for t, n in zip(total, normal, strict=True)]
    return (*total, 0.0)


def test_light_on_the_line_is_that_of_a_meter_that_faces_inward(property_):
    ring, lines, calculation, head = property_
    for name in lines:
        line = calculation[f"{name}/property_line"]
        corners = [i for i, p in enumerate(line.points_ft) if math.dist(p[:2], lines[name][1]) < 1]
        for i in [0, *corners, *range(0, len(line.points_ft), 7), -1]:
            x, y, _ = line.points_ft[i]
            expected = oracle_engine.contribution(head, (x, y, METER_FT), inward((x, y), ring))
            assert line.vertical_fc[i] == pytest.approx(expected, rel=1e-6, abs=EXACT)


def test_the_maximum_of_a_line_is_that_of_all_its_places(property_):
    ring, lines, calculation, head = property_
    walk = rules.offset_walk(ring, BEYOND_FT, step=1)
    pieces = rules.segments(ring)
    for name, line in lines.items():
        places = {
            "property_line": rules.stations(line, 0.5),
            "offset_25ft": [p for p in walk if name in rules.owners(p, lines, tolerance=EXACT)],
        }
        for kind, away in (("property_line", 0.0), ("offset_25ft", BEYOND_FT)):
            statistics = calculation[f"{name}/{kind}"].statistics()
            brightest = max(oracle_engine.contribution(head, (*p, 0)) for p in places[kind])
            assert statistics.max_fc >= brightest * (1 - EXACT)
            assert statistics.max_fc == pytest.approx(brightest, rel=0.02)  # the steps are coarse
            at = statistics.max_at_ft
            # The place is found to a hair along the line, on which it stays.
            assert rules.distance_to(at[:2], pieces) == pytest.approx(away, abs=1e-5)
            assert statistics.max_fc == pytest.approx(
                oracle_engine.contribution(head, at), rel=1e-6
            )


# ------------------------------------------------------------------------------------ the road

EDGE = [(-20, -10), (40, -16), (130, -12)]


def between(one, other):
    """Give the places of the edge from one to the other, each (segment, share), bends kept."""

    def at(segment, share):
        a, b = EDGE[segment], EDGE[segment + 1]
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])

    return [at(*one), *EDGE[one[0] + 1 : other[0] + 1], at(*other)]


def test_driveways_are_taken_out_of_the_edge_of_the_pavement(load, table):
    driveways = [((0, 0.2), (0, 0.4)), ((0, 0.9), (1, 0.1))]  # the second goes round the bend
    access = [between(*ends) for ends in driveways]
    rest = [
        between((0, 0.0), (0, 0.2)),
        between((0, 0.4), (0, 0.9)),
        between((1, 0.1), (1, 1.0)),
    ]
    stretches = ", ".join(brackets([line[0], line[-1]]) for line in access)
    site = load(
        POLE.format(at=[30, 20]),
        '[[boundaries]]\nid = "road"\nline = [[0, 0], [100, 0]]\nspacing_ft = 4',
        f"adjoins_public_road = true\npavement_edge = {brackets(EDGE)}",
        f'access_points = [{stretches}]\nacross_district_class = "commercial"',
        '[[boundaries]]\nid = "rest"\nline = [[100, 0], [100, 90], [0, 90], [0, 0]]',
        'adjacent_district_class = "commercial"',
    )
    calculation = ph.calculate(site)
    head = oracle_engine.Head(table, 30, 20, 20, 37, 10, llf=MAINTAINED)
    for kind, lines in (("access_points", access), ("pavement_edge", rest)):
        result = calculation[f"road/{kind}"]
        # The corners of one stretch are given once; stretches have no end in common.
        same_places(
            result.points_ft, list(itertools.chain(*(rules.stations(line, 4) for line in lines)))
        )
        for point, fc in zip(result.points_ft, result.fc, strict=True):
            assert fc == pytest.approx(oracle_engine.contribution(head, point), rel=EXACT)
        fine = [p for line in lines for p in rules.stations(line, 0.1)]
        brightest = max(oracle_engine.contribution(head, (*p, 0)) for p in fine)
        # Between places 0.1 ft apart the top of a smooth curve is higher by its bend alone.
        assert result.statistics().max_fc == pytest.approx(brightest, rel=1e-4)
        assert result.statistics().max_fc >= brightest * (1 - EXACT)


# ------------------------------------------------------------------------------ heads, and aim


@pytest.mark.parametrize("arrangement", sorted(rules.ARRANGEMENTS))
def test_heads_of_an_arrangement_stand_at_the_end_of_their_arms(load, arrangement):
    pole = POLE.format(at=[12, -7]) + f'arrangement = "{arrangement}"\narm_ft = 2.5'
    site = load(pole)
    expected = rules.heads(arrangement, (12, -7), 37, 2.5)
    assert len(site.heads) == len(expected)
    for head, (x, y, orientation_deg) in zip(site.heads, expected, strict=True):
        assert head.luminaire.x_ft == pytest.approx(x, abs=TOUCH_FT)
        assert head.luminaire.y_ft == pytest.approx(y, abs=TOUCH_FT)
        turn = head.luminaire.orientation_deg - orientation_deg
        assert math.cos(math.radians(turn)) == pytest.approx(1, abs=EXACT)
        assert head.luminaire.tilt_deg == 10


@pytest.mark.parametrize("file", ["lopsided.ies", "lopsided_b.ies", "lopsided_a.ies"])
@pytest.mark.parametrize(
    "target", [(60, 20, 0), (-30, 45, 0), (12, -7, 0), (12.5, -40, 6), (90, -7, 20), (3, 4, 50)]
)
def test_the_photometric_axis_goes_through_the_point_aimed_at(load, data, file, target):
    aim = list(target) if target[2] else list(target[:2])
    site = load(
        f'[[luminaires]]\nid = "P1"\ntype = "A"\nat = [12, -7]\nmounting_height_ft = 20\n'
        f"aim_at = {aim}",
        file=file,
    )
    placed = site.heads[0].luminaire
    turns = placed.orientation_deg, placed.tilt_deg, placed.roll_deg, placed.spin_deg
    head = oracle_engine.Head(oracle_reader.read(data / file), 12, -7, placed.z_ft, *turns)
    assert rules.miss(head, target) < TOUCH_FT
    if file != "lopsided_a.ies":  # level lamps stay level: no roll, and the sides face sideways
        assert oracle_engine.axes(head)[1][2] == pytest.approx(0, abs=EXACT)
