"""The page: the whole submittal in one file that any browser opens, with no network.

The template is ``page/report.html.jinja``; everything that comes from a file is escaped there.
The page's script draws the map from the data of `plan_data`; the lists and tables are in the
page itself, so that they are there on paper, without a script, and for a screen reader.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

import jinja2
from markupsafe import Markup

from photometry._version import __version__
from photometry.ordinance.finding import Status
from photometry.submittal.html_assets import PAGE, assets, json_for_script
from photometry.submittal.html_encode import Frame
from photometry.submittal.html_findings import (
    entries_of,
    entry_data,
    tallies,
    verdict_sentence,
)
from photometry.submittal.html_luminaires import type_pages
from photometry.submittal.html_plan import plan_data
from photometry.submittal.html_provenance import code_names, provenance_of
from photometry.submittal.records import DIRECT_LIGHT_ONLY
from photometry.tables.display import FOOTCANDLES, length_unit
from photometry.tables.findings import limits_rows
from photometry.tables.luminaires import luminaire_rows
from photometry.tables.schedule import SELDOM_GIVEN, schedule_rows
from photometry.tables.statistics import line_statistics_rows, statistics_rows
from photometry.tables.table import Cell, Row, Table
from photometry.tables.words import layer_name

if TYPE_CHECKING:
    from photometry.submittal.pipeline import Judgement
    from photometry.tables.display import LightUnit

__all__ = ["report_html"]

TEMPLATE: Final = "report.html.jinja"

# Columns that come first, since a table may be wider than its place: what a reviewer looks for.
ZONE_COLUMNS: Final = ("zone", "layer", "verdict")
LIMIT_COLUMNS: Final = ("clause", "where", "verdict")
SCHEDULE_COLUMNS: Final = (
    "type",
    "quantity",
    "lumens_lm",
    "lamp_w",
    "watts_each_w",
    "watts_total_w",
    "llf",
    "mounting_height_ft",
    "bug",
    "shielding",
    "description",
    "lamp",
)
# On paper each type says these itself.
SAID_OF_THE_TYPE: Final = ("description", "manufacturer", "catalogue_number", "file", "report")


def report_html(judgement: Judgement, light: LightUnit = FOOTCANDLES) -> str:
    """Write a judged site as one self-contained HTML page.

    Parameters
    ----------
    judgement
        The site, calculated and judged.
    light
        The unit in which illuminance is shown; limits stand in footcandles too.

    Returns
    -------
    str
        The page, the same bytes for the same input. It asks nothing of the network, and its
        Content-Security-Policy lets nothing be asked.
    """
    site, calc, findings = judgement.site, judgement.calc, judgement.findings
    frame = Frame.of(site)
    entries = entries_of(calc, findings, light)
    data = plan_data(judgement, frame, light)
    data["findings"] = {
        entry.id: entry_data(entry, frame)
        for entry in entries
        if entry.status is not Status.NOT_APPLICABLE
    }
    embedded = assets()
    return _template().render(
        version=__version__,
        direct_light_only=DIRECT_LIGHT_ONLY,
        policy=embedded.policy,
        # The project's own files, which nothing from outside is written into.
        style=Markup(embedded.style),  # noqa: S704
        scripts=[Markup(script) for script in embedded.scripts],  # noqa: S704
        leaflet_version=embedded.leaflet_version,
        leaflet_licence=embedded.leaflet_licence,
        # Escaped for a script element by json_for_script.
        data=Markup(json_for_script(data)),  # noqa: S704
        project=site.project,
        codes=code_names(site),
        tallies=tallies(findings),
        verdict=verdict_sentence(findings),
        scenes=_scenes(judgement),
        entries=[entry for entry in entries if entry.status is not Status.NOT_APPLICABLE],
        idle=[entry for entry in entries if entry.status is Status.NOT_APPLICABLE],
        tables=_tables(judgement, light),
        said_of_the_type=SAID_OF_THE_TYPE,
        light=light,
        types=type_pages(site),
        provenance=provenance_of(judgement),
        unit=site.unit,
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(TEMPLATE)


def _scenes(judgement: Judgement) -> list[tuple[str, str]]:
    """Layers that the scene switch offers: name, and what its button says."""
    return [
        (layer, layer_name(layer).removeprefix("scene: ").capitalize())
        for layer in judgement.calc.layers
    ]


def _tables(judgement: Judgement, light: LightUnit) -> dict[str, Table]:
    site, calc, findings = judgement.site, judgement.calc, judgement.findings
    length = length_unit(site.unit)
    seldom = map(length.key, SELDOM_GIVEN)
    layers = tuple(calc.layers)
    vertical = ("vertical_initial", "vertical_maintained")
    return {
        "zones": _led_by(_named(statistics_rows(calc, findings, layers, light)), *ZONE_COLUMNS),
        "limits": _led_by(limits_rows(findings, light, length), *LIMIT_COLUMNS),
        "lines": line_statistics_rows(calc, (*layers, *vertical), light).without("kind"),
        "schedule": _led_by(
            schedule_rows(site, length).without_empty(*seldom), *map(length.key, SCHEDULE_COLUMNS)
        ),
        "locations": luminaire_rows(site, length=length),
    }


def _led_by(table: Table, *keys: str) -> Table:
    """Put some columns, those of them that a table has, before the others; the kind last."""
    first = [key for key in keys if key in table.keys]
    others = [key for key in table.keys if key not in first]
    return table.select([*first, *sorted(others, key=lambda key: key == "kind")])


def _named(table: Table) -> Table:
    """Name the zone in every row: a table that can be sorted has no row "as above".

    Layers are named as the plan's scenes are.
    """
    layer = table.keys.index("layer")
    rows = [
        Row(
            (
                Cell(str(row.cells[0].value), row.cells[0].value),
                *(
                    Cell(cell.text.removeprefix("scene: "), cell.value) if place == layer else cell
                    for place, cell in enumerate(row.cells[1:], 1)
                ),
            ),
            row.status,
        )
        for row in table.rows
    ]
    return replace(table, rows=tuple(rows))
