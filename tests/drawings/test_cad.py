"""The CAD drawing, read back by two readers: ezdxf, and the one that reads bases of sites."""

from __future__ import annotations

import io
import logging
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import ezdxf
import numpy as np
import pytest

from photometry.drawings.cad.drawing import cad_dxf, write_cad
from photometry.drawings.cad.layers import LAYERS, LINETYPES, Layers, contour_layer
from photometry.drawings.cad.luminaires import attributes
from photometry.engine.calculate import calculate
from photometry.site.model import Project
from photometry.site.sources.dxf_base import read_dxf
from photometry.tables.display import FEET, FOOTCANDLES, LUX
from photometry.tables.text import against_limit
from photometry.units import FEET_PER_UNIT

DOCS = Path(__file__).parents[2] / "docs" / "cad.md"
PLACE_FT = 1e-6  # of a coordinate that is read back


@pytest.fixture(scope="module")
def text(elm):
    return cad_dxf(*elm)


@pytest.fixture(scope="module")
def drawing(text):
    return ezdxf.read(io.StringIO(text))


@pytest.fixture(scope="module")
def own(text, tmp_path_factory):
    file = tmp_path_factory.mktemp("cad") / "plan.dxf"
    file.write_text(text, encoding="utf-8", newline="\n")
    return read_dxf(file)


def on_layer(drawing, layer, kind="*"):
    return list(drawing.modelspace().query(f'{kind}[layer=="{layer.name}"]'))


def anchors(texts):
    """Where texts were set: (n, 2)."""
    return np.array([tuple(t.get_placement()[1])[:2] for t in texts])


def survey(site, unit, corner):
    """Move a site to survey coordinates, given in its unit."""
    shift = np.array(corner) * FEET_PER_UNIT[unit]

    def moved(points):
        return None if points is None else points + shift

    heads = tuple(
        replace(
            head,
            pole_xy_ft=tuple(np.add(head.pole_xy_ft, shift)),
            luminaire=replace(
                head.luminaire,
                x_ft=head.luminaire.x_ft + shift[0],
                y_ft=head.luminaire.y_ft + shift[1],
            ),
        )
        for head in site.heads
    )
    return replace(
        site,
        unit=unit,
        heads=heads,
        zones=tuple(replace(z, outline_ft=moved(z.outline_ft)) for z in site.zones),
        boundaries=tuple(replace(b, line_ft=moved(b.line_ft)) for b in site.boundaries),
    )


def test_the_drawing_has_no_error_that_an_audit_finds(drawing):
    auditor = drawing.audit()
    assert not auditor.errors
    assert not auditor.fixes


def test_the_drawing_is_of_2010_or_later_and_says_its_unit(drawing):
    assert drawing.dxfversion >= "AC1024"
    assert drawing.header["$INSUNITS"] == 2  # feet


def test_values_stand_at_their_points_with_one_decimal(drawing, elm):
    zone = elm[1]["Parking and aisles"]
    texts = on_layer(drawing, Layers.VALUES, "TEXT")
    places = anchors(texts)
    for i in (0, len(zone.fc) // 2, len(zone.fc) - 1):
        away = np.hypot(*(places - zone.points_ft[i, :2]).T)
        assert away.min() <= PLACE_FT
        assert texts[int(away.argmin())].dxf.text == f"{zone.fc[i]:.1f}"


def test_every_point_of_every_zone_has_its_value(drawing, elm):
    points = sum(len(zone.fc) for zone in elm[1].zones.values())
    assert len(on_layer(drawing, Layers.VALUES, "TEXT")) == points


def test_stations_are_points_with_the_value_of_the_layer_judged(drawing, elm):
    line = elm[1]["north/pavement_edge"]
    points = {
        tuple(np.round(tuple(p.dxf.location)[:2], 6)): p.get_xdata("PHOTOMETRY")
        for p in on_layer(drawing, Layers.STATIONS, "POINT")
        if p.get_xdata("PHOTOMETRY")[0].value == line.name
    }
    assert len(points) == len(line.initial_fc)
    for at, value in zip(line.line.stations_ft, line.initial_fc, strict=True):
        # 5e-5 fc: four decimals.
        assert points[tuple(np.round(at, 6))][1].value == pytest.approx(value, abs=5e-5)


def test_values_over_a_limit_that_fails_have_their_own_layer(drawing, elm):
    line = elm[1]["north/pavement_edge"]
    over = line.initial_fc[line.initial_fc > 0.5]
    assert len(over)
    others = [t.dxf.text for t in on_layer(drawing, Layers.JUDGED_VALUES, "TEXT")]
    texts = [t.dxf.text for t in on_layer(drawing, Layers.OVER_VALUES, "TEXT")]
    for value in over:
        assert against_limit(value, 0.5) in texts
    assert f"{line.initial_fc.min():.2f}" in others


def test_isolines_have_a_layer_a_level_and_follow_the_light(drawing, elm):
    calc = elm[1]
    levels = [
        layer.dxf.name
        for layer in drawing.layers
        if re.fullmatch(r"E-LITE-ISO-\d.*", layer.dxf.name)
    ]
    assert {"E-LITE-ISO-0.10", "E-LITE-ISO-0.50", "E-LITE-ISO-2.00"} <= set(levels)
    for level in (0.5, 1.0):
        lines = on_layer(drawing, contour_layer(level), "LWPOLYLINE")
        assert lines
        points = np.vstack([np.array(line.get_points("xy")) for line in lines])
        assert all(line.get_xdata("PHOTOMETRY")[0].value == level for line in lines)
        there = calc.illuminance(np.column_stack([points, np.zeros(len(points))]))
        # Where the field is smooth a vertex on a chord of 1.25 ft is within 3 % of its level;
        # at edges of shadow it is not.
        assert np.median(np.abs(there / level - 1.0)) < 0.03


def test_luminaires_are_blocks_at_their_poles_turned_as_they_look(drawing, elm):
    site = elm[0]
    inserts = {
        insert.get_attrib_text("TAG"): insert
        for insert in on_layer(drawing, Layers.LUMINAIRES, "INSERT")
    }
    assert set(inserts) == {head.id for head in site.heads}
    for head in site.heads:
        insert = inserts[head.id]
        stand = (
            head.pole_xy_ft
            if head.id.startswith("P")
            else (head.luminaire.x_ft, head.luminaire.y_ft)
        )
        np.testing.assert_allclose(tuple(insert.dxf.insert)[:2], stand, atol=PLACE_FT)
        assert insert.dxf.rotation == pytest.approx(head.luminaire.orientation_deg)
        said = {attribute.dxf.tag: attribute.dxf.text for attribute in insert.attribs}
        assert tuple(said) == tuple(attributes(FEET))
        assert (said["TYPE"], said["FILE"]) == (head.type.name, head.type.file_path)
        assert float(said["MH_FT"]) == head.luminaire.mounting_height_ft
        assert float(said["TILT_DEG"]) == head.luminaire.tilt_deg
        assert float(said["LLF"]) == pytest.approx(head.type.maintained_factor, abs=5e-5)
        assert float(said["HEAD_X"]) == pytest.approx(head.luminaire.x_ft, abs=PLACE_FT)


def test_every_block_defines_the_attributes_that_are_attached(drawing):
    for insert in on_layer(drawing, Layers.LUMINAIRES, "INSERT"):
        block = drawing.blocks[insert.dxf.name]
        assert [a.dxf.tag for a in block.attdefs()] == [a.dxf.tag for a in insert.attribs]


def test_the_tables_are_one_block_beside_the_plan(drawing, elm):
    (insert,) = on_layer(drawing, Layers.TABLES, "INSERT")
    words = [t.dxf.text for t in drawing.blocks[insert.dxf.name].query("TEXT")]
    assert "LUMINAIRE SCHEDULE" in words
    assert "CALCULATION STATISTICS" in words
    assert any("Direct light only" in word for word in words)
    for head in elm[0].heads:
        assert words.count(head.id) >= 1
    assert insert.dxf.insert.x > max(b.line_ft[:, 0].max() for b in elm[0].boundaries)


def test_every_entity_is_on_a_layer_of_ours(drawing):
    known = {layer.dxf.name for layer in drawing.layers if layer.dxf.name.startswith("E-LITE")}
    assert {layer.name for layer in LAYERS} <= known
    for entity in drawing.modelspace():
        assert entity.dxf.layer in known
        assert entity.dxf.get("color", 256) == 256  # by layer


def test_layers_have_linetypes_that_the_drawing_defines(drawing):
    for layer in LAYERS:
        there = drawing.layers.get(layer.name)
        assert there.dxf.linetype == layer.linetype
        assert there.dxf.linetype in drawing.linetypes
        assert there.description == layer.words(FOOTCANDLES)
    assert set(LINETYPES) - {"CONTINUOUS"} <= {t.dxf.name for t in drawing.linetypes}


def test_our_reader_gives_the_property_line_back(own, elm):
    (shape,) = own.shapes[Layers.PROPERTY.name]
    assert shape.is_closed
    corners = np.vstack([b.line_ft[:-1] for b in elm[0].boundaries])
    np.testing.assert_allclose(shape.points_ft, corners, atol=PLACE_FT)


def test_our_reader_gives_luminaires_zones_and_buildings_back(own, elm):
    site = elm[0]
    middles = np.array(
        [
            shape.points_ft.mean(axis=0)
            for shape in own.shapes[Layers.LUMINAIRES.name]
            if shape.is_closed
        ]
    )
    for head in site.heads:
        if head.id.startswith("P"):
            # The pole is a polygon of 24 corners about it.
            assert np.hypot(*(middles - head.pole_xy_ft).T).min() < 1e-6
    for zone, shape in zip(site.zones, own.shapes[Layers.ZONES.name], strict=True):
        np.testing.assert_allclose(shape.points_ft, zone.outline_ft, atol=PLACE_FT)
    assert len(own.shapes[Layers.BUILDING.name]) == len(site.obstructions)


def test_our_reader_says_that_the_unit_is_feet(own):
    assert own.unit == "ft"


@pytest.mark.parametrize(
    ("unit", "code", "corner"),
    [("ftUS", 21, (1_412_345.678, 1_098_765.432)), ("m", 6, (430_482.11, 4_779_301.99))],
)
def test_survey_coordinates_and_units_come_back_exactly(uniform, tmp_path, unit, code, corner):
    feet = FEET_PER_UNIT[unit]
    site = survey(uniform[0], unit, corner)
    calc = calculate(site, ())
    write_cad(site, calc, (), tmp_path / "plan.dxf")
    there = ezdxf.readfile(tmp_path / "plan.dxf")
    assert there.header["$INSUNITS"] == code
    assert not there.audit().errors
    places = anchors(on_layer(there, Layers.VALUES, "TEXT")) * feet
    np.testing.assert_allclose(places, calc["lot"].points_ft[:, :2], rtol=0, atol=PLACE_FT)
    (insert,) = on_layer(there, Layers.LUMINAIRES, "INSERT")
    np.testing.assert_allclose(
        np.array(tuple(insert.dxf.insert)[:2]),
        np.array(corner) + np.array([50.0, 40.0]) / feet,
        rtol=0,
        atol=PLACE_FT / feet,
    )
    drawn = read_dxf(tmp_path / "plan.dxf")
    assert drawn.unit == unit
    (ring,) = drawn.shapes[Layers.PROPERTY.name]
    np.testing.assert_allclose(
        ring.points_ft[0], site.boundaries[0].line_ft[0], rtol=0, atol=PLACE_FT
    )


def test_the_same_inputs_give_the_same_text(text, elm):
    assert cad_dxf(*elm) == text


def test_the_text_does_not_depend_on_how_a_process_orders_sets():
    code = (
        "from photometry.drawings.cad.document import *\n"
        "with fixed_metadata(): print(written(new_document('ft', 20.0), []))"
    )
    written = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "5")  # by which the library orders classes differently
    ]
    assert b"ACDBPLACEHOLDER" in written[0]
    assert written[0] == written[1]


def test_the_library_writes_dates_again_afterwards(text):
    assert text
    assert ezdxf.options.write_fixed_meta_data_for_testing is False


def test_nothing_of_this_machine_or_day_is_in_the_drawing(text):
    assert str(Path.home()) not in text
    assert re.search(r"20[2-9]\d-\d\d-\d\dT", text) is None


def test_text_and_symbols_follow_the_scale_and_nothing_else_does(uniform):
    site, calc = uniform
    twenty, fifty = (
        ezdxf.read(io.StringIO(cad_dxf(site, calc, scale_ft_per_in=scale)))
        for scale in (20.0, 50.0)
    )
    small, large = (on_layer(d, Layers.NAMES, "TEXT")[0].dxf.height for d in (twenty, fifty))
    assert (small, large) == (pytest.approx(1.6), pytest.approx(4.0))  # 0.08 in
    assert twenty.header["$LTSCALE"] == 20.0
    rings = [on_layer(d, Layers.PROPERTY)[0].get_points("xy") for d in (twenty, fifty)]
    assert rings[0] == rings[1]


def test_values_of_a_dense_zone_are_smaller_so_that_they_do_not_touch(uniform):
    site, _ = uniform
    dense = replace(site, zones=tuple(replace(zone, spacing_ft=1.0) for zone in site.zones))
    calc = calculate(dense, ())
    drawing = ezdxf.read(io.StringIO(cad_dxf(dense, calc, scale_ft_per_in=60.0)))
    texts = on_layer(drawing, Layers.VALUES, "TEXT")
    assert len(texts) == len(calc["lot"].fc)
    # Figures of Arial are 0.78 of their height wide, the point less.
    assert all(t.dxf.height * 0.78 * len(t.dxf.text) < 1.0 for t in texts)


def test_names_that_cad_would_read_as_commands_stay_one_line_of_text(uniform):
    site, calc = uniform
    hostile = "100%%d\nA\r\n^J 0\nSECTION <*|>\x00"
    kind = replace(site.types["U"], name=hostile, description=hostile)
    heads = tuple(replace(head, type=kind, id=hostile) for head in site.heads)
    site = replace(site, types={hostile: kind}, heads=heads, project=Project(name=hostile))
    calc = replace(calc, site=site)
    drawing = ezdxf.read(io.StringIO(cad_dxf(site, calc)))
    assert not drawing.audit().errors
    (insert,) = on_layer(drawing, Layers.LUMINAIRES, "INSERT")
    assert "%%d" not in insert.get_attrib_text("TAG")


def test_types_whose_names_differ_in_capitals_have_their_own_blocks(uniform):
    site, calc = uniform
    first = site.types["U"]
    second = replace(first, name="u")
    other = replace(site.heads[0], id="L2", pole_id="L2", type=second)
    site = replace(site, types={"U": first, "u": second}, heads=(*site.heads, other))
    drawing = ezdxf.read(io.StringIO(cad_dxf(site, calc)))
    names = {
        insert.dxf.name.casefold() for insert in on_layer(drawing, Layers.LUMINAIRES, "INSERT")
    }
    assert len(names) == 2


def test_a_site_without_boundaries_and_zones_still_gives_a_drawing(uniform):
    bare = replace(uniform[0], zones=(), boundaries=())
    drawing = ezdxf.read(io.StringIO(cad_dxf(bare, calculate(bare, ()))))
    assert not drawing.audit().errors
    assert len(on_layer(drawing, Layers.LUMINAIRES, "INSERT")) == 1


def test_a_metric_drawing_in_lux_is_so_throughout(elm):
    site, calc, findings = elm
    metric = replace(site, unit="m")
    text = cad_dxf(metric, replace(calc, site=metric), findings, light=LUX)
    drawing = ezdxf.read(io.StringIO(text))
    (head, *_) = on_layer(drawing, Layers.LUMINAIRES, "INSERT")
    said = {attribute.dxf.tag: attribute.dxf.text for attribute in head.attribs}
    placed = next(one for one in site.heads if one.id == said["TAG"]).luminaire
    assert said["MH_M"] == f"{placed.mounting_height_ft * 0.3048:.2f}"
    levels = {layer.dxf.name for layer in drawing.layers if "-ISO-" in layer.dxf.name}
    assert "E-LITE-ISO-10.00-LX" in levels
    assert all(name.endswith(("-LX", "TEXT")) for name in levels)
    zone = next(iter(calc.zones.values()))
    values = {text.dxf.text for text in on_layer(drawing, Layers.VALUES, "TEXT")}
    assert {f"{value * 10.763910:.0f}" for value in zone.fc[:20]} <= values
    block = drawing.blocks["LITE-TABLES"]
    words = [entity.dxf.text for entity in block.query("TEXT")]
    assert {"ISOLINES, MAINTAINED LX", "MH", "m"} <= set(words)
    assert [word for word in words if re.search(r"\d ft\b(?! \()", word)] == []


def test_the_page_on_the_drawing_lists_its_layers_and_attributes():
    page = DOCS.read_text(encoding="utf-8")
    for layer in LAYERS:
        assert f"| `{layer.name}` | {layer.colour} | {layer.words(FOOTCANDLES)} |" in page
    for tag in attributes(FEET):
        assert f"`{tag}`" in page


def test_the_add_on_of_ezdxf_can_draw_it(drawing):
    logging.getLogger("ezdxf").setLevel(logging.ERROR)
    from ezdxf.addons.drawing import Frontend, RenderContext
    from ezdxf.addons.drawing.recorder import Recorder

    recorder = Recorder()
    Frontend(RenderContext(drawing), recorder).draw_layout(drawing.modelspace(), finalize=True)
    box = recorder.player().bbox()
    assert box.size.x > 300.0
