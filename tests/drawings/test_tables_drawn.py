"""Tables on a sheet: a cell that does not fit runs on under itself, and no word of it is lost."""

from __future__ import annotations

from figure_texts import artists

from photometry.drawings.paper import Paper
from photometry.drawings.tables_drawn import draw_table, unfolded
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
