"""``photometry raster``: illuminance over a whole site or town, however large."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from photometry.engine.raster import RasterResult
    from photometry.site.model import Site

__all__ = ["raster"]


def raster(
    site: Annotated[Path, typer.Argument(help="The site file (site.toml).", show_default=False)],
    *,
    spacing_ft: Annotated[float, typer.Option(help="Between points, ft.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            help="File to write: .npy, .zarr or .tif (GeoTIFF). Without it only statistics.",
        ),
    ] = None,
    zone: Annotated[
        str | None, typer.Option(help="Only this zone, at its height and on its meters.")
    ] = None,
    box: Annotated[
        str | None,
        typer.Option(
            help="Only this rectangle: X0,Y0,X1,Y1, smallest then largest, in the site's unit."
        ),
    ] = None,
    beyond_ft: Annotated[float, typer.Option(help="Margin round the property, ft.")] = 50.0,
    layer: Annotated[str, typer.Option(help="maintained, initial or scene:NAME.")] = "maintained",
    reaching: Annotated[
        str | None,
        typer.Option(help="Count points at or above these levels, fc, comma-separated: 0.5,1."),
    ] = None,
    max_error_fc: Annotated[
        float | None,
        typer.Option(help="What light may be off by at any point, fc; default: the site's."),
    ] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(help="Compute on the workers of this Dask scheduler: tcp://HOST:8786."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Statistics as JSON on stdout.")] = False,
) -> None:
    """Calculate illuminance on a raster of any size, in bounded memory.

    Example: photometry raster examples/elm-street/site.toml --spacing-ft 1 -o elm-street.tif
    """
    from photometry.cli.console import talk_console, telling
    from photometry.cli.report import show_notes
    from photometry.cli.scheduler import client_of
    from photometry.site.project_file import load_site
    from photometry.submittal.raster import illuminance_raster

    talk = talk_console()
    rectangle = _numbers(box, "--box") if box is not None else None
    if rectangle is not None and len(rectangle) != 4:
        raise typer.BadParameter(f"expected X0,Y0,X1,Y1, not {box}", param_hint="--box")
    levels = _numbers(reaching, "--reaching") if reaching is not None else ()
    with telling(talk, "reading") as tell:
        loaded = load_site(site, progress=lambda name, share: tell(f"reading {name} {share:.0%}"))
    with client_of(scheduler) as client, _bar(talk) as progress:
        result = illuminance_raster(
            loaded,
            spacing_ft=spacing_ft,
            out=out,
            zone=zone,
            box_ft=None if rectangle is None else _in_feet(rectangle, loaded),
            beyond_ft=beyond_ft,
            layer=layer,
            thresholds_fc=levels,
            max_error_fc=max_error_fc,
            threads=threads,
            client=client,
            progress=progress,
        )
    show_notes(talk, result.notes, loaded.path)
    if as_json:
        record = _record(result, loaded)
        sys.stdout.write(json.dumps(record, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    else:
        _print(result, loaded)


def _numbers(text: str, option: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        what = f"expected numbers with commas between, not {text}"
        raise typer.BadParameter(what, param_hint=option) from None


def _in_feet(box: tuple[float, ...], site: Site) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (value * site.feet_per_unit for value in box)
    return x0, y0, x1, y1


@contextmanager
def _bar(talk: Console) -> Iterator[Callable[[str, float], None]]:
    """Show how far the work is, and how long it will take, while it lasts."""
    from rich.progress import Progress

    with Progress(console=talk, transient=True, disable=not talk.is_terminal) as progress:
        task = progress.add_task("calculating", total=1.0)
        yield lambda _what, share: progress.update(task, completed=share)


def _record(result: RasterResult, site: Site) -> dict[str, Any]:
    """Give the result as plain values, in the site's own unit."""
    from photometry.submittal.records import (
        DIRECT_LIGHT_ONLY,
        budget_record,
        note_record,
        statistics_record,
        to_site_unit,
    )

    rows, columns = result.shape
    return {
        "format": 1,
        "unit": site.unit,
        "layer": result.layer,
        "rows": rows,
        "columns": columns,
        "spacing_ft": result.spacing_ft,
        "angle_deg": result.grid.angle_deg,
        "first_node": to_site_unit(result.origin_ft, site.unit),
        "n_points": result.statistics.n_points,
        "statistics": statistics_record(result.statistics, site.unit),
        "reaching": [{"fc": level, "n_points": count} for level, count in result.reaching.items()],
        "max_error_fc": result.error_budget.max_error_fc,
        "error_budget": budget_record(result.error_budget, site.unit),
        "file": None if result.path is None else result.path.name,
        "notes": [note_record(note) for note in result.notes],
        "method": DIRECT_LIGHT_ONLY,
    }


def _print(result: RasterResult, site: Site) -> None:
    from photometry.cli.console import TALK, data_console, plain_table
    from photometry.submittal.records import DIRECT_LIGHT_ONLY

    data, stats = data_console(), result.statistics
    heads = ("Points", "Avg fc", "Max fc", "Min fc", "Avg:Min", "Max:Min", "Max:Avg")
    table = plain_table([("Layer", "left"), *((head, "right") for head in heads)])
    ratios = (stats.avg_min, stats.max_min, stats.max_avg)
    table.add_row(
        result.layer,
        f"{stats.n_points:,}",
        *(f"{value:.2f}" for value in (stats.avg_fc, stats.max_fc, stats.min_fc)),
        *("N.A." if ratio is None else f"{ratio:.2f}" for ratio in ratios),
    )
    data.print(table)
    for name, (x, y, _) in (("max", stats.max_at_ft), ("min", stats.min_at_ft)):
        at = f"{x / site.feet_per_unit:,.1f}, {y / site.feet_per_unit:,.1f} {site.unit}"
        data.print(f"{name} at {at}")
    for level, count in result.reaching.items():
        data.print(f"{count / stats.n_points:.1%} at {level:g} fc or more ({count:,} points)")
    rows, columns = result.shape
    if result.path is not None:
        size = f"{rows:,} x {columns:,}, row 0 the northernmost"
        data.print(f"wrote {result.path} ({size})", soft_wrap=True)
    data.print(f"{_exactness(result)}   {DIRECT_LIGHT_ONLY}", style=TALK)


def _exactness(result: RasterResult) -> str:
    """Say how exact the numbers are, and how that was tried."""
    budget = result.error_budget
    if budget.max_error_fc == 0.0:
        return "Every luminaire summed at every point."
    seen = f"{budget.largest_difference_fc:.2g} fc at most at {budget.probes:,} points"
    return f"Within {budget.max_error_fc:g} fc of that; difference seen: {seen}."
