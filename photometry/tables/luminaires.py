"""Rows of the luminaire locations: where every head stands and where it is aimed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from photometry.tables.display import FEET, length_columns
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import factor_text, number, plain_number
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.site.model import Head, Site
    from photometry.tables.display import LengthUnit

__all__ = ["luminaire_rows"]

COLUMNS: Final = (
    Column("id", "No."),
    Column("pole", "Pole"),
    Column("type", "Type"),
    Column("x", "X", numeric=True),
    Column("y", "Y", numeric=True),
    Column("base_z", "Base", numeric=True),
    Column("mounting_height_ft", "MH\nft", numeric=True),
    Column("orientation_deg", "Orient.", numeric=True),
    Column("tilt_deg", "Tilt", numeric=True),
    Column("roll_deg", "Roll", numeric=True),
    Column("spin_deg", "Spin", numeric=True),
    Column("llf", "LLF", numeric=True),
    Column("group", "Group"),
    Column("after_close_pct", "After\nclose %", numeric=True),
)
NOTE: Final = (
    "Orientation in degrees counterclockwise from +x to lateral angle 0. "
    "X and Y are of the head, not of the pole."
)


def luminaire_rows(site: Site, decimals: int = 2, length: LengthUnit = FEET) -> Table:
    """Every placed head in the order of the site.

    Parameters
    ----------
    site
        The site.
    decimals
        Of the printed coordinates and heights.
    length
        The unit of mounting heights, which their column names.

    Returns
    -------
    Table
        X, Y and the base's elevation are in the site's own unit, which their heads name;
        angles in degrees. `llf` is the maintained factor. The last column is the share of
        full output in the scene after close, empty where the site has none.
    """
    after = next((scene for scene in site.scenes if scene.after_close), None)
    shares = None if after is None else after.groups
    columns = tuple(
        Column(c.key, f"{c.head}\n{site.unit}", numeric=True)
        if c.key in {"x", "y", "base_z"}
        else c
        for c in length_columns(COLUMNS, length)
    )
    rows = tuple(
        _row(head, FEET_PER_UNIT[site.unit], shares, decimals, length) for head in site.heads
    )
    return Table("Luminaire locations and aiming", columns, rows, NOTE)


def _row(
    head: Head,
    feet: float,
    shares: Mapping[str, float] | None,
    decimals: int,
    length: LengthUnit,
) -> Row:
    placed = head.luminaire
    share = None if shares is None else 100.0 * shares.get(head.group, 1.0)
    places = [value / feet for value in (placed.x_ft, placed.y_ft, placed.base_z_ft)]
    angles = (placed.orientation_deg % 360.0, placed.tilt_deg, placed.roll_deg, placed.spin_deg)
    factor = head.type.maintained_factor
    return Row(
        (
            Cell(head.id, head.id),
            Cell(head.pole_id, head.pole_id),
            Cell(head.type.name, head.type.name),
            *(Cell(number(value, decimals), value) for value in places),
            Cell(
                length.text(placed.mounting_height_ft, decimals),
                length.of(placed.mounting_height_ft),
            ),
            *(Cell(plain_number(angle, 1), angle) for angle in angles),
            Cell(factor_text(factor), factor),
            Cell(head.group, head.group),
            Cell("" if share is None else plain_number(share, 1), share),
        )
    )
