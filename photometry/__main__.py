"""``python -m photometry``: the command line where no script is on the path."""

from __future__ import annotations

from photometry.cli import command

if __name__ == "__main__":
    command()
