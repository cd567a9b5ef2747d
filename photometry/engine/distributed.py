"""Work on other machines: tiles of rasters and pieces of zones as tasks for Dask.

What is cut into tasks, and how, is decided by the work alone, and every task is computed by
the same function as here; so the numbers are those of this machine, to the last bit on
workers of its kind.  What all tasks share is sent to every worker once.

Importing this module imports Dask, which the extra ``distributed`` installs.
"""

from __future__ import annotations

import platform
from collections import deque
from contextlib import closing, contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import distributed
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError

from photometry._version import __version__
from photometry.errors import CalculationError
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from photometry.engine.points_job import PieceLight, PointsJob
    from photometry.engine.raster_tile import RasterJob, TileResult

    FloatArray = NDArray[np.float64]
    Piece = tuple[FloatArray, FloatArray | None]

__all__ = ["connected", "points_fc", "tiles_of", "version_notes"]

AHEAD: Final = 4  # tasks for each thread of the workers that wait or are done and not fetched
TILES_A_TASK: Final = 4  # Dask takes some milliseconds to hand out a task
REACHED_WITHIN_S: Final = 10.0


@contextmanager
def connected(address: str) -> Iterator[distributed.Client]:
    """Give a client of the scheduler at an address, ``tcp://host:8786``.

    Raises
    ------
    CalculationError
        If none answers there.
    """
    try:
        client = distributed.Client(address, timeout=REACHED_WITHIN_S)
    except (OSError, ValueError) as error:
        raise CalculationError(
            f"no Dask scheduler answers at {address} ({error}); start one with dask scheduler, and "
            "workers with dask worker ADDRESS"
        ) from None
    with client:
        yield client


def version_notes(client: distributed.Client) -> tuple[Note, ...]:
    """Compare what the workers run with what runs here.

    Returns
    -------
    tuple of Note
        One where NumPy, Numba or Python differ: last digits may, too.

    Raises
    ------
    CalculationError
        There is no worker, or one has no photometry or another version of it: its numbers
        would not be those of this one.
    """
    with _explained():
        of_worker: Mapping[str, Any] = client.run(_versions, on_error="return")
    if not of_worker:
        address = client.scheduler_info()["address"]
        raise CalculationError(
            f"the Dask scheduler at {address} has no workers; start them with dask worker {address}"
        )
    here = _versions()
    for worker, versions in sorted(of_worker.items()):
        if isinstance(versions, Exception):
            what = f"could not be asked for its version of photometry ({versions})"
        elif versions["photometry"] != here["photometry"]:
            what = f"has photometry {versions['photometry']}, here it is {here['photometry']}"
        else:
            continue
        raise CalculationError(f"the worker at {worker} {what}; install the same on all")
    differing = sorted(
        {
            f"{package} {versions[package]} (here {here[package]})"
            for versions in of_worker.values()
            for package in here
            if versions[package] != here[package]
        }
    )
    if not differing:
        return ()
    text = f"workers run other versions, so that last digits may differ: {', '.join(differing)}"
    return (Note("SITE103", text),)


def _versions() -> dict[str, str]:
    """Give the versions that numbers depend on, here or on a worker."""
    return {
        "photometry": __version__,
        "numpy": version("numpy"),
        "numba": version("numba"),
        "Python": platform.python_version(),
    }


def tiles_of(client: distributed.Client, job: RasterJob) -> Generator[TileResult]:
    """Have a raster's tiles computed, and give them in their order."""
    count = job.grid.tile_count
    some = [range(at, min(at + TILES_A_TASK, count)) for at in range(0, count, TILES_A_TASK)]
    with closing(_in_order(client, _tiles, job, some)) as tasks:
        for tiles in tasks:
            yield from tiles


def points_fc(
    client: distributed.Client, job: PointsJob, pieces: Iterable[Piece]
) -> Generator[PieceLight]:
    """Have pieces of points and normals computed, and give their layers in order."""
    return _in_order(client, _piece, job, pieces)


def _tiles(job: RasterJob, numbers: range) -> list[TileResult]:
    return [job.compute(number) for number in numbers]


def _piece(job: PointsJob, piece: Piece) -> PieceLight:
    return job.compute(*piece, threads=1)


def _in_order(
    client: distributed.Client,
    compute: Callable[[Any, Any], Any],
    job: Any,
    pieces: Iterable[Any],
) -> Generator[Any]:
    """Submit pieces, a few ahead of the one that is given; another worker takes over a lost one's."""
    waiting: deque[distributed.Future[Any]] = deque()
    with _explained():
        window = AHEAD * max(1, sum(client.nthreads().values()))
        shared = client.scatter(job, broadcast=True, hash=False)
        try:
            for piece in pieces:
                waiting.append(client.submit(compute, shared, piece, pure=False))
                if len(waiting) > window:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            client.cancel(list(waiting))


@contextmanager
def _explained() -> Iterator[None]:
    """Say in our words that workers were lost."""
    try:
        yield
    except distributed.KilledWorker as error:
        raise CalculationError(
            f"one task ended {error.allowed_failures + 1} workers, so it was given up ({error}); "
            "give the workers more memory or fewer threads"
        ) from None
    except (CommClosedError, FutureCancelledError) as error:
        raise CalculationError(
            f"the Dask scheduler, or all workers that held the site, were lost ({error}); nothing "
            "was written"
        ) from None
