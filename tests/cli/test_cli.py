import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from photometry import __version__
from photometry.cli import main
from photometry.cli.report import counts_explained
from photometry.ordinance.finding import Finding, Status, Where

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(arguments, *, environment=None, folder=None):
    """Run the command as a person does: another process."""
    return subprocess.run(
        [sys.executable, "-m", "photometry", *map(str, arguments)],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        timeout=120,
    )


def test_the_version_is_one_line(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"photometry {__version__}\n"


def test_help_shows_every_command_and_an_example(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("run", "check", "info", "rules", "photometry run "))


@pytest.mark.parametrize("command", ["run", "check", "info"])
def test_every_command_has_an_example_in_its_help(command, capsys):
    assert main([command, "--help"]) == 0
    assert f"Example: photometry {command}" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_command_is_bad_usage(capsys):
    assert main(["calculate"]) == 2
    assert "calculate" in capsys.readouterr().err


def test_run_writes_the_data_and_prints_the_statistics(lot, tmp_path, capsys):
    assert main(["run", str(lot), "-o", str(tmp_path / "out"), "--only", "data"]) == 0
    shown = capsys.readouterr()
    assert "lot" in shown.out
    assert "1 luminaire, 1 type " in shown.err
    assert "Direct light only" in shown.out
    assert (tmp_path / "out" / "results.json").is_file()


def test_each_zone_is_shown_with_its_worst_verdict_and_findings_are_gone_through_once(lot):
    from rich.console import Console

    import photometry as ph
    from photometry.cli.report import show_statistics

    gone_through = []

    class Counted(tuple):
        __slots__ = ()

        def __iter__(self):
            gone_through.append(1)
            return super().__iter__()

    area = 'kind = "parking"\narea = [[0,0],[60,0],[60,60],[0,60]]\n'
    text = lot.read_text()
    lot.write_text(text + "".join(f'[[zones]]\nname = "{name}"\n{area}' for name in "abc"))
    judged = [("lot", Status.PASS), ("lot", Status.FAIL), ("lot", Status.PASS), ("b", Status.PASS)]
    findings = Counted(
        Finding(
            rule="r",
            code="c",
            status=status,
            citation="§ 1",
            where=Where("zone", name),
            message="",
        )
        for name, status in judged
    )
    stream = io.StringIO()
    show_statistics(Console(file=stream, width=112), ph.calculate(ph.load_site(lot)), findings)
    ends = {
        line.split()[0]: line.split()[-1] for line in stream.getvalue().splitlines()[2:] if line
    }
    assert (ends["lot"], ends["b"]) == ("FAIL", "pass")
    assert ends["a"] not in {"FAIL", "pass"}
    assert len(gone_through) == 1


def test_lux_is_shown_with_its_unit_and_is_the_footcandles_times_their_factor(
    lot, tmp_path, capsys
):
    assert main(["run", str(lot), "-o", str(tmp_path / "out"), "--only", "data", "--lux"]) == 0
    out = capsys.readouterr().out
    assert "Avg lx" in out
    assert " fc" not in out
    results = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    stats = results["zones"]["lot"]["maintained"]
    row = next(line for line in out.splitlines() if line.startswith("lot"))
    shown = [float(cell) for cell in row.split()[3:6]]
    for value_lx, key in zip(shown, ("avg_fc", "max_fc", "min_fc"), strict=True):
        # Half of the last digit printed, 0.05 lx, and of the last one written, 5e-5 fc.
        assert value_lx == pytest.approx(stats[key] * 10.76391, abs=0.0506)


def test_check_gives_limits_in_footcandles_and_in_lux(tmp_path, capsys):
    folder = tmp_path / "site"
    shutil.copytree(EXAMPLES / "elm-street", folder)
    assert main(["check", str(folder / "site.toml"), "--all", "--lux"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert re.search(
        r"measured [\d.]+ fc \([\d.]+ lx\) limit 0\.5 fc \(5\.38 lx\) margin \S+ fc", out
    )
    assert not re.search(r"limit [\d.]+ fc (?!\()(?=margin)", out)


def test_a_site_without_a_code_says_that_nothing_was_judged(lot, tmp_path, capsys):
    assert main(["run", str(lot), "-o", str(tmp_path / "out"), "--only", "data"]) == 0
    assert "no code" in capsys.readouterr().out


def test_brackets_and_colons_in_names_are_shown_as_they_are(lot, lot_toml, tmp_path, capsys):
    text = lot_toml.replace('"A lot"', '"Lot [/b] :car:"').replace('"lot"', '"lot [red]"')
    lot.write_text(text)
    folder = tmp_path / "out [a]"
    assert main(["run", str(lot), "-o", str(folder), "--only", "data"]) == 0
    shown = capsys.readouterr()
    assert "Lot [/b] :car:" in shown.err
    assert "lot [red]" in shown.out
    assert "out [a]" in shown.out.replace("\n", " ")


def test_every_fault_of_a_site_is_one_line_and_nothing_is_written(lot, lot_toml, tmp_path, capsys):
    broken = lot_toml.replace("mounting_height_ft", "mounting_hieght_ft").replace(
        'kind = "parking"', 'kind = "lot"'
    )
    lot.write_text(broken)
    assert main(["run", str(lot), "-o", str(tmp_path / "out")]) == 2
    err = capsys.readouterr().err
    lines = [line for line in err.splitlines() if line.startswith("error ")]
    assert any("did you mean mounting_height_ft?" in line for line in lines)
    assert any("site.toml:14" in line for line in lines)
    assert any("site.toml:17" in line for line in lines)
    assert "nothing written" in err
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()


def test_a_missing_site_file_is_one_line(tmp_path, capsys):
    assert main(["check", str(tmp_path / "nowhere.toml")]) == 2
    err = capsys.readouterr().err
    assert "nowhere.toml" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--sheet", "ARCH X"), "no sheet"),
        (("--scale", "tiny"), "no scale"),
        (("-o", "."), "which the products are made from"),
    ],
)
def test_a_sheet_a_scale_or_a_folder_that_cannot_be_is_said_before_the_work(
    lot, capsys, monkeypatch, options, said
):
    monkeypatch.chdir(lot.parent)
    assert main(["run", lot.name, *options]) == 2
    said_of, err = capsys.readouterr()
    assert said_of == ""
    assert said in err
    assert err.endswith("1 fault, nothing written\n")


@pytest.mark.parametrize(
    ("only", "said"), [("dta", "no product 'dta'"), ("", "no product is named"), ("data,", "no pr")]
)
def test_an_unknown_product_is_named_with_those_that_there_are(lot, capsys, only, said):
    assert main(["run", str(lot), "--only", only]) == 2
    assert f"{said}" in (err := capsys.readouterr().err)
    assert "known: data, plan" in err
    assert not (lot.parent / "out").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sweden", "sweden is no known code, and no folder with a code.toml; did you mean swed"),
        ("./nope", "error ./nope is no known code"),
        ("", "the name of the code is empty"),
    ],
)
@pytest.mark.parametrize("command", [["check", "SITE"], ["rules", "list"]])
def test_a_code_that_there_is_not_is_named_as_it_was_given(lot, capsys, command, name, said):
    words = [str(lot) if word == "SITE" else word for word in command]
    assert main([*words, "--code", name]) == 2
    assert said in (err := capsys.readouterr().err)
    assert err.endswith("\n1 fault\n")  # neither writes anything


@pytest.mark.parametrize(
    "written", [("[project]", '[project]\ncode = ["sweden-ny", "sweeden"]'), ()]
)
def test_a_code_that_there_is_not_is_said_of_its_line(lot, tmp_path, capsys, written):
    path, line = lot, 5
    if written:
        lot.write_text(lot.read_text().replace(*written))
    else:
        path, line = tmp_path / "facts.toml", 3
        path.write_text('format = 1\nkind = "facts"\ncode = "sweeden"\n')
    assert main(["check", str(path)]) == 2
    said = f"{path.name}:{line}: sweeden is no known code"
    assert said in (err := capsys.readouterr().err)
    assert "did you mean sweden-ny?" in err


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "J2",
            "did you mean sweden-175-29-J2-trespass-25ft or sweden-175-29-J2-trespass-dwelling?",
        ),
        ("175-29-f2", "; 2 more in photometry rules list"),
        ("sweden-175-29-J2-trespass-25f", "did you mean sweden-175-29-J2-trespass-25ft?"),
        ("zzz", "photometry rules list names them"),
        ("", "photometry rules list names them"),
    ],
)
def test_a_rule_that_there_is_not_names_those_that_were_meant(capsys, rule, said):
    assert main(["rules", "show", rule]) == 2
    assert said in capsys.readouterr().err


def test_a_topic_that_there_is_not_names_the_nearest(capsys):
    assert main(["rules", "list", "--topic", "lightning"]) == 2
    assert "did you mean lighting?" in capsys.readouterr().err


def test_a_strangers_results_are_not_overwritten(lot, tmp_path, capsys):
    out = tmp_path / "theirs"
    out.mkdir()
    (out / "results.json").write_text("theirs")
    assert main(["run", str(lot), "-o", str(out), "--only", "data"]) == 2
    said, err = capsys.readouterr()
    assert said == ""
    assert "theirs: holds results.json, which no run of photometry wrote" in err
    assert [path.read_text() for path in out.iterdir()] == ["theirs"]


def test_info_of_one_file_is_a_page_and_of_several_a_table(capsys):
    assert main(["info", "sample:area_t3"]) == 0
    page = capsys.readouterr().out
    assert "BUG" in page
    assert "lm/W" in page
    assert main(["info", "sample:area_t3", "sample:cobra_mh250"]) == 0
    table = capsys.readouterr().out
    assert "noncutoff" in table
    assert len(table.strip().splitlines()) == 4  # heads, rule, two rows


def test_info_draws_a_sheet_for_each_luminaire(tmp_path, capsys):
    sheet = tmp_path / "sheets.pdf"
    assert main(["info", "sample:area_t3", "sample:bollard", "--plot", str(sheet)]) == 0
    data = sheet.read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") == 2
    assert "wrote" in capsys.readouterr().err


def test_info_as_json_is_complete(capsys):
    assert main(["info", "sample:cobra_mh250", "--json"]) == 0
    [record] = json.loads(capsys.readouterr().out)["luminaires"]
    assert record["lamp_lumens_lm"] == 20_500
    assert record["cutoff"] == "noncutoff"
    assert sum(record["zones_lm"].values()) == pytest.approx(record["lumens_exact_lm"], rel=1e-4)


def test_info_shows_the_files_that_can_be_read_and_refuses_the_others(tmp_path, capsys):
    bad = tmp_path / "page.ies"
    bad.write_text("<html></html>")
    assert main(["info", "sample:area_t3", str(bad), "--json"]) == 2
    shown = capsys.readouterr()
    record = json.loads(shown.out)
    assert len(record["luminaires"]) == 1
    [refused] = record["refused"]
    assert refused["file"] == str(bad)
    assert refused["faults"][0]["line"] == 1
    assert "page.ies" in shown.err
    assert shown.err.endswith("1 fault, 1 of 2 files not read\n")
    assert main(["info", str(bad)]) == 2
    assert capsys.readouterr().err.endswith("1 fault, the file was not read\n")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("b.IES", "a.ldt", "letter.txt"), "such as FOLDER/a.ldt (in a shell, FOLDER/*.ldt)"),
        (("letter.txt",), "it holds no .ies, .ldt, .xml, .gldf file; name the files themselves"),
    ],
)
def test_info_of_a_folder_says_which_files_to_name(tmp_path, capsys, names, said):
    for name in names:
        (tmp_path / name).touch()
    assert main(["info", str(tmp_path)]) == 2
    told = capsys.readouterr().err.replace(str(tmp_path), "FOLDER")
    assert told.startswith("error FOLDER: this is a folder, not a luminaire file; ")
    assert said in told


def test_only_a_luminaire_file_is_taken_for_what_was_meant(tmp_path, capsys):
    (tmp_path / "lamp.ies.d").mkdir()
    assert main(["info", str(tmp_path / "lamp.ies")]) == 2
    assert "no such file; check the name and the folder" in capsys.readouterr().err
    (tmp_path / "lamps.ies").touch()
    assert main(["info", str(tmp_path / "lamp.ies")]) == 2
    assert "did you mean lamps.ies?" in capsys.readouterr().err


def test_a_table_in_a_pipe_cuts_no_name_and_in_a_terminal_the_middle_of_one():
    from rich.console import Console

    from photometry.cli.console import print_rows

    columns = [("File", "left"), ("Lumens", "right")]
    rows = [("maker_" + "x" * 40 + "_T3.ies", "9,500"), ("b.ies", "100")]
    written = {}
    for is_terminal in (False, True):
        stream = io.StringIO()
        print_rows(Console(file=stream, width=30, force_terminal=is_terminal), columns, rows)
        written[is_terminal] = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue()).splitlines()
    assert rows[0][0] in written[False][2]
    assert len(written[False][1]) == len(written[False][2])
    assert written[True][2].startswith("maker_x…")
    assert written[True][2].endswith("x_T3.ies   9,500")
    assert max(map(len, written[True])) == 30


def test_a_console_without_unicode_gets_signs_that_it_can_show(lot, tmp_path):
    done = run(
        ["run", lot, "-o", tmp_path / "out", "--only", "data"],
        environment={"PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0, done.stderr
    assert b"lot" in done.stdout
    assert (tmp_path / "out" / "points.csv").is_file()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="asks Linux what is loaded")
@pytest.mark.parametrize("loaded", ["numpy", "shapely", "matplotlib"])
def test_an_interrupted_run_ends_with_130_and_leaves_the_old_files(tmp_path, loaded):
    # What is loaded tells how far it is, however fast the machine: importing, reading, drawing.
    out = tmp_path / "out"
    out.mkdir()
    manifest = {"format": 1, "program": f"photometry {__version__}"}
    (out / "manifest.json").write_text(json.dumps(manifest))
    (out / "results.json").write_text("old")
    command = [sys.executable, "-m", "photometry", "run"]
    started = subprocess.Popen(
        [*command, str(EXAMPLES / "corner-gas" / "site.toml"), "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    maps = Path(f"/proc/{started.pid}/maps")
    while loaded not in maps.read_text():
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=60)
    assert started.returncode == 130
    assert err.decode().strip().splitlines()[-1] == "interrupted, nothing half-written"
    assert b"Traceback" not in err
    assert (out / "results.json").read_text() == "old"
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "results.json"]


def test_a_dark_site_is_judged_and_offered_no_change(lot, capsys):
    text = lot.read_text()
    dark = re.sub(r"\[\[luminaires\]\].*?(?=\n\[|\Z)", "", text, flags=re.DOTALL)
    assert dark != text
    lot.write_text(dark)
    assert main(["check", str(lot), "--code", "sweden-ny"]) == 1
    said = capsys.readouterr()
    assert "FAIL" in said.out.upper()
    told = 'note SITE012 site.toml no luminaire is of type "A"'
    assert " ".join(said.err.split()) == told  # and nothing else


INTERRUPTED_IN = {
    "an import in C": "raise ImportError('numpy._core.multiarray failed to import')",
    "a reader": "raise photometry.SiteError([photometry.Fault('no such module')])",
    "an exec": "raise",
}


@pytest.mark.parametrize("ending", INTERRUPTED_IN.values(), ids=INTERRUPTED_IN)
def test_an_interrupt_is_an_interrupt_wherever_it_struck(tmp_path, ending):
    # What an interrupt has turned into by the time that it reaches the command line, played.
    host = tmp_path / "host.py"
    host.write_text(
        "import os, signal, photometry\n"
        "import photometry.cli.app as app\n"
        "from photometry.cli import command\n"
        "def struck(*_arguments, **_options):\n"
        "    try:\n"
        "        exec('os.kill(os.getpid(), signal.SIGINT)\\nfor _ in range(10**6): pass')\n"
        "    except KeyboardInterrupt:\n"
        f"        {ending}\n"
        "app.app = struck\n"
        "command()\n"
    )
    done = subprocess.run([sys.executable, str(host)], capture_output=True, check=False)
    assert done.returncode == 130
    assert done.stderr == b"interrupted, nothing half-written\n"


def test_a_path_with_spaces_is_run_from_another_folder(lot, tmp_path):
    folder = tmp_path / "a folder with spaces"
    folder.mkdir()
    lot.rename(folder / "site.toml")
    done = run(["run", folder / "site.toml", "--only", "data"], folder="/")
    assert done.returncode == 0, done.stderr
    assert (folder / "out" / "results.json").is_file()


def test_a_home_that_cannot_be_written_is_no_matter(lot, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o500)
    environment = {"HOME": str(home), "NUMBA_CACHE_DIR": str(home / "none"), "XDG_CACHE_HOME": ""}
    done = run(["run", lot, "-o", tmp_path / "out", "--only", "data"], environment=environment)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(("example", "code"), [("elm-street", 0), ("corner-gas", 1)])
def test_check_gives_the_exit_code_of_its_verdict(example, code, capsys):
    assert main(["check", str(EXAMPLES / example / "site.toml"), "--json"]) == code
    record = json.loads(capsys.readouterr().out)
    assert record["format"] == 1
    statuses = {finding["status"] for finding in record["findings"]}
    assert ("fail" in statuses) == bool(code)


def test_the_counts_of_the_terminal_say_what_they_count():
    lamp = Finding(
        rule="a-1",
        code="a",
        status=Status.FAIL,
        citation="§ 1",
        where=Where("luminaire", "P1"),
        message="too bright",
        topic="lighting",
    )
    again = replace(lamp, where=Where("luminaire", "P2"))
    sign = replace(lamp, rule="a-2", status=Status.PASS, topic="signs")
    assert counts_explained([lamp, again, sign]) == (
        "FAIL: 1 requirement at 2 places or luminaires; in 1 line, the luminaires that one rule"
        " fails in one; 1 of all findings on other chapters than lighting"
    )
    assert counts_explained([replace(lamp, status=Status.PASS)]) == ""


def test_check_as_markdown_is_a_table_of_findings(capsys):
    assert main(["check", str(EXAMPLES / "corner-gas" / "site.toml"), "--markdown"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("**")
    assert "| FAIL | " in out


def test_checking_imports_no_plotting_library():
    script = (
        "import sys; from photometry.cli import main; "
        f"main(['check', {str(EXAMPLES / 'elm-street' / 'site.toml')!r}, '--json']); "
        "print('matplotlib' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "False"


def test_the_folder_of_a_site_is_run_into_the_same_place_as_its_file(lot, tmp_path, monkeypatch):
    folder = lot.parent / "plaza"
    folder.mkdir()
    lot.rename(folder / "site.toml")
    monkeypatch.chdir(tmp_path)
    assert main(["run", str(folder), "--only", "data"]) == 0
    assert (folder / "out" / "results.json").is_file()
    assert not (lot.parent / "out").exists()


@pytest.mark.parametrize(("asked", "width"), [(None, 112), ("80", 80), ("300", 112), ("", 112)])
def test_a_pipe_is_as_wide_as_is_asked_for(asked, width, monkeypatch):
    from photometry.cli.console import data_console

    monkeypatch.delenv("COLUMNS", raising=False)
    if asked is not None:
        monkeypatch.setenv("COLUMNS", asked)
    assert data_console().width == width


@pytest.mark.parametrize("text", ["reading", "judging 12%: " + "a long title" * 20])
def test_progress_takes_one_line_of_the_terminal(text):
    from rich.console import Console

    from photometry.cli.console import telling

    stream = io.StringIO()
    console = Console(file=stream, width=40, force_terminal=True)
    with telling(console, "reading") as tell:
        tell(text)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", stream.getvalue()).replace("\r", "\n")
    assert max(map(len, shown.splitlines())) < 40  # a full line may wrap
    lines = [line for line in shown.splitlines() if line.strip()]
    assert lines[-1].endswith(text[-7:])
    assert all(line[0] in "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" for line in lines)
