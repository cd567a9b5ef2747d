"""The invented site of the drawings' tests: Elm Street Plaza, 24 heads on 200 x 160 ft."""

from __future__ import annotations

import datetime as dt
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from photometry.engine.calculate import calculate
from photometry.luminaires.read import read_luminaire
from photometry.ordinance.finding import Detail, Finding, Status, Where
from photometry.site.model import (
    Boundary,
    Head,
    Luminaire,
    LuminaireType,
    Obstruction,
    Project,
    Scene,
    Site,
    Zone,
)
from photometry.site.property import LineRequest
from photometry.site.terrain import Terrain

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
sys.path.insert(0, str(HERE))  # tests are not a package: figure_texts is a module beside them


def ring(*points):
    return np.array(points, np.float64)


def luminaire_type(name, file, description, output, ldd=0.95, **facts):
    return LuminaireType(
        name=name,
        file=read_luminaire(file),
        file_path=file,
        description=description,
        initial_factor=1.0,
        maintained_factor=0.9 * ldd,
        output_factor=output,
        llf_parts={"lld": 0.9, "ldd": ldd},
        facts={"lamp_type": "led", **facts},
    )


def head(name, kind, x, y, height, orientation, group, pole=None, **facts):
    pole_id = name if pole is None else pole[0]
    return Head(
        id=name,
        pole_id=pole_id,
        type=kind,
        group=group,
        luminaire=Luminaire(
            kind.file,
            x,
            y,
            height,
            orientation_deg=orientation,
            llf=kind.maintained_factor * kind.output_factor,
        ),
        pole_xy_ft=(x, y) if pole is None else pole[1],
        arrangement="single" if pole is None else "d180",
        facts={**kind.facts, **facts},
    )


def elm_types():
    return {
        "A": luminaire_type("A", "sample:area_t3", "LED area, Type III, full cutoff", 0.30),
        "B": luminaire_type(
            "B",
            "sample:area_t4_hss",
            "LED area, Type IV, house-side shield",
            0.30,
            glare_control="house-side shield",
        ),
        "E": luminaire_type("E", "sample:area_t3", "LED area, Type III, site entrance", 0.15),
        "W": luminaire_type(
            "W", "sample:wallpack_fc", "LED wall pack, full cutoff", 0.7, 0.94, fixture_kind="wall"
        ),
    }


def elm_heads(types):
    a, b, e, w = (types[name] for name in "ABEW")
    heads = []
    for i, x in enumerate((37.0, 79.0, 121.0, 163.0), 1):
        pole = (f"P{i}", (x, 127.0))
        heads.append(head(f"P{i}a", a, x, 125.5, 14.0, 270.0, "pole lights", pole))
        heads.append(head(f"P{i}b", a, x, 128.5, 14.0, 90.0, "pole lights", pole))
    singles = [
        ("P5", b, 10.5, 70.0, 0.0),
        ("P6", b, 10.5, 100.0, 0.0),
        ("P7", b, 189.5, 70.0, 180.0),
        ("P8", a, 191.5, 137.5, 270.0),
        ("P9", b, 189.5, 102.0, 180.0),
        ("P10", b, 34.0, 153.5, 270.0),
        ("P11", b, 150.0, 153.5, 270.0),
    ]
    heads += [head(n, k, x, y, 14.0, o, "pole lights") for n, k, x, y, o in singles]
    entrance = {"lights_site_entrance": True}
    heads.append(head("P12", e, 85.5, 150.5, 14.0, 0.0, "entrance", **entrance))
    heads.append(head("P13", e, 114.5, 150.5, 14.0, 180.0, "entrance", **entrance))
    heads += [
        head(f"P{14 + i}", a, x, 83.5, 14.0, 90.0, "pole lights")
        for i, x in enumerate((55.0, 100.0, 145.0))
    ]
    heads += [
        head(f"W{1 + i}", w, x, 56.4, 10.0, 90.0, "wall packs")
        for i, x in enumerate((62.0, 100.0, 138.0))
    ]
    heads.append(head("W4", w, 145.4, 34.0, 10.0, 0.0, "wall packs"))
    return tuple(heads)


def elm_zones():
    return (
        Zone("Parking and aisles", "parking", ring((12, 61), (188, 61), (188, 152), (12, 152))),
        Zone(
            "Driveway",
            "traffic",
            ring((88, 152), (112, 152), (112, 172), (88, 172)),
            spacing_ft=5.0,
        ),
        Zone(
            "Front walk",
            "pedestrian",
            ring((50, 56.5), (150, 56.5), (150, 61), (50, 61)),
            spacing_ft=5.0,
        ),
    )


def elm_boundaries():
    return (
        Boundary(
            "south",
            ring((0, 0), (200, 0)),
            facts={"adjacent_district_class": "commercial"},
        ),
        Boundary(
            "east",
            ring((200, 0), (200, 160)),
            dwellings_ft=ring((240, 80)),
            facts={"adjacent_district_class": "residential"},
        ),
        Boundary(
            "north",
            ring((200, 160), (0, 160)),
            pavement_edge_ft=ring((200, 172), (0, 172)),
            access_points_ft=(ring((88, 172), (112, 172)),),
            facts={"adjoins_public_road": True, "across_district_class": "commercial"},
        ),
        Boundary(
            "west",
            ring((0, 160), (0, 0)),
            facts={"adjacent_district_class": "commercial"},
        ),
    )


def elm_street():
    types = elm_types()
    return Site(
        path=Path("site.toml"),
        project=Project(
            name="Elm Street Plaza",
            codes=("sweden-ny",),
            number="2417",
            client="Elm Street Holdings LLC",
            prepared_by="Northlight Site Engineering PLLC",
            address="410 Elm Street, Town of Sweden, Monroe County, New York",
            revision="1",
            date="2025-03-04",
        ),
        unit="ft",
        types=types,
        heads=elm_heads(types),
        zones=elm_zones(),
        boundaries=elm_boundaries(),
        obstructions=(
            Obstruction("Retail store", ring((55, 12), (145, 12), (145, 56), (55, 56)), 20.0),
            Obstruction("House", ring((240, 66), (272, 66), (272, 96), (240, 96)), 18.0),
        ),
        scenes=(Scene("after close", {"pole lights": 0.3}, after_close=True),),
        facts={"district_class": "commercial", "close_of_business_time": dt.time(22, 0)},
        options={},
        terrain=Terrain(),
    )


REQUESTS = (
    LineRequest("property_line"),
    LineRequest("pavement_edge"),
    LineRequest("access_points"),
    LineRequest("offset", 25.0, ("east",)),
    LineRequest("dwellings"),
)


def trespass_finding(calc, rule, citation, line, limit):
    stats = calc[line].statistics("initial")
    margin = limit - stats.max_fc
    share = calc.contributions([stats.max_at_ft], layer="initial")[0]
    best = calc.site.heads[int(share.argmax())].id
    return Finding(
        rule=rule,
        code="sweden-ny",
        status=Status.PASS if margin >= 0 else Status.FAIL,
        citation=f"Town Code § 175-29 {citation}",
        where=Where("line", line),
        message=f"light trespass on {line}",
        measured=stats.max_fc,
        limit=limit,
        unit="fc",
        margin=margin,
        witness=stats.max_at_ft,
        options={"TRESPASS_LLF": "initial", "TRESPASS_PLANE": "horizontal_grade"},
        details=(Detail(best, float(share.max())),),
    )


def ratio_finding(calc, rule, citation, zone, ratio, limit):
    stats = calc[zone].statistics()
    value = getattr(stats, ratio)
    margin = limit - value
    return Finding(
        rule=rule,
        code="sweden-ny",
        status=Status.PASS if margin >= 0 else Status.FAIL,
        citation=f"Town Code § 175-29 {citation}",
        where=Where("zone", zone),
        message=f"{ratio} in {zone}",
        measured=value,
        limit=limit,
        unit="ratio",
        margin=margin,
        witness=stats.min_at_ft,
    )


def elm_findings(calc):
    found = [
        trespass_finding(
            calc, "sweden-175-29-J1-trespass-pavement-edge", "J(1)", "north/pavement_edge", 0.5
        ),
        trespass_finding(
            calc, "sweden-175-29-J1-trespass-access-point", "J(1)", "north/access_points", 1.0
        ),
        trespass_finding(calc, "sweden-175-29-J2-trespass-25ft", "J(2)", "east/offset_25ft", 0.2),
    ]
    limits = {"Parking and aisles": 3.0, "Driveway": 3.0, "Front walk": 4.0}
    for zone, limit in limits.items():
        kind = calc[zone].kind
        rule = f"sweden-175-29-G2-uniformity-{kind}"
        found.append(ratio_finding(calc, rule, "G(2)", zone, "avg_min", limit))
        found.append(
            ratio_finding(calc, "sweden-175-29-G4-max-to-average", "G(4)", zone, "max_avg", 6.0)
        )
    base = found[0]
    found += [
        replace(
            base,
            rule="sweden-175-29-E-objectionable-light-at-line",
            status=Status.NEEDS_DETERMINATION,
            citation="Town Code § 175-29 A(4) and E",
            where=Where("site", ""),
            measured=None,
            limit=None,
            unit=None,
            margin=None,
            witness=None,
            options={},
            details=(),
        ),
        replace(
            base,
            rule="sweden-175-29-J3-adjoining-iesna",
            status=Status.NOT_EVALUATED,
            citation="Town Code § 175-29 J(3)",
            where=Where("boundary", "south"),
            measured=None,
            limit=None,
            margin=None,
            witness=None,
            message="the neighbour's level is not given",
            options={},
            details=(),
        ),
        *(
            replace(
                base,
                rule="sweden-175-29-D-T6-unlisted-over-70",
                status=Status.PASS,
                citation="Town Code § 175-29 D table row 1",
                where=Where("luminaire", placed.id),
                measured="full",
                limit="full",
                unit=None,
                margin=None,
                witness=None,
                options={},
                details=(),
            )
            for placed in calc.site.heads
        ),
    ]
    return found


@pytest.fixture(scope="session")
def elm():
    """Site, calculation and findings of Elm Street Plaza."""
    site = elm_street()
    calc = calculate(site, REQUESTS)
    return site, calc, elm_findings(calc)


def uniform_site(**changes):
    """One luminaire of 1000 cd in every downward direction, 20 ft over a 100 x 80 ft lot."""
    kind = luminaire_type("U", str(CASES / "00-uniform.ies"), "uniform", 1.0)
    site = Site(
        path=Path("site.toml"),
        project=Project(name="Uniform"),
        unit="ft",
        types={"U": kind},
        heads=(head("L1", kind, 50.0, 40.0, 20.0, 0.0, "all"),),
        zones=(Zone("lot", "other", ring((20, 20), (80, 20), (80, 60), (20, 60))),),
        boundaries=(
            Boundary("south", ring((0, 0), (100, 0))),
            Boundary("east", ring((100, 0), (100, 80))),
            Boundary("north", ring((100, 80), (0, 80))),
            Boundary("west", ring((0, 80), (0, 0))),
        ),
        obstructions=(),
        scenes=(),
        facts={},
        options={},
        terrain=Terrain(),
    )
    return replace(site, **changes)


@pytest.fixture(scope="session")
def uniform():
    """Site and calculation under one uniform luminaire."""
    site = uniform_site()
    return site, calculate(site, ())
