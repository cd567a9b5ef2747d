import subprocess
import sys

import photometry

# The outside face. A name is added here on purpose, and removed only with a major version.
PUBLIC = [
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
HEAVY = {"numpy", "scipy", "numba", "matplotlib", "pandas", "shapely", "pydantic", "typer", "rich"}
HEAVY |= {"dask", "distributed", "zarr", "tifffile"}


def modules_after(code):
    script = (
        f"{code}\nimport sys; print(' '.join(sorted({{m.split('.')[0] for m in sys.modules}})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_the_public_names_are_these():
    assert photometry.__all__ == PUBLIC


def test_every_public_name_is_there():
    missing = [name for name in PUBLIC if getattr(photometry, name, None) is None]
    assert not missing


def test_a_misspelt_name_is_an_attribute_error():
    assert not hasattr(photometry, "read_luminare")


def test_importing_photometry_imports_nothing_heavy():
    assert not modules_after("import photometry") & HEAVY


def test_the_version_is_told_without_importing_anything_heavy():
    code = "from photometry.cli import main; main(['--version'])"
    assert not modules_after(code) & HEAVY
