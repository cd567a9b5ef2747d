"""Run every benchmark, and show what was measured in README.md: ``make bench``.

    python benchmarks/run.py [--only NAME ...] [--keep]

Each is a program of its own that prints its tables. ``results.json`` keeps the numbers, and the
README shows the tables between marks; with ``--keep`` both stay as they are.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
README, RESULTS = HERE / "README.md", HERE / "results.json"
FIRST = ("bench_kernel", "bench_scaling")  # while the machine is cool


def programs() -> list[str]:
    """Name the benchmarks."""
    names = sorted(path.stem for path in HERE.glob("bench_*.py"))
    return [*FIRST, *(name for name in names if name not in FIRST)]


def measured(name: str) -> dict[str, Any]:
    """Run one benchmark: what it printed, its numbers, and the seconds that it took."""
    start, program = time.perf_counter(), HERE / f"{name}.py"
    with tempfile.TemporaryDirectory() as folder:
        numbers = Path(folder) / "numbers.json"
        has_json = '"--json"' in program.read_text(encoding="utf-8")
        options = ["--json", str(numbers)] if has_json else []
        done = subprocess.run(
            [sys.executable, str(program), *options],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        figures = json.loads(numbers.read_text(encoding="utf-8")) if options else None
    took = round(time.perf_counter() - start, 1)
    return {"printed": done.stdout.strip(), "numbers": figures, "took_s": took}


def shown(readme: str, name: str, printed: str) -> str:
    """Put what a benchmark printed between its marks; a page without marks stays as it is."""
    marks = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- end -->)", re.DOTALL)
    return marks.sub(lambda found: f"{found[1]}\n{printed}\n{found[2]}", readme)


def main() -> None:
    """Run, print, and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=programs(), default=programs())
    parser.add_argument("--keep", action="store_true", help="leave README and results as they are")
    arguments = parser.parse_args()
    for name in arguments.only:
        result = measured(name)
        print(f"## {name} ({result['took_s']:.0f} s)\n\n{result['printed']}\n", flush=True)
        if not arguments.keep:
            keep(name, result)


def keep(name: str, result: dict[str, Any]) -> None:
    """Put one benchmark's result into ``results.json`` and the README: an interrupt loses no other."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results[name] = result
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    README.write_text(shown(readme, name, result["printed"]), encoding="utf-8")


if __name__ == "__main__":
    main()
