"""Facts files: checked against the vocabulary, with every fault at once."""

from __future__ import annotations

import datetime as dt
import json
import time
from decimal import Decimal

import pytest

from photometry.errors import FactsFileError
from photometry.ordinance.facts_reader import facts_of, named_codes, read_facts
from photometry.ordinance.language.values import NONE


@pytest.fixture
def write(tmp_path):
    def write_file(text, name="facts.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


def faults_of(path):
    with pytest.raises(FactsFileError) as caught:
        read_facts(path)
    return [str(fault) for fault in caught.value.faults]


WHOLE = """
format = 1
kind = "facts"
as_of = 2026-03-01T22:00:00
code = ["sweden-ny"]
pool = []
[options]
SHOULD = "advise_all"
[site]
district_class = "commercial"
uses = ["day_care"]
flood_zone = "unknown"
close_of_business_time = "22:00"
[[sign]]
id = "A"
area_sqft = 20.1
installed_date = "none"
removed_date = 2026-01-01T12:00:00
[[sign]]
is_moving = true
[[determination]]
rule_id = "sweden-175-29-E-glare-anywhere"
result = "fail"
by = "CEO"
"""


def test_a_facts_file_is_read_as_conditions_read_it(write):
    facts = read_facts(write(WHOLE))
    assert facts.as_of == dt.datetime(2026, 3, 1, 22)  # noqa: DTZ001  # a local time
    assert facts.codes == ("sweden-ny",)
    assert facts.options == {"SHOULD": "advise_all"}
    assert facts.records["pool"] == ()
    assert "permit" not in facts.records
    site = facts.site.values
    assert site["uses"] == ("day_care",)
    assert "flood_zone" not in site
    assert site["close_of_business_time"] == 22 * 3600
    first, second = facts.rows("sign")
    assert (first.id, second.id) == ("A", "")
    assert first.values["area_sqft"] == Decimal("20.1")
    assert first.values["installed_date"] is NONE
    assert first.get("installed_date") is None
    assert first.number("area_sqft") == 20.1
    assert facts.decisions["sweden-175-29-E-glare-anywhere", ""].by == "CEO"


def test_the_same_facts_may_be_json_or_a_mapping(write):
    data = {
        "format": 1,
        "kind": "facts",
        "as_of": "2026-03-01",
        "sign": [{"id": "A", "area_sqft": 20.1, "installed_date": "2020-05-01"}],
    }
    read = read_facts(write(json.dumps(data), "facts.json"))
    for facts in (read, facts_of(data)):
        assert facts.as_of == dt.date(2026, 3, 1)
        assert facts.rows("sign")[0].values == {
            "id": "A",
            "area_sqft": Decimal("20.1"),
            "installed_date": dt.date(2020, 5, 1),
        }


def test_a_luminaire_is_presumed_what_it_does_not_deny():
    (row,) = facts_of({"luminaire": [{"id": "L", "is_outdoor": False}]}).rows("luminaire")
    assert row.values["is_outdoor"] is False
    assert row.values["is_private"] is True
    assert row.values["purpose"] == "general"
    assert row.notes == dict.fromkeys(
        ("is_private", "is_temporary", "purpose", "fixture_kind", "lights_site_entrance"),
        "presumed",
    )


def test_every_fault_is_said_at_once_with_its_line_and_the_nearest_name(write):
    text = """
format = 1
kind = "facts"
[site]
district_clas = "commercial"
district_class = "comercial"
[[sing]]
id = "A"
[[sign]]
id = "B"
area_sqft = "big"
is_moving = "yes"
[[sign]]
id = "B"
line_count = 1.5
removed_date = 2026-01-01
[[determination]]
rule_id = "x"
result = "maybe"
"""
    faults = faults_of(write(text))
    said = "\n".join(faults)
    assert (
        "facts.toml:5: site: no key is called district_clas; did you mean district_class?" in said
    )
    assert ':6: site: district_class has no value "comercial"; did you mean commercial?' in said
    assert "facts: no key is called sing; did you mean sign?" in said
    assert ':11: sign B: area_sqft must be a number in ft2, not "big"' in said
    assert ":12: sign B: is_moving must be true or false" in said
    assert ":15: sign B: line_count must be a whole number" in said
    assert ":16: sign B: removed_date must be a date and time" in said
    assert 'sign: two rows have id = "B"' in said
    assert ":17: determination: rule_id and result (pass, fail, not_decided)" in said
    assert len(faults) == 9


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999999", "1e-999999", "1e13"])
def test_numbers_that_no_measurement_gives_are_refused(write, number):
    text = f'format = 1\nkind = "facts"\n[[sign]]\narea_sqft = {number}\n'
    start = time.perf_counter()
    assert len(faults_of(write(text))) == 1
    assert time.perf_counter() - start < 1.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'format = 1 and kind = "facts" are expected'),
        ('format = 1\nkind = "facts"\nsign = 5', "sign is written [[sign]], or sign = [] for none"),
        ('format = 1\nkind = "facts"\nsite = [1]', "site is written [site]"),
        ('format = 1\nkind = "facts"\nas_of = 5', "as_of is a date"),
        ('format = 1\nkind = "facts"\nas_of = 2026-01-01T00:00:00Z', "no offset"),
        ('format = 1\nkind = "facts"\ncode = 5', "code is a name or a list of names"),
        ('format = 1\nkind = "facts"\noptions = 5', "[options] is a table"),
        ('format = 1\nkind = "facts"\ndetermination = [5]', "written [[determination]]"),
        ('format = 1\nkind = "facts"\ncsv = { sing = "a.csv" }', "csv: no record is called sing"),
        ('format = 1\nkind = "facts"\n[[sign]]\nid = 5', "id must be a text in quotes"),
        ("format = ", "not TOML"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("a" + ".a" * 4000 + " = 1", "a key with too many dots"),
        ("a = 1 #" + "x" * 30_000, "a line of"),
        ("[a]\n" * 30_000, "tables"),
    ],
)
def test_odd_files_are_refused_in_one_sentence(write, text, said):
    start = time.perf_counter()
    assert said in "\n".join(faults_of(write(text)))
    assert time.perf_counter() - start < 2.0  # 30,000 tables are counted, not read


def test_too_many_rows_and_too_long_files_are_refused(write, tmp_path):
    rows = "sign = [" + "\n{}," * 1001 + "]"
    assert "1001 rows; at most 1000" in faults_of(write(f'format = 1\nkind = "facts"\n{rows}'))[0]
    assert "more than 2 MB" in faults_of(write("#" * 100 + ("\n" + "#" * 100) * 25_000))[0]
    assert "cannot be read" in faults_of(tmp_path / "nowhere.toml")[0]
    (tmp_path / "latin.toml").write_bytes(b"a = 'caf\xe9'")
    assert "latin.toml:1: not UTF-8" in faults_of(tmp_path / "latin.toml")[0]


CSV = """id,kind,area_sqft,is_moving,colors,installed_date
A,wall,20.1,no,green; white,2020-05-01
,,,,,
B,awning,,yes,,none
"""


def test_a_record_may_stand_in_a_csv_file(write):
    write(CSV, "signs.csv")
    facts = read_facts(write('format = 1\nkind = "facts"\ncsv = { sign = "signs.csv" }\n'))
    first, second = facts.rows("sign")
    assert first.values["area_sqft"] == Decimal("20.1")
    assert first.values["is_moving"] is False
    assert first.values["colors"] == ("green", "white")
    assert "area_sqft" not in second.values
    assert second.values["installed_date"] is NONE
    assert [path.name for path in facts.inputs] == ["facts.toml", "signs.csv"]


def test_faults_of_a_csv_file_name_its_lines(write):
    write(CSV.replace("kind", "kinds").replace("20.1", "big"), "signs.csv")
    said = "\n".join(faults_of(write('format = 1\nkind = "facts"\ncsv = { sign = "signs.csv" }\n')))
    assert "signs.csv:1: sign has no field kinds; did you mean kind?" in said
    assert "signs.csv:2: sign: area_sqft must be a number" in said


def test_the_codes_that_facts_name_are_known_before_their_fields_are_read(write):
    path = write('format = 1\nkind = "facts"\ncode = "sweden-ny"\nnonsense = 5\n')
    assert named_codes(path) == (("sweden-ny",), "", path.parent)
    assert named_codes({"site": {"jurisdiction": "bellport"}})[1] == "bellport"
