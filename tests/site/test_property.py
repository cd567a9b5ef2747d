"""Lines beyond the property: offsets exactly d away, owners, facing, pavement edges."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import CalculationError
from photometry.site.model import Boundary
from photometry.site.offsets import Straight, offset_pieces
from photometry.site.project_file import load_site
from photometry.site.property import LineRequest, calculation_lines

TOLERANCE_FT = 1e-6  # the rules of place
RADII = st.lists(st.floats(10.0, 120.0), min_size=3, max_size=9)  # of a ring's corners


def distance_to_ring(point, ring):
    """Oracle: distance to each edge in a plain loop."""
    best = math.inf
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        dx, dy = bx - ax, by - ay
        t = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
        t = min(1.0, max(0.0, t))
        best = min(best, math.hypot(point[0] - ax - t * dx, point[1] - ay - t * dy))
    return best


def is_inside(point, ring):
    """Oracle: winding number in a plain loop."""
    winding = 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        a, b = (ax - point[0], ay - point[1]), (bx - point[0], by - point[1])
        winding += math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])
    return abs(winding) > math.pi


@pytest.fixture(scope="session")
def lines_of(made):
    def lines(boundaries, *requests):
        found = calculation_lines(made.site(boundaries=boundaries), requests)
        return {line.name: line for line in found}

    return lines


def offset(distance_ft, ids=None):
    return LineRequest("offset", distance_ft, ids)


@settings(max_examples=20, deadline=None)
@given(RADII, st.floats(1.0, 60.0), st.booleans(), st.sampled_from([0.0, 1_500_000.3]))
def test_every_offset_station_is_exactly_d_outside_the_ring(
    lines_of, made, radii, distance, reverse, shift
):
    ring = made.star(radii)
    ring = ring[::-1] if reverse else ring
    lines = lines_of(made.boundaries(ring + shift), offset(distance))
    stations = np.concatenate([line.stations_ft for line in lines.values()])
    assert len(stations)
    for station in stations - shift:
        # 1e-9 ft more than the rule: state plane coordinates are kept to 2.3e-10 ft.
        assert distance_to_ring(station, ring) == pytest.approx(distance, abs=TOLERANCE_FT + 1e-9)
        assert not is_inside(station, ring)


@settings(max_examples=20, deadline=None)
@given(RADII, st.floats(1.0, 60.0))
def test_the_offset_curve_leaves_nothing_out(lines_of, made, radii, distance):
    """Walk out from every edge: where the walk ends exactly d away, the curve must pass."""
    ring = made.star(radii)
    pieces = [
        piece
        for line in lines_of(made.boundaries(ring), offset(distance)).values()
        for piece in line.pieces
    ]
    dense = np.concatenate(
        [p.at(np.linspace(0, p.length_ft, 2 + int(p.length_ft / 0.05))) for p in pieces]
    )
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        length = math.hypot(bx - ax, by - ay)
        for share in (0.1, 0.37, 0.5, 0.81):
            x = ax + share * (bx - ax) + distance * (by - ay) / length
            y = ay + share * (by - ay) - distance * (bx - ax) / length
            if distance_to_ring((x, y), ring) > distance - TOLERANCE_FT:
                # The curve is sampled every 0.05 ft.
                assert np.hypot(*(dense - (x, y)).T).min() < 0.05


@settings(max_examples=20, deadline=None)
@given(RADII, st.floats(1.0, 60.0))
def test_beyond_a_convex_ring_length_and_area_grow_as_steiner_says(made, radii, distance):
    ring = convex_hull(made.star(radii))
    pieces = [one.piece for one in offset_pieces(ring, distance)]
    perimeter = sum(math.dist(a, b) for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True))
    assert sum(one.length_ft for one in pieces) == pytest.approx(
        perimeter + 2 * math.pi * distance, rel=1e-9
    )  # rounding
    # By Green's theorem along the straights, and along the arcs in closed form.
    grown = sum(map(area_swept, pieces))
    x, y = ring.T
    area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2
    expected = area + perimeter * distance + math.pi * distance**2
    assert grown == pytest.approx(expected, rel=1e-9)


def convex_hull(ring):
    points = shapely.MultiPoint(ring).convex_hull.exterior.coords[:-1]
    hull = np.array(points)
    x, y = hull.T
    return hull if np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0 else hull[::-1]


def area_swept(piece):
    """Give half the integral of x dy - y dx along a straight or an arc."""
    if isinstance(piece, Straight):
        (ax, ay), (bx, by) = piece.start, piece.end
        return (ax * by - bx * ay) / 2
    first, last = piece.start_rad, piece.start_rad + piece.sweep_rad
    (x, y), r = piece.centre, piece.radius_ft
    around = x * (math.sin(last) - math.sin(first)) - y * (math.cos(last) - math.cos(first))
    return (r * around + r * r * piece.sweep_rad) / 2


@settings(max_examples=20, deadline=None)
@given(RADII, st.floats(1.0, 60.0), st.floats(0.0, 360.0), st.floats(-2e6, 2e6))
def test_a_turned_and_shifted_ring_keeps_its_offset_curve(made, radii, distance, angle, shift):
    ring = made.star(radii)
    turn = math.radians(angle)
    matrix = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    still = offset_pieces(ring, distance)
    local = ring @ matrix.T
    moved = offset_pieces(local, distance)
    lengths = [sum(one.piece.length_ft for one in pieces) for pieces in (still, moved)]
    # Where a corner is cut off within 1e-8 ft, rounding may keep or drop a piece as short.
    assert lengths[1] == pytest.approx(lengths[0], abs=1e-6)
    there = made.boundaries(local + shift)
    stations = calculation_lines(made.site(boundaries=there), (offset(distance),))
    for line in stations:
        for station in line.stations_ft:
            back = (station - shift) @ matrix
            # State plane coordinates are kept to 2.3e-10 ft.
            assert distance_to_ring(back, ring) == pytest.approx(distance, abs=2e-6)


@settings(max_examples=20, deadline=None)
@given(RADII, st.floats(1.0, 60.0))
def test_a_station_belongs_to_every_boundary_that_is_nearest(lines_of, made, radii, distance):
    ring = made.star(radii)
    boundaries = made.boundaries(ring)
    lines = lines_of(boundaries, offset(distance))
    for boundary in boundaries:
        line = lines.get(f"{boundary.id}/offset_{distance:g}ft")
        for other in lines.values():
            for station in other.stations_ft:
                (ax, ay), (bx, by) = boundary.line_ft
                near = distance_to_ring(station, [(ax, ay), (bx, by)])
                if near < distance + 0.9 * TOLERANCE_FT:
                    assert line is not None
                    gap = np.hypot(*(line.stations_ft - station).T).min()
                    assert gap <= 2 * TOLERANCE_FT


def test_the_offset_of_a_rectangle_is_four_sides_and_four_arcs(lines_of, made, lot):
    lines = lines_of(made.boundaries(lot), offset(25.0))
    assert list(lines) == [f"b{i}/offset_25ft" for i in range(4)]
    length = sum(piece.length_ft for piece in lines["b0/offset_25ft"].pieces)
    assert length == pytest.approx(300 + 2 * math.pi * 25 / 2, abs=1e-9)  # rounding only
    # 25 pi / 2 = 39.27 ft is 8 steps of at most 5 ft; 300 ft is 60.
    assert len(lines["b0/offset_25ft"].stations_ft) == 8 + 60 + 8 + 1
    assert len(lines["b1/offset_25ft"].stations_ft) == 8 + 36 + 8 + 1


def test_a_corner_arc_belongs_to_both_boundaries(lines_of, made, lot):
    lines = lines_of(made.boundaries(lot), offset(25.0))
    south, east = (lines[f"b{i}/offset_25ft"].stations_ft for i in (0, 1))
    shared = [p for p in south if np.hypot(*(east - p).T).min() < TOLERANCE_FT]
    assert len(shared) == 9
    assert all(math.hypot(x - 300, y) == pytest.approx(25.0, abs=TOLERANCE_FT) for x, y in shared)


def test_a_concave_corner_is_trimmed_where_the_sides_meet(lines_of, made):
    ell = [(0, 0), (100, 0), (100, 40), (40, 40), (40, 100), (0, 100)]
    lines = lines_of(made.boundaries(ell), offset(10.0))
    shelf, riser = lines["b2/offset_10ft"], lines["b3/offset_10ft"]
    # The shelf y = 40 and the riser x = 40: their offsets meet at (50, 50).
    assert shelf.stations_ft[-1] == pytest.approx([50, 50], abs=TOLERANCE_FT)
    assert riser.stations_ft[0] == pytest.approx([50, 50], abs=TOLERANCE_FT)
    assert sum(p.length_ft for p in shelf.pieces) == pytest.approx(50 + 5 * math.pi, abs=1e-9)


def test_a_slot_narrower_than_twice_the_distance_has_no_line_inside(lines_of, made):
    slot = [(0, 0), (100, 0), (100, 80), (60, 80), (60, 20), (40, 20), (40, 80), (0, 80)]
    lines = lines_of(made.boundaries(slot), offset(15.0))
    stations = np.concatenate([line.stations_ft for line in lines.values()])
    x, y = stations.T
    in_slot = (x > 40) & (x < 60) & (y > 0) & (y < 80)
    assert not in_slot.any()
    assert "b4/offset_15ft" not in lines  # its bottom is nowhere the nearest


def test_the_direction_of_the_ring_does_not_matter(lines_of, made, lot):
    forward = lines_of(made.boundaries(lot), offset(25.0), LineRequest("property_line"))
    backward = lines_of(made.boundaries(lot[::-1]), offset(25.0), LineRequest("property_line"))
    for kind in ("offset_25ft", "property_line"):
        sets = [
            {
                (*station.round(6), *facing.round(6) + 0.0)
                for name, line in lines.items()
                if name.endswith(kind)
                for station, facing in zip(line.stations_ft, line.facing, strict=True)
            }
            for lines in (forward, backward)
        ]
        assert sets[0] == sets[1]


def test_property_line_stations_face_inward_and_vertices_take_the_mean(lines_of, made, lot):
    south = lines_of(made.boundaries(lot), LineRequest("property_line"))["b0/property_line"]
    assert south.stations_ft[:, 0] == pytest.approx(np.arange(0, 301, 5), abs=1e-9)
    assert south.facing[1:-1] == pytest.approx(np.tile([0.0, 1.0], (59, 1)), abs=1e-12)
    half = math.sqrt(0.5)
    assert south.facing[0] == pytest.approx([half, half], abs=1e-12)
    assert south.facing[-1] == pytest.approx([-half, half], abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(RADII, st.floats(1.0, 60.0))
def test_a_vertical_meter_beyond_the_line_faces_the_nearest_point(lines_of, made, radii, distance):
    ring = made.star(radii)
    for line in lines_of(made.boundaries(ring), offset(distance)).values():
        assert np.hypot(*line.facing.T) == pytest.approx(1.0, abs=1e-12)
        step = line.nearest_on_ring_ft - line.stations_ft
        assert np.hypot(*step.T) == pytest.approx(distance, abs=TOLERANCE_FT)
        single = [
            sum(
                distance_to_ring(s, [a, b]) < distance + 1e-5
                for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
            )
            == 1
            for s in line.stations_ft
        ]
        toward = (step / distance)[single]
        assert line.facing[single] == pytest.approx(toward, abs=1e-6 / distance)


def test_each_segment_is_divided_equally_and_vertices_come_once(lines_of):
    bent = Boundary(
        "b", np.array([[0.0, 0.0], [12.0, 0.0], [12.0, 7.0], [0.0, 0.0]]), spacing_ft=5.0
    )
    line = lines_of((bent,), LineRequest("property_line"))["b/property_line"]
    hypotenuse = math.hypot(12, 7)
    assert len(line.stations_ft) == 3 + 2 + math.ceil(hypotenuse / 5)
    assert line.stations_ft[:6] == pytest.approx(
        np.array([[0, 0], [4, 0], [8, 0], [12, 0], [12, 3.5], [12, 7]]), abs=1e-9
    )


@pytest.fixture(scope="session")
def road(made):
    def boundaries(**parts):
        west = Boundary(
            "west",
            np.array([[0.0, 50.0], [0.0, 0.0]]),
            pavement_edge_ft=np.array([[-15.0, 60.0], [-15.0, 20.0], [-15.0, -10.0]]),
            **parts,
        )
        return (*made.boundaries([(0, 0), (100, 0), (100, 50), (0, 50)])[:3], west)

    return boundaries


def test_driveways_are_taken_out_of_the_pavement_edge_and_shared_ends_belong_to_both(
    lines_of, road
):
    drive = np.array([[-15.2, 30.0], [-14.9, 10.0]])
    lines = lines_of(
        road(access_points_ft=(drive,)), LineRequest("pavement_edge"), LineRequest("access_points")
    )
    edge, access = (lines[f"west/{kind}"] for kind in ("pavement_edge", "access_points"))
    assert access.stations_ft[:, 0] == pytest.approx(-15.0, abs=1e-9)
    assert access.stations_ft[:, 1] == pytest.approx([30, 25, 20, 15, 10], abs=1e-9)
    assert edge.stations_ft[:, 1] == pytest.approx(
        [60, 55, 50, 45, 40, 35, 30, 10, 5, 0, -5, -10], abs=1e-9
    )
    assert edge.facing[2:6] == pytest.approx(np.tile([1.0, 0.0], (4, 1)), abs=1e-12)


def test_overlapping_driveways_leave_no_edge_between_them(lines_of, road):
    drives = (np.array([[-15.0, 30.0], [-15.0, 10.0]]), np.array([[-15.0, 20.0], [-15.0, 0.0]]))
    line = lines_of(road(access_points_ft=drives), LineRequest("pavement_edge"))
    assert line["west/pavement_edge"].stations_ft[:, 1] == pytest.approx(
        [60, 55, 50, 45, 40, 35, 30, 0, -5, -10], abs=1e-9
    )


def test_dwellings_are_points_without_pieces(lines_of, made, lot):
    boundaries = (
        *made.boundaries(lot)[:3],
        Boundary(
            "west", np.array([[0.0, 180.0], [0.0, 0.0]]), dwellings_ft=np.array([[-40.0, 90.0]])
        ),
    )
    line = lines_of(boundaries, LineRequest("dwellings"))["west/dwellings"]
    assert line.stations_ft.tolist() == [[-40.0, 90.0]]
    assert line.facing.tolist() == [[1.0, 0.0]]
    assert line.pieces == ()


def test_boundaries_that_do_not_close_have_no_offset_but_keep_their_own_lines(lines_of, made, lot):
    boundaries = made.boundaries(lot)[:3]
    lines = lines_of(boundaries, offset(25.0), LineRequest("property_line"))
    assert list(lines) == [f"b{i}/property_line" for i in range(3)]
    assert lines["b1/property_line"].facing[5] == pytest.approx([-1.0, 0.0], abs=1e-12)


def test_a_gap_within_a_tenth_of_a_foot_is_closed(lines_of, made):
    boundaries = made.boundaries(made.star([100.0] * 5))
    moved = boundaries[0].line_ft.copy()
    moved[-1] += 0.06
    boundaries = (Boundary("b0", moved), *boundaries[1:])
    assert "b0/offset_25ft" in lines_of(boundaries, offset(25.0))


@pytest.mark.parametrize(("distance", "name"), [(25.0, "offset_25ft"), (12.5, "offset_12.5ft")])
def test_a_line_is_named_after_its_distance(lines_of, made, lot, distance, name):
    assert f"b0/{name}" in lines_of(made.boundaries(lot), offset(distance))


def test_a_request_for_some_boundaries_gives_those_once(lines_of, made, lot):
    lines = lines_of(made.boundaries(lot), offset(25.0, ("b1",)), offset(25.0, ("b1", "b2")))
    assert list(lines) == ["b1/offset_25ft", "b2/offset_25ft"]


@pytest.mark.parametrize(
    ("request_", "says"),
    [(offset(25.0, ("b9",)), "b9"), (offset(0.0), "above 0"), (offset(math.nan), "above 0")],
)
def test_a_request_that_cannot_be_met_is_refused(lines_of, made, lot, request_, says):
    with pytest.raises(CalculationError, match=says):
        lines_of(made.boundaries(lot), request_)


def test_a_site_without_boundaries_has_no_lines(made):
    assert calculation_lines(made.site(), (offset(25.0),)) == ()


def test_many_stations_beyond_a_long_ring_fit_into_memory(made, monkeypatch):
    turn = np.linspace(0, 2 * math.pi, 300, endpoint=False)
    ring = 500 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    boundaries = made.boundaries(ring, cuts=[0, 150])
    whole = calculation_lines(made.site(boundaries=boundaries), (offset(25.0),))
    monkeypatch.setattr("photometry.site.geometry._CHUNK", 1000)  # three points at a time
    parts = calculation_lines(made.site(boundaries=boundaries), (offset(25.0),))
    for one, other in zip(whole, parts, strict=True):
        assert np.array_equal(one.facing, other.facing)
        assert np.array_equal(one.stations_ft, other.stations_ft)


def test_a_lot_in_metres_has_its_offset_line_whole(tmp_path):
    # A parallel at exactly the distance from its own edge was lost to the last bit of either.
    path = tmp_path / "site.toml"
    corners = [(0.0, 0.0), (73.152, 0.0), (73.152, 45.7203), (21.3361, 45.7203), (0.0, 30.4801)]
    sides = "".join(
        f'[[boundaries]]\nid = "b{i}"\nline = [{list(a)}, {list(b)}]\n'
        for i, (a, b) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True))
    )
    path.write_text(f'format = 1\nunit = "m"\n[project]\nname = "Metres"\n{sides}')
    lines = calculation_lines(load_site(path), (LineRequest("offset", 25.0),))
    assert [line.name for line in lines] == [f"b{i}/offset_25ft" for i in range(5)]
    assert all(len(line.pieces) >= 1 for line in lines)


def test_midway_in_a_slot_the_meter_faces_one_of_its_sides(tmp_path):
    ring = [
        [0, 0],
        [130, 0],
        [130, 100],
        [90, 100],
        [90, 30],
        [40, 30],
        [40, 100],
        [0, 100],
        [0, 0],
    ]
    path = tmp_path / "site.toml"
    path.write_text(
        'format = 1\nunit = "ft"\n[project]\nname = "U"\n'
        f'[[boundaries]]\nid = "ring"\nline = {ring}\n'
    )
    [line] = calculation_lines(load_site(path), (LineRequest("offset", 25.0),))
    middle = (np.abs(line.stations_ft[:, 0] - 65.0) < 1e-9) & (line.stations_ft[:, 1] > 60.0)
    assert middle.any()
    np.testing.assert_allclose(np.hypot(*line.facing.T), 1.0, atol=1e-12)
    np.testing.assert_allclose(np.abs(line.facing[middle]), [[1.0, 0.0]] * middle.sum(), atol=1e-9)
