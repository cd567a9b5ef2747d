from dataclasses import replace
from pathlib import Path

import pytest

from photometry.luminaires.read import read_luminaire
from photometry.site.model import Head, Luminaire, LuminaireType, Project, Scene, Site
from photometry.site.terrain import Terrain
from photometry.tables.display import METRES
from photometry.tables.light_loss import loss_rows
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import SELDOM_GIVEN, schedule_file_rows, schedule_rows


def kind(name, file, output=1.0, **facts):
    return LuminaireType(
        name=name,
        file=read_luminaire(file),
        file_path=file,
        description=f"type {name}",
        initial_factor=1.0,
        maintained_factor=0.855,
        output_factor=output,
        llf_parts={"lld": 0.9, "ldd": 0.95},
        facts=facts,
    )


def placed(name, of, x, y, height=20.0, tilt=0.0, group="pole lights"):
    return Head(
        id=name,
        pole_id=name,
        type=of,
        group=group,
        luminaire=Luminaire(of.file, x, y, height, orientation_deg=450.0, tilt_deg=tilt),
        pole_xy_ft=(x, y),
        arrangement="single",
        facts=of.facts,
    )


def site_of(heads, types, unit="ft", scenes=()):
    return Site(
        path=Path("site.toml"),
        project=Project(name="rows"),
        unit=unit,
        types={of.name: of for of in types},
        heads=tuple(heads),
        zones=(),
        boundaries=(),
        obstructions=(),
        scenes=scenes,
        facts={},
        options={},
        terrain=Terrain(),
    )


@pytest.fixture(scope="module")
def two_types():
    a = kind("A", "sample:area_t3", 0.5, lamp_type="led", lamp_power_w=48.5)
    w = kind("W", "sample:wallpack_fc")
    unused = kind("Z", "sample:area_t4")
    heads = [placed("P1", a, 30.48, 0.0), placed("P2", a, 3.048, 6.096, 25.0, tilt=60.0)]
    heads.append(placed("W1", w, 0.0, 0.0, 10.0, group="wall packs"))
    return heads, (a, w, unused)


def test_the_schedule_has_a_row_for_each_type_that_is_placed(two_types):
    table = schedule_rows(site_of(*two_types))
    a, w = table.records()
    assert (a["type"], a["quantity"]) == ("A", 2)
    # What the site sets on top of the file counts: half of 12,000 lm, 1 lm for its rounding.
    assert a["lumens_lm"] == pytest.approx(6000, abs=1)
    assert a["watts_total_w"] == pytest.approx(97)
    assert a["llf"] == pytest.approx(0.855)
    assert w["watts_each_w"] == w["watts_total_w"] == 25.0
    texts = dict(zip(table.keys, next(table.texts()), strict=True))
    assert texts["lumens_lm"] == "6,000"
    assert texts["mounting_height_ft"] == "20/25"
    assert texts["lamp"] == "LED"
    assert "3 heads at 3 positions, 122 W connected" in table.note


def test_watts_are_input_watts_and_those_of_a_lamp_stand_beside_them():
    lamp = kind("M", "sample:cobra_mh250", lamp_type="metal_halide", lamp_power_w=250)
    led = kind("L", "sample:wallpack_fc", lamp_type="led", lamp_power_w=25)
    site = site_of([placed("M1", lamp, 0.0, 0.0), placed("L1", led, 9.0, 0.0)], (lamp, led))
    table = schedule_rows(site)
    m, with_led = table.records()
    assert (m["lamp_w"], m["watts_each_w"]) == (250.0, 294.0)  # 294 W with the ballast
    assert (with_led["lamp_w"], with_led["watts_each_w"]) == (None, 25.0)
    heads_of = {column.key: column.head for column in table.columns}
    assert heads_of["lamp_w"] == "Lamp\nW"
    assert heads_of["watts_each_w"] == "Input W\neach"
    assert "319 W connected (input watts, ballast or driver included)" in table.note


def test_where_no_lamp_differs_the_schedule_has_one_kind_of_watts(two_types):
    table = schedule_rows(site_of(*two_types))
    assert "lamp_w" not in table.keys
    assert "Watts\neach" in [column.head for column in table.columns]
    # A file has the same columns for every site, so that programs can rely on them.
    assert schedule_file_rows(site_of(*two_types)).keys[-1] == "lamp_w"


def test_factors_of_one_piece_are_said_not_to_be_itemised(two_types):
    heads, (a, w, _) = two_types
    whole = replace(w, llf_parts={"llf": 0.855})
    assert (
        "W: LLF as given, not itemised."
        in loss_rows(site_of([placed("W1", whole, 0, 0)], (whole,))).note
    )
    assert "itemised" not in loss_rows(site_of(heads, (a, w))).note


def test_colour_and_pole_are_as_ordered_else_what_the_file_states(two_types):
    heads, (a, w, _) = two_types
    plain, _ = schedule_rows(site_of(heads, (a, w))).records()
    assert plain["cct_k"] == 4000.0  # of "36 white LEDs, 4000 K"
    assert plain["cri"] is plain["overall_height_ft"] is None
    ordered = replace(a, cct_k=3000.0, cri=70.0, base_height_ft=2.5, overall_height_ft=22.5)
    table = schedule_rows(site_of([placed("P1", ordered, 0.0, 0.0)], (ordered,)))
    texts = dict(zip(table.keys, next(table.texts()), strict=True))
    shown = [texts[key] for key in SELDOM_GIVEN]
    assert shown == ["3000", "70", "2.5", "22.5"]
    bare = schedule_rows(site_of(heads[2:], (w,))).without_empty(*SELDOM_GIVEN)
    assert "overall_height_ft" not in bare.keys


def test_shielding_is_that_of_the_worst_head_as_installed(two_types):
    heads, types = two_types
    tilted, level = schedule_rows(site_of(heads, types)).records()
    assert tilted["shielding"] == "none"
    assert level["shielding"] == "full"
    (upright,) = schedule_rows(site_of(heads[:1], types)).records()
    assert upright["shielding"] == "full"


def test_the_rating_of_a_tilted_type_is_marked_as_that_of_the_level_luminaire(two_types):
    heads, types = two_types
    table = schedule_rows(site_of(heads, types))
    bug = table.keys.index("bug")
    assert [row.cells[bug].text.endswith("*") for row in table.rows] == [True, False]
    assert "* BUG as tested, at tilt 0" in table.note
    # Files hold the rating alone; a schedule of level types says nothing of tilt.
    assert "*" not in str([record["bug"] for record in table.records()])
    assert "*" not in schedule_rows(site_of(heads[:1], types)).note


def test_locations_are_in_the_sites_own_unit(two_types):
    heads, types = two_types
    metric = luminaire_rows(site_of(heads, types, unit="m"), length=METRES)
    assert [c.head for c in metric.columns if c.key == "mounting_height_m"] == ["MH\nm"]
    heights_m = [head.luminaire.mounting_height_ft * 0.3048 for head in heads]
    shown = [record["mounting_height_m"] for record in metric.records()]
    assert shown == pytest.approx(heights_m, rel=1e-12)  # m: rounding of one product
    table = luminaire_rows(site_of(heads, types, unit="m"))
    first, second, _ = table.records()
    assert table.columns[table.keys.index("x")].head == "X\nm"
    assert first["x"] == pytest.approx(9.290304)  # 30.48 ft
    assert second["y"] == pytest.approx(1.8580608)
    assert first["orientation_deg"] == 90.0
    assert second["tilt_deg"] == 60.0


def test_the_share_after_close_is_that_of_the_scene(two_types):
    heads, types = two_types
    scene = Scene("night", {"pole lights": 0.3}, after_close=True)
    table = luminaire_rows(site_of(heads, types, scenes=(scene,)))
    assert [row["after_close_pct"] for row in table.records()] == [30.0, 30.0, 100.0]
    plain = luminaire_rows(site_of(heads, types))
    assert [row["after_close_pct"] for row in plain.records()] == [None] * 3
