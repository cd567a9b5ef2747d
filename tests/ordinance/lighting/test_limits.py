"""Each limit, from both sides and exactly on it: a verdict turns just past the limit."""

from __future__ import annotations

import numpy as np
import pytest

HAIR = 1e-6  # relative; far above the 1e-9 that counts as equal, far below what is shown

EITHER_SIDE = [(1.0 - HAIR, "pass"), (1.0, "pass"), (1.0 + HAIR, "fail")]


@pytest.fixture(scope="module")
def lit_lot(site, square, head, luminaire_file):
    """A lot whose largest reading, on every limited line, is a limit times `share`."""

    def build(share, limit_fc, kind):
        # One pole in the middle of a side; E = I h / r^3 at the nearest point of the line.
        distance = {"edge": 25.0, "access": 25.0, "offset": 40.0, "dwelling": 30.0}[kind]
        candela = share * limit_fc * (20.0**2 + distance**2) ** 1.5 / 20.0
        file = luminaire_file([candela, candela], [0.0, 90.0], lumens_lm=5000.0)
        homes = {"adjacent_district_class": "residential"}
        shops = {"facts": {"adjacent_district_class": "commercial"}}
        north = {
            "pavement_edge_ft": [[40, 50], [0, 50]],
            "facts": {"adjoins_public_road": True},
            "access_points_ft": [[[40, 50], [0, 50]]] if kind == "access" else (),
        }
        dwellings = ((50, 20),) if kind == "dwelling" else ()
        sides = {"south": shops, "west": shops}
        at = {"edge": (20, 25), "access": (20, 25), "offset": (25, 20), "dwelling": (20, 20)}[kind]
        if kind in {"edge", "access"}:
            sides |= {"north": north, "east": shops}
        else:
            sides |= {"north": shops, "east": {"facts": homes, "dwellings_ft": dwellings}}
        return site(
            [head(file, *at, 20.0)], square(40.0, **sides), facts={"district_class": "commercial"}
        )

    return build


@pytest.mark.parametrize(("share", "status"), EITHER_SIDE)
@pytest.mark.parametrize(
    ("rule", "kind", "line", "limit_fc"),
    [
        ("J1-trespass-pavement-edge", "edge", "north/pavement_edge", 0.5),
        ("J1-trespass-access-point", "access", "north/access_points", 1.0),
        ("J2-trespass-25ft", "offset", "east/offset_25ft", 0.2),
        ("J2-trespass-dwelling", "dwelling", "east/dwellings", 0.2),
    ],
)
def test_light_up_to_the_limit_passes(
    lit_lot, judge_site, rule, kind, line, limit_fc, share, status
):
    found = judge_site(lit_lot(share, limit_fc, kind)).one(rule, line)
    assert found.measured == pytest.approx(
        share * limit_fc, rel=1e-9
    )  # the place is known to 5e-5 ft
    assert found.status == status
    if share == 1.0:
        assert found.margin == 0.0


@pytest.mark.parametrize(("share", "status"), EITHER_SIDE)
@pytest.mark.parametrize(
    ("rule", "kind", "most"),
    [
        ("G2-uniformity-parking", "parking", 3.0),
        ("G2-uniformity-traffic", "traffic", 3.0),
        ("G2-uniformity-pedestrian", "pedestrian", 4.0),
    ],
)
def test_a_ratio_up_to_the_limit_passes(grids, judge_site, rule, kind, most, share, status):
    # Minimum 1, one other point: the average is (1 + x) / 2.
    site, calculation = grids(z=(kind, [1.0, 2.0 * most * share - 1.0]))
    assert judge_site(site, calculation=calculation).status(rule) == status


@pytest.mark.parametrize(("share", "status"), EITHER_SIDE)
def test_a_maximum_of_six_times_the_average_passes(grids, judge_site, share, status):
    # Nine points of 1 and one of x: x / ((9 + x) / 10) = 6 where x = 13.5.
    ratio = 6.0 * share
    site, calculation = grids(z=("other", [1.0] * 9 + [9.0 * ratio / (10.0 - ratio)]))
    assert judge_site(site, calculation=calculation).status("G4-max-to-average") == status


@pytest.mark.parametrize(("height_ft", "status"), [(5.999, "pass"), (6.0, "pass"), (6.001, "fail")])
@pytest.mark.parametrize("rule", ["H1-visibility-25ft"])
def test_a_source_may_show_up_to_six_feet(
    site, square, head, luminaire_file, judge_site, rule, height_ft, status
):
    shops = {"facts": {"adjacent_district_class": "commercial"}}
    cutoff = float(np.degrees(np.arctan2(40.0, 25.0 - height_ft)))
    lot = site(
        [head(luminaire_file([1.0, 1.0]), 25.0, 20.0, 25.0, cutoff_angle_deg=cutoff)],
        square(40.0, **dict.fromkeys(("south", "east", "north", "west"), shops)),
        facts={"district_class": "commercial"},
    )
    assert judge_site(lot).status(rule, "east") == status


@pytest.mark.parametrize(
    ("distance_ft", "place"),
    [(24.999, "dwellings"), (25.0, "offset_25ft"), (25.001, "offset_25ft")],
)
def test_a_dwelling_less_than_25_ft_away_is_the_place(lit_lot, judge_site, distance_ft, place):
    lot = lit_lot(1.0, 0.2, "dwelling")
    lot.boundaries[1].dwellings_ft[0] = (40.0 + distance_ft, 20.0)
    judged = [
        one.where.name
        for rule in ("J2-trespass-25ft", "J2-trespass-dwelling")
        for one in judge_site(lot).of(rule)
        if one.status != "not_applicable"
    ]
    # A house that stands to one side of it leaves stations at the far corners.
    assert f"east/{place}" in judged
    assert ("east/dwellings" in judged) == (place == "dwellings")


def one_lamp(**facts):
    return {
        "site": {"district_class": "other"},
        "luminaire": [{"id": "L", "shielding": "none", **facts}],
    }


@pytest.mark.parametrize(
    ("rule", "facts", "status"),
    [
        (
            "D-T1-sodium-over-70",
            {"lamp_type": "low_pressure_sodium", "lamp_power_w": 70},
            "not_applicable",
        ),
        (
            "D-T1-sodium-over-70",
            {"lamp_type": "low_pressure_sodium", "lamp_power_w": 70.01},
            "fail",
        ),
        ("D-T5-any-70-or-less", {"lamp_type": "led", "lamp_power_w": 70}, "pass"),
        ("D-T5-any-70-or-less", {"lamp_type": "led", "lamp_power_w": 70.01}, "not_applicable"),
        ("D-T6-unlisted-over-70", {"lamp_type": "induction", "lamp_power_w": 70.01}, "fail"),
        (
            "D-T2-incandescent-over-75",
            {"lamp_type": "halogen", "lamp_power_w": 75},
            "not_applicable",
        ),
        ("D-T2-incandescent-over-75", {"lamp_type": "halogen", "lamp_power_w": 75.01}, "fail"),
        ("D-T3-incandescent-75-or-less", {"lamp_type": "halogen", "lamp_power_w": 75}, "pass"),
        ("I-over-1800-lumens", {"initial_lumens_lm": 1800}, "not_applicable"),
        ("I-over-1800-lumens", {"initial_lumens_lm": 1800.01}, "pass"),
    ],
)
def test_watts_and_lumens_are_compared_exactly(judge_facts, rule, facts, status):
    assert judge_facts(one_lamp(**facts)).status(rule, "L") == status


@pytest.mark.parametrize(("lumens", "status"), [(900, "pass"), (900.01, "not_applicable")])
def test_a_small_flood_has_900_lumens_or_less(judge_facts, lumens, status):
    flood = one_lamp(fixture_kind="flood", initial_lumens_lm=lumens, causes_avoidance_glare=False)
    assert judge_facts(flood).status("D-X1-spot-flood-900lm", "L") == status
