"""Time to read luminaire files, beside other people's readers in the same run; and a folder.

Run: ``python benchmarks/bench_reading.py [FOLDER]``; without a folder the project's own samples
are read.  Peers are timed where they are installed (extra ``peers``) and named where they are not.
Each reader takes its turn on every file, and the best of its readings counts; a ratio is the
median over the files that both read.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
import warnings
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from machine import description

from photometry.luminaires.lm63 import read_lm63
from photometry.luminaires.read import read_luminaire

if TYPE_CHECKING:
    from collections.abc import Callable

    Reader = Callable[[Path], object]

ROUNDS = 5
FOLDER_ROUNDS = 3
FOLDER_FILES = 300
SAMPLES = Path(__file__).parents[1] / "ies_files"
OURS, AUDITED = "photometry", "photometry, audited"


def ours(path: Path) -> object:
    """Read with photometry: the table, its notes and every check of form."""
    return read_lm63(path.read_bytes(), path.name)


def photompy_reader() -> Reader:
    """Give photompy's reader."""
    return import_module("photompy").IESFile.read


def honeybee_reader() -> Reader:
    """Give honeybee-radiance's reader."""
    luminaire = import_module("honeybee_radiance.luminaire").Luminaire
    return lambda path: luminaire(str(path)).parse_photometric_data()


def eulumdat_ies_reader() -> Reader:
    """Give eulumdat-ies's reader, which makes a EULUMDAT record of the file."""
    return import_module("eulumdat_ies").ies_to_ldt


def luxpy_reader() -> Reader:
    """Give luxpy's reader."""
    read = import_module("luxpy.toolboxes.iolidfiles").read_lamp_data
    return lambda path: read(str(path))


PEERS = {
    "photompy": photompy_reader,
    "honeybee-radiance": honeybee_reader,
    "eulumdat-ies": eulumdat_ies_reader,
    "luxpy": luxpy_reader,
}


def readers() -> tuple[dict[str, Reader], list[str]]:
    """Give the readers that are there, and a row of the table for each that is not."""
    found: dict[str, Reader] = {OURS: ours, AUDITED: read_luminaire}
    absent = []
    for name, make in PEERS.items():
        try:
            found[f"{name} {version(name)}"] = make()
        except Exception as error:  # noqa: BLE001  # whatever keeps a peer from importing
            absent.append(f"| {name} | absent: {type(error).__name__}: {error} | | |")
    return found, absent


def seconds(read: Reader, path: Path) -> float | None:
    """Time one reading; None where the reader refuses the file."""
    started = time.perf_counter()
    try:
        read(path)
    except Exception:  # noqa: BLE001  # a refusal, in whatever form
        return None
    return time.perf_counter() - started


def best_of(found: dict[str, Reader], paths: list[Path]) -> dict[str, dict[Path, float]]:
    """Take the least seconds of each reader on each file that it reads."""
    best: dict[str, dict[Path, float]] = {name: {} for name in found}
    for _ in range(ROUNDS):
        for path in paths:
            for name, read in found.items():
                taken = seconds(read, path)
                if taken is not None:
                    best[name][path] = min(taken, best[name].get(path, taken))
    return best


def print_readers(paths: list[Path]) -> None:
    """Print the table of readers."""
    found, absent = readers()
    best = best_of(found, paths)
    print(f"{len(paths)} LM-63 files, best of {ROUNDS} readings of each, in turns.\n")
    print("| reader | files read | median ms | times photometry, median over the files |")
    print("|---|---:|---:|---:|")
    for name, times in best.items():
        both = [times[path] / best[OURS][path] for path in times.keys() & best[OURS].keys()]
        if both:
            median_ms = 1e3 * statistics.median(times.values())
            print(f"| {name} | {len(times)} | {median_ms:.2f} | {statistics.median(both):.2f} |")
    print("\n".join(absent))


def children_seconds() -> float:
    """Give the processor time of all commands so far."""
    times = os.times()
    return times.children_user + times.children_system


def command_seconds(files: list[str]) -> float:
    """Give the processor time of ``photometry info`` on files, as a command, at its best."""
    taken = []
    for _ in range(FOLDER_ROUNDS):
        before = children_seconds()
        subprocess.run(
            [sys.executable, "-m", "photometry", "info", *files],
            check=False,  # it ends with 2 where a file is refused
            capture_output=True,
        )
        taken.append(children_seconds() - before)
    return min(taken)


def print_folder(paths: list[Path]) -> None:
    """Print what a folder of some 300 files takes: read, and rated by the command."""
    times = max(1, round(FOLDER_FILES / len(paths)))
    many = [str(path) for path in paths] * times
    one = command_seconds(many[:1])
    every = command_seconds(many)
    started = time.process_time()
    for file in many:
        seconds(read_luminaire, Path(file))
    read = time.process_time() - started
    print(f"\nA folder of {len(many)} files, in processor time of one core: read and audited")
    print(f"{read:.2f} s; `photometry info`, which rates them too, {every:.2f} s as a command, of")
    print(
        f"which {one:.2f} s are its start (one file), so that the folder takes {every - one:.2f} s."
    )


def main() -> None:
    """Print the tables."""
    warnings.simplefilter("ignore")  # peers deprecate their own functions
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".ies")
    print(description(), end="\n\n")
    print_readers(paths)
    print_folder(paths)


if __name__ == "__main__":
    main()
