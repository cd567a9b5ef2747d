"""Small sites made in memory, and shapes that are hard on geometry."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from photometry.site.model import Boundary, Project, Site, Zone
from photometry.site.terrain import Terrain


def make_site(**parts):
    """Build a site of some parts; what is not given is empty."""
    given = {
        "path": Path("site.toml"),
        "project": Project("test"),
        "unit": "ft",
        "types": {},
        "heads": (),
        "zones": (),
        "boundaries": (),
        "obstructions": (),
        "scenes": (),
        "facts": {},
        "options": {},
        "terrain": Terrain(),
    }
    return Site(**(given | parts))


def make_zone(outline, **parts):
    return Zone("z", "parking", np.array(outline, float), **parts)


def make_boundaries(ring, cuts=None, **parts):
    """Divide a ring (n, 2) into boundaries that start at the vertices `cuts`."""
    ring = np.array(ring, float)
    cuts = list(range(len(ring))) if cuts is None else sorted(cuts)
    found = []
    for at, cut in enumerate(cuts):
        last = cuts[at + 1] if at + 1 < len(cuts) else cuts[0] + len(ring)
        rows = [row % len(ring) for row in range(cut, last + 1)]
        found.append(Boundary(f"b{at}", ring[rows], **parts))
    return tuple(found)


def star(radii, shift=(0.0, 0.0), turn=0.0):
    """Give a simple ring (n, 2), convex and concave, counterclockwise: one radius a ray."""
    angle = turn + 2 * math.pi * np.arange(len(radii)) / len(radii)
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.array(radii)[:, None] * across + np.array(shift)


@pytest.fixture(scope="session")
def made():
    """What tests make sites of."""
    return SimpleNamespace(site=make_site, zone=make_zone, boundaries=make_boundaries, star=star)


@pytest.fixture(scope="session")
def lot():
    """The rectangle 300 x 180 ft of the first example, counterclockwise."""
    return [(0, 0), (300, 0), (300, 180), (0, 180)]
