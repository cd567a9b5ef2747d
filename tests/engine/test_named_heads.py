"""Faults of places name the luminaire, what it is in or at, and the line that lists it."""

from __future__ import annotations

import re

import pytest

import photometry as ph

LISTED = 'unit = "ft"\nluminaires_csv = "poles.csv"'
POLES = "id,type,x,y,mounting_height_ft\nP7,A,{x},30,{height_ft}\n"


@pytest.fixture
def fault_of(tmp_path, lot_toml):
    """Calculate a changed lot that cannot be, and give what is said, without the folder."""

    def fault(*changes, more="", poles="", **asked):
        text = lot_toml + more
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "site.toml").write_text(text)
        (tmp_path / "poles.csv").write_text(poles)
        site = ph.load_site(tmp_path / "site.toml")
        with pytest.raises(ph.CalculationError) as error:
            ph.illuminance_raster(site, **asked) if asked else ph.calculate(site)
        return [str(one).replace(f"{tmp_path}/", "") for one in error.value.faults]

    return fault


def line_of(text, words):
    return next(n for n, line in enumerate(text.splitlines(), 1) if words in line)


AT_METERS = ("[0,60]]\n", "[0,60]]\nheight_ft = 20\ngrid_origin = [30, 30]\n")
STORE = '[[obstructions]]\nname = "store"\nfootprint = [[20,20],[40,20],[40,40],[20,40]]\nheight_ft = 25\n'


def test_a_luminaire_at_a_point_of_a_zone_is_named_with_the_zone(fault_of, lot_toml):
    line = line_of(lot_toml, "[[luminaires]]")
    (fault,) = fault_of(AT_METERS)
    assert fault == (
        f'site.toml:{line}: luminaire "P1" at (30.00, 30.00) is at a point of zone "lot", where '
        "illuminance is infinite; move the luminaire, or give the zone another height_ft or "
        "grid_origin"
    )


def test_every_luminaire_at_a_point_is_named(fault_of):
    second = '[[luminaires]]\nid = "P2"\ntype = "A"\nat = [40, 30]\nmounting_height_ft = 20\n'
    faults = fault_of(AT_METERS, more=second)
    assert [re.search(r'"(P\d)"', fault)[1] for fault in faults] == ["P1", "P2"]


def test_a_luminaire_at_the_height_of_a_raster_is_named(fault_of):
    (fault,) = fault_of(AT_METERS, spacing_ft=10, zone="lot")
    assert 'luminaire "P1" at (30.00, 30.00) is at a point of the raster' in fault


def test_a_luminaire_at_the_meter_of_a_line_is_named_with_the_line(fault_of):
    around = '[[boundaries]]\nid = "south"\nline = [[0,30],[60,30],[60,90],[0,90],[0,30]]\n'
    low = ("mounting_height_ft = 20", "mounting_height_ft = 5")  # the meter's height
    (fault,) = fault_of(low, more=around)
    assert 'luminaire "P1" at (30.00, 30.00) is at a point of line "south/property_line"' in fault


def test_a_luminaire_in_a_building_is_named_with_it_and_both_lines(fault_of, lot_toml):
    text = lot_toml + STORE
    (fault,) = fault_of(more=STORE)
    assert fault == (
        f'site.toml:{line_of(text, "[[luminaires]]")}: luminaire "P1" at (30.00, 30.00) is 10.00 ft '
        f'inside the obstruction "store" of line {line_of(text, "[[obstructions]]")}; move it out, '
        "or lower or raise the obstruction so that it is above or below"
    )


def test_a_luminaire_of_a_list_is_named_with_the_list_and_its_row(fault_of):
    (fault,) = fault_of(
        ('unit = "ft"', LISTED),
        more=STORE,
        poles=POLES.format(x=31, height_ft=40) + "P8,A,33,30,9\n",
    )[1:]
    assert fault.startswith('poles.csv:3: luminaire "P8" at (33.00, 30.00) is 7.00 ft inside')


def test_a_note_on_a_luminaire_of_a_list_names_the_list(tmp_path, lot_toml):
    (tmp_path / "site.toml").write_text(lot_toml.replace('unit = "ft"', LISTED))
    (tmp_path / "poles.csv").write_text(POLES.format(x=20, height_ft=200))
    site = ph.load_site(tmp_path / "site.toml")
    assert [head.file for head in site.heads] == ["", "poles.csv"]
    (note,) = site.notes
    assert (note.code, note.file, note.line) == ("SITE006", "poles.csv", 2)


def test_places_are_in_the_unit_of_the_site(fault_of):
    in_metres = [
        ('unit = "ft"', 'unit = "m"'),
        ("mounting_height_ft = 20", "mounting_height_m = 6"),
    ]
    (fault,) = fault_of(*in_metres, more=STORE)
    assert 'luminaire "P1" at (30.00, 30.00) is 10.00 m inside' in fault
