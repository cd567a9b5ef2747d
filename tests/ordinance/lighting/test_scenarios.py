"""Worked scenarios of Sweden's lighting section, through the public check.

Every number is worked out by hand: horizontal illuminance I h / r^3, vertical I d / r^3.
"""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from photometry.site.model import Obstruction

# ---- S1, S2: uniformity ------------------------------------------------------------------------


def test_s1_ratios_of_grids_with_one_exactly_at_its_limit(grids, judge_site):
    walk = [0.5, 0.5, 1.0, 2.0, 3.0, 5.0]  # average 2.00
    site, calculation = grids(
        lot=("parking", [1.2, 2.0, 2.4, 1.6, 0.9, 0.9]),
        walk=("pedestrian", walk),
        lane=("traffic", walk),
        drive=("traffic", [0.5, 1.5, 2.5, 2.5]),
    )
    found = judge_site(site, calculation=calculation)
    lot = found.one("G2-uniformity-parking", "lot")
    assert lot.status == "pass"
    assert lot.measured == pytest.approx(1.5 / 0.9)
    assert found.one("G4-max-to-average", "lot").measured == pytest.approx(1.6)
    walked = found.one("G2-uniformity-pedestrian", "walk")
    assert (walked.status, walked.measured, walked.margin) == ("pass", 4.0, 0.0)
    assert found.status("G2-uniformity-traffic", "lane") == "fail"
    drive = found.one("G2-uniformity-traffic", "drive")
    assert (drive.status, drive.measured) == ("fail", 3.5)
    assert found.one("G4-max-to-average", "drive").measured == pytest.approx(2.5 / 1.75)
    assert found.status("G2-uniform-levels", "drive") == "fail"
    # Each kind of zone has its own row; the others do not apply to it.
    assert found.status("G2-uniformity-parking", "walk") == "not_applicable"


def test_s2_a_hot_spot_fails_the_maximum_and_not_the_minimum(grids, judge_site):
    site, calculation = grids(lot=("parking", [0.4] * 9 + [7.0]))
    found = judge_site(site, calculation=calculation)
    assert found.one("G2-uniformity-parking").measured == pytest.approx(2.65)
    assert found.status("G2-uniformity-parking") == "pass"
    hot = found.one("G4-max-to-average")
    assert hot.measured == pytest.approx(7.0 / 1.06)
    assert hot.status == "fail"
    assert hot.turns_with["SHOULD=advise_all"] == "advisory"
    assert hot.witness == (9.0, 0.0, 0.0)
    advised = judge_site(site, calculation=calculation, SHOULD="advise_all")
    assert advised.status("G4-max-to-average") == "advisory"


def test_a_dark_point_makes_a_ratio_without_value_that_fails(grids, judge_site):
    site, calculation = grids(lot=("parking", [0.0, 1.0, 2.0, 3.0]))
    found = judge_site(site, calculation=calculation).one("G2-uniformity-parking")
    assert found.status == "fail"
    assert found.measured is None
    assert "minimum is 0" in found.message


def test_the_maximum_may_be_compared_with_the_average_of_the_whole_site(grids, judge_site):
    site, calculation = grids(
        dim=("parking", [0.1, 0.1, 0.1, 1.0]), bright=("parking", [5.0, 5.0, 5.0, 5.0])
    )
    by_zone = judge_site(site, calculation=calculation)
    # dim: 1.0 / 0.325 = 3.08; over both zones 5.0 / 2.6625 = 1.88.
    assert by_zone.one("G4-max-to-average", "dim").measured == pytest.approx(1.0 / 0.325)
    whole = judge_site(site, calculation=calculation, RATIO_SCOPE="whole_site")
    assert whole.one("G4-max-to-average", "dim").measured == pytest.approx(5.0 / 2.6625)


# ---- S3, S4: trespass --------------------------------------------------------------------------


@pytest.fixture
def roadside(site, square, head, luminaire_file):
    """A 20 ft pole 15 ft from the pavement edge, 400 cd every way down, 5,000 lumens."""
    file = luminaire_file([400.0, 400.0], [0.0, 90.0], lumens_lm=5000.0)

    def build(access=(), llf=0.7, **facts):
        north = {
            "pavement_edge_ft": [[100, 110], [0, 110]],
            "access_points_ft": access,
            "facts": {"adjoins_public_road": True},
        }
        return site(
            [head(file, 50.0, 95.0, 20.0, llf=llf, lamp_type="led", **facts)],
            square(north=north, **SIDES),
            facts={"district_class": "commercial"},
        )

    return build


COMMERCIAL = {"facts": {"adjacent_district_class": "commercial"}}
SIDES = {"south": COMMERCIAL, "east": COMMERCIAL, "west": COMMERCIAL}


def test_s3_light_at_the_pavement_edge(roadside, judge_site):
    found = judge_site(roadside()).one("J1-trespass-pavement-edge", "north/pavement_edge")
    assert found.status == "fail"
    assert found.measured == pytest.approx(0.512, abs=1e-6)  # 400 x 20 / 25^3
    assert found.limit == 0.5
    assert found.margin == pytest.approx(-0.012, abs=1e-6)
    assert found.witness == pytest.approx((50.0, 110.0, 0.0), abs=0.01)
    assert [(d.luminaire, d.measured) for d in found.details] == [
        ("P1", pytest.approx(0.512, abs=1e-6))
    ]
    assert found.turns_with == {"TRESPASS_LLF=maintained": "pass"}
    # Every plane and basis is reported: 400 x 15 / 450^1.5 = 0.629 at 5 ft, and 0.7 of both.
    for words in (
        "initial horizontal 0.512",
        "initial vertical 0.629",
        "maintained horizontal 0.358",
    ):
        assert words in found.message
    assert "0.512 fc from luminaires over 1,800 lm" in found.message


def test_s3_the_same_light_at_the_driveway_passes(roadside, judge_site):
    found = judge_site(roadside(access=[[[30, 110], [70, 110]]]))
    access = found.one("J1-trespass-access-point", "north/access_points")
    assert access.status == "pass"
    assert access.measured == pytest.approx(0.512, abs=1e-6)
    assert access.limit == 1.0
    # The edge is judged beside the driveway: 20 ft along, r^2 = 400 + 225 + 400.
    edge = found.one("J1-trespass-pavement-edge", "north/pavement_edge")
    assert edge.measured == pytest.approx(8000 / 1025**1.5, abs=1e-6)
    assert edge.status == "pass"


def test_s3_without_a_driveway_there_is_no_access_point(roadside, judge_site):
    assert judge_site(roadside()).status("J1-trespass-access-point", "north") == "not_applicable"


def test_s3_the_plane_option_chooses_the_meter(roadside, judge_site):
    vertical = judge_site(roadside(), TRESPASS_PLANE="vertical_facing_site")
    found = vertical.one("J1-trespass-pavement-edge", "north/pavement_edge")
    assert found.measured == pytest.approx(6000 / 450**1.5, abs=1e-5)
    assert found.witness == pytest.approx((50.0, 110.0, 5.0), abs=0.01)
    both = judge_site(roadside(), TRESPASS_PLANE="max_of_both")
    assert both.one("J1-trespass-pavement-edge", "north/pavement_edge").measured == found.measured


def test_a_user_s_width_of_the_access_point_counts_from_its_middle(roadside, judge_site):
    # A 4 ft opening drawn at the worst point; with 60 ft the edge begins 30 ft from there.
    site = roadside(access=[[[48, 110], [52, 110]]])
    drawn = judge_site(site).one("J1-trespass-pavement-edge", "north/pavement_edge")
    assert drawn.measured == pytest.approx(8000 / (400 + 225 + 4) ** 1.5, abs=1e-6)
    wide = judge_site(site, ACCESS_WIDTH={"width_ft": 60})
    edge = wide.one("J1-trespass-pavement-edge", "north/pavement_edge")
    assert edge.measured == pytest.approx(8000 / (400 + 225 + 900) ** 1.5, abs=1e-4)
    access = wide.one("J1-trespass-access-point", "north/access_points")
    assert access.measured == pytest.approx(0.512, abs=1e-6)


@pytest.mark.parametrize(
    ("option", "status"), [({}, "fail"), ({"TRESPASS_LLF": "maintained"}, "pass")]
)
def test_s3_stated_readings_are_judged_without_a_calculation(judge_facts, option, status):
    road = {"id": "north", "adjoins_public_road": True}
    point = {"boundary_id": "north", "location_kind": "pavement_edge", "plane": "horizontal"}
    stated = [
        {**point, "illuminance_fc": 0.512, "llf_basis": "initial"},
        {**point, "illuminance_fc": 0.358, "llf_basis": "maintained"},
    ]
    found = judge_facts({"boundary": [road], "calc_point": stated}, **option)
    assert found.status("J1-trespass-pavement-edge", "north") == status


def test_only_large_luminaires_count_where_the_limit_is_nested(roadside, judge_site):
    found = judge_site(roadside(initial_lumens_lm=1800))
    edge = found.one("J1-trespass-pavement-edge", "north/pavement_edge")
    assert edge.status == "fail"
    # 1,800 is not more than 1,800: nothing is left to judge by.
    assert edge.turns_with["OVER_1800=nested"] == "pass"
    assert "Of it 0.000 fc from luminaires over 1,800 lm" in edge.message
    assert found.status("I-over-1800-lumens") == "not_applicable"
    nested = judge_site(roadside(initial_lumens_lm=1801), OVER_1800="nested")
    assert nested.status("J1-trespass-pavement-edge", "north/pavement_edge") == "fail"
    assert nested.status("I-over-1800-lumens") == "pass"


@pytest.mark.parametrize(("fact", "value"), [("is_private", False), ("is_outdoor", False)])
def test_public_and_indoor_light_is_not_counted(roadside, judge_site, fact, value):
    found = judge_site(roadside(**{fact: value}))
    assert found.status("J1-trespass-pavement-edge", "north") == "not_applicable"
    assert found.status("B-applicability") == "not_applicable"


def test_old_lawful_light_is_deemed_conforming_and_the_finding_says_so(roadside, judge_site):
    old = {"installed_date": dt.date(2001, 5, 1), "lawful_when_installed": True}
    found = judge_site(roadside(**old)).one("J1-trespass-pavement-edge", "north")
    assert found.status == "not_applicable"
    assert "sweden-175-29-K-existing-deemed-conforming" in found.message


@pytest.fixture
def next_door(site, square, head, luminaire_file):
    """A 15 ft pole 20 ft inside the line, 600 cd every way down; a house 10 ft past it."""
    file = luminaire_file([600.0, 600.0], [0.0, 90.0], lumens_lm=5000.0)

    def build(dwellings=((50, 20),), llf=1.0, **more):
        east = {"facts": {"adjacent_district_class": "residential"}, "dwellings_ft": dwellings}
        boundaries = square(40.0, east=east, **SIDES_BUT_EAST)
        return site(
            [head(file, 20.0, 20.0, 15.0, llf=llf)],
            boundaries,
            facts={"district_class": "commercial"},
            **more,
        )

    return build


SIDES_BUT_EAST = {"south": COMMERCIAL, "north": COMMERCIAL, "west": COMMERCIAL}


def test_s4_a_dwelling_nearer_than_25_ft_is_the_place_of_judgement(next_door, judge_site):
    found = judge_site(next_door())
    house = found.one("J2-trespass-dwelling", "east/dwellings")
    assert house.status == "fail"
    assert house.measured == pytest.approx(9000 / 1125**1.5, abs=1e-9)  # 0.239 at 30 ft
    assert house.turns_with["WHICHEVER_LESS=lower_reading"] == "pass"
    assert "WHICHEVER_LESS=both_points" not in house.turns_with
    beyond = found.one("J2-trespass-25ft", "east")
    assert beyond.status == "not_applicable"
    assert found.status("J3-nonresidential-no-maximum", "east") == "not_applicable"
    assert found.status("J3-nonresidential-no-maximum", "west") == "pass"


@pytest.mark.parametrize(
    ("reading", "dwelling", "beyond"),
    [("both_points", "fail", "pass"), ("lower_reading", "pass", "pass")],
)
def test_s4_the_other_readings_of_whichever_is_less(
    next_door, judge_site, reading, dwelling, beyond
):
    found = judge_site(next_door(), WHICHEVER_LESS=reading)
    assert found.status("J2-trespass-dwelling", "east/dwellings") == dwelling
    far = found.one("J2-trespass-25ft", "east/offset_25ft")
    assert far.status == beyond
    assert far.measured == pytest.approx(9000 / 2250**1.5, abs=1e-6)  # 0.084 at 45 ft


def test_where_no_dwelling_stands_the_line_is_judged(next_door, judge_site):
    found = judge_site(next_door(dwellings=()))
    assert found.status("J2-trespass-25ft", "east/offset_25ft") == "pass"
    assert found.status("J2-trespass-dwelling", "east") == "not_applicable"


def test_where_dwellings_are_not_known_the_row_says_what_is_missing(next_door, judge_site):
    found = judge_site(next_door(dwellings=None)).one("J2-trespass-dwelling", "east")
    assert found.status == "not_evaluated"
    assert found.missing == ("boundary.nearest_dwelling_distance_ft",)


def test_boundaries_that_do_not_close_have_no_line_beyond_them(next_door, judge_site):
    lot = next_door()
    lot.boundaries[3].line_ft[-1] = (0.0, 5.0)  # west no longer reaches the south
    found = judge_site(lot).one("J2-trespass-25ft", "east")
    assert found.status == "not_evaluated"
    assert "west ends at (0.0, 5.0) ft, south starts at (0.0, 0.0) ft" in found.message


def test_a_dwelling_25_ft_away_does_not_take_the_place_of_the_line(next_door, judge_site):
    at_25 = judge_site(next_door(dwellings=((65, 20),)))
    assert at_25.status("J2-trespass-25ft", "east/offset_25ft") == "pass"
    assert at_25.status("J2-trespass-dwelling", "east") == "not_applicable"
    nearer = judge_site(next_door(dwellings=((64.9, 20),)))
    assert nearer.status("J2-trespass-dwelling", "east/dwellings") == "pass"


def test_a_dwelling_takes_the_place_of_the_stations_near_it_alone(
    site, square, head, luminaire_file, judge_site
):
    file = luminaire_file([600.0, 600.0], [0.0, 90.0])
    east = {"facts": {"adjacent_district_class": "residential"}, "dwellings_ft": ((210, 20),)}
    lot = site(
        [head(file, 180.0, 20.0, 15.0), head(file, 180.0, 180.0, 15.0, name="P2")],
        square(200.0, east=east, **SIDES_BUT_EAST),
        facts={"district_class": "commercial"},
    )
    found = judge_site(lot).one("J2-trespass-25ft", "east/offset_25ft")
    # The house stands before P1; before P2 the line is judged, 45 ft away.
    assert found.status == "pass"
    assert found.witness == pytest.approx((225.0, 180.0, 0.0), abs=0.5)  # P1 pulls a little


def test_a_site_in_a_residential_district_is_bound_on_every_side(roadside, judge_site):
    lot = roadside()
    home = judge_site(type(lot)(**{**lot.__dict__, "facts": {"district_class": "residential"}}))
    sides = {f.where.name for f in home.of("J2-trespass-25ft") if f.status != "not_applicable"}
    assert sides == {f"{side}/offset_25ft" for side in ("south", "east", "north", "west")}
    assert home.status("J1-trespass-pavement-edge", "north/pavement_edge") == "fail"


def test_one_residential_neighbour_may_bind_the_whole_site(next_door, judge_site):
    found = judge_site(next_door(), RES_ADJ_SCOPE="whole_site")
    assert found.status("J2-trespass-25ft", "west/offset_25ft") == "pass"
    assert found.status("J3-nonresidential-no-maximum", "west") == "not_applicable"


def test_homes_across_the_road_count_only_by_option(roadside, judge_site):
    lot = roadside()
    north = lot.boundaries[2]
    north.facts["across_district_class"] = "residential"
    default = judge_site(lot)
    assert default.status("J2-trespass-25ft", "north") == "not_applicable"
    across = judge_site(lot, ADJACENT_ACROSS_ROAD="yes")
    assert across.one("J2-trespass-25ft", "north/offset_25ft").measured > 0.0
    turned = default.one("J2-trespass-25ft", "north").turns_with
    assert turned["ADJACENT_ACROSS_ROAD=yes"] == across.status(
        "J2-trespass-25ft", "north/offset_25ft"
    )


# ---- S5, S6, S8: fixtures ----------------------------------------------------------------------

LAMPS = {
    "MH250": ("metal_halide", 250, "none"),
    "HPS70": ("high_pressure_sodium", 70, "none"),
    "INC75": ("incandescent", 75, "none"),
    "INC76": ("incandescent", 76, "none"),
    "MV175": ("mercury_vapor", 175, "partial"),
    "LED60": ("led", 60, "none"),
    "LED100": ("led", 100, "none"),
}


def lamps(**site):
    return {
        "site": {"district_class": "commercial", **site},
        "luminaire": [
            {"id": name, "lamp_type": kind, "lamp_power_w": watts, "shielding": shielding}
            for name, (kind, watts, shielding) in LAMPS.items()
        ],
    }


@pytest.mark.parametrize(
    ("rule", "name", "status"),
    [
        ("D-T1-metal-halide-over-70", "MH250", "fail"),
        ("C1-shielded", "MH250", "fail"),
        ("D-T1-sodium-over-70", "HPS70", "not_applicable"),
        ("D-T5-any-70-or-less", "HPS70", "pass"),
        ("D-T2-incandescent-over-75", "INC75", "not_applicable"),
        ("D-T3-incandescent-75-or-less", "INC75", "pass"),
        ("D-T2-incandescent-over-75", "INC76", "fail"),
        ("D-T3-incandescent-75-or-less", "INC76", "not_applicable"),
        ("D-T1-mercury-vapor-over-70", "MV175", "fail"),
        ("D-T5-any-70-or-less", "LED60", "pass"),
        ("D-T6-unlisted-over-70", "LED60", "not_applicable"),
        ("C1-shielded", "LED60", "advisory"),
        ("D-T6-unlisted-over-70", "LED100", "fail"),
        ("C1-shielded", "LED100", "fail"),
    ],
)
def test_s5_the_shielding_table(judge_facts, rule, name, status):
    assert judge_facts(lamps()).status(rule, name) == status


@pytest.mark.parametrize(
    ("options", "rule", "name", "status"),
    [
        ({"LED_OVER_70": "literal"}, "D-T6-unlisted-over-70", "LED100", "not_applicable"),
        ({"LED_OVER_70": "literal"}, "C1-shielded", "LED100", "advisory"),
        ({"LED_OVER_70": "board"}, "D-T6-unlisted-over-70", "LED100", "needs_determination"),
        ({"C1_SHIELDED_DEGREE": "table_only"}, "C1-shielded", "LED60", "pass"),
        ({"C1_SHIELDED_DEGREE": "some_shield_always"}, "C1-shielded", "LED60", "fail"),
        ({"C1_SHIELDED_DEGREE": "some_shield_always"}, "C1-shielded", "MV175", "fail"),
        ({"ROW1_PARSE": "row1_over_row5"}, "D-T1-sodium-over-70", "HPS70", "fail"),
        ({"ROW1_PARSE": "row1_over_row5"}, "C1-shielded", "HPS70", "fail"),
        (
            {"ROW1_PARSE": "fluorescent_mercury_one_type"},
            "D-T1-mercury-vapor-over-70",
            "MV175",
            "not_applicable",
        ),
        (
            {"ROW1_PARSE": "fluorescent_mercury_one_type"},
            "D-T6-unlisted-over-70",
            "MV175",
            "fail",
        ),
        (
            {"ROW1_PARSE": "fluorescent_mercury_one_type", "LED_OVER_70": "literal"},
            "C1-shielded",
            "MV175",
            "pass",
        ),
    ],
)
def test_s5_the_shielding_table_under_other_readings(judge_facts, options, rule, name, status):
    assert judge_facts(lamps(), **options).status(rule, name) == status


def test_s5_an_led_over_70_w_is_judged_by_interpretation_and_says_so(judge_facts):
    found = judge_facts(lamps()).one("D-T6-unlisted-over-70", "LED100")
    assert found.options["LED_OVER_70"] == "like_row1"
    assert found.turns_with["LED_OVER_70=literal"] == "not_applicable"
    assert found.turns_with["LED_OVER_70=board"] == "needs_determination"
    assert "by interpretation" in found.message


FLOOD = {"fixture_kind": "flood", "lamp_type": "halogen", "lamp_power_w": 90, "shielding": "none"}


def exceptions(**site):
    return {
        "as_of": dt.date(2024, 6, 4),
        "site": {"district_class": "other", "in_state_agricultural_district": False, **site},
        "luminaire": [
            {"id": "F900", "initial_lumens_lm": 900, "causes_avoidance_glare": False, **FLOOD},
            {"id": "F901", "initial_lumens_lm": 901, "causes_avoidance_glare": False, **FLOOD},
            {"id": "F900G", "initial_lumens_lm": 900, "causes_avoidance_glare": True, **FLOOD},
            {
                "id": "CURED",
                "initial_lumens_lm": 900,
                "causes_avoidance_glare": True,
                "glare_cured_date": dt.date(2024, 6, 1),
                **FLOOD,
            },
            {
                "id": "FARM",
                "fixture_kind": "area",
                "lamp_type": "metal_halide",
                "lamp_power_w": 250,
                "shielding": "none",
                "purpose": "agricultural",
            },
            {
                "id": "WORKS",
                "lamp_type": "metal_halide",
                "lamp_power_w": 250,
                "shielding": "none",
                "purpose": "construction",
                "is_temporary": True,
                "need_end_date": dt.date(2024, 6, 1),
                "removed_date": "none",
            },
        ],
        "determination": [
            {"rule_id": "sweden-175-29-D-X4-temporary", "where": "WORKS", "result": "fail"}
        ],
    }


@pytest.mark.parametrize(
    ("rule", "name", "status"),
    [
        ("D-X1-spot-flood-900lm", "F900", "pass"),
        ("D-X1-no-avoidance-glare", "F900", "pass"),
        ("D-T2-incandescent-over-75", "F900", "not_applicable"),
        ("D-X1-spot-flood-900lm", "F901", "not_applicable"),
        ("D-T2-incandescent-over-75", "F901", "fail"),
        ("D-X1-no-avoidance-glare", "F900G", "not_applicable"),
        ("D-T2-incandescent-over-75", "F900G", "fail"),
        ("D-X1-cure", "CURED", "pass"),
        ("D-T2-incandescent-over-75", "CURED", "not_applicable"),
        ("D-T1-metal-halide-over-70", "FARM", "fail"),
        ("D-X3-construction-emergency", "WORKS", "not_applicable"),
        ("D-X3-discontinue", "WORKS", "not_applicable"),
        ("D-T1-metal-halide-over-70", "WORKS", "fail"),
        ("C1-shielded", "FARM", "not_applicable"),
    ],
)
def test_s6_exceptions_to_the_table(judge_facts, rule, name, status):
    assert judge_facts(exceptions()).status(rule, name) == status


@pytest.mark.parametrize("lumens", [900.5, 52000])
def test_s6_too_bright_a_flood_fails_whoever_knows_of_its_glare(judge_facts, lumens):
    flood = {key: value for key, value in FLOOD.items() if key != "lamp_type"}
    flood |= {"id": "F", "initial_lumens_lm": lumens, "lamp_type": "led", "lamp_power_w": 400}
    facts = exceptions(district_class="commercial")
    found = judge_facts({**facts, "luminaire": [flood], "determination": []})
    assert found.status("D-X1-spot-flood-900lm", "F") == "not_applicable"
    assert found.status("D-T6-unlisted-over-70", "F") == "fail"
    assert found.status("C1-shielded", "F") == "fail"


def test_s6_a_farm_light_inside_an_agricultural_district_is_lifted_and_says_by_what(judge_facts):
    inside = judge_facts(exceptions(in_state_agricultural_district=True))
    found = inside.one("D-T1-metal-halide-over-70", "FARM")
    assert found.status == "not_applicable"
    assert "sweden-175-29-D-X5-agricultural" in found.message
    assert found.details[0].measured == "sweden-175-29-D-X5-agricultural"


def test_s6_an_exception_lifts_the_shielding_and_not_the_light_beyond(roadside, judge_site):
    facts = {"purpose": "agricultural", "fixture_kind": "area", "lamp_power_w": 250}
    lot = roadside(**facts)
    lot.facts.update(in_state_agricultural_district=True)
    found = judge_site(lot)
    assert found.status("D-T6-unlisted-over-70") == "not_applicable"
    assert found.status("J1-trespass-pavement-edge", "north/pavement_edge") == "fail"
    whole = judge_site(lot, EXCEPTION_SCOPE="whole_section")
    assert whole.status("J1-trespass-pavement-edge", "north") == "not_applicable"


STATION = {
    "as_of": dt.date(2025, 1, 1),
    "site": {
        "district_class": "commercial",
        "uses": ["petroleum_station"],
        "close_of_business_time": dt.time(23, 0),
    },
    "luminaire": [
        {
            "id": "CAN",
            "fixture_kind": "canopy",
            "is_recessed": False,
            "lamp_type": "led",
            "lamp_power_w": 60,
            "shielding": "full",
            "after_hours_mode": "off",
        },
        {
            "id": "POLE",
            "lamp_type": "led",
            "lamp_power_w": 150,
            "shielding": "full",
            "after_hours_mode": "full",
            "needed_for_security": False,
        },
        {
            "id": "SEC",
            "lamp_type": "led",
            "lamp_power_w": 60,
            "shielding": "full",
            "after_hours_mode": "motion_sensor",
            "needed_for_security": True,
        },
        {
            "id": "W2001",
            "fixture_kind": "wall",
            "lamp_type": "metal_halide",
            "lamp_power_w": 150,
            "shielding": "none",
            "installed_date": dt.date(2001, 5, 1),
            "lawful_when_installed": True,
            "ceo_glare_finding": True,
        },
        {
            "id": "W2024",
            "fixture_kind": "wall",
            "lamp_type": "metal_halide",
            "lamp_power_w": 150,
            "shielding": "none",
            "installed_date": dt.date(2024, 5, 1),
            "after_hours_mode": "off",
        },
    ],
    "submittal": [
        {
            "type": "special_use",
            "items": ["location_of_each_light", "lamp_type", "luminaire_identification"],
        }
    ],
}


@pytest.mark.parametrize(
    ("rule", "name", "status"),
    [
        ("C2-canopy-recessed", "CAN", "fail"),
        ("C1-off-after-close", "POLE", "fail"),
        ("C1-off-after-close", "SEC", "pass"),
        ("C1-motion-sensor-allowed", "SEC", "pass"),
        ("C1-reduced-for-security", "SEC", "needs_determination"),
        ("K-existing-deemed-conforming", "W2001", "pass"),
        ("D-T1-metal-halide-over-70", "W2001", "not_applicable"),
        ("K2-glare-details", "W2001", "fail"),
        ("K2-glare-conformance", "W2001", "needs_determination"),
        ("K1-new-luminaires-conform", "W2001", "not_applicable"),
        ("K1-new-luminaires-conform", "W2024", "fail"),
        ("D-T1-metal-halide-over-70", "W2024", "fail"),
        ("F2-location", "", "pass"),
        ("F2-mounting-height", "", "fail"),
        ("F1-lighting-plan-required", "", "fail"),
    ],
)
def test_s8_a_petroleum_station(judge_facts, rule, name, status):
    assert judge_facts(STATION).status(rule, name) == status


def test_s8_a_decision_on_the_security_level_is_taken(judge_facts):
    decided = {
        "rule_id": "sweden-175-29-C1-reduced-for-security",
        "where": "SEC",
        "result": "pass",
        "by": "CEO",
    }
    found = judge_facts({**STATION, "determination": [decided]})
    assert found.status("C1-reduced-for-security", "SEC") == "pass"


# ---- S7: source visibility ---------------------------------------------------------------------


@pytest.fixture
def lookers(site, square, head, luminaire_file):
    """A source 25 ft above the ground, 40 ft from the pavement edge and from the 25 ft line."""
    file = luminaire_file([500.0, 500.0], [0.0, 90.0])

    def build(cutoff_deg, neighbour="commercial", obstructions=(), **facts):
        north = {
            "pavement_edge_ft": [[100, 110], [0, 110]],
            "facts": {"adjoins_public_road": True},
        }
        sides = dict.fromkeys(("south", "west"), COMMERCIAL)
        sides["east"] = {
            "facts": {"adjacent_district_class": neighbour},
            "dwellings_ft": (),
        }
        if cutoff_deg is not None:
            facts["cutoff_angle_deg"] = cutoff_deg
        return site(
            [head(file, 85.0, 70.0, 25.0, **facts)],
            square(north=north, **sides),
            obstructions=obstructions,
            facts={"district_class": "commercial"},
        )

    return build


@pytest.mark.parametrize(
    ("cutoff_deg", "height_ft", "status"),
    [(64.0, 5.49, "pass"), (65.0, 6.35, "fail"), (90.0, 25.0, "fail")],
)
def test_s7_a_source_seen_from_the_road(lookers, judge_site, cutoff_deg, height_ft, status):
    found = judge_site(lookers(cutoff_deg))
    edge = found.one("H1-visibility-pavement-edge", "north")
    assert edge.status == status
    assert edge.measured == pytest.approx(height_ft, abs=0.005)  # rounded to the digits shown
    assert edge.margin == pytest.approx(6.0 - edge.measured)
    assert edge.witness == pytest.approx((85.0, 110.0, 0.0), abs=0.01)
    assert "64.6 degrees or less would hide it" in edge.message  # atan2(40, 25 - 6)
    beyond = found.one("H1-visibility-25ft", "east")
    assert beyond.measured == pytest.approx(height_ft, abs=0.005)
    # Along the road the pavement edge is judged, not the line 25 ft beyond.
    assert found.status("H1-visibility-25ft", "north") == "not_applicable"


def test_s7_what_would_hide_a_source_is_told_of_the_place_and_of_the_whole_line(
    lookers, judge_site
):
    # A wall 12 ft high, 30 ft in front of the source, hides it from the nearest place of the
    # pavement edge up to 25 - 13 x 40 / 30 = 7.67 ft: only what shows above that is left to hide.
    wall = Obstruction("wall", np.array([[80, 100], [90, 100], [90, 100.01], [80, 100.01]]), 12.0)
    found = judge_site(lookers(90.0, obstructions=[wall]))
    message = found.one("H1-visibility-pavement-edge", "north").message
    # atan2(40, 25 - 7.67) there; past the wall's ends, 6.67 ft aside, atan2(40.55, 25 - 6).
    assert (
        "66.6 degrees or less would hide it there, 64.9 degrees or less from the whole line"
    ) in message


@pytest.mark.parametrize(
    ("cutoff_deg", "height_ft", "status"),
    [(58.0, 0.005, "fail"), (57.0, -0.98, "pass"), (90.0, 25.0, "fail")],
)
def test_s7_a_source_seen_from_next_door(lookers, judge_site, cutoff_deg, height_ft, status):
    found = judge_site(lookers(cutoff_deg, neighbour="residential"))
    beyond = found.one("H2-visibility-25ft", "east")
    assert beyond.status == status
    assert beyond.measured == pytest.approx(height_ft, abs=0.005)
    assert found.status("H1-visibility-25ft", "east") == "not_applicable"
    assert found.status("H2-visibility-dwelling", "east") == "not_applicable"
    # The other sides stay nonresidential.
    assert found.of("H1-visibility-25ft", "south")


def test_s7_lighting_of_the_entrance_may_be_seen(lookers, judge_site):
    found = judge_site(lookers(90.0, lights_site_entrance=True))
    edge = found.one("H1-visibility-pavement-edge", "north")
    assert edge.status == "not_applicable"
    assert "sweden-175-29-H1-entrance-exempt" in edge.message
    assert found.status("H1-entrance-exempt") == "pass"


def test_s7_without_a_declared_angle_the_file_decides(lookers, judge_site):
    # 500 cd up to 90 degrees and nothing beyond: the cutoff angle is 90.
    found = judge_site(lookers(None)).one("H1-visibility-pavement-edge", "north")
    assert found.status == "fail"
    assert found.measured == pytest.approx(25.0, abs=1e-6)
    seen = judge_site(lookers(64.0), VISIBILITY_TEST="any_line_of_sight")
    line = seen.one("H1-visibility-pavement-edge", "north")
    assert (line.status, line.measured, line.margin) == ("fail", "every height", None)


def test_s7_the_road_passes_where_either_point_does(lookers, judge_site):
    # 65 degrees shows 6.35 ft at the edge, 40 ft away; at the 25 ft line, 55 ft away, it does not.
    assert judge_site(lookers(65.0)).status("H1-visibility-pavement-edge", "north") == "fail"
    either = judge_site(lookers(65.0), VISIBILITY_POINTS="either_passes")
    assert either.status("H1-visibility-pavement-edge", "north") == "pass"
    both = judge_site(lookers(65.0), VISIBILITY_POINTS="both")
    assert both.status("H1-visibility-pavement-edge", "north") == "fail"
    assert both.status("H1-visibility-25ft", "north") == "pass"


# ---- S9: signs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("night", "status"), [(600, "fail"), (500, "pass")])
def test_s9_an_led_sign_is_dimmed_to_a_tenth(judge_facts, night, status):
    sign = {
        "id": "V",
        "kind": "freestanding",
        "light_technology": "led",
        "day_luminance_cd_m2": 5000,
        "night_luminance_cd_m2": night,
    }
    found = judge_facts({"site": {"district_class": "commercial"}, "sign": [sign]})
    dimming = found.one("sweden-175-30-C12-led-night-dimming", "V")
    assert dimming.status == status
    assert dimming.measured == pytest.approx(night / 50)
    assert found.status("sweden-175-30-A-led-is-illuminated", "V") == "pass"
    assert found.status("sweden-175-30-C3-may-be-illuminated", "V") == "pass"
