"""The lines that Sweden's code asks for: 25 ft beyond, but not beyond a road, and dwellings."""

from __future__ import annotations

import pytest

from photometry.ordinance.catalogue import load_code
from photometry.ordinance.receivers import receivers_for

ROAD = {
    "pavement_edge_ft": [[100, 110], [0, 110]],
    "facts": {"adjoins_public_road": True, "across_district_class": "residential"},
}
HOMES = {"facts": {"adjacent_district_class": "residential"}}
SHOPS = {"facts": {"adjacent_district_class": "commercial"}}


@pytest.fixture
def asked(site, square, head, luminaire_file):
    def ask(district="commercial", **options):
        lot = site(
            [head(luminaire_file([1.0, 1.0]), 50.0, 50.0, 20.0)],
            square(north=ROAD, east=HOMES, south=SHOPS, west=SHOPS),
            facts={"district_class": district},
        )
        requests = receivers_for(load_code("sweden-ny"), lot, options)
        return {(one.kind, one.distance_ft): one.boundary_ids for one in requests}

    return ask


def test_the_offset_line_is_asked_for_where_there_is_no_road(asked):
    lines = asked()
    assert lines["offset", 25.0] == ("south", "east", "west")
    assert lines["pavement_edge", 0.0] == ("north",)
    assert lines["access_points", 0.0] == ("north",)
    assert lines["dwellings", 0.0] == ("east",)
    assert lines["property_line", 0.0] == ("south", "west")


@pytest.mark.parametrize(
    ("district", "options"),
    [
        ("residential", {}),
        ("commercial", {"VISIBILITY_POINTS": "both"}),
        ("commercial", {"ADJACENT_ACROSS_ROAD": "yes"}),
    ],
)
def test_beyond_a_road_it_is_asked_for_where_the_reading_says_so(asked, district, options):
    assert "north" in asked(district, **options)["offset", 25.0]
