"""Every real file is read, or refused for a reason that a person would agree with."""

from __future__ import annotations

import pytest

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire

# Part of each fault, in the order of the file.
REFUSED = {
    # 3 planes announced and 3 lateral angles short of one: the third "angle" is a candela.
    "changyunhai__IESViewer360__test~a5399b.ies": [
        "15: lateral angles must rise, but 1 follows 90",
        "16: 543 candela values expected (181 vertical x 3 lateral angles), 361 found",
    ],
    # Without its factor line and one candela short besides.
    "Manav02012002__luxera__fail_bad_counts.ies": [
        "4: the ballast factor is 0",
        "6: vertical angles must rise, but 100 follows 180",
        "6: lateral angles must rise, but 60 follows 80",
        "7: 6 candela values expected (3 vertical x 2 lateral angles), 2 found",
    ],
    "Manav02012002__luxera__missing_keywords.ies": ["4: the line of ballast factor"],
    "Manav02012002__luxera__partial_symmetry.ies": ["6: the line of ballast factor"],
    "Manav02012002__luxera__tilt_file_missing.ies": [
        "4: the lamp-position file 'FILE does_not_exist.dat' was not found",
        "6: the line of ballast factor",
    ],
    "Manav02012002__luxera__tilt_include.ies": ["10: the line of ballast factor"],
    "Manav02012002__luxera__type_b_beam_real.ies": ["9: the line of ballast factor"],
    "NVIDIA__MDL-SDK__test_file_format_error.ies": [
        "3: 'file' is not a number; expected the number of lamps"
    ],
}
VERSIONS = {
    "IESNA91": "1991",
    "IESNA95": "1995",
    "IESNA:LM-63-1995": "1995",
    "IESNA:LM-63-2002": "2002",
    "IESNA:LM-63-2019": "2019",
    "IES:LM-63-2019": "2019",
}


@pytest.fixture(scope="module")
def rows(manifest):
    """Rows of the LM-63 files."""
    return [row for row in manifest if row["kind"] == "ies"]


@pytest.fixture(scope="module")
def records(corpus, rows):
    """Every file that reads, by name; and what was said of those that do not."""
    read, refused = {}, {}
    for row in rows:
        try:
            read[row["file"]] = read_luminaire(corpus / row["file"])
        except LuminaireFileError as error:
            refused[row["file"]] = [str(fault) for fault in error.faults]
    return read, refused


def test_only_files_that_are_broken_are_refused(corpus, records):
    _, refused = records
    assert set(refused) == set(REFUSED)
    for file, reasons in REFUSED.items():
        assert len(refused[file]) == len(reasons)
        for said, reason in zip(refused[file], reasons, strict=True):
            assert said.startswith(f"{corpus / file}:{reason}")


def test_lamp_records_agree_with_the_manifest(rows, records):
    for row in rows:
        record = records[0].get(row["file"])
        if record is None:
            continue
        dist = record.distribution
        assert record.version == VERSIONS.get(row["version_line"], "1986"), row["file"]
        assert str(dist.photometric_type) == row["photometric_type"]
        assert len(dist.vertical_deg) == int(row["n_vertical"]), row["file"]
        assert len(dist.lateral_deg) == int(row["n_horizontal"])
        assert f"{dist.vertical_deg[0]:g}..{dist.vertical_deg[-1]:g}" == row["vertical_range"]
        assert f"{dist.lateral_deg[0]:g}..{dist.lateral_deg[-1]:g}" == row["horizontal_range"]
        stated = [
            (record.lamp_count, row["n_lamps"]),
            (record.lumens_per_lamp_lm, row["lumens_per_lamp"]),
            (record.multiplier, row["multiplier"]),
            (record.ballast_factor, row["ballast_factor"]),
            (record.input_watts_w, row["input_watts"]),
        ]
        for found, text in stated:
            value = float(text) if float(text) >= 0 else None
            # The manifest has six digits.
            assert found == (None if value is None else pytest.approx(value, rel=1e-5)), row["file"]
        assert (record.tilt is not None) == (row["tilt"] == "INCLUDE")
        maker = (record.keyword("MANUFAC") or "").replace("\n", " | ")  # the manifest's [MORE]
        assert maker == row["manufac"], row["file"]


def test_candela_agree_with_the_manifest(rows, records):
    compared = 0
    for row in rows:
        record = records[0].get(row["file"])
        if record is None or not row["max_cd"] or row["ballast_lamp_factor"] == "0":
            # (The manifest multiplies by field 12 in every edition; two 2002 files have 0.)
            continue
        compared += 1
        # The manifest has six digits.
        assert record.distribution.max_candela == pytest.approx(float(row["max_cd"]), rel=1e-5)
    assert compared > 200


def test_openings_keep_the_sizes_of_the_manifest(rows, records):
    for row in rows:
        record = records[0].get(row["file"])
        if record is None:
            continue
        to_feet = 1 / 0.3048 if row["units"] == "metres" else 1.0
        sizes = {abs(float(row[key])) * to_feet for key in ("width", "length", "height")}
        opening = record.opening
        assert opening.largest_ft == pytest.approx(max(sizes), rel=1e-5), row["file"]
        for size in (opening.width_ft, opening.length_ft, opening.height_ft):
            assert any(size == pytest.approx(known, rel=1e-5) for known in {0.0, *sizes})


def test_every_note_names_a_line_of_its_file_or_the_whole(corpus, records):
    for file, record in records[0].items():
        text = (corpus / file).read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        last = text.count(b"\n") + 1
        for note in record.notes:
            assert note.line is None or 1 <= note.line <= last, (file, note)
            assert note.code.startswith("IES")
            assert note.text
