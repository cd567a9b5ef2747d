"""The set of sheets for a submittal: plans, schedules, luminaires and field check, in one PDF."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from photometry.drawings.bar_sheet import draw_title_bar
from photometry.drawings.field_check_sheet import field_check_papers
from photometry.drawings.isofootcandle import iso_sheets
from photometry.drawings.luminaire_sheet import luminaire_figure
from photometry.drawings.output import pdf_bytes
from photometry.drawings.plan_sheets import draw_title, flowed, part_numbers
from photometry.drawings.points_sheet import points_sheets
from photometry.drawings.schedules_sheet import schedule_papers
from photometry.drawings.sheet import (
    UPRIGHT_A4,
    UPRIGHT_LETTER,
    SheetPlace,
    sheet_named,
)
from photometry.drawings.trespass_sheet import trespass_sheets
from photometry.drawings.view import PlanLayout
from photometry.tables.display import FOOTCANDLES, length_unit, sheet_units
from photometry.tables.field_check import check_points
from photometry.tables.schedule import installed_file, tilts_deg
from photometry.tables.text import count, plain_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from photometry.drawings.field import Field
    from photometry.drawings.paper import Paper
    from photometry.drawings.plan_sheets import PlanSheets
    from photometry.drawings.sheet import Sheet
    from photometry.engine.results import Calculation
    from photometry.ordinance.finding import Finding
    from photometry.site.model import Head, LuminaireType, Site
    from photometry.tables.display import LightUnit

__all__ = ["sheet_figures", "write_sheets"]

PLAN: Final = "L-1"
POINTS: Final = ("L-2", "Point-by-point plan")
TRESPASS: Final = ("L-3", "Trespass and visibility")
SCHEDULES: Final = ("L-4", "Schedules and compliance")
FIRST_LUMINAIRE: Final = 5  # what stands before it keeps its number, drawn or not


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A sheet that has yet to get its title: of a plan its layout, and which part it is."""

    number: str
    title: str
    paper: Paper
    layout: PlanLayout | None = None
    here: int = 0


def sheet_figures(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding] = (),
    *,
    sheet: str = "ARCH D",
    scale_ft_per_in: float | None = None,
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
    plan: PlanSheets | None = None,
) -> dict[str, Figure]:
    """Draw the whole set.

    Parameters
    ----------
    site, calc, findings
        The site, its calculation and the verdicts.
    sheet
        Size of the sheets, as `iso_footcandle_figure` names them. Luminaires have a sheet of
        ANSI B each, the field check sheets of letter size; A3 and A4 in a metric set.
    scale_ft_per_in
        Feet to an inch of the plans L-1 and L-2, which are divided at match lines where they
        do not fit; by default the largest customary scale at which each fits one sheet.
    field
        The illuminance to draw, maintained and initial; computed where it is not given.
    light
        The unit of illuminance of the whole set; verdicts and limits are in footcandles besides.
    plan
        The plan L-1 without its title, as `iso_sheets` gives it, where it was drawn before; it
        gets the title of this set.

    Returns
    -------
    dict
        Sheet number to figure, in order. Every sheet lists all of them.

    Raises
    ------
    ValueError
        If there is no sheet of that name.
    OutputError
        If a plan takes too many sheets at the scale.
    """
    size = sheet_named(sheet)
    scale = scale_ft_per_in
    plan = plan or iso_sheets(
        site, calc, findings, size, number=PLAN, scale_ft_per_in=scale, field=field, light=light
    )
    drawn = _plans(site, calc, findings, size, scale, plan, light)
    kinds = _placed_types(site)
    carried = UPRIGHT_A4 if size.is_metric else UPRIGHT_LETTER
    checks = field_check_papers(site, check_points(calc, findings, light), carried, light)
    check = (f"L-{FIRST_LUMINAIRE + len(kinds)}", "Field check")
    index = (
        *((one.number, one.title) for one in drawn),
        *(
            (f"L-{FIRST_LUMINAIRE + place}", f"Luminaire type {kind.name}")
            for place, (kind, _) in enumerate(kinds)
        ),
        *(_continued(check, page) for page in range(len(checks))),
    )
    units = sheet_units(length_unit(site.unit), light)
    places = {number: SheetPlace(number, title, index, units) for number, title in index}
    figures = {}
    for one in drawn:
        place = places[one.number]
        draw_title(one.paper, size, place, site, findings, one.layout, one.here)
        figures[one.number] = one.paper.figure
    for place_of, (kind, heads) in enumerate(kinds):
        number = f"L-{FIRST_LUMINAIRE + place_of}"
        figures[number] = _luminaire_figure(kind, heads, places[number], site, size, light)
    for page, paper in enumerate(checks):
        number, _ = _continued(check, page)
        draw_title_bar(paper, carried, places[number], site.project)
        figures[number] = paper.figure
    return figures


def _plans(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    size: Sheet,
    scale: float | None,
    iso: PlanSheets,
    light: LightUnit,
) -> list[_Drawn]:
    """Draw the plans, and the schedules with what found no room beside them."""
    plan = (PLAN, light.plan_title)
    points = points_sheets(
        site, calc, findings, size, number=POINTS[0], scale_ft_per_in=scale, light=light
    )
    beyond = trespass_sheets(site, calc, findings, size, light)
    drawn = [*_parts(plan, iso, size), *_parts(POINTS, points, size)]
    rest = [] if not size.has_strip else points.rest
    for page, one in enumerate(beyond):
        number, title = _continued(TRESPASS, page)
        layout = None if one.view is None else PlanLayout((one.view,))
        drawn.append(_Drawn(number, title, one.paper, layout))
        if size.has_strip:
            rest = [*rest, *one.rest]
        else:
            drawn += _further(TRESPASS, flowed(size, one.rest), len(beyond))
    numbers = [one.number for one in drawn]
    firsts = [
        next((n for n in numbers if n.startswith(first)), "")
        for first, _ in (plan, POINTS, TRESPASS)
    ]
    named = [*filter(None, firsts), SCHEDULES[0]]
    papers = schedule_papers(site, calc, findings, size, named, rest, light)
    for page, paper in enumerate(papers):
        drawn.append(_Drawn(*_continued(SCHEDULES, page), paper))
    return drawn


def _parts(plan: tuple[str, str], sheets: PlanSheets, size: Sheet) -> list[_Drawn]:
    """Give the sheets of a plan their numbers; on small ones its tables follow."""
    number, title = plan
    count = len(sheets.papers)
    parts = [
        _Drawn(one, f"{title}, part {here + 1}" if count > 1 else title, paper, sheets.layout, here)
        for here, (one, paper) in enumerate(
            zip(part_numbers(number, count), sheets.papers, strict=True)
        )
    ]
    tables = [] if size.has_strip else flowed(size, sheets.rest)
    return parts + _further(plan, tables, count)


def _further(plan: tuple[str, str], papers: Sequence[Paper], taken: int) -> list[_Drawn]:
    """Give numbers to the sheets that follow those of a plan."""
    return [
        _Drawn(f"{plan[0]}.{taken + 1 + page}", f"{plan[1]}, tables", paper)
        for page, paper in enumerate(papers)
    ]


def write_sheets(
    site: Site,
    calc: Calculation,
    findings: Sequence[Finding],
    pdf_path: Path | str,
    *,
    sheet: str = "ARCH D",
    scale_ft_per_in: float | None = None,
    field: Field | None = None,
    light: LightUnit = FOOTCANDLES,
    plan: PlanSheets | None = None,
) -> None:
    """Write the whole set as one PDF; the same inputs give the same bytes.

    See `sheet_figures` for the rest.
    """
    figures = sheet_figures(
        site,
        calc,
        findings,
        sheet=sheet,
        scale_ft_per_in=scale_ft_per_in,
        field=field,
        light=light,
        plan=plan,
    )
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
    kind: LuminaireType,
    heads: Sequence[Head],
    place: SheetPlace,
    site: Site,
    size: Sheet,
    light: LightUnit,
) -> Figure:
    length = length_unit(site.unit)
    heights = Counter(head.luminaire.mounting_height_ft for head in heads)
    ends = dict.fromkeys((min(heights), max(heights)))
    named = [length.plain(height, length.decimals) for height in ends]
    # The chart shows what is to be built: the height of most of them, the highest of equals.
    usual = max(heights, key=lambda height: (heights[height], height))
    return luminaire_figure(
        installed_file(kind),
        tag=kind.name,
        description=kind.description,
        remark=f"{count(len(heads))} placed, {'–'.join(named)} {length.abbreviation}",
        place=place,
        project=site.project,
        caveat=_caveat(tilts_deg(heads)),
        mounting_height_ft=usual,
        is_metric=size.is_metric,
        light=light,
        length=length,
    )


def _caveat(tilts: Sequence[float]) -> str:
    """Say that the sheet shows the luminaire level, where it is installed tilted."""
    if not tilts:
        return ""
    ends = "–".join(plain_number(tilt, 1) for tilt in dict.fromkeys((tilts[0], tilts[-1])))
    return (
        f"As tested, at tilt 0; installed tilted {ends}°: see the compliance schedule, "
        f"{SCHEDULES[0]}."
    )
