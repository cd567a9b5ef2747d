"""Write a submittal: every product into one folder, whole or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from photometry._version import __version__
from photometry.errors import Fault, OutputError
from photometry.submittal.bundle import MANIFEST, manifest_record
from photometry.submittal.csv_files import findings_csv, points_csv, statistics_csv, table_csv
from photometry.submittal.destination import check_destination
from photometry.submittal.files import staged, write_text
from photometry.submittal.inputs import copy_inputs, inputs_of
from photometry.submittal.plotting import Plotting
from photometry.submittal.records import budget_record, code_ids, results_record
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import schedule_file_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from pathlib import Path

    from photometry.drawings.plan_sheets import PlanSheets
    from photometry.engine.results import Calculation
    from photometry.submittal.pipeline import Judgement

__all__ = [
    "FILES_OF",
    "PRODUCTS",
    "check_place",
    "check_products",
    "data_files",
    "provenance",
    "write_submittal",
]

# What `run` can make, in the order in which it is made.
PRODUCTS: Final = ("data", "plan", "cad", "page", "sheets")
# What it makes only where it is asked for by name.
ON_REQUEST: Final = ("preview",)
# The files of each, so that nobody else's file of such a name gives way.
FILES_OF: Final[dict[str, tuple[str, ...]]] = {
    "data": (
        "results.json",
        "points.csv",
        "statistics.csv",
        "findings.csv",
        "schedule.csv",
        "luminaires.csv",
    ),
    "plan": ("isofootcandle.pdf", "isofootcandle.png"),
    "cad": ("plan.dxf",),
    "page": ("report.html",),
    "sheets": ("sheets.pdf", "field_check.csv"),
    "preview": ("preview.png", "preview.pdf"),
}


def write_submittal(
    judgement: Judgement,
    out: Path,
    only: Collection[str] = PRODUCTS,
    tell: Callable[[str], None] = lambda _product: None,
    plotted: Plotting | None = None,
) -> list[Path]:
    """Write the products of a judged site into a folder.

    Parameters
    ----------
    judgement
        The site, calculated and judged.
    out
        Folder to write into; made if it is not there. What it holds besides stays.
    only
        Which products.
    tell
        Called with each product's name before it is made.
    plotted
        Size of the sheets, scale and unit of light of the plans; by default ARCH D, what fits,
        and footcandles.

    Returns
    -------
    list of Path
        The files written, relative to `out`.

    Raises
    ------
    OutputError
        If the folder cannot be written, holds inputs of the site or files of others that would
        be overwritten, a product is not known, or a plan takes too many sheets at its scale.
    """
    check_products(only)
    plotted = plotted or Plotting()
    inputs = inputs_of(judgement.site)
    check_place(out, inputs.files.values(), only)
    with staged(out) as stage:
        making = _Making(judgement, stage, plotted)
        for product in (*PRODUCTS, *ON_REQUEST):
            if product in only:
                tell(product)
                _MAKERS[product](making)
        copy_inputs(inputs, stage)
        write_text(
            stage / MANIFEST, _json_text(manifest_record(judgement.site, inputs, stage, plotted))
        )
        return sorted(p.relative_to(stage) for p in stage.rglob("*") if p.is_file())


def check_place(out: Path, inputs: Iterable[Path], only: Collection[str]) -> None:
    """Refuse a folder in which these products would take the place of something else.

    Raises
    ------
    OutputError
        As `check_destination`.
    """
    check_destination(out, inputs, [name for product in only for name in FILES_OF[product]])


def check_products(wanted: Collection[str]) -> None:
    """Refuse products that there are not, before anything is calculated for them.

    Raises
    ------
    OutputError
        Naming those that there are.
    """
    known = (*PRODUCTS, *ON_REQUEST)
    unknown = sorted(set(wanted) - set(known))
    if unknown or not wanted:
        what = f"no product {unknown[0]!r}" if any(unknown) else "no product is named"
        raise OutputError(Fault(what, advice=f"known: {', '.join(known)}"))


def provenance(calc: Calculation) -> dict[str, Any]:
    """Say what the numbers were made from: program, site, codes, options, luminaire files."""
    site = calc.site
    replaced = {"replaced": dict(site.replaced)} if site.replaced else {}
    return {
        "program": f"photometry {__version__}",
        "site": site.path.name,
        "codes": code_ids(site),
        "options": dict(site.options),
        "max_error_fc": site.max_error_fc,
        **(
            {"error_budget": budget_record(calc.error_budget, site.unit)}
            if site.max_error_fc > 0.0
            else {}
        ),
        "luminaire_files": {name: kind.file_path for name, kind in site.types.items()},
        **replaced,
    }


def data_files(judgement: Judgement) -> dict[str, str]:
    """Give the text of every data file by its name: what is written, and what verify compares."""
    site, calc, findings = judgement.site, judgement.calc, judgement.findings
    return {
        "results.json": _json_text(results_record(calc, findings, provenance(calc))),
        "points.csv": points_csv(calc),
        "statistics.csv": statistics_csv(calc),
        "findings.csv": findings_csv(findings, site.unit),
        "schedule.csv": table_csv(schedule_file_rows(site)),
        "luminaires.csv": table_csv(luminaire_rows(site)),
    }


@dataclass(frozen=True, eq=False)
class _Making:
    """What every product is made from, and what two of them share."""

    judgement: Judgement
    stage: Path
    plotted: Plotting

    @cached_property
    def plan(self) -> PlanSheets:
        """The plan L-1 at the scale at which it fits, drawn once for its own file and the set."""
        from photometry.drawings.isofootcandle import iso_sheets
        from photometry.drawings.sheet import sheet_named

        judged = self.judgement
        return iso_sheets(
            judged.site,
            judged.calc,
            judged.findings,
            sheet_named(self.plotted.sheet),
            field=judged.field,
            light=self.plotted.light,
        )


def _write_data(making: _Making) -> None:
    for name, text in data_files(making.judgement).items():
        write_text(making.stage / name, text)


def _write_plan(making: _Making) -> None:
    from photometry.drawings.isofootcandle import write_isofootcandle

    judged, stage = making.judgement, making.stage
    write_isofootcandle(
        judged.site,
        judged.calc,
        judged.findings,
        stage / "isofootcandle.pdf",
        stage / "isofootcandle.png",
        sheet=making.plotted.sheet,
        light=making.plotted.light,
        plan=making.plan,
    )


def _write_cad(making: _Making) -> None:
    from photometry.drawings.cad.drawing import write_cad
    from photometry.drawings.isofootcandle import plan_scale_ft_per_in

    judged, plotted = making.judgement, making.plotted
    fitting = plan_scale_ft_per_in(judged.site, judged.field, plotted.sheet)
    write_cad(
        judged.site,
        judged.calc,
        judged.findings,
        making.stage / "plan.dxf",
        scale_ft_per_in=plotted.scale_ft_per_in or fitting,
        field=judged.field,
        light=plotted.light,
    )


def _write_page(making: _Making) -> None:
    from photometry.submittal.html import report_html

    write_text(making.stage / "report.html", report_html(making.judgement, making.plotted.light))


def _write_sheets(making: _Making) -> None:
    from photometry.drawings.sheet_set import write_sheets
    from photometry.tables.field_check import check_points, field_check_rows

    judged, plotted = making.judgement, making.plotted
    points = check_points(judged.calc, judged.findings)
    table = field_check_rows(judged.site, points)
    write_text(making.stage / "field_check.csv", table_csv(table))
    write_sheets(
        judged.site,
        judged.calc,
        judged.findings,
        making.stage / "sheets.pdf",
        sheet=plotted.sheet,
        scale_ft_per_in=plotted.scale_ft_per_in,
        field=judged.field,
        light=plotted.light,
        plan=making.plan if plotted.scale_ft_per_in is None else None,
    )


def _write_preview(making: _Making) -> None:
    from photometry.drawings.preview import write_preview
    from photometry.site.property import LineRequest

    lines = [result.line for result in making.judgement.calc.lines.values()]
    requests = [LineRequest(line.kind, line.distance_ft, (line.boundary_id,)) for line in lines]
    stage = making.stage
    write_preview(
        making.judgement.site, stage / "preview.png", stage / "preview.pdf", requests=requests
    )


_MAKERS: Final[dict[str, Callable[[_Making], None]]] = {
    "data": _write_data,
    "plan": _write_plan,
    "cad": _write_cad,
    "page": _write_page,
    "sheets": _write_sheets,
    "preview": _write_preview,
}


def _json_text(record: dict[str, Any]) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
