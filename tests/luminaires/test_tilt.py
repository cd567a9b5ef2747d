"""Lamp-position factors: read from a file, and applied to a head as it hangs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from photometry.luminaires.read import read_luminaire, read_luminaire_bytes
from photometry.luminaires.record import TiltTable
from photometry.luminaires.tilt import lamp_position_factor

RAMP = tuple(float(angle) for angle in range(0, 100, 10))
# The factor is the angle itself, so that a test sees which angle was taken.
ANGLES = {code: TiltTable(code, RAMP, RAMP) for code in (1, 2, 3)}


def about(axis, degrees):
    """Right-handed rotation about a world axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array(
        {
            "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
            "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
        }[axis]
    )


@pytest.mark.parametrize("orientation", [0, 37, 200])
@pytest.mark.parametrize(
    ("code", "axis", "angle"),
    [
        (1, "y", 25),  # a vertical lamp leans with the luminaire, whichever way
        (1, "x", 25),
        (2, "y", 0),  # a lamp along local Y stays horizontal when the head is tilted about it
        (2, "x", 25),
        (3, "y", 25),  # a lamp along local X is raised by tilt and not by roll
        (3, "x", 0),
    ],
)
def test_the_lamp_angle_follows_the_lamp(code, axis, angle, orientation):
    rotation = about("z", orientation) @ about(axis, -25)
    assert lamp_position_factor(ANGLES[code], rotation) == pytest.approx(angle, abs=1e-9)


@pytest.mark.parametrize("code", [1, 2, 3])
def test_at_zero_tilt_the_factor_is_the_first_of_the_table(code):
    table = TiltTable(code, (0.0, 90.0), (0.97, 0.5))
    assert lamp_position_factor(table, about("z", 123)) == pytest.approx(0.97, abs=1e-12)


def test_a_table_that_ends_at_90_is_mirrored_beyond():
    upside_down = about("y", -160)
    assert lamp_position_factor(ANGLES[1], upside_down) == pytest.approx(20.0, abs=1e-9)


def test_a_table_to_180_is_used_as_it_is():
    table = TiltTable(1, (0.0, 90.0, 180.0), (0.0, 90.0, 180.0))
    assert lamp_position_factor(table, about("y", -160)) == pytest.approx(160.0, abs=1e-9)


def test_beyond_a_table_its_end_holds():
    table = TiltTable(1, (0.0, 30.0), (1.0, 0.8))
    assert lamp_position_factor(table, about("y", -45)) == 0.8


def test_an_included_table_is_read_and_the_lamp_record_found_after_it(cases):
    record = read_luminaire(cases / "13-tilt-include.ies")
    assert record.distribution.candela(0, 0) == pytest.approx(1000, rel=1e-9)
    assert record.tilt is not None
    assert record.tilt.lamp_geometry == 1
    assert len(record.tilt.angle_deg) == 3
    assert lamp_position_factor(record.tilt, about("y", -45)) == pytest.approx(0.9, rel=1e-12)


TABLE = "1\n3\n0 45 90\n1 .9 .8\n"


def test_a_table_in_a_file_of_its_own_is_found_beside(tmp_path, ies):
    (tmp_path / "lamp.til").write_text(TABLE)
    file = tmp_path / "head.ies"
    file.write_bytes(ies(tilt="TILT=lamp.til"))
    record = read_luminaire(file)
    assert record.tilt == TiltTable(1, (0.0, 45.0, 90.0), (1.0, 0.9, 0.8))


def test_a_table_of_its_own_is_noted_in_the_edition_that_dropped_it(ies, codes):
    data = ies(first="IES:LM-63-2019", tilt="TILT=lamp.til")
    record = read_luminaire_bytes(data, "head.ies", sibling=lambda _: TABLE.encode())
    assert record.tilt is not None
    assert "IES024" in codes(record)


@pytest.mark.parametrize(
    "name", ["../lamp.til", "sub/lamp.til", "C:\\lamp.til", "..", "lamp.til", "/etc/hostname"]
)
def test_a_table_is_looked_for_nowhere_else(tmp_path, ies, faults, name):
    (tmp_path / "lamp.til").write_text(TABLE)
    (tmp_path / "inner" / "sub").mkdir(parents=True)
    (tmp_path / "inner" / "sub" / "lamp.til").write_text(TABLE)
    file = tmp_path / "inner" / "head.ies"
    file.write_bytes(ies(tilt=f"TILT={name}"))
    with pytest.raises(ValueError, match="was not found beside this file"):
        read_luminaire(file)
    assert len(faults(tilt=f"TILT={name}")) == 1


def test_faults_of_a_table_of_its_own_name_its_file(ies):
    with pytest.raises(ValueError, match=r"lamp\.til:2: 'x' is not a number"):
        read_luminaire_bytes(
            ies(tilt="TILT=lamp.til"), "head.ies", sibling=lambda _: b"1 3\n0 x 90 1 1 1"
        )


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("4\n2\n0 90\n1 1", "small.ies:7: after TILT a lamp geometry"),
        ("1\n0", "small.ies:7: after TILT a lamp geometry"),
        ("1\n1e9\n0 90\n1 1", "small.ies:7: after TILT a lamp geometry"),
        ("1\n2\n90 0\n1 1", "small.ies:9: TILT angles must rise"),
        ("1\n2\n0 90\n1 -1", "small.ies:10: a TILT multiplier is below 0"),
        ("1\n2\n0 deep\n1 1", "small.ies:9: 'deep' is not a number"),
    ],
)
def test_a_broken_table_is_refused_with_its_line(faults, table, said):
    assert faults(tilt=f"TILT=INCLUDE\n{table}")[0].startswith(said)


def test_a_table_cut_short_is_refused(faults):
    data = b"IESNA91\nTILT=INCLUDE\n1\n5\n0 45 90"
    assert faults(data) == [
        "small.ies:5: 10 TILT angles and multipliers expected, 3 found; get the whole file again"
    ]
    assert "found 1" in faults(b"IESNA91\nTILT=INCLUDE\n1")[0]
    assert "found nothing" in faults(b"IESNA91\nTILT=INCLUDE\n")[0]
