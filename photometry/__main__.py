"""``python -m photometry``: the command line where no script is on the path."""

from __future__ import annotations

import sys

from photometry.cli import main

if __name__ == "__main__":
    sys.exit(main())
