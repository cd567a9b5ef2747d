"""Luminaires made in place: a file's record around a plain table of candela."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from photometry.luminaires.distribution import IntensityDistribution, PhotometricType, Symmetry
from photometry.luminaires.opening import Opening
from photometry.luminaires.record import LuminaireFile
from photometry.site.model import Boundary, Head, Luminaire, LuminaireType, Project, Site
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
