"""Luminaire types: the file, the light loss factors, what the site sets on top of the file."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from photometry.errors import LuminaireFileError
from photometry.luminaires.read import read_luminaire
from photometry.site.model import LuminaireType
from photometry.site.named_files import SAMPLE
from photometry.site.reading import read_table
from photometry.site.schema import LightLossTable, TypeTable
from photometry.site.shown import shown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from photometry.luminaires.record import LuminaireFile
    from photometry.site.named_files import NamedFiles
    from photometry.site.reading import Faults

    _Files = dict[tuple[str, float | None], LuminaireFile | None]

__all__ = ["RECOVERABLE", "luminaire_paths", "read_types"]

# Cleaning and relamping recover these; the others stay (IES Lighting Handbook, light loss).
RECOVERABLE: Final = ("lld", "ldd", "lbo")
NON_RECOVERABLE: Final = ("latf", "voltage", "equipment", "position", "surface")
HIGHEST_LLF: Final = 2.0  # a higher number is a percentage
_QUARTER_TURNS: Final = (0, 90, 180, 270)


def read_types(raw: Any, named: NamedFiles, faults: Faults) -> dict[str, LuminaireType]:
    """Read ``[luminaire_types]``; types with a fault are left out, their faults recorded."""
    if not isinstance(raw, dict):
        faults.add(("luminaire_types",), "luminaire_types must be tables [luminaire_types.NAME]")
        return {}
    files: _Files = {}
    found = {}
    for name, table in raw.items():
        made = _read_type(name, table, named, files, faults)
        if made is not None:
            found[name] = made
    return found


def luminaire_paths(types: Mapping[str, LuminaireType], named: NamedFiles) -> list[Path]:
    """Give the luminaire files of types, those that ship with photometry left out."""
    names = dict.fromkeys(kind.file_path for kind in types.values())
    return [named.found[name] for name in names if not name.startswith(SAMPLE)]


def _read_type(
    name: str,
    raw: Any,
    named: NamedFiles,
    files: _Files,
    faults: Faults,
) -> LuminaireType | None:
    path = ("luminaire_types", name)
    subject = f'luminaire type "{name}"'
    raw, llf = _without_llf(raw)
    losses = _read_llf(llf, (*path, "llf"), subject, faults)
    file = _file_of(raw, (*path, "file"), subject, named, files, faults)
    read = read_table(TypeTable, raw, path, subject, faults)
    if read is None or file is None or losses is None:
        return None
    table, facts = read
    output = _output_factor(table, losses, file, path, subject, faults)
    if output is None:
        return None
    return LuminaireType(
        name=name,
        file=file,
        file_path=table.file,
        description=table.description,
        initial_factor=prod(losses.get(part, 1.0) for part in NON_RECOVERABLE),
        maintained_factor=prod(factor for part, factor in losses.items() if part != "bf"),
        output_factor=output,
        llf_parts=losses,
        facts=facts,
        subdivide=table.subdivide,
        lamp_lumens_lm=table.lamp_lumens_lm,
        cct_k=table.cct_k,
        cri=table.cri,
        base_height_ft=table.base_height_ft,
        overall_height_ft=table.overall_height_ft,
    )


def _without_llf(raw: Any) -> tuple[Any, Any]:
    """Take llf out of a type's table: it is a number or a table of its own."""
    if not isinstance(raw, dict):
        return raw, 1.0
    return {key: value for key, value in raw.items() if key != "llf"}, raw.get("llf", {})


def _read_llf(
    llf: Any, path: tuple[str, ...], subject: str, faults: Faults
) -> dict[str, float] | None:
    """Give the light loss factors by name, in the order given; a number is all recoverable."""
    if isinstance(llf, dict):
        read = read_table(LightLossTable, llf, path, f"{subject}, llf", faults)
        return None if read is None else {part: float(getattr(read[0], part)) for part in llf}
    if isinstance(llf, bool) or not isinstance(llf, (int, float)) or not 0 <= llf <= HIGHEST_LLF:
        what = f"{subject}: llf must be a share such as 0.9, or {{ lld = 0.9, ldd = 0.95 }}"
        faults.add(path, f"{what}, not {shown(llf)}")
        return None
    return {"llf": float(llf)}


def _file_of(
    raw: Any,
    path: tuple[str, ...],
    subject: str,
    named: NamedFiles,
    files: _Files,
    faults: Faults,
) -> LuminaireFile | None:
    """Read a type's luminaire file, each file once; record why it cannot be read."""
    name = raw.get("file") if isinstance(raw, dict) else None
    if not isinstance(name, str) or not name.strip():
        return None  # the table's model says so
    asked = raw.get("c0_rotation_deg")
    # Another turn is a fault that the table's model names.
    rotation_deg = asked if isinstance(asked, (int, float)) and asked in _QUARTER_TURNS else None
    key = name, rotation_deg
    if key not in files:
        try:
            read = read_luminaire(named.luminaire(name), c0_rotation_deg=rotation_deg)
            # A copy may have another name than the one the site knows it by.
            files[key] = replace(read, name=PurePath(name).name)
        except LuminaireFileError as error:
            files[key] = None
            for fault in error.faults:
                place = f" (line {fault.line})" if fault.line is not None else ""
                what = f'{subject}: file "{name}"{place}: {fault.what}'
                faults.add(path, what, fault.advice)
    return files[key]


def _output_factor(
    table: TypeTable,
    losses: Mapping[str, float],
    file: LuminaireFile,
    path: tuple[str, ...],
    subject: str,
    faults: Faults,
) -> float | None:
    """Give what multiplies the file's candela besides light loss."""
    factor = table.multiplier
    if table.lamp_lumens_lm is not None:
        if file.lumens_per_lamp_lm is None:
            what = f"{subject}: lamp_lumens_lm does not apply, {table.file} is absolute photometry"
            faults.add((*path, "lamp_lumens_lm"), what, "use multiplier")
            return None
        if file.lumens_per_lamp_lm <= 0.0:
            what = f"{subject}: lamp_lumens_lm does not apply, {table.file} states 0 lamp lumens"
            faults.add((*path, "lamp_lumens_lm"), what, "use multiplier")
            return None
        factor *= table.lamp_lumens_lm / file.lumens_per_lamp_lm
    if "bf" in losses:
        if file.ballast_factor <= 0.0:
            what = f"{subject}: bf cannot replace the ballast factor of {table.file}, which is 0"
            faults.add((*path, "llf", "bf"), what, "correct the file")
            return None
        factor *= losses["bf"] / file.ballast_factor
    return factor
