"""What the terminal says of notes: on stderr, each with the file and line that it is about."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from photometry.cli import main
from photometry.cli.report import show_notes
from photometry.luminaires.record import Note


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (Note("SITE003", "odd", line=12), "note SITE003  site.toml:12  odd"),
        (Note("SITE012", "odd"), "note SITE012  site.toml  odd"),
        (Note("SITE003", "odd", line=3, file="poles.csv"), "note SITE003  poles.csv:3  odd"),
        (Note("SITE042", "odd", file="base.dxf"), "note SITE042  base.dxf  odd"),
    ],
)
def test_a_note_names_its_file_and_its_line(note, line):
    shown = io.StringIO()
    show_notes(Console(file=shown), [note], Path("lot/site.toml"))
    assert shown.getvalue().strip() == line


def test_check_tells_what_is_odd_about_the_site_on_stderr(lot, capsys):
    text = lot.read_text()
    lot.write_text(
        text + '[[zones]]\nname = "again"\nkind = "atm"\narea = [[0,0],[40,0],[40,40]]\n'
    )
    main(["check", str(lot), "--code", "sweden-ny", "--json"])
    shown = capsys.readouterr()
    assert "note SITE008  site.toml:" in shown.err
    assert "SITE008" not in shown.out
