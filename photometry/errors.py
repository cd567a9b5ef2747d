"""Every error that photometry raises on purpose.

::

    PhotometryError
    ├── LuminaireFileError   (ValueError)   a luminaire file cannot be read
    ├── ProjectFileError     (ValueError)   site.toml, its lists or its drawings are at fault
    ├── CodeFileError        (ValueError)   an ordinance's data files are at fault
    ├── FactsFileError       (ValueError)   facts.toml is at fault
    ├── CalculationError     (ValueError)   the engine was asked for what it cannot compute
    ├── BundleError          (ValueError)   a submittal that was handed in cannot be read
    └── OutputError          (OSError)      results cannot be written

Each carries its `faults`: what, where, what was expected and what to do,
so that a program can act on them and a person reads one line for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BundleError",
    "CalculationError",
    "CodeFileError",
    "FactsFileError",
    "Fault",
    "LuminaireFileError",
    "OutputError",
    "PhotometryError",
    "ProjectFileError",
    "nearest_name",
]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an input: what, where and what to do.

    Attributes
    ----------
    what
        The fault, with what was expected: ``"37 vertical angles announced, 36 found"``.
    file
        The file as the user named it; empty where the input is not a file.
    line
        Line in that file, counted from 1; None where no line can be named.
    advice
        What to do about it; empty where it is plain.
    """

    what: str
    file: str = ""
    line: int | None = None
    advice: str = ""

    def __str__(self) -> str:
        """Give the fault as one line: ``file:line: what; advice``."""
        place = self.file + (f":{self.line}" if self.line is not None else "")
        text = f"{place}: {self.what}" if place else self.what
        return f"{text}; {self.advice}" if self.advice else text


class PhotometryError(Exception):
    """Base of the tree; carries the faults, all of them at once."""

    def __init__(self, faults: Fault | str | Iterable[Fault]) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple[type[PhotometryError], tuple[tuple[Fault, ...]]]:
        """Survive pickling, so that worker processes can report faults."""
        return type(self), (self.faults,)


class LuminaireFileError(PhotometryError, ValueError):
    """A luminaire file cannot be read."""


class ProjectFileError(PhotometryError, ValueError):
    """A site file, its luminaire list or its drawings are at fault."""


class CodeFileError(PhotometryError, ValueError):
    """An ordinance's data files are at fault."""


class FactsFileError(PhotometryError, ValueError):
    """A facts file is at fault."""


class CalculationError(PhotometryError, ValueError):
    """The engine was asked for something that it cannot compute."""


class BundleError(PhotometryError, ValueError):
    """A submittal that was handed in cannot be read, or not be recomputed."""


class OutputError(PhotometryError, OSError):
    """Results cannot be written where they were asked for."""


def nearest_name(name: str, known: Iterable[str]) -> str:
    """Say which known name was probably meant, or list a few: ``"did you mean tilt_deg?"``.

    >>> nearest_name("HPS", ["high_pressure_sodium", "metal_halide"])
    'did you mean high_pressure_sodium?'
    """
    names = sorted(known)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    # A trade writes its words by their initials.
    close += [one for one in names if len(name) > 1 and _initials(one) == name.lower()]
    if close:
        return f"did you mean {close[0]}?"
    if len(names) <= 12:  # a longer list would hide the message
        return "known: " + ", ".join(names)
    return ""


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.lower().split("_") if word)
