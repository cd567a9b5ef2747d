"""What a reader gathers on its way through a file: notes to keep, faults to raise together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from photometry.errors import Fault, LuminaireFileError
from photometry.luminaires.record import Note

__all__ = ["Remarks"]


@dataclass(slots=True)
class Remarks:
    """The notes and faults of one file, in the order in which they were found.

    Attributes
    ----------
    file
        The file as the user named it.
    notes, faults
        What was tolerated, and what cannot be.
    """

    file: str
    notes: list[Note] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def note(self, code: str, text: str, line: int | None = None) -> None:
        """Keep a numbered remark about something tolerated."""
        self.notes.append(Note(code, text, line))

    def fault(self, what: str, line: int | None = None, advice: str = "") -> None:
        """Keep a fault; the file is refused at the next `stop_if_faulty`."""
        self.faults.append(Fault(what, self.file, line, advice))

    def refuse(self, what: str, line: int | None = None, advice: str = "") -> NoReturn:
        """Refuse the file at once, where nothing after this fault can be made out.

        Raises
        ------
        LuminaireFileError
            With this fault and every one before it.
        """
        self.fault(what, line, advice)
        raise self._error()

    def stop_if_faulty(self) -> None:
        """Refuse the file if it has any fault.

        Raises
        ------
        LuminaireFileError
            With every fault gathered so far.
        """
        if self.faults:
            raise self._error()

    def _error(self) -> LuminaireFileError:
        """Every fault so far, in the order of the file."""
        return LuminaireFileError(sorted(self.faults, key=lambda fault: fault.line or 0))
