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
NUMBERED = ("bench_kernel", "bench_scaling", "bench_startup")  # write their numbers as JSON too


def programs() -> list[str]:
    """Name the benchmarks: the kernel first, while the machine is cool."""
    names = sorted(path.stem for path in HERE.glob("bench_*.py"))
    return [*NUMBERED[:2], *(name for name in names if name not in NUMBERED[:2])]


def measured(name: str) -> dict[str, Any]:
    """Run one benchmark: what it printed, its numbers, and the seconds that it took."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        numbers = Path(folder) / "numbers.json"
        options = ["--json", str(numbers)] if name in NUMBERED else []
        done = subprocess.run(
            [sys.executable, str(HERE / f"{name}.py"), *options],
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
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    readme = README.read_text(encoding="utf-8")
    for name in arguments.only:
        results[name] = measured(name)
        print(f"## {name} ({results[name]['took_s']:.0f} s)\n\n{results[name]['printed']}\n")
        readme = shown(readme, name, results[name]["printed"])
    if not arguments.keep:
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        README.write_text(readme, encoding="utf-8")


if __name__ == "__main__":
    main()
