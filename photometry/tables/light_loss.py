"""Rows of the light loss factors in parts, and of the photometric files with their reports."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from photometry.tables.luminaire_file import short_hash
from photometry.tables.schedule import installed_file
from photometry.tables.table import Cell, Column, Row, Table
from photometry.tables.text import MISSING, factor_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from photometry.site.model import LuminaireType, Site

__all__ = ["loss_rows"]


def loss_rows(site: Site) -> Table:
    """Light loss factors in parts, and the photometric file of each type that is placed."""
    used = {head.type.name for head in site.heads}
    kinds = [kind for kind in site.types.values() if kind.name in used]
    parts = list(dict.fromkeys(name for kind in kinds for name in kind.llf_parts))
    columns = (
        Column("type", "Type"),
        *(Column(part, part.upper(), numeric=True) for part in parts if part != "llf"),
        Column("initial_factor", "LLF\ninitial", numeric=True),
        Column("maintained_factor", "LLF\nmaintained", numeric=True),
        Column("output_factor", "Output\nfactor", numeric=True),
        Column("file", "Photometric file"),
        Column("report", "Laboratory report"),
        Column("laboratory", "Laboratory"),
        Column("issued", "Issued"),
        Column("cutoff", "Cutoff"),
        Column("sha256", "SHA-256\nbegins"),
    )
    named = [part for part in parts if part != "llf"]
    rows = tuple(_loss_row(kind, named) for kind in kinds)
    return Table("Light loss factors and photometric files", columns, rows, _note(kinds))


def _note(kinds: Sequence[LuminaireType]) -> str:
    """Say what the factors are, and of which types only their product is known."""
    whole = [kind.name for kind in kinds if set(kind.llf_parts) <= {"llf"}]
    told = f" {', '.join(whole)}: LLF as given, not itemised." if whole else ""
    return (
        "Initial: non-recoverable factors only. Maintained: all of them. Output factor: what "
        f"the site sets on top of the file's candela.{told}"
    )


def _loss_row(kind: LuminaireType, parts: Sequence[str]) -> Row:
    factors = [kind.llf_parts.get(part) for part in parts]
    whole = (kind.initial_factor, kind.maintained_factor, kind.output_factor)
    file = installed_file(kind)
    said = [file.keyword(name) for name in ("TEST", "TESTLAB", "ISSUEDATE")]
    return Row(
        (
            Cell(kind.name, kind.name),
            *(Cell(factor_text(factor), factor) for factor in (*factors, *whole)),
            Cell(PurePath(kind.file_path).name, kind.file_path),
            *(Cell(" ".join((text or MISSING).split()), text) for text in said),
            Cell(str(file.cutoff), str(file.cutoff)),
            Cell(short_hash(file), file.sha256),
        )
    )
