"""Tables on a sheet: a cell that does not fit runs on under itself, and no word of it is lost."""

from __future__ import annotations

from figure_texts import artists

from photometry.drawings.paper import Paper
from photometry.drawings.style import verdict_colour
from photometry.drawings.tables_drawn import draw_table, unfolded
from photometry.drawings.verdict_runs import verdict_runs
from photometry.ordinance.finding import Status
from photometry.tables.table import Cell, Column, Row, Table

LONG = "; ".join(f"place {i} 0.{i:02d} fc > 0.5 fc" for i in range(9))


def table():
    columns = (
        Column("clause", "Clause"),
        Column("subject", "Subject"),
        Column("findings", "Findings"),
    )
    subject = "Light at the pavement edge of a public road, measured where the law says"
    rows = [("J(1)", subject, LONG, Status.FAIL), ("J(2)", subject, "2 pass", Status.PASS)]
    return Table(
        "Summary",
        columns,
        tuple(Row(tuple(Cell(text, text) for text in texts), status) for *texts, status in rows),
    )


def test_a_long_cell_runs_on_and_keeps_every_word_when_it_is_set():
    paper = Paper(12.0, 6.0)
    shown = unfolded(table(), ("subject", "findings"), 9.0)
    draw_table(paper, 1.0, 5.0, 9.0, shown)
    cells = [text.get_text() for text in artists(paper.figure, "cell")]
    lines = [cell for cell in cells if "fc" in cell]
    assert not any("…" in cell for cell in cells)
    assert len(lines) > 1
    assert " ".join(lines) == LONG
    assert len(shown.rows) == 1 + len(lines)


def test_a_table_that_fits_stays_as_it_is():
    short = table()
    assert unfolded(short, ("subject", "findings"), 40.0).rows == short.rows


def test_each_count_of_verdicts_has_its_own_part_also_where_a_line_breaks_in_it():
    first = verdict_runs("9 FAIL (edge, south 1.2 fc > 0.5 fc), 8 need a", Status.FAIL)
    assert [status for _, status in first] == [Status.FAIL, Status.NEEDS_DETERMINATION]
    assert first[1][0] == "8 need a"
    rest = verdict_runs("person, 1,200 pass", first[-1][1])
    assert rest == [("person, ", Status.NEEDS_DETERMINATION), ("1,200 pass", Status.PASS)]


def test_counts_are_set_in_the_colours_of_their_verdicts():
    paper = Paper(10.0, 5.0)
    mixed = Row((Cell("A", "A"), Cell("x", "x"), Cell("2 FAIL (edge), 1 pass", "f")), Status.FAIL)
    draw_table(paper, 0.5, 4.0, 9.0, Table("T", table().columns, (mixed,)))
    colours = {text.get_text(): text.get_color() for text in artists(paper.figure, "cell")}
    assert colours["2 FAIL (edge),"] == verdict_colour(Status.FAIL)
    assert colours["1 pass"] == verdict_colour(Status.PASS)
