"""GLDF packages: which photometry is read, and archives that are not to be trusted."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire, read_luminaire_bytes

IES = b"IESNA:LM-63-2002\n[TEST] a\n[TESTLAB] b\n[ISSUEDATE] c\n[MANUFAC] d\nTILT=NONE\n1 1000 1 2 1 1 1 0 0 0 1 1 8 0 90 0 300 0"
LDT = "m|3|1|1|0|2|90|r|n|1|f|d|0|0|0|0|0|0|0|0|0|100|0|1|0|1|1|LED|2000|4000|80|20|0|0|0|0|0|0|0|0|0|0|0|0|90|159.154943|159.154943"
LDT = LDT.replace("|", "\r\n").encode()
TM33 = b'<IESTM33-22><Emitter><Quantity>1</Quantity><LuminousData><LuminousIntensity><IntData h="0" v="0">70</IntData><IntData h="0" v="90">70</IntData></LuminousIntensity></LuminousData></Emitter></IESTM33-22>'
MB = 1_000_000


def product(*files, rated="", head="", version='major="1" minor="0" pre-release="3"'):
    """product.xml of a package; files as (id, content type, kind of place, name)."""
    listed = "".join(
        f'<File id="f_{i}" contentType="{content}" type="{place}">{name}</File>'
        for i, content, place, name in files
    )
    photometries = "".join(
        f'<Photometry id="{i}"><PhotometryFileReference fileId="f_{i}"/></Photometry>'
        for i, *_ in files
    )
    flux = f"<RatedLuminousFlux>{rated}</RatedLuminousFlux>" if rated else ""
    emitters = "".join(
        f'<Emitter id="e_{i}"><FixedLightEmitter><PhotometryReference photometryId="{i}"/>{flux}'
        "</FixedLightEmitter></Emitter>"
        for i, *_ in files
    )
    return f"""{head}<Root><Header><FormatVersion {version}/></Header><GeneralDefinitions>
<Files>{listed}</Files><Photometries>{photometries}</Photometries><Emitters>{emitters}</Emitters>
</GeneralDefinitions></Root>""".encode()


def package(members, method=zipfile.ZIP_DEFLATED):
    """Bytes of an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def local(identity, name, content="ldc/eulumdat"):
    return (identity, content, "localFileName", name)


ONE = {"product.xml": product(local("p", "a.ldt")), "ldc/a.ldt": LDT}


def read(members, **options):
    return read_luminaire_bytes(package(members), "lamp.gldf", **options)


def faults(data, **options):
    if isinstance(data, dict):
        data = package(data)
    with pytest.raises(LuminaireFileError) as caught:
        read_luminaire_bytes(data, "lamp.gldf", **options)
    return [str(fault) for fault in caught.value.faults]


def test_a_file_that_is_no_archive_is_said_once():
    with pytest.raises(LuminaireFileError) as caught:
        read_luminaire_bytes(b"not a zip", "a.gldf")
    assert str(caught.value) == (
        "a.gldf: not a ZIP archive, as every GLDF package is; get the package again"
    )


@pytest.mark.parametrize(
    ("name", "content", "data", "candela"),
    [
        ("a.ldt", "ldc/eulumdat", LDT, 318.309886),
        ("b.ies", "ldc/ies", IES, 300),
        ("c.xml", "ldc/iesxml", TM33, 70),
    ],
)
def test_the_photometric_file_of_a_package_is_read(name, content, data, candela):
    record = read({"product.xml": product(local("p", name, content)), f"ldc/{name}": data})
    assert record.distribution.candela(0, 0) == pytest.approx(candela, rel=1e-12)
    assert (record.name, record.file_format, record.version) == ("lamp.gldf", "GLDF", "1.0-rc.3")


def test_notes_on_the_contained_file_say_where_it_is():
    lines = LDT.split(b"\r\n")
    lines[15] = b"wide"
    record = read({**ONE, "ldc/a.ldt": b"\r\n".join(lines)})
    (note,) = [note for note in record.notes if note.code == "IES036"]
    assert (note.line, note.file) == (16, "ldc/a.ldt")


def test_faults_of_the_contained_file_say_where_it_is():
    broken = {"product.xml": product(local("p", "a.ldt")), "ldc/a.ldt": LDT[:-12]}
    assert faults(broken)[0].startswith("lamp.gldf/ldc/a.ldt:46: 2 candela values expected")


def test_an_ies_file_in_a_package_is_audited_as_one():
    lacking = IES.replace(b"[TESTLAB] b\n", b"")
    record = read({"product.xml": product(local("p", "b.ies", "ldc/ies")), "ldc/b.ies": lacking})
    assert "IES101" in [note.code for note in record.notes]


TWO = {
    "product.xml": product(local("p1", "a.ldt"), local("p2", "b.ies", "ldc/ies")),
    "ldc/a.ldt": LDT,
    "ldc/b.ies": IES,
}


def test_of_several_photometries_the_first_is_read_with_a_note():
    record = read(TWO)
    assert record.distribution.candela(0, 0) == pytest.approx(318.309886, rel=1e-12)
    assert record.notes[0].code == "IES050"
    assert record.notes[0].text == "2 photometries; p1 was read, not p2"
    assert record.notes[0].file == "product.xml"  # whose line it gives


def test_another_photometry_can_be_asked_for_by_its_id(tmp_path):
    record = read(TWO, photometry="p2")
    assert record.distribution.candela(0, 0) == pytest.approx(300, rel=1e-12)
    assert "IES050" not in [note.code for note in record.notes]
    file = tmp_path / "lamp.gldf"
    file.write_bytes(package(TWO))
    assert read_luminaire(file, photometry="p2").distribution.max_candela == 300
    (fault,) = faults(TWO, photometry="p3")
    assert fault == "lamp.gldf/product.xml: no photometry 'p3'; known: p1, p2"


def test_a_photometry_is_asked_for_in_packages_only():
    with pytest.raises(LuminaireFileError, match="only GLDF files hold several"):
        read_luminaire_bytes(LDT, "a.ldt", photometry="p1")


def test_c_planes_in_a_package_are_turned_as_outside_it():
    with pytest.raises(LuminaireFileError, match="LM-63 file has no C planes"):
        read(TWO, photometry="p2", c0_rotation_deg=90)
    assert read(TWO, c0_rotation_deg=180).distribution.max_candela > 0


def test_a_flux_that_the_package_rates_otherwise_is_noted():
    rated = {**ONE, "product.xml": product(local("p", "a.ldt"), rated="1500")}
    (note,) = [note for note in read(rated).notes if note.code == "IES052"]
    assert note.text.startswith("the package rates the emitter at 1500 lm, its photometric file")
    same = {**ONE, "product.xml": product(local("p", "a.ldt"), rated="2000")}
    assert "IES052" not in [note.code for note in read(same).notes]


def test_a_name_with_its_own_folder_is_read_and_noted():
    record = read({**ONE, "product.xml": product(local("p", "ldc/a.ldt"))})
    [note] = [note for note in record.notes if note.code == "IES051"]
    assert note.text == "the file is named with its folder, 'ldc/a.ldt'; it was read"
    assert (
        "a name without folders"
        in faults({**ONE, "product.xml": product(local("p", "ldc/ldc/a.ldt"))})[0]
    )


def test_a_garbled_name_is_read_where_one_file_alone_can_be_meant():
    garbled = {"product.xml": product(local("p", "Ä.ldt")), "ldc/\u2500.ldt": LDT}
    assert "IES051" in [note.code for note in read(garbled).notes]
    assert "has no file 'ldc/Ä.ldt'" in faults({**garbled, "ldc/other.ldt": LDT})[0]
    assert "IES051" in [
        n.code for n in read({"product.xml": product(local("p", "A.LDT")), "ldc/a.ldt": LDT}).notes
    ]


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"a.txt": b"x"}, "lamp.gldf: the package has no product.xml"),
        ({"product.xml": b"<Root/>"}, "lamp.gldf/product.xml:1: the package has no photometry"),
        ({"product.xml": product(local("p", "a.ldt"))}, "has no file 'ldc/a.ldt'"),
        (
            {"product.xml": product(("p", "ldc/eulumdat", "url", "https://example.invalid/a.ldt"))},
            "not in the package but at 'https://example.invalid/a.ldt'",
        ),
        ({"product.xml": product(local("p", "a.l3d", "geo/l3d"))}, "has no photometry"),
        ({**ONE, "ldc/a.ldt": b"PK\x03\x04"}, "a package in a package is not read"),
        ({**ONE, "ldc/a.ldt": b"hello"}, "the file ends within its 26 fixed fields"),
        ({"product.xml": product(head="<!DOCTYPE a>")}, "document type declaration"),
    ],
)
def test_a_package_at_fault_says_where_and_what(members, expected):
    assert expected in faults(members)[0]


@pytest.mark.parametrize(
    "name",
    [
        "../secret.ldt",
        "..",
        "/etc/passwd",
        "..\\secret.ldt",
        "C:a.ldt",
        "ldc/ldc/a.ldt",
        "",
        "a" * 300,
    ],
)
def test_names_that_lead_out_of_the_folder_are_refused(name):
    members = {
        "product.xml": product(local("p", name)),
        "ldc/../secret.ldt": LDT,
        "../secret.ldt": LDT,
        "/etc/passwd": LDT,
    }
    assert "expected a name without folders" in faults(members)[0]


def test_a_member_is_never_written_to_disk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    read({**ONE, "../escaped.txt": b"x", "escaped.txt": b"x"})
    assert list(tmp_path.iterdir()) == []
    assert not (tmp_path.parent / "escaped.txt").exists()


@pytest.mark.parametrize("name", ["product.xml", "ldc/a.ldt"])
def test_a_zip_bomb_is_not_unpacked(name):
    bomb = package({**ONE, name: b"\n" * (100 * MB)})
    assert len(bomb) < MB
    tracemalloc.start()
    start = time.perf_counter()
    try:
        assert "is larger than 20 MB when unpacked" in faults(bomb)[0]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # The limit of 20 MB, in pieces and joined; and not the 100 MB.
    assert peak < 60 * MB
    assert time.perf_counter() - start < 10.0  # room for a slow, shared machine


def test_a_list_of_very_many_members_is_refused():
    assert "lists more than 2000 files" in faults({f"{i}": b"" for i in range(2001)})[0]


def test_methods_other_than_deflate_are_refused():
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert "by another method than deflate" in faults(package(ONE, method))[0]


def test_a_wrong_size_in_the_archive_is_found_out():
    data = bytearray(package(ONE, zipfile.ZIP_STORED))
    at = data.index(LDT)
    data[at] ^= 1  # the checksum no longer fits
    assert "cannot be read: Bad CRC-32" in faults(bytes(data))[0]


@pytest.mark.parametrize("cut", range(0, len(package(ONE)), 37))
def test_a_package_cut_anywhere_is_refused(cut):
    assert faults(package(ONE)[:cut])


@settings(max_examples=150, deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 255)), min_size=1, max_size=6),
    stored=st.booleans(),
)
def test_a_sound_package_with_bytes_changed_is_read_or_refused(changes, stored):
    data = bytearray(package(ONE, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED))
    for place, byte in changes:
        data[place % len(data)] = byte
    try:
        read_luminaire_bytes(bytes(data), "lamp.gldf")
    except LuminaireFileError:
        return


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.binary(max_size=300))
def test_random_members_are_read_or_refused(xml, ldt):
    for members in ({**ONE, "product.xml": xml}, {**ONE, "ldc/a.ldt": ldt}):
        try:
            read(members)
        except LuminaireFileError:
            continue
