"""Read a luminaire file of any known format."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from photometry.luminaires.record import LuminaireFile

__all__ = ["read_luminaire"]


def read_luminaire(path: str | PathLike[str]) -> LuminaireFile:
    """Read a luminaire file; ``sample:NAME`` names one that ships with photometry."""
    raise NotImplementedError(path)
