"""Write a submittal: every product into one folder, whole or not at all."""

from __future__ import annotations

import json
import shutil
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from photometry._version import __version__
from photometry.errors import Fault, OutputError
from photometry.submittal.csv_files import findings_csv, points_csv, statistics_csv, table_csv
from photometry.submittal.files import staged, write_text
from photometry.submittal.inputs import bundled_places, sha256_of
from photometry.submittal.records import results_record
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import schedule_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from photometry.site.model import Site
    from photometry.submittal.pipeline import Judgement

__all__ = ["PRODUCTS", "provenance", "write_submittal"]

# What `run` can make, in the order in which it is made.
PRODUCTS: Final = ("data", "plan", "page")


def write_submittal(
    judgement: Judgement,
    out: Path,
    only: Collection[str] = PRODUCTS,
    tell: Callable[[str], None] = lambda _product: None,
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

    Returns
    -------
    list of Path
        The files written, relative to `out`.

    Raises
    ------
    OutputError
        If the folder cannot be written, or a product is not known.
    """
    unknown = sorted(set(only) - set(PRODUCTS))
    if unknown:
        raise OutputError(
            Fault(f"no product {unknown[0]!r}", advice=f"known: {', '.join(PRODUCTS)}")
        )
    with staged(out) as stage:
        for product in PRODUCTS:
            if product in only:
                tell(product)
                _MAKERS[product](judgement, stage)
        _copy_inputs(judgement.site, stage)
        _write_manifest(judgement, stage)
        return sorted(p.relative_to(stage) for p in stage.rglob("*") if p.is_file())


def provenance(site: Site) -> dict[str, Any]:
    """Say what the numbers were made from: program, site, codes, options, luminaire files."""
    return {
        "program": f"photometry {__version__}",
        "site": site.path.name,
        "codes": list(site.project.codes),
        "options": dict(site.options),
        "max_error_fc": site.max_error_fc,
        "luminaire_files": {name: kind.file_path for name, kind in site.types.items()},
    }


def _write_data(judgement: Judgement, stage: Path) -> None:
    site, calc, findings = judgement.site, judgement.calc, judgement.findings
    results = results_record(calc, findings, provenance(site))
    write_text(stage / "results.json", _json_text(results))
    write_text(stage / "points.csv", points_csv(calc))
    write_text(stage / "statistics.csv", statistics_csv(calc))
    write_text(stage / "findings.csv", findings_csv(findings, site.unit))
    write_text(stage / "schedule.csv", table_csv(schedule_rows(site)))
    write_text(stage / "luminaires.csv", table_csv(luminaire_rows(site)))


def _write_plan(judgement: Judgement, stage: Path) -> None:
    from photometry.drawings.isofootcandle import write_isofootcandle

    write_isofootcandle(
        judgement.site,
        judgement.calc,
        judgement.findings,
        stage / "isofootcandle.pdf",
        stage / "isofootcandle.png",
    )


def _write_page(judgement: Judgement, stage: Path) -> None:
    from photometry.submittal.html import report_html

    write_text(stage / "report.html", report_html(judgement))


_MAKERS: Final[dict[str, Callable[[Judgement, Path], None]]] = {
    "data": _write_data,
    "plan": _write_plan,
    "page": _write_page,
}


def _copy_inputs(site: Site, stage: Path) -> None:
    """Copy what the site was read from, so that the folder stands on its own."""
    inputs = (*site.inputs, *([site.facts_path] if site.facts_path else ()))
    for place, source in bundled_places(site.path.parent, inputs).items():
        target = stage / "inputs" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _write_manifest(judgement: Judgement, stage: Path) -> None:
    """List every file with its hash, and what they were made with."""
    site = judgement.site
    files = sorted(path for path in stage.rglob("*") if path.is_file())
    manifest = {
        "format": 1,
        "program": f"photometry {__version__}",
        "versions": {name: version(name) for name in ("numpy", "numba", "shapely", "matplotlib")},
        "codes": list(site.project.codes),
        "options": dict(site.options),
        "files": {
            path.relative_to(stage).as_posix(): {"sha256": sha256_of(path)} for path in files
        },
    }
    write_text(stage / "manifest.json", _json_text(manifest))


def _json_text(record: dict[str, Any]) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
