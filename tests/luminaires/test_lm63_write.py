"""Writing LM-63 and reading it back: nothing is lost and nothing multiplied twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.lm63_write import write_lm63
from photometry.luminaires.opening import Opening
from photometry.luminaires.read import read_luminaire, read_luminaire_bytes
from photometry.luminaires.record import LuminaireFile, TiltTable

DATA = Path(__file__).parent / "data"
CASES = Path(__file__).parents[1] / "cases"
READABLE = sorted(
    file for file in CASES.glob("*.ies") if file.name[:3] not in {"28-", "29-", "104"}
) + sorted(DATA.glob("*.ies"))


def again(record, version="2002"):
    return read_luminaire_bytes(write_lm63(record, version).encode(), "again.ies")


def unbroken(record):
    """Keywords with their [MORE] lines joined."""
    return tuple(
        (name, value.replace("\n", " ").replace(" ", "")) for name, value in record.keywords
    )


def same(first, second):
    """Compare two records; candela to the 12 digits that are written."""
    for name in (
        "keywords",
        "lamp_count",
        "lumens_per_lamp_lm",
        "ballast_factor",
        "input_watts_w",
        "tilt",
    ):
        assert getattr(second, name) == getattr(first, name), name
    assert second.multiplier == pytest.approx(
        first.multiplier * first.ballast_lamp_factor, rel=1e-11
    )
    assert second.opening.shape == first.opening.shape
    for name in ("width_ft", "length_ft", "height_ft"):
        assert getattr(second.opening, name) == pytest.approx(
            getattr(first.opening, name), rel=1e-11
        )
    for name in ("photometric_type", "symmetry"):
        assert getattr(second.distribution, name) == getattr(first.distribution, name)
    for name in ("vertical_deg", "lateral_deg", "candela_cd"):
        np.testing.assert_allclose(
            getattr(second.distribution, name), getattr(first.distribution, name), rtol=1e-11
        )


@pytest.mark.parametrize("version", ["2002", "2019"])
@pytest.mark.parametrize("file", READABLE, ids=lambda file: file.name)
def test_what_is_written_reads_back_the_same(file, version):
    first = read_luminaire(file)
    second = again(first, version)
    assert second.version == version
    if version == "2002":  # its lines are limited, and what is cut goes on in [MORE] lines
        second = replace(second, keywords=unbroken(second))
        first = replace(first, keywords=unbroken(first))
    same(first, second)


@pytest.mark.parametrize("file", READABLE, ids=lambda file: file.name)
def test_writing_twice_gives_the_same_text(file):
    text = write_lm63(read_luminaire(file))
    assert write_lm63(read_luminaire_bytes(text.encode(), "again.ies")) == text


def test_the_multiplier_is_not_applied_again_by_each_save(cases):
    record = read_luminaire(cases / "32-roundtrip-multiplier.ies")
    assert record.distribution.candela(0, 0) == pytest.approx(300, rel=1e-9)
    for _ in range(3):
        record = again(record)
    assert record.distribution.candela(0, 0) == pytest.approx(300, rel=1e-9)


def test_the_first_line_is_the_editions_own(lopsided):
    assert write_lm63(lopsided).startswith("IESNA:LM-63-2002\n")
    assert write_lm63(lopsided, "2019").startswith("IES:LM-63-2019\n")


def test_lines_end_in_one_line_feed_and_stay_short(lopsided):
    text = write_lm63(lopsided)
    assert "\r" not in text
    assert text.endswith("\n")
    assert max(map(len, text.split("\n"))) <= 132


def test_a_1991_ballast_lamp_factor_goes_into_the_multiplier(read):
    first = read(first="IESNA91", factors=".9 .8 100")
    second = again(first)
    assert second.multiplier == pytest.approx(0.8)
    assert second.ballast_factor == 0.9
    assert second.ballast_lamp_factor == 1.0
    assert second.distribution.max_candela == pytest.approx(72, rel=1e-11)


def test_a_generation_type_survives_in_the_edition_that_has_it(read):
    first = read(first="IES:LM-63-2019", factors="1 1.10100 100")
    assert again(first, "2019").generation_type == pytest.approx(1.101)
    assert again(first, "2002").generation_type is None
    assert again(again(first, "2002"), "2019").generation_type == pytest.approx(1.00001)


def test_long_labels_go_on_in_more_lines(read):
    text = " ".join(f"word{i}" for i in range(100))
    first = replace(read(), keywords=(("OTHER", text), ("TEST", "a\nb\n\nc")))
    written = write_lm63(first)
    assert max(map(len, written.split("\n"))) <= 254
    second = again(first)
    assert second.keyword("OTHER").replace("\n", " ") == text
    assert second.keyword("TEST") == "a\nb\n\nc"
    assert again(first, "2019").keyword("OTHER") == text


@pytest.mark.parametrize(
    "lateral", [[0, 100, 200, 300], [-180, -60, 70, 180], [-90, 10, 100, 270], [30, 150, 250]]
)
def test_rings_are_closed_and_begin_at_0_as_the_edition_wants(read, lateral):
    h = np.array(lateral, float)
    candela = np.random.default_rng(3).uniform(10, 100, (len(h), 3))
    if h[-1] - h[0] == 360:
        candela[-1] = candela[0]
    dist = IntensityDistribution(
        PhotometricType.C, Symmetry.NONE, np.array([0.0, 45.0, 90.0]), h, candela
    )
    second = again(replace(read(), distribution=dist))
    assert second.distribution.lateral_deg[0] == 0
    assert second.distribution.lateral_deg[-1] == 360
    v, around = np.meshgrid(np.linspace(0, 90, 10), np.linspace(0, 360, 73))
    np.testing.assert_allclose(
        second.distribution.candela(v, around), dist.candela(v, around), rtol=1e-10
    )


finite = st.floats(0.0, 1e6, allow_nan=False)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 1000),
    kind=st.sampled_from(list(PhotometricType)),
    multiplier=st.floats(0.01, 100),
    ballast=st.floats(0.1, 2),
    lumens=st.none() | finite,
    watts=finite,
    tilt=st.none() | st.just(TiltTable(2, (0.0, 33.3, 90.0), (1.0, 0.95, 0.8))),
    values=st.lists(st.text("abc é=[]\t\n", max_size=20), max_size=4),
)
def test_any_record_survives_the_round_trip(
    seed, kind, multiplier, ballast, lumens, watts, tilt, values
):
    rng = np.random.default_rng(seed)
    lateral = np.sort(rng.choice(np.arange(1, 359), 5, replace=False)).astype(float)
    vertical = np.sort(rng.choice(np.arange(1, 179), 4, replace=False)).astype(float)
    if kind is PhotometricType.C:
        v, h = np.r_[0.0, vertical, 180.0], np.r_[0.0, lateral, 360.0]
    else:
        v, h = np.r_[-90.0, vertical - 90, 90.0], np.r_[-90.0, lateral / 2 - 90, 90.0]
    record = LuminaireFile(
        name="again.ies",
        file_format="LM-63",
        version="2002",
        keywords=tuple(
            (f"_K{i}", "\n".join(line.strip() for line in value.split("\n")))
            for i, value in enumerate(values)
        ),
        lamp_count=2,
        lumens_per_lamp_lm=lumens,
        multiplier=float(f"{multiplier:.10g}"),
        ballast_factor=float(f"{ballast:.10g}"),
        ballast_lamp_factor=1.0,
        input_watts_w=float(f"{watts:.10g}"),
        opening=Opening("box", 1.0, 2.0, 3.0),
        tilt=tilt,
        distribution=IntensityDistribution(
            kind, Symmetry.NONE, v, h, rng.uniform(0, 1e5, (len(h), len(v)))
        ),
    )
    record = replace(record, lumens_per_lamp_lm=None if lumens is None else float(f"{lumens:.10g}"))
    same(record, again(record))
