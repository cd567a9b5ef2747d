"""Site-lighting photometry: footcandles, ordinance verdicts and iso-footcandle plans.

>>> import photometry as ph
>>> lum = ph.read_luminaire("sample:area_t3")
>>> fc = ph.illuminance([ph.Luminaire(lum, 0, 0, mounting_height_ft=20)], [[10, 0, 0]])
>>> fc.shape
(1,)

Direct light only: no reflected light and no other sources.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from photometry._version import __version__
from photometry.errors import (
    CalculationError,
    CodeFileError,
    FactsFileError,
    Fault,
    LuminaireFileError,
    OutputError,
    PhotometryError,
    ProjectFileError,
)

if TYPE_CHECKING:
    from photometry.drawings.notebook import plot_candela, plot_isofootcandle, plot_line
    from photometry.engine.direct import illuminance
    from photometry.engine.raster import RasterResult
    from photometry.engine.results import Calculation
    from photometry.luminaires.read import read_luminaire
    from photometry.luminaires.record import LuminaireFile, Note
    from photometry.ordinance.checker import check
    from photometry.ordinance.finding import Finding, Status
    from photometry.site.model import Luminaire, Site
    from photometry.site.project_file import load_site
    from photometry.submittal.pipeline import calculate
    from photometry.submittal.raster import illuminance_raster

__all__ = [
    "Calculation",
    "CalculationError",
    "CodeFileError",
    "FactsFileError",
    "Fault",
    "Finding",
    "Luminaire",
    "LuminaireFile",
    "LuminaireFileError",
    "Note",
    "OutputError",
    "PhotometryError",
    "ProjectFileError",
    "RasterResult",
    "Site",
    "Status",
    "__version__",
    "calculate",
    "check",
    "illuminance",
    "illuminance_raster",
    "load_site",
    "plot_candela",
    "plot_isofootcandle",
    "plot_line",
    "read_luminaire",
]

# Where each name lives: a room is entered only when something in it is asked for, so that
# ``import photometry`` costs no more than the interpreter.
_HOME = {
    "Calculation": "photometry.engine.results",
    "Finding": "photometry.ordinance.finding",
    "Luminaire": "photometry.site.model",
    "LuminaireFile": "photometry.luminaires.record",
    "Note": "photometry.luminaires.record",
    "RasterResult": "photometry.engine.raster",
    "Site": "photometry.site.model",
    "Status": "photometry.ordinance.finding",
    "calculate": "photometry.submittal.pipeline",
    "check": "photometry.ordinance.checker",
    "illuminance": "photometry.engine.direct",
    "illuminance_raster": "photometry.submittal.raster",
    "load_site": "photometry.site.project_file",
    "plot_candela": "photometry.drawings.notebook",
    "plot_isofootcandle": "photometry.drawings.notebook",
    "plot_line": "photometry.drawings.notebook",
    "read_luminaire": "photometry.luminaires.read",
}


def __getattr__(name: str) -> Any:
    """Fetch a public name from its room at first use (PEP 562)."""
    if name not in _HOME:
        msg = f"module 'photometry' has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, loaded or not."""
    return __all__
