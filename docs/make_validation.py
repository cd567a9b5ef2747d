"""Write the tables of docs/validation.md: ``python docs/make_validation.py``.

The closed forms are always measured. Radiance is asked where pyradiance is installed, and the
files of makers are read where ``PHOTOMETRY_CORPUS`` names a folder of them with its
``ground_truth.csv``; where either is absent its table stays as it is.
"""

from __future__ import annotations

import csv
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from validation_cases import cases

from photometry.luminaires.read import read_luminaire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from photometry.luminaires.record import LuminaireFile

PAGE = Path(__file__).parent / "validation.md"
AGREES = 1e-3  # of lumens: they are stated to a lumen or a tenth of one, down to 80 lm
RADIOMETRIC = "ultraviolet: the keyword's lumens and the table's mW/sr do not belong together"
# Why a maker's lumens are not ours.
REASONS = {
    "PIPXL70SF/D10-PIPXL70T/D10": "Type B; the laboratory sums zone centres (IES LM-35)",
    "B1 module Care222": RADIOMETRIC,
    "B1.5 Care222 module": RADIOMETRIC,
}


def closed_forms() -> str:
    """Measure every closed form."""
    titles = "| case | closed form | largest relative difference | comes from |"
    rows = [
        f"| {case.name} | {case.formula} | {_written(case.difference())} | {case.why} |"
        for case in cases()
    ]
    return "\n".join([titles, "|---|---|---|---|", *rows])


def _written(difference: float) -> str:
    """Write a difference with two digits; rounding itself as 1e-14, on any machine."""
    return f"{difference:.1e}" if difference > 1e-14 else "1e-14"


@dataclass(frozen=True)
class Comparison:
    """A quantity that a maker states about a file, and ours."""

    stated: str
    ours: str
    agrees: bool

    def __str__(self) -> str:
        """Give one value where both are the same, else both."""
        return self.stated if self.stated == self.ours else f"{self.stated} / {self.ours}"


def compare(stated: dict[str, str], file: LuminaireFile) -> dict[str, Comparison]:
    """Set what a maker states beside what is computed; only what is stated."""
    found = {}
    if stated["stated_total_lumens"]:
        lumens = float(stated["stated_total_lumens"])
        agrees = abs(file.lumens / lumens - 1.0) <= AGREES
        found["lumens"] = Comparison(f"{lumens:.1f}", f"{file.lumens:.1f}", agrees)
    words = {
        "BUG": (stated["stated_bug"], str(file.bug)),
        "cutoff": (stated["stated_cutoff"].lower(), str(file.cutoff)),
        "type": (stated["stated_type"], str(file.roadway_type)),
        "range": (stated["stated_range"].lower(), str(file.roadway_range)),
    }
    for name, (theirs, ours) in words.items():
        if theirs:
            found[name] = Comparison(theirs, ours, theirs == ours)
    return found


def makers(corpus: Path) -> str:
    """Read the files of makers, and set their statements beside ours."""
    with (corpus / "ground_truth.csv").open(encoding="utf-8", newline="") as table:
        stated = [row for row in csv.DictReader(table) if row["file"].lower().endswith(".ies")]
    rows = set()
    compared = []
    for row in stated:
        file = read_luminaire(corpus / row["file"])
        found = compare(row, file)
        if found:
            compared.append(found)
            rows.add(_row(file, found))
    titles = "maker", "catalogue number", "lumens", "BUG", "cutoff class", "type, range", ""
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles), *sorted(rows)]
    return _summary(compared) + "\n\n" + "\n".join(lines)


def _row(file: LuminaireFile, found: dict[str, Comparison]) -> str:
    """Write a file's line: by maker and catalogue number, nothing else of the file."""
    number = _plain(_keyword(file, "LUMCAT")) or "(none stated)"
    roadway = ", ".join(str(found[name]) for name in ("type", "range") if name in found)
    missed = not all(comparison.agrees for comparison in found.values())
    cells = [
        _plain(_keyword(file, "MANUFAC")),
        number,
        *(str(found.get(name, "")) for name in ("lumens", "BUG", "cutoff")),
        roadway,
        REASONS.get(number, "differs") if missed else "",
    ]
    return "| " + " | ".join(cells) + " |"


def _keyword(file: LuminaireFile, name: str) -> str:
    return file.keyword(name) or ""


def _plain(text: str) -> str:
    """Give text without what would end a cell."""
    return " ".join(text.replace("|", " ").split())


def _summary(compared: Iterable[dict[str, Comparison]]) -> str:
    """Count what agrees."""
    names = {"lumens": "lumens within 0.1 %", "BUG": "BUG ratings", "cutoff": "cutoff classes"}
    names |= {"type": "lateral types", "range": "longitudinal ranges"}
    parts = []
    for name, words in names.items():
        agrees = [found[name].agrees for found in compared if name in found]
        parts.append(f"{words} {sum(agrees)} of {len(agrees)}")
    return "Agree: " + ", ".join(parts) + "."


def replaced(page: str, name: str, table: str) -> str:
    """Put a table between its marks in the page."""
    marks = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
    if not marks.search(page):
        msg = f"{PAGE} has no place for the table {name!r}"
        raise ValueError(msg)
    return marks.sub(lambda found: found[1] + "\n" + table + "\n" + found[2], page)


def tables() -> dict[str, str]:
    """Give every table that can be made here."""
    made = {"closed-forms": closed_forms()}
    corpus = os.environ.get("PHOTOMETRY_CORPUS")
    if corpus:
        made["makers"] = makers(Path(corpus))
    return made


def main() -> None:
    """Write the page anew."""
    page = PAGE.read_text(encoding="utf-8")
    for name, table in tables().items():
        page = replaced(page, name, table)
        print(f"{name}: written")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
