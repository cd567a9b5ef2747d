"""What the terminal says of notes: on stderr, each with the file and line that it is about."""

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from photometry.cli import main
from photometry.cli.report import show_notes
from photometry.luminaires.record import Note
from photometry.tables.luminaire_file import place_in_file


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


def test_check_tells_what_the_calculation_noted(lot, capsys):
    low = re.sub(r"mounting_height_ft = \d+", "mounting_height_ft = 2", lot.read_text())
    lot.write_text(low)
    main(["check", str(lot), "--code", "sweden-ny", "--json"])
    assert "note SITE102  " in capsys.readouterr().err  # nearer than five times the opening


@pytest.mark.parametrize(
    ("note", "place"),
    [
        (Note("IES024", "odd", line=4), "line 4"),
        (Note("IES003", "odd"), ""),
        (Note("IES005", "odd", line=2, file="lamp.tlt"), "lamp.tlt, line 2"),
        (Note("LDT001", "odd", file="ldc/a.ldt"), "ldc/a.ldt"),
    ],
)
def test_a_note_on_an_inner_file_names_it(note, place):
    assert place_in_file(note) == place


def test_info_names_the_file_of_a_lamp_table(tmp_path, capsys, cases):
    outer = (cases / "00-uniform.ies").read_text()
    (tmp_path / "head.ies").write_text(outer.replace("TILT=NONE", "TILT=lamp.til"))
    (tmp_path / "lamp.til").write_bytes(b"1\r\r\n3\r\r\n0 45 90\r\r\n1 .9 .8\r\r\n")
    assert main(["info", str(tmp_path / "head.ies")]) == 0
    said = capsys.readouterr().out
    assert "IES005  lamp.til: " in said
    assert main(["info", "--json", str(tmp_path / "head.ies")]) == 0
    (lum,) = json.loads(capsys.readouterr().out)["luminaires"]
    assert "lamp.til" in {note["file"] for note in lum["notes"]}
