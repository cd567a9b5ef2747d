"""Whether a handed-in submittal holds: its hashes, and every number and verdict, recomputed."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from photometry._version import __version__
from photometry.errors import BundleError, Fault, LuminaireFileError, PhotometryError
from photometry.luminaires.read import sample_path
from photometry.ordinance.catalogue import known_codes, load_code
from photometry.ordinance.checker import check
from photometry.site.named_files import SAMPLE
from photometry.site.project_file import load_site
from photometry.submittal.bundle import MANIFEST, MOST_BYTES, open_bundle
from photometry.submittal.compare import (
    Difference,
    compare_csv,
    compare_json,
    leaves,
    rows_of,
)
from photometry.submittal.inputs import sha256_of
from photometry.submittal.pipeline import Judgement, calculate
from photometry.submittal.ties import Lights, csv_places, json_places, without_ties
from photometry.submittal.write import data_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from photometry.engine.calculate import Progress
    from photometry.ordinance.catalogue import Code
    from photometry.site.model import Site
    from photometry.submittal.bundle import Bundle
    from photometry.submittal.ties import Named

__all__ = ["Verification", "recompute", "verify"]

RESULTS: Final = "results.json"
# Words that another version may choose otherwise; numbers and verdicts it may not.
WORDING: Final = ("message", "citation")


@dataclass(frozen=True)
class Verification:
    """What came of it.

    Attributes
    ----------
    differences
        What does not hold; empty where everything does.
    notes
        What is worth knowing and no difference.
    n_files
        Hashes that were checked.
    n_values
        Numbers, texts and verdicts that were compared.
    n_findings
        Verdicts that were recomputed.
    """

    differences: tuple[Difference, ...]
    notes: tuple[str, ...]
    n_files: int
    n_values: int
    n_findings: int


def verify(
    path: Path, *, progress: Progress | None = None, judging: Progress | None = None
) -> Verification:
    """Check a submittal's hashes, recompute it from its inputs alone and compare.

    Parameters
    ----------
    path
        Its folder, or the archive of it.
    progress
        As `photometry.calculate`.
    judging
        As `photometry.check` calls it.

    Raises
    ------
    BundleError
        It is no submittal, or it cannot be recomputed: an input is missing or at fault.
    """
    with open_bundle(path) as bundle:
        changed = list(_changed_files(bundle))
        judgement = recompute(bundle, progress=progress, judging=judging)
        n_values, differences = _compare(bundle, data_files(judgement))
        return Verification(
            differences=(*changed, *differences),
            notes=tuple(_notes(bundle, judgement.site)),
            n_files=len(bundle.hashes),
            n_values=n_values,
            n_findings=len(judgement.findings),
        )


def recompute(
    bundle: Bundle, *, progress: Progress | None = None, judging: Progress | None = None
) -> Judgement:
    """Calculate and judge a bundle's site anew, from the files of the bundle alone.

    Raises
    ------
    BundleError
        An input is missing or at fault; the faults name files as the user sees them.
    """
    _refuse_missing_inputs(bundle)
    try:
        site = _site(bundle)
        calc = calculate(site, progress=progress)
        has_codes = bool(site.project.codes)
        findings = check(site=site, calc=calc, progress=judging) if has_codes else ()
    except PhotometryError as error:
        raise BundleError(_as_seen(fault, bundle) for fault in error.faults) from error
    return Judgement(site, calc, findings)


def _site(bundle: Bundle) -> Site:
    """Load the copied site with the codes that it was judged by."""
    site = load_site(bundle.site_path, find=_finder(bundle, "named"), replaced=bundle.replaced)
    project = replace(site.project, codes=tuple(str(p) for p in bundle.named("codes").values()))
    if project.name == bundle.site_path.absolute().parent.name:
        # A project without a name has that of its folder, which was another one.
        project = replace(project, name=str(bundle.manifest.get("project", "")))
    return replace(site, project=project, find_facts=_finder(bundle, "facts"))


def _finder(bundle: Bundle, kind: str) -> Callable[[str], Path]:
    """Give what finds the files of one kind: those of the bundle and no others."""
    places = bundle.named(kind)

    def find(name: str) -> Path:
        if name not in places:
            what = f'"{name}" is named in the inputs, but the bundle does not hold it'
            raise BundleError(Fault(what, bundle.name))
        return places[name]

    return find


def _refuse_missing_inputs(bundle: Bundle) -> None:
    missing = [
        Fault(
            "this input is missing from the bundle",
            f"{bundle.name}/{name}",
            advice="without it nothing can be recomputed; ask for the whole bundle",
        )
        for name in bundle.hashes
        if name.startswith("inputs/") and not bundle.holds(name)
    ]
    if missing:
        raise BundleError(missing)


def _as_seen(fault: Fault, bundle: Bundle) -> Fault:
    """Name a file of an unpacked bundle as one of the archive."""
    return replace(fault, file=fault.file.replace(str(bundle.root), bundle.name, 1))


def _changed_files(bundle: Bundle) -> Iterator[Difference]:
    """Give the files that are missing or are not those of the manifest."""
    for name, said in bundle.hashes.items():
        found = sha256_of(bundle.root / name) if bundle.holds(name) else None
        if found is None:
            yield Difference(name, "the file", "listed in the manifest", "missing")
        elif found != said:
            yield Difference(name, f"its sha256 in {MANIFEST}", said, found)


def _compare(bundle: Bundle, texts: Mapping[str, str]) -> tuple[int, list[Difference]]:
    """Compare the data files of a bundle with what they should hold."""
    listed = [name for name in texts if name in bundle.hashes]
    if RESULTS not in listed:
        what = f"it has no {RESULTS}: there are no numbers to verify"
        advice = "make the bundle with all products, or with data among them"
        raise BundleError(Fault(what, bundle.name, advice=advice))
    count = 0
    differences: list[Difference] = []
    is_skipped, lights = _skips(bundle), Lights(texts["points.csv"])
    for name in listed:
        if not bundle.holds(name):
            continue  # said already, with the hashes
        try:
            text = _text(bundle.root / name)
            compared, new = _compare_file(name, text, texts[name], lights, is_skipped)
        except (ValueError, RecursionError, csv.Error) as broken:
            raise BundleError(
                Fault(f"it cannot be read: {broken}", f"{bundle.name}/{name}")
            ) from None
        count += compared
        differences += new
    return count, differences


def _compare_file(
    name: str, text: str, found: str, lights: Lights, is_skipped: Callable[[str], bool]
) -> tuple[int, list[Difference]]:
    """Compare one data file; of equal extremes either may be named."""
    places: dict[str, Named | None]
    if name == RESULTS:
        said = json.loads(text)
        compared, new = compare_json(name, said, json.loads(found), is_skipped)
        values = dict(leaves(said))
        places = {one.item: json_places(values, one.item) for one in new}
    else:
        compared, new = compare_csv(name, text, found, is_skipped)
        rows = rows_of(text)
        places = {one.item: csv_places(rows, one.item) for one in new}
    return compared, without_ties(new, places, lights)


def _text(path: Path) -> str:
    if path.stat().st_size > MOST_BYTES:
        msg = f"it is larger than {MOST_BYTES / 1e6:g} MB"
        raise ValueError(msg)
    return path.read_text(encoding="utf-8")


def _skips(bundle: Bundle) -> Callable[[str], bool]:
    """Tell what is not compared: the version itself, and wording where the versions differ."""
    is_other = _is_other_version(bundle)

    def is_skipped(item: str) -> bool:
        return item == "provenance/program" or (
            is_other and (item.rpartition("/")[2] in WORDING or item.startswith("notes/"))
        )

    return is_skipped


def _is_other_version(bundle: Bundle) -> bool:
    return bool(bundle.manifest.get("program") != f"photometry {__version__}")


def _notes(bundle: Bundle, site: Site) -> Iterator[str]:
    """Say how this machine differs from the one that made the bundle, where it matters."""
    if _is_other_version(bundle):
        made = bundle.manifest.get("program")
        yield f"made by {made}, verified by photometry {__version__}: wording was not compared"
    versions = bundle.manifest.get("versions")
    for name, made_by in versions.items() if isinstance(versions, dict) else ():
        if name in {"numpy", "numba", "shapely"} and made_by != version(name):
            yield f"made with {name} {made_by}, verified with {version(name)}"
    for name, folder in bundle.named("codes").items():
        if name in known_codes() and _differs(folder, load_code(name)):
            yield f"the code {name} of the bundle is not the one of this version"
    for name, file in site.named_files.items():
        if name.startswith(SAMPLE) and not _is_shipped(name, file):
            yield f"{name} of the bundle is not the one of this version"
    for name in sorted(bundle.unlisted()):
        yield f"{name} is in inputs/, but not in the manifest"


def _differs(folder: Path, shipped: Code) -> bool:
    return {file.name: sha256_of(file) for file in folder.glob("*.toml")} != {
        file.name: sha256_of(file) for file in shipped.files
    }


def _is_shipped(name: str, file: Path) -> bool:
    try:
        return sha256_of(sample_path(name)) == sha256_of(file)
    except LuminaireFileError:  # this version does not ship it
        return False
