"""Every readable file, of any format, written as LM-63 and read back: nothing is lost.

The tolerance is that of the writer's 12 digits: a value that is read again is off by at most
half a unit of the last, which is 5e-12 of it; 1e-11 leaves as much again for the one product of
factors in between.
"""

from __future__ import annotations

import io
import math
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from photometry.errors import LuminaireFileError
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.lm63_write import write_lm63
from photometry.luminaires.read import read_luminaire, read_luminaire_bytes

DIGITS = 1e-11
HERE = Path(__file__).parent
OWN = [HERE / "data", HERE.parent / "cases", HERE.parents[1] / "ies_files"]
SUFFIXES = {".ies", ".ldt", ".xml", ".gldf"}

# Rings that no range of the edition says as they are; they are closed, and begin at 0.
RINGS = {
    "Manav02012002__luxera__synthetic_basic.ldt": ((90.0, 450.0), (0.0, 360.0)),
    "fglichttechnik__Radiance-RoadLighting-Simulation-Framework__HellaEcoLight_2070lm_LDT.ies": (
        (0.0, 359.0),
        (0.0, 360.0),
    ),
}
# With a label past the length of a line of the 2002 edition, which goes on in [MORE] lines.
LONG_LABELS = {"12-long-lines.ies"}


def readable(folder):
    """Every luminaire file of a folder that is read."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in SUFFIXES:
            continue
        try:
            yield read_luminaire(path)
        except LuminaireFileError:
            continue


def again(record, version):
    return read_luminaire_bytes(write_lm63(record, version).encode(), record.name)


def assert_same(first, second, version):
    """Compare everything that LM-63 has a place for."""
    name = first.name
    assert second.version == version
    dist, other = first.distribution, second.distribution
    assert other.photometric_type is dist.photometric_type, name
    assert other.symmetry is dist.symmetry, name
    np.testing.assert_allclose(other.vertical_deg, dist.vertical_deg, rtol=DIGITS, err_msg=name)
    if name in RINGS:
        ends = tuple((float(h[0]), float(h[-1])) for h in (dist.lateral_deg, other.lateral_deg))
        assert ends == RINGS[name]
        around = np.arange(0.0, 360.0, 7.5)
        np.testing.assert_allclose(
            other.planes(around),
            dist.planes(around),
            rtol=10 * DIGITS,  # planes are put in between others
            atol=DIGITS * dist.max_candela,
        )
    else:
        np.testing.assert_allclose(other.lateral_deg, dist.lateral_deg, rtol=DIGITS, err_msg=name)
        np.testing.assert_allclose(other.candela_cd, dist.candela_cd, rtol=DIGITS, err_msg=name)
        assert second.lumens == pytest.approx(first.lumens, rel=10 * DIGITS), name
    for field in ("lamp_count", "lumens_per_lamp_lm", "ballast_factor", "input_watts_w"):
        found, stated = getattr(second, field), getattr(first, field)
        assert found == (None if stated is None else pytest.approx(stated, rel=DIGITS)), name
    assert second.multiplier == pytest.approx(
        first.multiplier * first.ballast_lamp_factor, rel=DIGITS
    )
    assert second.tilt == first.tilt, name
    assert second.opening.shape == first.opening.shape, name
    for side in ("width_ft", "length_ft", "height_ft"):
        stated = getattr(first.opening, side)
        assert getattr(second.opening, side) == pytest.approx(stated, rel=DIGITS), name
    if not (version == "2002" and name in LONG_LABELS):
        assert second.keywords == first.keywords, name


@pytest.fixture(scope="module")
def real(corpus):
    """Every real file that is read."""
    return list(readable(corpus))


@pytest.mark.parametrize("version", ["2002", "2019"])
def test_every_real_file_of_every_format_reads_back_the_same(real, version):
    for record in real:
        assert_same(record, again(record, version), version)
    formats = [record.file_format for record in real]
    counted = {name: formats.count(name) for name in sorted(set(formats))}
    # Those of the corpus that are not refused (see the lists of refusals).
    assert counted == {"EULUMDAT": 64, "LM-63": 224, "TM-33": 4}


@pytest.mark.parametrize("version", ["2002", "2019"])
def test_every_sample_and_every_case_reads_back_the_same(version):
    formats = set()
    for folder in OWN:
        for record in readable(folder):
            assert_same(record, again(record, version), version)
            formats.add(record.file_format)
    assert formats >= {"LM-63", "EULUMDAT"}


def test_a_package_reads_back_as_the_file_in_it(corpus):
    inner = corpus / "holg__gldf-rs__lampsets.ldt"
    product = """<Root><GeneralDefinitions><Files><File id="f" contentType="ldc/eulumdat"
type="localFileName">lampsets.ldt</File></Files><Photometries><Photometry id="p">
<PhotometryFileReference fileId="f"/></Photometry></Photometries></GeneralDefinitions></Root>"""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("product.xml", product)
        archive.writestr("ldc/lampsets.ldt", inner.read_bytes())
    record = read_luminaire_bytes(packed.getvalue(), "lampsets.gldf")
    assert record.file_format == "GLDF"
    for version in ("2002", "2019"):
        assert_same(record, again(record, version), version)
    plain = read_luminaire(inner)
    np.testing.assert_array_equal(record.distribution.candela_cd, plain.distribution.candela_cd)


# ------------------------------------------------------------------ Types A and B, there and back


def lit_at(kind, v, h):
    """Dark but for one direction of the file."""
    angles = np.arange(-90.0, 90.1, 10.0)
    candela = np.zeros((len(angles), len(angles)))
    candela[angles == h, angles == v] = 1000.0
    return IntensityDistribution(kind, Symmetry.NONE, angles, angles, candela)


@pytest.mark.parametrize(
    ("kind", "v", "h", "gamma", "c"),
    [
        ("B", 0, 0, 0, 0),
        ("B", 60, 0, 60, 0),
        ("B", 0, 30, 30, 270),
        ("A", -90, 0, 0, 0),
        ("A", 0, 20, 90, 340),
    ],
)
def test_the_directions_of_types_a_and_b_are_the_same_before_and_after(read, kind, v, h, gamma, c):
    record = replace(read(), distribution=lit_at(PhotometricType(kind), v, h))
    for lum in (record, again(record, "2002"), again(record, "2019")):
        assert lum.distribution.candela(gamma, c) == pytest.approx(1000.0, rel=1e-9)
        # and nowhere else, 10 degrees off: a neighbour of the file is dark
        axis = math.radians(gamma), math.radians(c)
        toward = np.array(
            [
                math.sin(axis[0]) * math.cos(axis[1]),
                math.sin(axis[0]) * math.sin(axis[1]),
                -math.cos(axis[0]),
            ]
        )
        d = np.random.default_rng(5).normal(size=(500, 3))
        d /= np.linalg.norm(d, axis=1)[:, np.newaxis]
        far = d[d @ toward < math.cos(math.radians(15.0))]
        assert lum.distribution.candela_toward(far).max() == 0.0
