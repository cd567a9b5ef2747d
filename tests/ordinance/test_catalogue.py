"""Codes as folders: read whole, or refused with everything that is wrong at once."""

from __future__ import annotations

import pytest

from photometry.errors import CodeFileError
from photometry.ordinance.catalogue import code_of_jurisdiction, known_codes, load_code
from photometry.ordinance.checker import check
from photometry.ordinance.examples import try_code

RULE = """
[[rule]]
id = "small-1"
title = "Fence height"
record = "fence"
limit = { quantity = "fence.height_ft", op = "<=", value = 6, unit = "ft" }
"""


def faults_of(folder):
    with pytest.raises(CodeFileError) as caught:
        load_code(folder)
    return [str(fault) for fault in caught.value.faults]


def test_the_shipped_codes_are_known_and_found_by_their_town():
    assert known_codes() == ("bellport-ny", "lewiston-ny", "sweden-ny")
    assert code_of_jurisdiction("sweden") == ("sweden-ny",)
    assert code_of_jurisdiction("atlantis") == ()


def test_an_unknown_code_is_answered_with_the_nearest():
    with pytest.raises(CodeFileError, match="did you mean sweden-ny"):
        load_code("sweeden-ny")


def test_a_rule_that_is_not_there_is_answered_with_the_nearest(town):
    with pytest.raises(CodeFileError, match="did you mean small-1"):
        town(fences=RULE).rule("smal-1")


def test_every_fault_of_every_file_is_said_at_once_with_its_line(write_town):
    folder = write_town(
        head="""
        [option]
        A = { question = "?", values = ["x", 5] }
        [term]
        lit = 'sign.is_iluminated'
        """,
        fences=RULE.replace("height_ft", "hight_ft") + RULE.replace("small-1", "Small 2"),
        signs="""
        [[rule]]
        id = "small-3"
        titel = "x"
        require = 'sign.is_moving'
        """,
    )
    faults = faults_of(folder)
    said = "\n".join(faults)
    assert "code.toml:7: option A: a value is a text or { text = number }" in said
    assert (
        "term lit: column 1: sign has no field is_iluminated; did you mean is_illuminated?" in said
    )
    assert "fence has no field hight_ft; did you mean height_ft?" in said
    assert "fences.toml:7: rule small-1: limit.quantity" in said
    assert "rule Small 2: an id is needed" in said
    assert "signs.toml:5: rule small-3: no key is called titel; did you mean title?" in said
    assert "rule small-3: a title is needed" in said
    assert len(faults) == 6


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("value = 6", "value = true"), "limit.value: a condition is a text in quotes"),
        (('op = "<="', 'op = "=<"'), "limit.op: one of <=  <  >=  >  ==  between"),
        (('unit = "ft"', 'unit = "lb"'), "limit.unit: a number of ft cannot be told in lb"),
        (("value = 6", 'value = "today"'), "limit.value: a date is no limit of a number of ft"),
        (("value = 6", 'value = "fence.height"'), "fence has no field height; did you mean"),
        (('unit = "ft"', 'units = "ft"'), "no key is called units; did you mean unit?"),
        (
            ('record = "fence"', 'record = "fense"'),
            "no record is called fense; did you mean fence?",
        ),
        (('record = "fence"', 'kind = "law"'), "kind is one of requirement,"),
        (('record = "fence"', 'tier = "E"'), "tier is one of A, B, C, D"),
        (('record = "fence"', 'effect = "harm"'), "effect is one of breach, advisory, loss"),
        (('record = "fence"', 'family = "x"'), "no family is called x"),
        (('record = "fence"', 'unless = ["a*b"]'), "a * at the end at most"),
        (('record = "fence"', 'unless = ["nobody"]'), "unless: no rule is called nobody"),
        (('record = "fence"', 'message = "{measured.x}"'), "message has no hole {measured.x}"),
        (('record = "fence"', 'require = "True"'), "one test at a time, not require and limit"),
        (('record = "fence"', 'also = "True"'), "it belongs into a `when`"),
        (('record = "fence"', 'topic = "signs"'), "the topic of a rule is the name of its file"),
        (('record = "fence"', "presume = 1"), "presume is true or false"),
        (('record = "fence"', 'when."B=x" = { off = true }'), "no option is called B"),
        (('record = "fence"', 'when."A=z" = { off = true }'), "A has no value z"),
        (
            ('record = "fence"', 'when."A=x" = { of = true }'),
            "no key is called of; did you mean off?",
        ),
        (
            ('id = "small-1"', 'id = "small-1"\nexample = [{ status = "ok" }]'),
            "no verdict is called ok",
        ),
    ],
)
def test_a_wrong_key_of_a_rule_is_refused_by_name(write_town, change, said):
    head = '[option]\nA = { question = "?", values = ["x", "y"] }\n'
    assert said in "\n".join(faults_of(write_town(head, fences=RULE.replace(*change))))


def test_a_rule_needs_a_test_unless_it_classifies(write_town, town):
    bare = '[[rule]]\nid = "small-1"\ntitle = "Barn"\nrecord = "structure"\n'
    assert "a test is needed: require, limit" in faults_of(write_town(barns=bare))[0]
    assert town(barns=bare + 'kind = "definition"\n').rule("small-1").classifies


def test_a_fault_of_a_family_is_said_once(write_town):
    family = "[family.f]\nrecord = \"fence\"\napplies = 'fence.colour'\n"
    rules = "".join(
        RULE.replace("small-1", f"small-{n}").replace('record = "fence"', 'family = "f"')
        for n in range(3)
    )
    faults = faults_of(write_town(fences=family + rules))
    assert len(faults) == 1
    assert "family f: applies: column 1: fence has no field colour" in faults[0]


def test_ids_are_unique_over_all_topics(write_town):
    assert "the id is taken already" in faults_of(write_town(fences=RULE, walls=RULE))[0]


def test_rules_that_lift_each_other_are_refused(write_town):
    rules = """
    [[rule]]
    id = "small-a"
    title = "A"
    kind = "exemption"
    unless = ["small-b"]
    [[rule]]
    id = "small-b"
    title = "B"
    kind = "exemption"
    unless = ["small-a"]
    """
    assert "refers to itself: small-a -> small-b -> small-a" in faults_of(write_town(x=rules))[0]


def test_only_what_classifies_can_lift(write_town):
    lifting = RULE.replace("small-1", "small-2") + 'unless = ["small-1"]\n'
    said = faults_of(write_town(fences=RULE + lifting))
    assert "small-1 is a requirement, not an exemption, permission or definition" in said[0]


def test_topics_are_read_alone_with_what_they_refer_to(town):
    code = town(
        fences=RULE + 'unless = ["small-x*"]\n',
        permits='[[rule]]\nid = "small-x1"\ntitle = "X"\nkind = "permission"\n',
        pools=RULE.replace("small-1", "small-9")
        .replace("fence", "pool")
        .replace("pool.height_ft", "pool.lip_height_ft"),
    )
    assert code.topics == ("fences", "permits", "pools")
    alone = load_code(code.path, ("fences",))
    assert set(alone.rules) == {"small-1", "small-x1"}
    with pytest.raises(CodeFileError, match="has no topic fence; did you mean fences"):
        load_code(code.path, ("fence",))


def test_too_many_combinations_of_options_are_refused(write_town):
    names = [f"O{n}" for n in range(9)]
    head = "[option]\n" + "".join(
        f'{name} = {{ question = "?", values = ["x", "y"] }}\n' for name in names
    )
    when = "".join(f'when."{name}=y" = {{ effect = "advisory" }}\n' for name in names)
    assert "more than 256 combinations" in faults_of(write_town(head, fences=RULE + when))[0]


@pytest.mark.parametrize(
    "text",
    [
        "rule = 5",
        "rule = [5]",
        "[[rule]]\nid = 5",
        "[[rule]]\nid = []\nwhen = 5\nexample = 5\nunless = 5\nlimit = []",
        '[[rule]]\nid = "a"\nlimit = [[]]\nwhen."A=B" = 5',
        '[[rule]]\nid = "a"\nrecord = []\nfamily = {}\nkind = {}\ntitle = 1',
        '[[rule]]\nid = "a"\ncontains = 5',
        '[[rule]]\nid = "a"\ncontains = { list = 5, tokens = [5] }',
        '[[rule]]\nid = "a"\nphotometric = { check = [] }',
        '[[rule]]\nid = "a"\nphotometric = 5',
        '[[rule]]\nid = "a"\nrollup = 5',
        '[[rule]]\nid = "a"\ndetermination = 5',
        '[[rule]]\nid = "a"\nexample = [5]',
        '[[rule]]\nid = "a"\nexample = [{ facts = 5, missing = 5, status = [] }]',
        "[family]\nf = 5",
        '[family.f]\nwithin = "f"\nunless = 5\nrecord = 5\n[[rule]]\nid="a"\nfamily="f"\ntitle="t"',
        "term = 5",
        "[term]\nx = 5",
    ],
)
def test_odd_shapes_are_faults_and_never_crashes(write_town, text):
    assert faults_of(write_town(x=text))


@pytest.mark.parametrize(
    "head",
    [
        "option = 5",
        "[option]\nA = 5",
        "[option]\nA = { values = 5 }",
        "[table]\nt = 5",
        "[table]\ndistrict = { key = 5 }",
        "[table]\ndistrict = { key = { code = 5 } }",
        "[field]\nx = {}",
        '[field."hedge.height_ft"]\ntype = "length"',
        '[field."hedge.height_ft"]\ntokens = 5',
        '[field."hedge.kind"]\ntype = "enum"\ntokens = 5',
    ],
)
def test_odd_shapes_of_the_head_are_faults_and_never_crashes(write_town, head):
    assert faults_of(write_town(head, fences=RULE))


def test_a_town_is_made_of_data_alone(town):
    code = town(
        head="""
        [option]
        DAY = { question = "Which hedges?", values = ["all", "front_only"] }
        [field."hedge.height_ft"]
        type = "number"
        unit = "ft"
        [field."hedge.position"]
        type = "enum"
        tokens = ["front", "side"]
        [field."site.district_code"]
        tokens = ["green"]
        closed = true
        """,
        hedges="""
        [family.hedges]
        citation = "Art. 1"
        record = "hedge"
        applies = 'site.district_code == "green"'
        when."DAY=front_only" = { also = 'hedge.position == "front"' }
        [[rule]]
        id = "small-hedge"
        family = "hedges"
        title = "Hedge"
        limit = { quantity = "hedge.height_ft", op = "between", value = [1, 6.5], unit = "ft" }
        [[rule.example]]
        facts = { "site.district_code" = "green", "hedge.height_ft" = 6.6, "hedge.position" = "side" }
        status = "fail"
        turns = { "DAY=front_only" = "not_applicable" }
        """,
    )
    assert all(result.is_right for result in try_code(code.path).results)
    findings = check(
        facts={"site": {"district_code": "green"}, "hedge": [{"id": "H", "height_ft": 7}]},
        code=code,
    )
    (finding,) = findings
    assert (finding.status, finding.where.name, finding.margin) == ("fail", "H", -0.5)
    assert finding.citation == "Art. 1"
    assert finding.message == "Hedge: 7 ft; 1 ft to 6.5 ft is required"
    with pytest.raises(Exception, match='has no value "grey"'):
        check(facts={"site": {"district_code": "grey"}}, code=code)


def test_things_that_happen_again_are_records_that_rules_count(town):
    code = town(
        head="""
        [field."inspection.date"]
        type = "date"
        [field."offense.date"]
        type = "date"
        """,
        works="""
        [[rule]]
        id = "small-weekly"
        citation = "§ 2"
        title = "Days between inspections"
        limit = { quantity = "longest_gap_days(inspection.date)", op = "<=", value = 7, unit = "day" }
        [[rule]]
        id = "small-repeat"
        record = "violation"
        citation = "§ 3"
        title = "Third offence within five years"
        kind = "penalty"
        applies = 'count(offense, offense.date >= add_years(this.start_date, -5)) >= 2'
        notice = "The fine is doubled"
        """,
    )

    def of(days, offenses=()):
        facts = {
            "inspection": [{"date": f"2026-03-{day:02d}"} for day in days],
            "offense": [{"date": date} for date in offenses],
            "violation": [{"id": "V", "start_date": "2026-03-01"}],
        }
        return {one.rule: one for one in check(facts=facts, code=code)}

    assert of([1, 8, 15])["small-weekly"].status == "pass"
    late = of([1, 8, 16])["small-weekly"]
    assert (late.status, late.measured, late.limit) == ("fail", 8.0, 7.0)
    assert of([], ["2021-03-01", "2025-01-01"])["small-repeat"].status == "advisory"
    assert of([], ["2021-02-28", "2025-01-01"])["small-repeat"].status == "not_applicable"


def test_trying_a_folder_says_what_is_wrong_or_what_came_out_otherwise(write_town):
    folder = write_town(
        fences=RULE + '[[rule.example]]\nfacts = { "fence.height_ft" = 7 }\nstatus = "pass"\n'
    )
    report = try_code(folder)
    assert not report.is_right
    assert [str(result) for result in report.results] == [
        "small-1, example 1: fail instead of pass (7 ft; at most 6 ft is allowed)"
    ]
    broken = try_code(write_town(fences=RULE.replace('"<="', '"<"') + "oops = 1\n"))
    assert broken.code is None
    assert "no key is called oops" in str(broken.faults[0])
