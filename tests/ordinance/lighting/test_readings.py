"""The largest reading of a line, against a walk along it in steps of 0.02 ft."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.engine.calculate import calculate
from photometry.ordinance.lighting.places import _NoNearerDwelling, place_of
from photometry.ordinance.lighting.readings import head_shares, line_reading, site_line
from photometry.site.property import LineRequest
from photometry.site.ring import property_ring


@pytest.fixture(scope="module")
def lot(site, square, head, luminaire_file):
    """Three luminaires of different optics about an L of boundaries."""
    rng = np.random.default_rng(7)
    planes = np.arange(0.0, 360.0, 45.0)
    heads = []
    for number, (x, y, height) in enumerate([(80, 20, 18), (85, 60, 22), (60, 90, 15)]):
        candela = rng.uniform(200.0, 4000.0, (len(planes), 7))
        candela[:, -1] = 0.0
        file = luminaire_file(candela, np.arange(0.0, 91.0, 15.0), planes)
        heads.append(
            head(file, x, y, height, name=f"P{number}", orientation_deg=33.0 * number, llf=0.8)
        )
    east = {"dwellings_ft": [[115.0, 35.0]]}
    north = {"pavement_edge_ft": [[120, 112], [60, 108], [-20, 115]]}
    return site(heads, square(east=east, north=north))


@pytest.fixture(scope="module")
def ring(lot):
    return property_ring(lot)


@pytest.fixture(scope="module")
def calculation(lot):
    return calculate(lot, (LineRequest("offset", 25.0), LineRequest("pavement_edge")))


def walk(calculation, line, layer, counted, keep):
    """Plain oracle: every 0.02 ft of every piece, horizontal at grade."""
    best = -np.inf
    for piece in line.pieces:
        stations = np.append(np.arange(0.0, piece.length_ft, 0.02), piece.length_ft)
        xy = piece.at(stations)
        xy = xy[keep(xy)] if keep else xy
        points = np.column_stack([xy, np.zeros(len(xy))])
        shares = calculation.contributions(points, None, layer)
        best = max(best, float(shares[:, counted].sum(axis=1).max()))
    return best


@pytest.mark.parametrize("layer", ["initial", "maintained"])
@pytest.mark.parametrize("counted", [(0, 1, 2), (1,), (0, 2)])
@pytest.mark.parametrize("name", ["east/offset_25ft", "north/pavement_edge"])
def test_the_largest_reading_is_that_of_the_continuous_line(lot, calculation, name, counted, layer):
    boundary, title = name.split("/")
    kind = "offset" if title.startswith("offset") else title
    line = site_line(lot, boundary, kind, 25.0)
    found = line_reading(calculation, line, layer, "horizontal", counted=counted)
    # 0.001 fc: what a report shows is a hundred times coarser.
    assert found.fc == pytest.approx(walk(calculation, line, layer, list(counted), None), abs=1e-3)
    shares = head_shares(calculation, found, layer)
    assert shares[list(counted)].sum() == pytest.approx(found.fc, rel=1e-9)


def test_only_the_stations_that_no_nearer_dwelling_replaces_are_read(lot, calculation):
    place = place_of(lot, "east", "offset", 25.0, "nearer_point")
    found = line_reading(calculation, place.line, "initial", "horizontal", keep=place.keep)
    expected = walk(calculation, place.line, "initial", [0, 1, 2], place.keep)
    assert found.fc == pytest.approx(expected, abs=1e-3)
    everywhere = line_reading(calculation, place.line, "initial", "horizontal")
    assert found.fc < everywhere.fc
    # Its own nearest point on the ring is 25 ft or more from the dwelling at (115, 35).
    x, y, _ = found.at_ft
    foot = (min(x, 100.0), min(max(y, 0.0), 100.0))
    assert np.hypot(foot[0] - 115.0, foot[1] - 35.0) >= 25.0 - 1e-6


@given(distance=st.floats(1.0, 60.0), y=st.floats(-40.0, 140.0))
@settings(max_examples=30, deadline=None)
def test_a_station_gives_way_to_a_dwelling_nearer_to_its_own_point(ring, distance, y):
    keep = _NoNearerDwelling(ring, np.array([[100.0 + distance, y]]), 25.0)
    stations = np.column_stack([np.full(21, 125.0), np.linspace(0.0, 100.0, 21)])
    # Straight east of the line the nearest point of the ring is at the same height.
    away = np.hypot(distance, stations[:, 1] - y)
    assert keep(stations).tolist() == (away >= 25.0 - 1e-6).tolist()
