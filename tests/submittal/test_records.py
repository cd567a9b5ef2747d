"""Numbers of results.json and of tables have the decimals that programs are told of."""

from dataclasses import replace

import pytest

from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.submittal.csv_files import table_csv
from photometry.submittal.records import finding_record
from photometry.tables.table import Cell, Column, Row, Table

HIGH = Finding(
    rule="high-angle",
    code="town",
    status=Status.FAIL,
    citation="§ 1",
    where=Where("luminaire", "A1"),
    message="8,254.9 cd at 90 degrees",
    measured=8254.90921,
    limit=0.0,
    unit="cd",
    margin=-8254.90921,
    witness=(1.23456, 2.0, 3.0),
    details=(Detail("A1", 8254.90921, -8254.90921, Status.FAIL),),
)


@pytest.mark.parametrize(("unit", "measured"), [("cd", 8254.9), ("fc", 8254.9092)])
def test_candela_has_one_decimal_and_illuminance_four(unit, measured):
    record = finding_record(replace(HIGH, unit=unit), "ft")
    assert (record["measured"], record["margin"]) == (measured, -measured)
    assert record["details"][0]["measured"] == measured
    assert record["witness"] == [1.235, 2.0, 3.0]


def test_coordinates_of_a_table_have_three_decimals():
    columns = (Column("id", "ID"), Column("x", "X", numeric=True), Column("lm", "lm", numeric=True))
    row = Row((Cell("A", "A"), Cell("1.2", 1.23456), Cell("1.2", 1.23456)))
    assert table_csv(Table("Heads", columns, (row,))) == "id,x,lm\nA,1.235,1.2346\n"
