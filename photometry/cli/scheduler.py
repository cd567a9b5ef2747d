"""The option ``--scheduler``: work on other machines through Dask, which is an extra."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from photometry.errors import CalculationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client

__all__ = ["client_of"]


@contextmanager
def client_of(scheduler: str | None) -> Iterator[Client | None]:
    """Give a client of a scheduler while the work lasts; None where no address was given.

    Raises
    ------
    CalculationError
        If Dask is not installed, or no scheduler answers.
    """
    if scheduler is None:
        yield None
        return
    try:
        from photometry.engine.distributed import connected
    except ImportError:
        what = 'needs Dask, which is not installed: pip install "site-photometry[distributed]"'
        raise CalculationError(f"--scheduler {what}") from None
    with connected(scheduler) as client:
        yield client
