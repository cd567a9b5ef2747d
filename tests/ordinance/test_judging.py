"""The order of judging: each of its eight steps, and what is said at each."""

from __future__ import annotations

import pytest

from photometry.errors import FactsFileError
from photometry.ordinance.checker import check

HEAD = """
[option]
A = { question = "?", values = ["x", "off", "person", "low", "soft"] }
"""
RULES = """
[family.small]
record = "fence"
applies = 'site.district_class == "residential"'
[[rule]]
id = "small-height"
family = "small"
citation = "§ 1"
title = "Fence height"
applies = 'fence.position == "front"'
unless = ["small-permit", "small-old"]
limit = { quantity = "fence.height_ft", op = "<=", value = 4, unit = "ft" }
when."A=off" = { off = true }
when."A=person" = { determine = true }
when."A=low" = { limit = { value = 3 } }
when."A=soft" = { effect = "advisory" }
[[rule]]
id = "small-permit"
kind = "permission"
title = "Permit for a higher fence"
applies = 'any_of(permit, permit.type == "fence_zba" and permit.status == "issued")'
[[rule]]
id = "small-old"
record = "fence"
kind = "exemption"
title = "Old fences may stay"
presume = false
applies = 'fence.material == "masonry"'
"""
SITE = {"district_class": "residential"}
NO_PERMIT = {"permit": []}


@pytest.fixture
def judge(town):
    code = town(HEAD, fences=RULES)

    def judge_fence(fence, site=SITE, options=None, **more):
        facts = {"site": site, "fence": [{"id": "F", **fence}], **more}
        found = check(facts={**facts, "options": options or {}}, code=code)
        return next(one for one in found if one.rule == "small-height")

    return judge_fence


FRONT_5 = {"position": "front", "height_ft": 5, "material": "wood"}


def test_step_1_an_interpretation_takes_the_rule_away(judge):
    found = judge(FRONT_5, options={"A": "off"}, **NO_PERMIT)
    assert found.status == "not_applicable"
    assert found.message == "Fence height: does not apply under A=off"


def test_step_2_a_false_gate_decides_whatever_else_is_unknown(judge):
    assert judge({"position": "side"}, site={}).status == "not_applicable"
    assert judge({}, site={"district_class": "commercial"}).status == "not_applicable"


def test_step_3_an_exemption_that_holds_is_named_and_wins_over_an_unknown_gate(judge):
    permit = {"permit": [{"type": "fence_zba", "status": "issued"}]}
    found = judge({**FRONT_5}, site={}, **permit)
    assert found.status == "not_applicable"
    assert found.message == "Fence height: lifted by small-permit"
    (detail,) = found.details
    assert detail.measured == "small-permit"


def test_step_4_an_unknown_gate_is_not_evaluated_and_names_every_field(judge):
    found = judge({"height_ft": 5, "material": "wood"}, site={}, **NO_PERMIT)
    assert found.status == "not_evaluated"
    assert found.missing == ("fence.position", "site.district_class")
    assert "cannot be told whether it applies" in found.message


def test_step_5_an_interpretation_leaves_it_to_a_person(judge):
    decided = {"rule_id": "small-height", "where": "F", "result": "fail", "by": "ZBA"}
    options = {"A": "person"}
    assert judge(FRONT_5, options=options, **NO_PERMIT).status == "needs_determination"
    found = judge(FRONT_5, options=options, determination=[decided], **NO_PERMIT)
    assert (found.status, found.message) == ("fail", "Fence height: decided by ZBA: fail")


def test_step_6_the_test_passes_even_where_an_exemption_is_unknown(judge):
    found = judge({**FRONT_5, "height_ft": 4})
    assert (found.status, found.measured, found.limit, found.margin) == ("pass", 4.0, 4.0, 0.0)
    assert found.unit == "ft"


def test_step_6_an_unknown_test_is_not_evaluated(judge):
    found = judge({"position": "front", "material": "wood"}, **NO_PERMIT)
    assert found.missing == ("fence.height_ft",)


def test_step_7_a_failure_that_an_exemption_may_lift_is_not_evaluated(judge):
    found = judge(FRONT_5)
    assert found.status == "not_evaluated"
    assert found.missing == ("permit",)
    assert found.margin == -1.0
    assert "would fail unless small-permit lifts it" in found.message


def test_step_7_an_exemption_presumed_away_is_named(judge):
    found = judge({"position": "front", "height_ft": 5}, **NO_PERMIT)
    assert found.status == "fail"
    assert "presumed not to hold: small-old" in found.message


def test_an_exemption_may_be_presumed_to_hold_and_the_finding_says_so(town):
    code = town(HEAD, fences=RULES.replace("presume = false", "presume = true"))
    facts = {
        "site": SITE,
        "fence": [{"id": "F", "position": "front", "height_ft": 5}],
        "permit": [],
    }
    found = next(one for one in check(facts=facts, code=code) if one.rule == "small-height")
    assert found.status == "not_applicable"
    assert found.message == "Fence height: lifted by small-old, which is presumed to hold"


def test_step_8_a_failure_is_what_the_effect_makes_of_it(judge):
    found = judge(FRONT_5, **NO_PERMIT)
    assert (found.status, found.margin) == ("fail", -1.0)
    assert found.message == "Fence height: 5 ft; at most 4 ft is allowed"
    assert judge(FRONT_5, options={"A": "soft"}, **NO_PERMIT).status == "advisory"


def test_each_other_interpretation_is_tried_alone(judge):
    found = judge({**FRONT_5, "height_ft": 3.5}, **NO_PERMIT)
    assert found.options == {"A": "x"}
    assert found.turns_with == {
        "A=off": "not_applicable",
        "A=person": "needs_determination",
        "A=low": "fail",
    }
    failing = judge(FRONT_5, **NO_PERMIT)
    assert failing.turns_with["A=soft"] == "advisory"
    assert "A=low" not in failing.turns_with


def test_a_rule_without_a_subject_says_so_once(town):
    found = check(facts={"site": SITE}, code=town(HEAD, fences=RULES))
    status = {one.rule: (one.status, one.where.kind, one.message) for one in found}
    assert status["small-height"] == (
        "not_applicable",
        "record",
        "Fence height: no fence is listed",
    )
    assert status["small-permit"][0] == "not_evaluated"


def test_what_classifies_holds_or_does_not_apply_and_never_fails(town):
    code = town(
        signs="""
        [[rule]]
        id = "small-spot"
        record = "luminaire"
        kind = "exemption"
        title = "Small spot"
        limit = { quantity = "luminaire.initial_lumens_lm", op = "<=", value = 900, unit = "lm" }
        """
    )

    def status_of(**luminaire):
        (found,) = check(facts={"luminaire": [{"id": "L", **luminaire}]}, code=code)
        return found.status

    assert status_of(initial_lumens_lm=900) == "pass"
    assert status_of(initial_lumens_lm=901) == "not_applicable"
    assert status_of() == "not_evaluated"
    # What decides whether something applies is no limit, and has no margin.
    (small,) = check(facts={"luminaire": [{"id": "L", "initial_lumens_lm": 850}]}, code=code)
    assert small.message == "Small spot: 850 lm, at most 900 lm: applies"
    assert (small.measured, small.limit, small.margin) == (850.0, None, None)
    (large,) = check(facts={"luminaire": [{"id": "L", "initial_lumens_lm": 950}]}, code=code)
    assert large.message == "Small spot: 950 lm, not at most 900 lm: does not apply"


TESTS = """
[[rule]]
id = "small-list"
record = "submittal"
title = "Plan"
contains = { list = "submittal.items", tokens = ["location", "lamp_type"] }
[[rule]]
id = "small-person"
record = "submittal"
title = "Taste"
determination = "Is it in good taste?"
[[rule]]
id = "small-fine"
record = "violation"
kind = "penalty"
title = "Fine"
applies = 'violation.kind == "sign"'
notice = "Up to $100 a day"
[[rule]]
id = "small-wish"
record = "sign"
title = "Colours"
require = 'only(sign.colors, ["green", "red"])'
prefer = 'only(sign.colors, ["green"])'
note = "green is preferred"
[[rule]]
id = "small-two"
record = "sign"
title = "Hours"
limit = [
  { quantity = "sign.display_start_time", op = ">=", value = 'clock("08:00")' },
  { quantity = "sign.display_end_time", op = "<=", value = 'clock("20:00")' },
]
message = "{title} of {where}: {measured}, limit {limit}, off by {margin}"
[[rule]]
id = "small-all"
record = "sign"
title = "All of it"
rollup = ["small-w*", "small-two"]
[[rule]]
id = "small-dark"
record = "sign"
title = "Contrast"
limit = { quantity = "sign.night_luminance_cd_m2 / sign.day_luminance_cd_m2", op = "<", value = 0.1 }
"""


@pytest.fixture
def statuses(town):
    code = town(tests=TESTS)

    def of(**facts):
        return {one.rule: one for one in check(facts=facts, code=code)}

    return of


def test_contents_name_what_a_list_lacks(statuses):
    found = statuses(submittal=[{"items": ["location"]}])["small-list"]
    assert (found.status, found.message) == ("fail", "Plan: lacks lamp type")
    found = statuses(submittal=[{"items": ["lamp_type", "location", "x"]}])["small-list"]
    assert (found.status, found.message) == ("pass", "Plan: has location, lamp type")
    assert statuses(submittal=[{}])["small-list"].missing == ("submittal.items",)


def test_a_question_waits_for_a_person(statuses):
    found = statuses(submittal=[{}])["small-person"]
    assert found.status == "needs_determination"
    assert found.message == "Taste: Is it in good taste?"
    decision = {"rule_id": "small-person", "where": "submittal", "result": "not_decided"}
    assert statuses(submittal=[{}], determination=[decision])["small-person"].status == (
        "needs_determination"
    )
    decision["result"] = "pass"
    assert statuses(submittal=[{}], determination=[decision])["small-person"].status == "pass"


def test_a_decision_on_a_rule_that_no_code_has_is_refused(statuses):
    decision = {"rule_id": "small-persn", "result": "pass"}
    with pytest.raises(FactsFileError, match="did you mean small-person"):
        statuses(submittal=[{}], determination=[decision])


def test_a_consequence_is_stated_where_its_gate_holds(statuses):
    assert statuses(violation=[{"kind": "sign"}])["small-fine"].status == "advisory"
    assert statuses(violation=[{"kind": "other"}])["small-fine"].status == "not_applicable"


def test_a_second_wish_gives_an_advisory(statuses):
    def of(*colors):
        return statuses(sign=[{"id": "S", "colors": list(colors)}])["small-wish"]

    assert of("green").status == "pass"
    assert (of("red").status, of("red").message) == ("advisory", "Colours: green is preferred")
    assert of("blue").status == "fail"


def test_of_two_limits_the_worst_is_told(statuses):
    def of(start, end):
        signs = [{"id": "S", "display_start_time": start, "display_end_time": end}]
        return statuses(sign=signs)["small-two"]

    assert of("08:00", "20:00").status == "pass"
    late = of("08:00", "20:30")
    assert (late.status, late.measured, late.limit, late.margin) == ("fail", "20:30", "20:00", -30)
    assert late.message == "Hours of S: 20:30, limit 20:00, off by -30"
    assert of("07:00", "21:00").measured == "07:00"  # the larger part of its limit


def test_one_failing_limit_fails_whatever_the_other_would_be(statuses):
    found = statuses(sign=[{"id": "S", "display_end_time": "21:00"}])["small-two"]
    assert found.status == "fail"
    found = statuses(sign=[{"id": "S", "display_end_time": "19:00"}])["small-two"]
    assert found.missing == ("sign.display_start_time",)


def test_a_roll_up_is_the_worst_of_its_rules_on_the_same_thing(statuses):
    good = {"colors": ["green"], "display_start_time": "09:00", "display_end_time": "17:00"}
    bad = {**good, "colors": ["blue"]}
    found = statuses(sign=[{"id": "S", **good}])["small-all"]
    assert found.status == "pass"
    found = statuses(sign=[{"id": "S", **bad}])["small-all"]
    assert (found.status, found.message) == ("fail", "All of it: small-wish fails")
    assert statuses(sign=[{"id": "S", **good, "colors": ["red"]}])["small-all"].status == "advisory"
    assert statuses(sign=[{"id": "S", "colors": ["green"]}])["small-all"].status == "not_evaluated"


def test_rows_are_judged_one_by_one_and_told_apart(town):
    signs = [{"id": "A", "colors": ["blue"]}, {"colors": ["green"]}, {"colors": ["red"]}]
    found = check(facts={"sign": signs}, code=town(tests=TESTS))
    wishes = {one.where.name: one.status for one in found if one.rule == "small-wish"}
    assert wishes == {"A": "fail", "sign 2": "pass", "sign 3": "advisory"}


def test_a_zero_divisor_of_a_limit_fails_and_a_missing_one_does_not(statuses):
    def of(**sign):
        return statuses(sign=[{"id": "S", "night_luminance_cd_m2": 1, **sign}])["small-dark"]

    assert of(day_luminance_cd_m2=0).status == "fail"
    assert "the divisor is 0" in of(day_luminance_cd_m2=0).message
    assert of().missing == ("sign.day_luminance_cd_m2",)


def test_a_value_at_a_limit_that_excludes_it_fails_without_a_margin(statuses):
    found = statuses(sign=[{"night_luminance_cd_m2": 1, "day_luminance_cd_m2": 10}])["small-dark"]
    assert (found.status, found.margin) == ("fail", None)
    assert found.message == "Contrast: 0.1; less than 0.1 is required"


def test_an_exemption_stands_only_while_its_limits_are_kept(town):
    code = town(
        signs="""
        [[rule]]
        id = "small-size"
        record = "sign"
        title = "Size"
        effect = "loss"
        limit = { quantity = "sign.area_sqft", op = "<=", value = 8, unit = "ft2" }
        [[rule]]
        id = "small-free"
        helper = true
        record = "sign"
        kind = "exemption"
        title = "Small signs are free"
        rollup = ["small-size"]
        [[rule]]
        id = "small-licence"
        record = "sign"
        title = "Permit"
        unless = ["small-free"]
        require = 'any_of(permit)'
        """
    )

    def of(area):
        found = check(facts={"sign": [{"id": "S", "area_sqft": area}], "permit": []}, code=code)
        return {one.rule: one.status for one in found}

    assert of(8) == {"small-size": "pass", "small-licence": "not_applicable"}
    assert of(8.1) == {"small-size": "advisory", "small-licence": "fail"}


def test_computed_values_are_compared_leniently_and_declared_ones_exactly(town):
    code = town(
        light="""
        [[rule]]
        id = "small-light"
        record = "calc_zone"
        title = "Light"
        limit = { quantity = "calc_zone.max_maintained_fc", op = "<=", value = 5, unit = "fc" }
        [[rule]]
        id = "small-tall"
        record = "luminaire"
        title = "Height"
        limit = { quantity = "luminaire.mounting_height_ft", op = "<=", value = 5, unit = "ft" }
        """
    )

    def of(value):
        facts = {
            "calc_zone": [{"id": "Z", "max_maintained_fc": value}],
            "luminaire": [{"id": "L", "mounting_height_ft": value}],
        }
        return {one.rule: (one.status, one.margin) for one in check(facts=facts, code=code)}

    # 4e-9 is within 1e-9 of the limit 5; a declared number is never rounded
    assert of(5.000000004)["small-light"] == ("pass", 0.0)
    assert of(5.000000004)["small-tall"][0] == "fail"
    assert of(5.000000006)["small-light"][0] == "fail"
    assert of(4.999999996)["small-light"] == ("pass", 0.0)


def test_findings_name_what_is_presumed_of_a_luminaire(town):
    code = town(
        light="""
        [[rule]]
        id = "small-private"
        record = "luminaire"
        title = "Height"
        applies = 'luminaire.is_private and luminaire.is_outdoor'
        limit = { quantity = "luminaire.mounting_height_ft", op = "<=", value = 5, unit = "ft" }
        """
    )
    facts = {"luminaire": [{"id": "L", "mounting_height_ft": 6, "is_private": True}]}
    (found,) = check(facts=facts, code=code)
    assert found.message == "Height: 6 ft; at most 5 ft is allowed (presumed: outdoor)"
