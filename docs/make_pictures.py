"""Draw the pictures of the README anew from the examples: ``python docs/make_pictures.py``."""

from __future__ import annotations

import tempfile
from pathlib import Path

from PIL import Image

from photometry.drawings.isofootcandle import write_isofootcandle
from photometry.submittal.pipeline import judge

ROOT = Path(__file__).parents[1]
WIDTH_PX = 1800  # half the plotted width at 100 dpi: the plan reads, the tables are a shape


def main() -> None:
    """Draw both plans, and reduce them to what a page shows."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(exist_ok=True)
    for name in ("elm-street", "corner-gas"):
        judged = judge(ROOT / "examples" / name / "site.toml")
        with tempfile.TemporaryDirectory() as scratch:
            png = Path(scratch) / "plan.png"
            write_isofootcandle(
                judged.site, judged.calc, judged.findings, Path(scratch) / "plan.pdf", png
            )
            with Image.open(png) as sheet:
                height_px = round(sheet.height * WIDTH_PX / sheet.width)
                small = sheet.convert("RGB").resize((WIDTH_PX, height_px), Image.Resampling.LANCZOS)
        small.quantize(96).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
