"""Time to read LM-63 files, beside other people's readers in the same run.

Run: ``python benchmarks/bench_reading.py [FOLDER]``; without a folder the project's own samples
are read.  Peers are timed where they are installed (extra ``peers``) and named where they are not.
Each reader takes its turn on every file; the median per file is compared.
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from photometry.luminaires.lm63 import read_lm63

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
SAMPLES = Path(__file__).parents[1] / "ies_files"


def ours(path: Path) -> object:
    """Read with photometry: the table, its notes and every check of form."""
    return read_lm63(path.read_bytes(), path.name)


def photompy_reader() -> Callable[[Path], object]:
    """Give photompy's reader."""
    return import_module("photompy").IESFile.read


def honeybee_reader() -> Callable[[Path], object]:
    """Give honeybee-radiance's reader."""
    luminaire = import_module("honeybee_radiance.luminaire").Luminaire
    return lambda path: luminaire(str(path)).parse_photometric_data()


def luxpy_reader() -> Callable[[Path], object]:
    """Give luxpy's reader."""
    return lambda path: import_module("luxpy.toolboxes.iolidfiles").read_lamp_data(str(path))


PEERS = {
    "photompy": photompy_reader,
    "honeybee-radiance": honeybee_reader,
    "luxpy": luxpy_reader,
}


def readers() -> tuple[dict[str, Callable[[Path], object]], list[str]]:
    """Give the readers that are there, and a word on each that is not."""
    found: dict[str, Callable[[Path], object]] = {"photometry": ours}
    absent = []
    for name, make in PEERS.items():
        try:
            found[f"{name} {version(name)}"] = make()
        except Exception as error:  # noqa: BLE001  # whatever keeps a peer from importing
            absent.append(f"{name}: {type(error).__name__}")
    return found, absent


def seconds(read: Callable[[Path], object], path: Path) -> float | None:
    """Time one reading; None where the reader refuses the file."""
    started = time.perf_counter()
    try:
        read(path)
    except Exception:  # noqa: BLE001  # a refusal, in whatever form
        return None
    return time.perf_counter() - started


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")  # peers deprecate their own functions
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".ies")
    found, absent = readers()
    best: dict[str, dict[Path, float]] = {name: {} for name in found}
    for _ in range(ROUNDS):
        for path in paths:
            for name, read in found.items():
                taken = seconds(read, path)
                if taken is not None:
                    best[name][path] = min(taken, best[name].get(path, taken))
    own = statistics.median(best["photometry"].values())
    print(f"{len(paths)} files, best of {ROUNDS} readings of each\n")
    print("| reader | files read | median ms | times photometry |")
    print("|---|---:|---:|---:|")
    for name, times in best.items():
        if times:
            median = statistics.median(times.values())
            print(f"| {name} | {len(times)} | {1e3 * median:.2f} | {median / own:.2f} |")
    for line in absent:
        print(f"\nabsent: {line}")


if __name__ == "__main__":
    main()
