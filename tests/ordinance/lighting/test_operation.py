"""Hours, the contents of the plan, avoidance glare, spill next door, and the light of signs."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from photometry.ordinance.lighting.glare import beam_leaves_site, strongest_candela
from photometry.ordinance.lighting.sign_light import SignFace, sign_illuminance
from photometry.site.model import Obstruction, Scene, Zone

SHOPS = {"facts": {"adjacent_district_class": "commercial"}}
ALL_SHOPS = dict.fromkeys(("south", "east", "north", "west"), SHOPS)


@pytest.fixture
def lot(site, square, head, luminaire_file):
    """One luminaire in a square of 100 ft among shops."""

    def build(scenes=(), zones=(), at=(50.0, 50.0, 20.0), sides=ALL_SHOPS, **facts):
        file = luminaire_file([1000.0, 1000.0, 0.0], [0.0, 60.0, 85.0], lumens_lm=800.0)
        return site(
            [head(file, *at, lamp_type="led", **facts)],
            square(**sides),
            scenes=scenes,
            zones=zones,
            facts={"district_class": "commercial"},
        )

    return build


def closed(share):
    return (Scene("closed", {"poles": share}, after_close=True),)


# ---- hours -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "security", "off", "reduced"),
    [
        (0.0, False, "pass", "not_applicable"),
        (0.3, False, "fail", "not_applicable"),
        (0.3, True, "pass", "needs_determination"),
        (1.0, True, "pass", "fail"),
    ],
)
def test_the_scene_after_close_is_what_the_operating_rules_judge(
    lot, judge_site, share, security, off, reduced
):
    found = judge_site(lot(closed(share), needed_for_security=security))
    assert found.status("C1-off-after-close", "P1") == off
    assert found.status("C1-reduced-for-security", "P1") == reduced


def test_a_user_s_percentage_is_the_minimum_level(lot, judge_site):
    half = judge_site(
        lot(closed(0.3), needed_for_security=True), AFTER_HOURS_LEVEL={"percent_of_full": 30}
    ).one("C1-reduced-for-security", "P1")
    assert (half.status, half.measured, half.limit) == ("pass", 30.0, 30.0)


def test_a_security_level_is_compared_with_the_brightest_zone_after_close(lot, judge_site):
    zone = Zone(
        "lot", "parking", np.array([[40.0, 40.0], [60.0, 40.0], [60.0, 60.0], [40.0, 60.0]])
    )
    site = lot(closed(0.1), (zone,), needed_for_security=True)
    level = {"ies_target": [{"activity": "security", "recommended_avg_fc": 0.1}]}
    found = judge_site(site, level, AFTER_HOURS_LEVEL="iesna_security")
    judged = found.one("C1-reduced-for-security", "P1")
    assert judged.status == "fail"
    # Nine points within 10 ft of the pole; straight below it 1000 / 400 = 2.5 fc at full output.
    near = [20000.0 / (400.0 + d2) ** 1.5 for d2 in (0, 100, 100, 100, 100, 200, 200, 200, 200)]
    assert judged.measured == pytest.approx(0.1 * sum(near) / 9.0)


# ---- the plan ----------------------------------------------------------------------------------


def test_the_plan_that_the_site_makes_shows_what_every_luminaire_states(lot, judge_site):
    plan = {"submittal": [{"type": "site_plan"}]}
    found = judge_site(lot(), plan)
    for rule in ("F1-lighting-plan-required", "F2-location", "F2-lamp-type", "F2-illuminance"):
        assert found.status(rule) == "pass"
    assert found.status("F2-source-lumens") == "pass"  # read from the luminaire file
    assert found.status("F2-glare-control") == "not_applicable"


def test_a_luminaire_without_lamp_type_is_named(site, square, head, luminaire_file, judge_site):
    heads = [head(luminaire_file([1.0, 1.0]), 10.0 * i, 5.0, 9.0, name=f"P{i}") for i in (1, 2)]
    heads[0].facts["lamp_type"] = "led"
    lot = site(heads, square(**ALL_SHOPS), facts={"district_class": "commercial"})
    found = judge_site(lot, {"submittal": [{"type": "site_plan"}]}).one("F2-lamp-type")
    assert found.status == "fail"
    assert [detail.luminaire for detail in found.details] == ["P2"]


def test_what_the_submittal_lists_comes_before_what_the_site_could_show(lot, judge_site):
    plan = {"submittal": [{"type": "site_plan", "items": ["lamp_type"]}]}
    found = judge_site(lot(), plan)
    assert found.status("F2-location") == "fail"
    # The finding is about another plan than the one that these files make, and says so.
    assert "as stated" in found.one("F2-location").message
    assert "the plan that was handed in" in found.one("F2-location").message
    assert found.one("F2-lamp-type").basis == "stated by the applicant"
    plan["permit"] = [{"id": "site plan 2025-15", "type": "site_plan"}]
    named = judge_site(lot(), plan).one("F2-location").message
    assert "as stated for site plan 2025-15; this is about" in named


def test_without_word_of_an_application_nothing_is_said_of_its_contents(lot, judge_site):
    found = judge_site(lot()).one("F2-location")
    assert found.status == "not_evaluated"
    assert "submittal" in " ".join(found.missing)


# ---- shielding as installed --------------------------------------------------------------------


def test_full_shielding_that_a_tilt_defeats_fails_where_it_is_asked_for(lot, judge_site):
    level = judge_site(lot(lamp_power_w=100, shielding="full"))
    assert level.status("D-T6-unlisted-over-70", "P1") == "pass"
    assert level.status("C4-shielding-maintained", "P1") == "needs_determination"
    tilted = judge_site(lot(lamp_power_w=100, shielding="full", tilt_deg=20.0))
    shielding = tilted.one("D-T6-unlisted-over-70", "P1")
    assert shielding.status == "fail"
    assert "declared fully shielded, but as installed it sends" in shielding.message
    works = tilted.one("C4-shielding-maintained", "P1")
    assert works.status == "fail"
    assert works.measured == pytest.approx(600.0)  # at 70 degrees of its own: 1000 x 15/25


def test_shielding_that_is_not_declared_is_computed(lot, judge_site):
    assert judge_site(lot(lamp_power_w=100)).status("D-T6-unlisted-over-70", "P1") == "pass"


# ---- avoidance glare ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tilt_deg", "leaves"), [(0.0, False), (60.0, False), (70.0, True), (90.0, True)]
)
def test_the_beam_axis_leaves_the_site_where_it_meets_the_ground_outside(lot, tilt_deg, leaves):
    # 20 ft up in the middle: the axis meets the ground at 20 tan(tilt), 34.6 and 54.9 ft away.
    site = lot(tilt_deg=tilt_deg)
    assert beam_leaves_site(site.heads[0], site) is leaves


def test_the_strongest_candela_toward_neighbours_is_found(lot):
    site = lot(at=(90.0, 50.0, 20.0))
    candela, line = strongest_candela(site.heads[0], site)
    assert line == "east/offset_25ft"
    # 35 ft away and 15 ft down: 66.8 degrees; 1000 cd falls to 0 from 60 to 85 degrees.
    angle = math.degrees(math.atan2(35.0, 15.0))
    assert candela == pytest.approx(1000.0 * (85.0 - angle) / 25.0, rel=1e-6)


@pytest.mark.parametrize(
    ("option", "tilt_deg", "status"),
    [
        ("recorded", 70.0, "needs_determination"),
        ("aim_test", 60.0, "pass"),
        ("aim_test", 70.0, "not_applicable"),
        ({"candela_limit": 1000}, 0.0, "pass"),
        ({"candela_limit": 100}, 70.0, "not_applicable"),
    ],
)
def test_avoidance_glare_by_record_aim_or_candela(lot, judge_site, option, tilt_deg, status):
    site = lot(fixture_kind="flood", tilt_deg=tilt_deg)
    found = judge_site(site, AVOIDANCE_GLARE=option)
    assert found.status("D-X1-no-avoidance-glare", "P1") == status
    if option == "recorded":
        assert " cd toward east/offset_25ft" in found.one("D-X1-no-avoidance-glare", "P1").message


# ---- spill next door ---------------------------------------------------------------------------


def test_spill_is_added_to_the_neighbour_s_own_light(lot, judge_site):
    sides = {
        **ALL_SHOPS,
        "east": {"facts": {**SHOPS["facts"], "adjacent_use": "lot", "adjacent_ambient_fc": 0.9}},
    }
    level = {"ies_target": [{"activity": "lot", "recommended_avg_fc": 1.0}]}
    site = lot(at=(90.0, 50.0, 20.0), sides=sides)
    found = judge_site(site, level).one("J3-adjoining-iesna", "east/property_line")
    spill = 20000.0 / 500.0**1.5  # 10 ft away, 20 ft up, 1000 cd: 1.789 fc
    assert found.measured == pytest.approx(0.9 + spill)
    assert found.status == "fail"
    alone = judge_site(site, level, ADJOINING_AMBIENT="spill_only")
    assert alone.one("J3-adjoining-iesna", "east/property_line").measured == pytest.approx(spill)
    assert judge_site(site, level).status("J3-adjoining-iesna", "west") == "not_evaluated"


# ---- signs -------------------------------------------------------------------------------------


def test_a_sign_face_is_a_small_lambert_source():
    face = SignFace((0.0, 0.0, 10.0), (1.0, 0.0), 500.0, two_sided=False)
    points = [[20.0, 0.0, 0.0], [-20.0, 0.0, 0.0]]
    up, level = [[0.0, 0.0, 1.0]] * 2, [[-1.0, 0.0, 0.0]] * 2
    r2 = 400.0 + 100.0
    # I = 500 cos(emission) = 500 x 20 / r; E = I cos(incidence) / r^2.
    flat = 500.0 * 20.0 / math.sqrt(r2) * 10.0 / math.sqrt(r2) / r2
    assert sign_illuminance(face, points, up) == pytest.approx([flat, 0.0])
    side = 500.0 * 20.0 / math.sqrt(r2) * 20.0 / math.sqrt(r2) / r2
    assert sign_illuminance(face, points, level) == pytest.approx([side, 0.0])


@pytest.fixture
def by_the_road():
    sides = {
        **ALL_SHOPS,
        "north": {
            "pavement_edge_ft": [[100, 110], [0, 110]],
            "facts": {"adjoins_public_road": True},
        },
    }
    sign = {
        "id": "S",
        "is_illuminated": True,
        "x_ft": 50,
        "y_ft": 100,
        "top_height_ft": 10,
        "facing_azimuth_deg": 0,  # north
        "area_sqft": 50,
        "luminance_cd_m2": 5000,
    }
    return sides, {"sign": [sign]}


def test_the_light_of_a_sign_is_judged_at_the_road(lot, judge_site, by_the_road):
    sides, facts = by_the_road
    found = judge_site(lot(sides=sides), facts).one("sweden-175-30-C12-sign-light-levels")
    candela = 5000.0 * 50.0 * 0.3048**2
    r2 = 100.0 + 100.0
    assert found.measured == pytest.approx(candela * 100.0 / r2 / r2, rel=1e-6)
    assert (found.status, found.limit) == ("fail", 0.5)
    assert "north/pavement_edge" in found.message


@pytest.mark.parametrize(("base_ft", "status"), [(0.0, "pass"), (50.0, "fail")])
def test_a_wall_before_a_sign_takes_its_light_and_the_wall_it_hangs_on_does_not(
    lot, judge_site, by_the_road, base_ft, status
):
    sides, facts = by_the_road
    site = lot(sides=sides)
    walls = (
        # Behind the sign, which hangs on it; before the sign, from x = -50 to 150, 20 ft high.
        Obstruction(
            "store", np.array([(30.0, 60.0), (70.0, 60.0), (70.0, 99.9), (30.0, 99.9)]), 20.0
        ),
        Obstruction(
            "fence",
            np.array([(-50.0, 104.0), (150.0, 104.0), (150.0, 105.0), (-50.0, 105.0)]),
            20.0,
            base_ft,
        ),
    )
    found = judge_site(replace(site, obstructions=walls), facts)
    assert found.status("sweden-175-30-C12-sign-light-levels") == status
