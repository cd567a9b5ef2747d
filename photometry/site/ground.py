"""``[terrain]`` of a site file: the ground, from whatever it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from photometry.errors import ProjectFileError
from photometry.site.named_files import why_no_file
from photometry.site.terrain import Terrain, plane_through, surface_through
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from photometry.site.named_files import NamedFiles
    from photometry.site.reading import Faults
    from photometry.site.schema import TerrainTable
    from photometry.site.shapes import Shapes

__all__ = ["read_ground"]

GEOTIFF = (".tif", ".tiff")


def read_ground(
    table: TerrainTable, shapes: Shapes, named: NamedFiles, faults: Faults
) -> tuple[Terrain, tuple[Path, ...]]:
    """Give the ground that a table describes, and the files that it was read from.

    Where the table has a fault, which is recorded, flat ground at 0.
    """
    given = [key for key in ("file", "points", "plane") if getattr(table, key) is not None]
    if len(given) > 1:
        what = f"[terrain] has {' and '.join(given)}, which say the same; keep one"
        faults.add(("terrain", given[-1]), what)
    elif table.file is not None:
        return _from_file(table.file, table, shapes, named, faults)
    if table.unit is not None or table.elevation_unit is not None:
        key = "unit" if table.unit is not None else "elevation_unit"
        what = f"[terrain] {key} is that of a raster file; points and planes are in the site's unit"
        faults.add(("terrain", key), what)
    try:
        if table.points is not None and len(given) == 1:
            return surface_through(shapes.in_feet(table.points)), ()
        if table.plane is not None and len(given) == 1:
            return plane_through(shapes.in_feet(table.plane)), ()
    except ValueError as unfit:
        faults.add(("terrain", given[0]), f"[terrain] {given[0]} {unfit}")
    return Terrain(), ()


def _from_file(
    name: str, table: TerrainTable, shapes: Shapes, named: NamedFiles, faults: Faults
) -> tuple[Terrain, tuple[Path, ...]]:
    """Read the ground from a survey's file."""
    path = named.path(name)
    if not path.is_file():
        what, advice = why_no_file(path, name)
        faults.add(("terrain", "file"), f"[terrain] file: {what}", advice)
        return Terrain(), (path,)
    try:
        return _surface(path, table, shapes, faults), (path,)
    except ProjectFileError as error:
        faults.include(error.faults)
        return Terrain(), (path,)


def _surface(path: Path, table: TerrainTable, shapes: Shapes, faults: Faults) -> Terrain:
    """Read a surface by the ending of its name."""
    # Each reader is imported where it is needed: few sites slope.
    feet = FEET_PER_UNIT[table.unit] if table.unit else None
    feet_up = FEET_PER_UNIT[table.elevation_unit] if table.elevation_unit else None
    if path.suffix.lower() in GEOTIFF:
        from photometry.site.sources.geotiff import read_geotiff  # noqa: PLC0415

        return read_geotiff(path, feet, feet_up)
    if path.suffix.lower() == ".asc":
        from photometry.site.sources.ascii_grid import read_ascii_grid  # noqa: PLC0415

        feet = feet or shapes.feet_per_unit
        return read_ascii_grid(path, feet, feet_up or feet)
    from photometry.site.sources.landxml import read_landxml  # noqa: PLC0415

    if feet is not None or feet_up is not None:
        key = "unit" if feet is not None else "elevation_unit"
        faults.add(("terrain", key), f"[terrain] {key}: LandXML says its unit itself; leave it out")
    return read_landxml(path)
