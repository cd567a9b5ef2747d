"""Every real luminaire file of the corpus calculates on the plaza, or is refused for a reason."""

from __future__ import annotations

import csv
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import photometry as ph
from photometry.cli import main
from photometry.engine.calculate import calculate

EXAMPLE = Path(__file__).parents[2] / "examples" / "elm-street"
CORPUS = os.environ.get("PHOTOMETRY_CORPUS")
needs_corpus = pytest.mark.skipif(CORPUS is None, reason="PHOTOMETRY_CORPUS is not set")

# Files that are refused although nothing stopped the scan that listed them, and why.
REFUSED = {
    # Made to be refused: words stand where the numbers should begin.
    "NVIDIA__MDL-SDK__test_file_format_error.ies": "'file' is not a number",
}


def listed_files():
    """Give the IES files that the corpus' own scan could read."""
    if CORPUS is None:
        return []
    with (Path(CORPUS) / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return [
            row["file"]
            for row in csv.DictReader(file)
            if row["file"].lower().endswith(".ies") and not row["scan_error"]
        ]


@pytest.fixture(scope="module")
def plaza():
    """The plaza with its parking zone alone: what the type in question lights."""
    site = ph.load_site(EXAMPLE / "site.toml")
    return replace(site, zones=tuple(zone for zone in site.zones if zone.name == "parking"))


def with_file(site, name, file):
    """Give a site with the file of one luminaire type replaced."""
    kind = replace(site.types[name], file=file)
    heads = tuple(
        replace(h, type=kind, luminaire=replace(h.luminaire, type_or_file=file))
        if h.type.name == name
        else h
        for h in site.heads
    )
    return replace(site, types={**site.types, name: kind}, heads=heads)


@needs_corpus
def test_every_file_lights_the_plaza_or_is_refused_for_a_listed_reason(plaza):
    dark = with_file(plaza, "A3", ph.read_luminaire("sample:area_t3"))
    others = calculate(replace(dark, heads=tuple(h for h in dark.heads if h.type.name != "A3")))
    refused = {}
    for name in listed_files():
        try:
            file = ph.read_luminaire(Path(CORPUS) / name)
        except ph.LuminaireFileError as error:
            refused[name] = str(error)
            continue
        fc = calculate(with_file(plaza, "A3", file))["parking"].fc
        assert np.isfinite(fc).all(), name
        assert (fc >= others["parking"].fc - 1e-9).all(), name  # fc: light only adds
    unlisted = {name: why for name, why in refused.items() if REFUSED.get(name, "?") not in why}
    assert unlisted == {}
    assert set(refused) == set(REFUSED)


@needs_corpus
def test_one_of_them_goes_through_the_whole_run(tmp_path):
    real = Path(CORPUS) / "LuxCoreRender__LuxCore__ASA_15M_R2.ies"
    for file in EXAMPLE.glob("*.toml"):
        text = file.read_text("utf-8").replace('"sample:area_t3_dark"', f'"{real.as_posix()}"')
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    assert main(["run", str(tmp_path / "site.toml"), "--only", "data,plan"]) in {0, 1}
    assert (tmp_path / "out" / "isofootcandle.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "out" / "inputs" / "elsewhere" / real.name).is_file()
