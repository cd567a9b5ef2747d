"""Luminaires made in place: a file's record around a plain table of candela."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import photometry as ph
from photometry.engine.calculate import calculate
from photometry.engine.results import Calculation, LayerMix, ZoneResult
from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.opening import Opening
from photometry.luminaires.record import LuminaireFile
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.receivers import receivers_for
from photometry.site.model import Boundary, Head, Luminaire, LuminaireType, Project, Site, Zone
from photometry.site.terrain import Terrain


def make_file(candela, vertical_deg=None, lateral_deg=(0.0,), *, lumens_lm=None, watts_w=100.0):
    """Luminaire file of a Type C table; one lateral angle is axially symmetric."""
    cd = np.atleast_2d(np.asarray(candela, np.float64))
    v = np.linspace(0.0, 90.0, cd.shape[1]) if vertical_deg is None else np.asarray(vertical_deg)
    h = np.asarray(lateral_deg, np.float64)
    symmetry = Symmetry.AXIAL if len(h) == 1 else Symmetry.NONE
    return LuminaireFile(
        name="made.ies",
        file_format="LM-63",
        version="2002",
        keywords=(),
        lamp_count=1.0,
        lumens_per_lamp_lm=lumens_lm,
        multiplier=1.0,
        ballast_factor=1.0,
        ballast_lamp_factor=1.0,
        input_watts_w=watts_w,
        opening=Opening("point", 0.0, 0.0, 0.0),
        tilt=None,
        distribution=IntensityDistribution(
            PhotometricType.C, symmetry, np.asarray(v, np.float64), h, cd
        ),
    )


@pytest.fixture(scope="session")
def luminaire_file():
    """Give the maker of luminaire files."""
    return make_file


def make_head(file, x_ft, y_ft, height_ft, *, name="P1", group="poles", llf=1.0, **facts):
    """Head of a type of its own; `facts` that place a luminaire go to it, the others are facts."""
    placing = {key: facts.pop(key) for key in ("orientation_deg", "tilt_deg") if key in facts}
    kind = LuminaireType(
        name=f"type of {name}",
        file=file,
        file_path="made.ies",
        description="",
        initial_factor=1.0,
        maintained_factor=llf,
        output_factor=1.0,
        llf_parts={"lld": llf},
        facts={},
    )
    placed = Luminaire(file, x_ft, y_ft, height_ft, llf=llf, **placing)
    return Head(name, name, kind, group, placed, (x_ft, y_ft), "single", facts)


def make_site(
    heads, boundaries=(), *, zones=(), obstructions=(), scenes=(), facts=None, options=None, **more
):
    """Site around heads; boundaries as dicts, their coordinates as lists."""
    arrays = ("line_ft", "pavement_edge_ft", "dwellings_ft")
    made = []
    for given in boundaries:
        one = dict(given)
        for name in arrays:
            if one.get(name) is not None:
                one[name] = np.array(one[name], np.float64).reshape(-1, 2)
        one["access_points_ft"] = tuple(
            np.array(path, np.float64) for path in one.get("access_points_ft", ())
        )
        made.append(Boundary(**one))
    return Site(
        path=Path("site.toml"),
        project=Project("made", codes=("sweden-ny",)),
        unit="ft",
        types={head.type.name: head.type for head in heads},
        heads=tuple(heads),
        zones=tuple(zones),
        boundaries=tuple(made),
        obstructions=tuple(obstructions),
        scenes=tuple(scenes),
        facts=facts or {},
        options=options or {},
        terrain=Terrain(),
        **more,
    )


def make_square(side_ft=100.0, **by_id):
    """Give the four boundaries of a square from (0, 0): south, east, north, west."""
    a = side_ft
    lines = {
        "south": [[0, 0], [a, 0]],
        "east": [[a, 0], [a, a]],
        "north": [[a, a], [0, a]],
        "west": [[0, a], [0, 0]],
    }
    return [{"id": name, "line_ft": line, **by_id.get(name, {})} for name, line in lines.items()]


@pytest.fixture(scope="session")
def head():
    """Give the maker of heads."""
    return make_head


@pytest.fixture(scope="session")
def site():
    """Give the maker of sites."""
    return make_site


@pytest.fixture(scope="session")
def square():
    """Give the maker of square property lines."""
    return make_square


def make_grid(name, kind, values_fc, mix=None):
    """Result of a zone that has these values at its points, initial and maintained."""
    values = np.asarray(values_fc, np.float64)
    points = np.stack([np.arange(len(values)), np.zeros(len(values)), np.zeros(len(values))], 1)
    return ZoneResult(
        name=name,
        kind=kind,
        points_ft=points,
        group_fc=values[None, None],
        mix=mix or ONE_LAYER,
        zone=Zone(name, kind, np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])),
        lattice=np.zeros((len(values), 2), np.int64),
        spacing_ft=10.0,
    )


ONE_LAYER = LayerMix(("all",), {"initial": np.ones(1), "maintained": np.ones(1)})


def make_grids(**zones):
    """Calculation with zones alone: name to (kind, values in fc)."""
    results = {name: make_grid(name, *zone) for name, zone in zones.items()}
    site = make_site([], zones=[result.zone for result in results.values()])
    nothing = np.empty((0, 0))
    calculation = Calculation(
        site=site,
        zones=results,
        lines={},
        mix=ONE_LAYER,
        notes=(),
        _group_fc=lambda _points, _normals: nothing,
        _head_fc=lambda _points, _normals: nothing,
        _head_layer=np.empty(0, np.int64),
    )
    return site, calculation


@pytest.fixture(scope="session")
def grids():
    """Give the maker of calculations whose zones have given values."""
    return make_grids


# The rules on light alone, so that a test does not wait for fences.
LIGHTING = load_code("sweden-ny", ("lighting", "nonconforming"))


class Judged:
    """Findings of one check, looked up by rule and place."""

    def __init__(self, findings):
        self.findings = findings

    def of(self, rule, where=None):
        """Give the findings of a rule, at a place or anywhere."""
        rule = rule if rule.startswith("sweden-") else f"sweden-175-29-{rule}"
        found = [one for one in self.findings if one.rule == rule]
        assert found, f"no finding of {rule}"
        return [one for one in found if where is None or one.where.name == where]

    def one(self, rule, where=None):
        """Give the only finding of a rule at a place."""
        found = self.of(rule, where)
        assert len(found) == 1, [(one.where.name, one.status) for one in self.of(rule)]
        return found[0]

    def status(self, rule, where=None):
        return str(self.one(rule, where).status)


CHECKED = {}  # many tests look at one check: it is made once


def check_facts(facts, **options):
    """Check facts alone by Sweden's code."""
    key = repr((facts, options))
    if key not in CHECKED:
        CHECKED[key] = Judged(ph.check(facts={**facts, "options": options}, code=LIGHTING))
    return CHECKED[key]


def check_site(site, facts=None, calculation=None, **options):
    """Calculate a site as the code asks, and check it."""
    site = replace(site, options=options)
    if calculation is None:
        calculation = calculate(site, receivers_for(LIGHTING, site))
    else:
        calculation = replace(calculation, site=site)
    return Judged(ph.check(site=site, calc=calculation, facts=facts, code=LIGHTING))


@pytest.fixture(scope="session")
def judge_facts():
    """Give the check of facts alone."""
    return check_facts


@pytest.fixture(scope="session")
def judge_site():
    """Give the check of a site."""
    return check_site
