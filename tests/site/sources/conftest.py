"""Drawings made on the spot."""

from __future__ import annotations

import ezdxf
import pytest


class Base:
    """A DXF drawing in the making."""

    def __init__(self, path, unit):
        self.path = path
        self.document = ezdxf.new("R2010", units=unit)
        self.space = self.document.modelspace()

    def polyline(self, points, layer="A", *, close=True, space=None, **attributes):
        space = self.space if space is None else space
        form = "xyb" if len(points[0]) == 3 else "xy"
        return space.add_lwpolyline(
            points, format=form, close=close, dxfattribs={"layer": layer, **attributes}
        )

    def line(self, start, end, layer="A"):
        return self.space.add_line(start, end, dxfattribs={"layer": layer})

    def save(self):
        self.document.saveas(self.path)
        return self.path


@pytest.fixture
def base(tmp_path):
    """An empty drawing in feet."""
    return Base(tmp_path / "base.dxf", 2)


@pytest.fixture
def base_without_unit(tmp_path):
    return Base(tmp_path / "base.dxf", 0)
