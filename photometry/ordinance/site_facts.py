"""The facts of a site: what its file says, what its geometry and light say, what is presumed.

What the site file gives comes first.  Beneath it stand the facts file, what is derived from
geometry, luminaire files and photometry, and what is presumed of a luminaire that does not
say otherwise.  A fact that two files give differently is a fault.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from photometry.errors import FactsFileError, Fault
from photometry.ordinance.facts import Facts, presume
from photometry.ordinance.language.rows import Row
from photometry.ordinance.language.values import NONE, from_fact
from photometry.site.geometry import least_distance
from photometry.site.scenes import after_hours_mode

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from photometry.engine.results import Calculation
    from photometry.ordinance.language.values import Value
    from photometry.site.model import Boundary, Head, Site, Zone
    from photometry.site.vocabulary import Field

    FloatArray = NDArray[np.float64]
    Fields = Mapping[str, Field]
    Records = Mapping[str, Fields]

__all__ = ["facts_of_site"]


def facts_of_site(
    site: Site, calc: Calculation | None, facts: Facts | None, vocabulary: Records
) -> Facts:
    """Gather everything that is known of a site.

    Parameters
    ----------
    calc
        Its calculation, from which the figures of zones are taken.
    facts
        The facts file, where there is one.  A row with the id of a luminaire, of a pole, of
        a zone or of a boundary adds to it; other rows stand beside those of the site.
    vocabulary
        Fields by record and name.

    Raises
    ------
    FactsFileError
        The facts file gives another value than the site file, or a figure that is calculated.
    """
    facts = facts or Facts(records={})
    heads = {head.id: head for head in site.heads}
    own = {
        "site": (Row("site", "", _given(site.facts, vocabulary["site"])),),
        "luminaire": tuple(_luminaire(head, site, vocabulary["luminaire"]) for head in site.heads),
        "calc_zone": tuple(_zone(zone, calc, vocabulary["calc_zone"]) for zone in site.zones),
        "boundary": tuple(_boundary(one, vocabulary["boundary"]) for one in site.boundaries),
    }
    poles = {name: head.pole_id for name, head in heads.items()}
    faults: list[Fault] = []
    merged = {
        record: _merged(rows, facts.rows(record), poles, calc is not None, vocabulary, faults)
        for record, rows in own.items()
    }
    file = str(facts.file or "facts")
    if faults:
        raise FactsFileError([replace(fault, file=file) for fault in faults])
    merged["luminaire"] = tuple(
        _lit(row, heads[row.id], site, vocabulary["luminaire"]) if row.id in heads else row
        for row in merged["luminaire"]
    )
    return replace(facts, records={**facts.records, **merged})


# ---- rows of the site ---------------------------------------------------------------------------


def _given(facts: Mapping[str, Any], fields: Fields) -> dict[str, Value]:
    """Give facts as conditions read them; numbers and texts beyond the vocabulary too."""
    values: dict[str, Value] = {}
    for name, value in facts.items():
        if name in fields:
            values[name] = from_fact(fields[name], value)
        elif isinstance(value, (bool, str)):
            values[name] = value
        elif isinstance(value, (int, float)):
            values[name] = _exact(value)
    return values


def _exact(number: float) -> Decimal:
    return Decimal(repr(float(number)))


def _luminaire(head: Head, site: Site, fields: Fields) -> Row:
    values = _given(head.facts, fields)
    notes: dict[str, str] = {}
    for name, (value, note) in _told_by_place(head, site).items():
        if name not in values:
            values[name] = value
            notes.update({name: note} if note else {})
    light = head.luminaire
    place_ft = (light.x_ft, light.y_ft, light.z_ft)
    return presume(Row("luminaire", head.id, values, notes, place_ft))


def _lit(row: Row, head: Head, site: Site, fields: Fields) -> Row:
    """Let the photometry have the last word on what it decides, declared or not."""
    from photometry.ordinance.lighting import derive_luminaire  # noqa: PLC0415  # it reads rows

    declared = {
        name: value
        for name, value in row.values.items()
        if isinstance(value, (str, bool)) and name not in row.notes
    }
    head = replace(head, facts={**declared, **head.facts})
    values, notes = dict(row.values), dict(row.notes)
    for name, derived in derive_luminaire(head, site, fields).items():
        values[name] = from_fact(fields[name], derived.value)
        notes[name] = derived.note
    return replace(row, values=values, notes=notes)


def _told_by_place(head: Head, site: Site) -> dict[str, tuple[Value, str]]:
    """Give what position, luminaire file and scenes say of a head, with a word on how."""
    light, kind = head.luminaire, head.type
    told: dict[str, tuple[Value, str]] = {
        "id": (head.id, ""),
        "x_ft": (_exact(light.x_ft), ""),
        "y_ft": (_exact(light.y_ft), ""),
        "mounting_height_ft": (_exact(light.mounting_height_ft), ""),
        "tilt_deg": (_exact(light.tilt_deg), ""),
        "photometry_file": (kind.file_path, ""),
    }
    lumens_lm = _initial_lumens_lm(head)
    if lumens_lm is not None:
        told["initial_lumens_lm"] = (_exact(lumens_lm), "from the luminaire file")
    if head.facts.get("lamp_type") == "led" and kind.file.input_watts_w > 0.0:
        told["lamp_power_w"] = (
            _exact(kind.file.input_watts_w),
            "input watts of the luminaire file",
        )
    scene = next((one for one in site.scenes if one.after_close), None)
    if scene is not None:
        share = scene.groups.get(head.group, 1.0)
        told["after_hours_mode"] = (after_hours_mode(share), f'from the scene "{scene.name}"')
    return told


def _initial_lumens_lm(head: Head) -> float | None:
    """Give lamp lumens; of absolute photometry, luminaire lumens."""
    kind = head.type
    if kind.file.is_absolute:
        return kind.file.lumens * kind.output_factor
    if kind.lamp_lumens_lm is not None:
        return kind.lamp_lumens_lm * kind.file.lamp_count
    return kind.file.lamp_lumens_lm


def _zone(zone: Zone, calc: Calculation | None, fields: Fields) -> Row:
    values = _given(zone.facts, fields)
    values |= {"id": zone.name, "kind": zone.kind}
    if calc is not None:
        figures = calc.zones[zone.name].statistics("maintained")
        values["avg_maintained_fc"] = _exact(figures.avg_fc)
        values["min_maintained_fc"] = _exact(figures.min_fc)
        values["max_maintained_fc"] = _exact(figures.max_fc)
    return Row("calc_zone", zone.name, values)


def _boundary(boundary: Boundary, fields: Fields) -> Row:
    values = _given(boundary.facts, fields)
    values["id"] = boundary.id
    if boundary.pavement_edge_ft is not None:
        away_ft = _distance_ft(boundary.pavement_edge_ft, boundary.line_ft)
        values["pavement_edge_distance_ft"] = _exact(away_ft)
    if boundary.dwellings_ft is not None:
        nearest: Value = NONE
        if len(boundary.dwellings_ft):
            nearest = _exact(_distance_ft(boundary.dwellings_ft, boundary.line_ft))
        values["nearest_dwelling_distance_ft"] = nearest
    return Row("boundary", boundary.id, values)


def _distance_ft(points_ft: FloatArray, line_ft: FloatArray) -> float:
    return float(least_distance(points_ft, line_ft[:-1], line_ft[1:]).min())


# ---- the facts file -----------------------------------------------------------------------------


def _merged(
    own: tuple[Row, ...],
    given: tuple[Row, ...],
    poles: Mapping[str, str],
    calculated: bool,
    vocabulary: Records,
    faults: list[Fault],
) -> tuple[Row, ...]:
    """Add the rows of a facts file to those of the site."""
    by_id = {row.id: row for row in given}
    rows = []
    for row in own:
        more = by_id.get(row.id) or (
            by_id.get(poles.get(row.id, "")) if row.record == "luminaire" else None
        )
        rows.append(row if more is None else _filled(row, more, faults))
    known = {row.id for row in own} | set(poles.values())
    beside = tuple(row for row in given if row.id not in known)
    if calculated:
        for row in given:
            _refuse_calculated(row, vocabulary, faults)
    return (*rows, *beside)


def _filled(row: Row, more: Row, faults: list[Fault]) -> Row:
    """Add facts to a row: they replace what was presumed or derived, never what was given."""
    values, notes = dict(row.values), dict(row.notes)
    for name, value in more.values.items():
        if more.notes.get(name) == "presumed" or name == "id":
            continue
        stands = name in values and name not in notes
        if stands and values[name] != value:
            who = f"{row.record} {row.id}".rstrip()
            faults.append(
                Fault(f"{who}: {name} is {value} here and {values[name]} in the site file")
            )
        if not stands:
            values[name] = value
            notes.pop(name, None)
    return replace(row, values=values, notes=notes)


def _refuse_calculated(row: Row, vocabulary: Records, faults: list[Fault]) -> None:
    for name in row.values:
        field = vocabulary[row.record].get(name)
        if field is not None and field.origin == "engine output":
            faults.append(
                Fault(
                    f"{row.record} {row.id}: {name} is calculated",
                    advice="leave it out, or check the facts alone",
                )
            )
