"""Every real EULUMDAT, TM-33 and GLDF file is read, or refused for a reason one can agree with."""

from __future__ import annotations

import numpy as np
import pytest

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire

# Part of the only fault of each.
REFUSED = {
    # Eight bytes of UTF-16 stand for a photometric file in these two test packages.
    "globallightingdata__gldf.net__GldfWithCodepage850.gldf": "ldt:1: the text is UTF-16",
    "globallightingdata__gldf.net__GldfWithEncodingUtf8.gldf": "ldt:1: the text is UTF-16",
    "globallightingdata__gldf.net__GldfWithInvalidRoot.gldf": (
        "product.xml:10: the package has no photometry with a photometric file"
    ),
    "globallightingdata__gldf.net__GldfWithMissingFiles.gldf": (
        "product.xml:12: the package has no file 'ldc/file.ldt'"
    ),
    "holg__gldf-rs__Just_URLs.gldf": (
        "product.xml:21: the photometric file is not in the package but at 'https://asset."
    ),
    # Photons for plants only.
    "holg__eulumdat-rs__TM33-DLC-Required_Elements_Hort_01032022.xml": (
        "4: no emitter with luminous intensities, only PhotonData and SpectralData"
    ),
    # Relative photometry of 10 % of the rated lumens as candela, and of 210 % per 1000 lm.
    "holg__eulumdat-rs__road_luminaire_bim.xml": "86: the photometry is relative, and its unit",
}
# The manifest adds up the sets of lamps; one of them is fitted, and the first is read.
SEVERAL_LAMP_SETS = {
    "123VincentB__eulumdat-analysis__sample_03.ldt": (1983.0, 17.6),
    "holg__eulumdat-rs__demo_two_lamp_sets.ldt": (9408.0, 72.0),
    "holg__gldf-rs__lampsets.ldt": (9600.0, 68.0),
}
# Whose reader for the manifest stopped at several numbers on a line.
NOT_IN_THE_MANIFEST = "Manav02012002__luxera__synthetic_basic.ldt"

# Which of the notes on form and meaning each of the others has; IES004 and IES030 aside, which
# any file with a letter beyond ASCII, or with C planes, has.
NOTED = {
    "123VincentB__eulumdat-analysis__sample_03.ldt": ["IES031"],
    "123VincentB__eulumdat-analysis__sample_17.ldt": ["IES003"],
    "Manav02012002__luxera__synthetic_basic.ldt": ["IES039", "IES037", "IES035"],
    "dlippok__photometric-viewer__dummy.ldt": ["IES039", "IES035"],
    "holg__eulumdat-rs__demo_two_lamp_sets.ldt": ["IES013", "IES031"],
    "holg__gldf-rs__lampsets.ldt": ["IES013", "IES031"],
    "holg__eulumdat-rs__wiki-spotlight.ldt": ["IES035"],
    "holg__eulumdat-rs__horticultural_led.xml": ["IES040", "IES043", "IES042"],
    "holg__eulumdat-rs__incandescent_bulb.xml": ["IES040", "IES043", "IES042"],
    "holg__eulumdat-rs__office_downlight_bim.xml": ["IES040", "IES048", "IES042"],
    "holg__eulumdat-rs__sample-luminaire.xml": ["IES046", "IES045"],
} | {
    f"dlippok__photometric-viewer__{name}.ldt": ["IES035"]
    for name in (
        "metadata",
        "rectangular_luminaire_rectangular_luminous_opening",
        "rectangular_luminaire_rectangular_luminous_opening_with_heights",
        "rectangular_luminaire_round_luminous_opening",
        "rectangular_luminaire_round_luminous_opening_with_heights",
        "relative",
        "round_luminaire_round_luminous_opening",
        "symmetry_to_c0c90c180c270",
        "symmetry_to_c90c270",
    )
}


@pytest.fixture(scope="module")
def rows(manifest):
    """Rows of the files of these formats, by name."""
    return {row["file"]: row for row in manifest if row["kind"] in {"ldt", "xml", "gldf"}}


@pytest.fixture(scope="module")
def records(corpus, rows):
    """Every file that reads, by name; and what was said of those that do not."""
    read, refused = {}, {}
    for file in rows:
        try:
            read[file] = read_luminaire(corpus / file)
        except LuminaireFileError as error:
            refused[file] = [str(fault) for fault in error.faults]
    return read, refused


def test_only_files_without_usable_candela_are_refused(corpus, rows, records):
    read, refused = records
    assert set(refused) == set(REFUSED)
    assert len(read) == len(rows) - len(REFUSED) > 60
    for file, reason in REFUSED.items():
        (fault,) = refused[file]
        assert fault.startswith(str(corpus / file))
        assert reason in fault


def test_every_eulumdat_file_has_the_lumens_and_candela_of_the_manifest(rows, records):
    compared = 0
    for file, record in records[0].items():
        row = rows[file]
        if row["kind"] != "ldt" or file == NOT_IN_THE_MANIFEST:
            continue
        compared += 1
        share = 1.0
        if file in SEVERAL_LAMP_SETS:
            share = SEVERAL_LAMP_SETS[file][0] / float(row["lumens_per_lamp"])
        # Both integrate the same curve in closed form; the manifest has six digits.
        assert record.lumens_exact == pytest.approx(share * float(row["lumens_integral"]), rel=1e-5)
        assert record.distribution.max_candela == pytest.approx(
            share * float(row["max_cd"]), rel=1e-5
        )
    assert compared > 55


def test_lamps_and_watts_are_those_of_the_manifest(rows, records):
    for file, record in records[0].items():
        row = rows[file]
        if row["kind"] != "ldt" or file == NOT_IN_THE_MANIFEST:
            continue
        flux_lm, watts_w = SEVERAL_LAMP_SETS.get(
            file, (float(row["lumens_per_lamp"]), float(row["input_watts"]))
        )
        assert record.input_watts_w == pytest.approx(watts_w, rel=1e-5), file
        assert record.is_absolute == ("absolute photometry" in row["oddities"]), file
        if not record.is_absolute:
            # The manifest's "lumens per lamp" is the flux of the set, as in the file.
            assert record.lamp_lumens_lm == pytest.approx(flux_lm, rel=1e-5), file
        assert (record.keyword("MANUFAC") or "") == row["manufac"].strip('"'), file
        assert (record.keyword("LUMCAT") or "") == row["lumcat"].strip('"'), file


def test_symmetry_and_angles_are_those_of_the_manifest(corpus, rows):
    names = {
        "Isym0": "none",
        "Isym1": "axial",
        "Isym2": "bilateral about 0-180",
        "Isym3": "bilateral about 90-270",
        "Isym4": "quadrant",
    }
    for file, row in rows.items():
        if row["kind"] != "ldt" or file == NOT_IN_THE_MANIFEST:
            continue
        dist = read_luminaire(corpus / file, c0_rotation_deg=0).distribution
        isym, mc = row["horizontal_range"].split(" ")
        expected = "axial" if (isym, mc) == ("Isym0", "Mc=1") else names[isym]
        assert dist.symmetry.value == expected, file
        closing = 1 if expected == "none" else 0  # the first plane again, at 360
        assert len(dist.lateral_deg) == int(row["n_horizontal"]) + closing, file
        assert len(dist.vertical_deg) == int(row["n_vertical"]), file
        assert f"{dist.vertical_deg[0]:g}..{dist.vertical_deg[-1]:g}" == row["vertical_range"], file


def test_notes_of_the_reader_are_those_that_are_listed(records):
    for file, record in records[0].items():
        found = [note.code for note in record.notes if note.code < "IES100"]
        assert [c for c in found if c not in {"IES004", "IES030"}] == NOTED.get(file, []), file


def test_every_note_names_a_line_of_its_file_or_the_whole(corpus, records):
    for file, record in records[0].items():
        text = (corpus / file).read_bytes().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        last = text.count(b"\n") + 1
        for note in record.notes:
            assert note.line is None or 1 <= note.line <= last, (file, note)


def test_a_quarter_turn_moves_the_light_and_changes_nothing_else(corpus, rows, records):
    v, h = np.meshgrid(np.linspace(0, 180, 37), np.arange(0, 360, 7.5))
    for file, turned in records[0].items():
        if rows[file]["kind"] != "ldt":
            continue
        plain = read_luminaire(corpus / file, c0_rotation_deg=0)
        np.testing.assert_allclose(
            turned.distribution.candela(v, h),
            plain.distribution.candela(v, h + 90),
            rtol=1e-9,  # the place between planes, computed from other angles
            atol=1e-12 * plain.distribution.max_candela,
            err_msg=file,
        )
        assert turned.lumens_exact == pytest.approx(plain.lumens_exact, rel=1e-12)


def test_a_long_luminaire_lies_from_c90_to_c270(corpus):
    # Its luminous sides have heights toward C0 and C180 only, and at horizontal it shines there.
    file = "123VincentB__eulumdat-analysis__sample_03.ldt"
    record = read_luminaire(corpus / file, c0_rotation_deg=0)
    side_cd, end_cd = record.distribution.candela(90, [0, 90])
    assert side_cd > 30 * end_cd
    assert record.opening.width_ft > 10 * record.opening.length_ft
    turned = read_luminaire(corpus / file).opening
    assert turned.length_ft == record.opening.width_ft
