"""Write LM-63 files of the 2002 and 2019 editions.

Sources: ANSI/IES LM-63-19, IESNA LM-63-02.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from photometry.luminaires.distribution import PhotometricType, Symmetry
from photometry.luminaires.lm63_header import FIRST_LINES
from photometry.luminaires.opening import signed_dimensions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from photometry.luminaires.distribution import IntensityDistribution
    from photometry.luminaires.record import LuminaireFile, TiltTable

    FloatArray = NDArray[np.float64]

__all__ = ["write_lm63"]

_TYPE_CODES: Final = {PhotometricType.C: 1, PhotometricType.B: 2, PhotometricType.A: 3}
_UNDEFINED_GENERATION: Final = 1.00001
_FEET: Final = 1

# Some programs still cut lines at the 132 characters of the older editions.
_DATA_LINE: Final = 120
# LM-63-02 allows 256 with the line end, LM-63-19 any length.
_LABEL_LINE: Final = {"2002": 254, "2019": 1_000_000}


def write_lm63(luminaire: LuminaireFile, version: Literal["2002", "2019"] = "2002") -> str:
    r"""Give a luminaire as the text of an LM-63 file, with ``\n`` line ends.

    Reading it back gives the same angles, keywords, lamp record, factors and opening, and the
    same candela to 1e-11 of each. Three things are put into the edition's terms: a ballast-lamp
    photometric factor (1986, 1991) goes into the multiplier; Type C planes that leave their
    ring open or do not begin at 0 are closed and begin at 0; a label longer than a line of the
    2002 edition goes on in [MORE] lines.

    Parameters
    ----------
    luminaire
        From any format.
    version
        The edition to write.

    Returns
    -------
    str
        ASCII where the keywords are; write it with ``newline="\n"`` or as bytes.
    """
    multiplier = luminaire.multiplier * luminaire.ballast_lamp_factor
    dist = luminaire.distribution
    lateral_deg, candela = _standard_planes(dist)
    candela = candela / (multiplier * luminaire.ballast_factor)
    lumens = -1.0 if luminaire.lumens_per_lamp_lm is None else luminaire.lumens_per_lamp_lm
    field_12 = 1.0 if version == "2002" else luminaire.generation_type or _UNDEFINED_GENERATION
    lines = [
        FIRST_LINES[version],
        *_label_lines(luminaire.keywords, _LABEL_LINE[version]),
        *_tilt_lines(luminaire.tilt),
        *_wrapped([luminaire.lamp_count, lumens, multiplier]),
        *_wrapped(
            [
                len(dist.vertical_deg),
                len(lateral_deg),
                _TYPE_CODES[dist.photometric_type],
                _FEET,
                *signed_dimensions(luminaire.opening),
            ]
        ),
        *_wrapped([luminaire.ballast_factor, field_12, luminaire.input_watts_w]),
        *_wrapped(dist.vertical_deg),
        *_wrapped(lateral_deg),
    ]
    for plane in candela:
        lines += _wrapped(plane)
    return "\n".join(lines) + "\n"


def _standard_planes(dist: IntensityDistribution) -> tuple[FloatArray, FloatArray]:
    """Lateral angles and candela in a range that the edition knows."""
    h, cd = dist.lateral_deg, dist.candela_cd
    if dist.photometric_type is not PhotometricType.C or dist.symmetry is not Symmetry.NONE:
        return h, cd
    if h[0] == 0.0 and h[-1] == 360.0:
        return h, cd
    whole = dist.table
    turned = np.mod(whole.azimuth_deg[:-1], 360.0)
    order = np.argsort(turned)
    angles, planes = turned[order], whole.candela_cd[:-1][order]
    if angles[0] != 0.0:  # the light is linear between planes, so one may be put in anywhere
        at_zero = dist.candela(dist.vertical_deg, 0.0)
        angles, planes = np.insert(angles, 0, 0.0), np.vstack([at_zero, planes])
    return np.append(angles, 360.0), np.vstack([planes, planes[:1]])


def _label_lines(keywords: Iterable[tuple[str, str]], longest: int) -> Iterator[str]:
    """Keyword lines; what is too long or has line ends goes on in [MORE] lines."""
    for name, value in keywords:
        label = f"[{name}]"
        for line in value.split("\n"):
            for part in _parts(line, longest - len(label) - 1):
                yield f"{label} {part}".rstrip()
                label = "[MORE]"


def _parts(text: str, longest: int) -> Iterator[str]:
    """Cut a text that is too long between words, or anywhere if it has none."""
    while len(text) > longest > 0:
        cut = text.rfind(" ", 1, longest + 1)
        cut = cut if cut > 0 else longest
        yield text[:cut]
        text = text[cut:].lstrip()
    yield text


def _tilt_lines(tilt: TiltTable | None) -> list[str]:
    """Give the TILT= line and, where there is one, its table."""
    if tilt is None:
        return ["TILT=NONE"]
    return [
        "TILT=INCLUDE",
        str(tilt.lamp_geometry),
        str(len(tilt.angle_deg)),
        *_wrapped(tilt.angle_deg),
        *_wrapped(tilt.factor),
    ]


def _wrapped(values: Iterable[float]) -> list[str]:
    """Numbers on lines of limited length; 12 digits hide the rounding of scaled values."""
    lines = [""]
    for value in values:
        word = f"{float(value) + 0.0:.12g}"  # + 0.0: never -0
        if len(lines[-1]) + 1 + len(word) > _DATA_LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip()
    return lines
