"""The command ``raster``: what it prints and writes, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from photometry.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "elm-street" / "site.toml"


@pytest.fixture
def metric_lot(lot, lot_toml):
    lot.write_text(lot_toml.replace('"ft"', '"m"'))
    return lot


def raster(capsys, *arguments):
    code = main(["raster", *map(str, arguments)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_it_prints_statistics_and_writes_the_file(lot, tmp_path, capsys):
    out = tmp_path / "a.npy"
    code, shown, talk = raster(capsys, lot, "--spacing-ft", 2, "-o", out, "--reaching", "0.1,0.5")
    assert (code, talk) == (0, "")
    values = np.load(out)
    assert f"{values.size:,}" in shown
    assert f"{values.max():.2f}" in shown
    assert f"({(values >= 0.5).sum():,} points)" in shown
    assert "Every luminaire summed at every point." in shown
    assert "Direct light only" in shown


def test_json_is_complete_and_in_the_unit_of_the_site(metric_lot, capsys):
    box = "2,2,18,18"
    code, shown, _ = raster(
        capsys,
        metric_lot,
        "--spacing-ft",
        3.280839895013123,
        "--json",
        "--box",
        box,
        "--max-error-fc",
        0.01,
    )
    assert code == 0
    told = json.loads(shown)
    assert (told["unit"], told["rows"], told["columns"]) == ("m", 17, 17)
    assert told["first_node"] == [2.0, 18.0]
    assert told["n_points"] == 289
    assert told["max_error_fc"] == 0.01
    assert 0 <= told["error_budget"]["largest_difference_fc"] <= 0.01
    x, y, _ = told["statistics"]["max_at"]
    assert 2 <= x <= 18
    assert 2 <= y <= 18


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--spacing-ft", "1", "--zone", "lott"), 'no zone is named "lott"; did you mean lot?'),
        (("--spacing-ft", "1e-5"), "over the limit of 10,000,000,000"),
        (("--spacing-ft", "1e9"), "wider than the area that it is to cover, 160 x 160 ft"),
        (("--spacing-ft", "61", "--zone", "lot"), "wider than"),
        (("--spacing-ft", "11", "--box", "0,0,10,10"), "wider than"),
        (("--spacing-ft", "1e-320"), "spacing_ft must be above 0"),
        (("--spacing-ft", "1", "--reaching", "0.5,nan"), "must be finite numbers"),
        (("--spacing-ft", "1", "--zone", "lot", "--box", "0,0,5,5"), "not of both"),
        (("--spacing-ft", "1", "--box", "1,2,3"), "expected X0,Y0,X1,Y1"),
        (("--spacing-ft", "1", "--box", "1,2,3,x"), "expected numbers"),
        (("--spacing-ft", "1", "--reaching", "a"), "expected numbers"),
        (("--spacing-ft", "1", "-o", "x.jpg"), "ends in one of"),
        ((), "spacing-ft"),
    ],
)
def test_bad_input_is_said_and_ends_with_2(lot, capsys, arguments, says):
    code, shown, talk = raster(capsys, lot, *arguments)
    assert (code, shown) == (2, "")
    assert says in " ".join(talk.split())


def test_a_scheduler_without_dask_names_the_extra(lot, capsys, monkeypatch):
    for name in ("distributed", "photometry.engine.distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    code, _, talk = raster(capsys, lot, "--spacing-ft", 1, "--scheduler", "tcp://127.0.0.1:1")
    assert code == 2
    assert 'pip install "site-photometry[distributed]"' in talk


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
@pytest.mark.parametrize("ending", ["npy", "tif"])
def test_an_interrupt_ends_with_130_and_leaves_nothing(tmp_path, ending):
    out = tmp_path / f"a.{ending}"
    started = subprocess.Popen(
        [sys.executable, "-m", "photometry", "raster", EXAMPLE, "--spacing-ft", "0.01", "-o", out],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    waited = time.monotonic()
    while not list(tmp_path.iterdir()):  # until it writes
        assert time.monotonic() - waited < 120
        assert started.poll() is None
        time.sleep(0.1)
    time.sleep(0.5)
    started.send_signal(signal.SIGINT)
    shown, err = started.communicate(timeout=180)
    assert started.returncode == 130
    assert shown == b""
    assert b"Traceback" not in err
    assert not list(tmp_path.iterdir())
