"""The set of sheets for a submittal: plans, schedules, luminaires and field check, in one PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from photometry.drawings.bar_sheet import draw_title_bar
from photometry.drawings.field_check_sheet import field_check_papers
from photometry.drawings.isofootcandle import iso_footcandle_figure
from photometry.drawings.luminaire_sheet import luminaire_figure
from photometry.drawings.output import pdf_bytes
from photometry.drawings.points_sheet import points_sheet
from photometry.drawings.schedules_sheet import schedule_papers
from photometry.drawings.sheet import (
    UPRIGHT_A4,
    UPRIGHT_LETTER,
    SheetPlace,
    draw_title_strip,
    sheet_named,
)
from photometry.drawings.trespass_sheet import trespass_sheets
from photometry.tables.field_check import check_points
from photometry.tables.schedule import installed_file
from photometry.tables.text import count, plain_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from photometry.drawings.field import Field
    from photometry.drawings.sheet import Sheet
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Head, LuminaireType, Site

__all__ = ["sheet_figures", "write_sheets"]

PLAN: Final = ("L-1", "Iso-footcandle plan")
POINTS: Final = ("L-2", "Point-by-point plan")
TRESPASS: Final = ("L-3", "Trespass and visibility")
SCHEDULES: Final = ("L-4", "Schedules and compliance")
FIRST_LUMINAIRE: Final = 5  # what stands before it keeps its number, drawn or not


def sheet_figures(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding] = (),
    *,
    sheet: str = "ARCH D",
    field: Field | None = None,
) -> dict[str, Figure]:
    """Draw the whole set.

    Parameters
    ----------
    site, calc, findings
        The site, its calculation and the verdicts.
    sheet
        Size of the sheets: ``ARCH D``, ``ARCH E1``, ``ARCH E``, ``ANSI D`` or ``ANSI E``.
        Luminaires have a sheet of ANSI B each.
    field
        The illuminance to draw, maintained and initial; computed where it is not given.

    Returns
    -------
    dict
        Sheet number to figure, in order. Every sheet lists all of them.

    Raises
    ------
    ValueError
        If there is no sheet of that name.
    """
    size = sheet_named(sheet)
    points = points_sheet(site, calc, findings, size)
    beyond = trespass_sheets(site, calc, findings, size)
    numbers = (PLAN[0], POINTS[0], *([TRESPASS[0]] if beyond else []), SCHEDULES[0])
    rest = [*points.rest, *(block for one in beyond for block in one.rest)]
    schedules = schedule_papers(site, calc, findings, size, numbers, rest)
    kinds = _placed_types(site)
    listed = [PLAN, POINTS]
    listed += [_continued(TRESPASS, page) for page in range(len(beyond))]
    listed += [_continued(SCHEDULES, page) for page in range(len(schedules))]
    listed += [
        (f"L-{FIRST_LUMINAIRE + place}", f"Luminaire type {kind.name}")
        for place, (kind, _) in enumerate(kinds)
    ]
    carried = UPRIGHT_A4 if size.is_metric else UPRIGHT_LETTER
    checks = field_check_papers(site, check_points(calc, findings), carried)
    check = (f"L-{FIRST_LUMINAIRE + len(kinds)}", "Field check")
    listed += [_continued(check, page) for page in range(len(checks))]
    index = tuple(listed)
    places = {number: SheetPlace(number, title, index) for number, title in index}
    figures = {
        PLAN[0]: iso_footcandle_figure(
            site, calc, findings, sheet=sheet, place=places[PLAN[0]], field=field
        )
    }
    draw_title_strip(points.paper, size, places[POINTS[0]], site, findings, points.view.words)
    figures[POINTS[0]] = points.paper.figure
    for page, one in enumerate(beyond):
        number, _ = _continued(TRESPASS, page)
        scale = "none" if one.view is None else one.view.words
        draw_title_strip(one.paper, size, places[number], site, findings, scale)
        figures[number] = one.paper.figure
    for page, paper in enumerate(schedules):
        number, _ = _continued(SCHEDULES, page)
        draw_title_strip(paper, size, places[number], site, findings, "none")
        figures[number] = paper.figure
    for place, (kind, heads) in enumerate(kinds):
        number = f"L-{FIRST_LUMINAIRE + place}"
        figures[number] = _luminaire_figure(kind, heads, places[number], site, size)
    for page, paper in enumerate(checks):
        number, _ = _continued(check, page)
        draw_title_bar(paper, carried, places[number], site.project)
        figures[number] = paper.figure
    return figures


def write_sheets(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    pdf_path: Path | str,
    *,
    sheet: str = "ARCH D",
    field: Field | None = None,
) -> None:
    """Write the whole set as one PDF; the same inputs give the same bytes.

    See `sheet_figures` for the rest.
    """
    figures = sheet_figures(site, calc, findings, sheet=sheet, field=field)
    title = f"{site.project.name}: lighting sheets"
    Path(pdf_path).write_bytes(pdf_bytes(list(figures.values()), title))


def _continued(first: tuple[str, str], page: int) -> tuple[str, str]:
    """Give number and title of a sheet that runs on: ``L-4``, ``L-4.2``."""
    number, title = first
    return (f"{number}.{page + 1}", f"{title}, continued") if page else first


def _placed_types(site: Site) -> list[tuple[LuminaireType, list[Head]]]:
    """Types in the order of the schedule, each with its heads; without heads there is no sheet."""
    return [
        (kind, heads)
        for kind in site.types.values()
        if (heads := [head for head in site.heads if head.type is kind])
    ]


def _luminaire_figure(
    kind: LuminaireType, heads: Sequence[Head], place: SheetPlace, site: Site, size: Sheet
) -> Figure:
    heights = sorted({head.luminaire.mounting_height_ft for head in heads})
    named = [plain_number(height, 1) for height in dict.fromkeys((heights[0], heights[-1]))]
    return luminaire_figure(
        installed_file(kind),
        tag=kind.name,
        description=kind.description,
        remark=f"{count(len(heads))} placed, {'–'.join(named)} ft",
        place=place,
        project=site.project,
        is_metric=size.is_metric,
    )
