"""Make the sample luminaires: designs.toml in, LM-63 files and MANIFEST.toml out.

Nothing here was measured. An optic is described by a few parameters that a lens designer would
recognise (the direction, reach and width of each beam, the edge beyond which it is dark, a
house-side shield); its intensities are computed on the angles of the file, scaled to the
lumens that the luminaire is said to give, and written rounded, so that every run on every
machine writes the same bytes.

    python ies_files/make_samples.py            # write the files
    python ies_files/make_samples.py --check    # say which of them differ, write nothing

Sources: IESNA LM-63-02 and ANSI/IES LM-63-19 for the files. Axes: lateral angle 0 is the
street side, vertical angle 0 is nadir (Type C); a Type B file turns about its width axis.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import textwrap
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = [
    "Beam",
    "Design",
    "Lobe",
    "Optic",
    "Shield",
    "beam_candela",
    "file_text",
    "manifest_text",
    "optic_candela",
    "read_designs",
    "tabulated_candela",
]

HERE = Path(__file__).parent
DARK_SHARE = 0.01  # of the largest intensity: below it the source counts as dark
ISSUE_DATE = "2025-01-15"


@dataclass(frozen=True, slots=True)
class Lobe:
    """One beam of an area optic.

    Attributes
    ----------
    vertical_deg, lateral_deg
        Where the beam is strongest. A lobe off the 0-180 plane has its mirror image.
    share
        Intensity there, relative to the other lobes.
    batwing
        Power n of the rise from nadir, ``1 / cos(V)**n``; 3 would light level ground evenly.
    fall_deg
        Beyond `vertical_deg` the beam halves in this angle and then drops ever faster.
    half_width_deg
        Lateral angle from the middle of the beam to half intensity; 0 is the same all round.
    """

    vertical_deg: float
    lateral_deg: float = 0.0
    share: float = 1.0
    batwing: float = 2.0
    fall_deg: float = 5.0
    half_width_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Shield:
    """A vertical plate behind the opening that stops the light going back.

    It begins to stop the rays that lean back from the vertical by `starts_deg`, seen along
    the plate, and has stopped those past `ends_deg`, but for the `leak` that scatters by.
    """

    starts_deg: float
    ends_deg: float
    leak: float = 0.0


@dataclass(frozen=True, slots=True)
class Optic:
    """Lobes, scattered light, an edge and perhaps a shield.

    Attributes
    ----------
    edge_deg, edge_width_deg
        Nothing leaves above `edge_deg`; the edge sets in smoothly `edge_width_deg` below it.
    diffuse, glow
        Lambertian downlight of a lens, and the even glow of a globe, relative to the lobes.
    """

    lobes: tuple[Lobe, ...]
    edge_deg: float
    edge_width_deg: float
    diffuse: float = 0.0
    glow: float = 0.0
    shield: Shield | None = None


@dataclass(frozen=True, slots=True)
class Beam:
    """A flood's beam about its axis (Type B): Gaussian, half intensity at the two half angles.

    A visor cuts it from `visor_deg` above the axis, within `visor_width_deg`.
    """

    share: float
    vertical_half_deg: float
    lateral_half_deg: float
    visor_deg: float = 180.0
    visor_width_deg: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """One luminaire of designs.toml. `claims` is what it must classify as."""

    name: str
    luminaire: str
    catalog: str
    lamp: str
    edition: str  # of LM-63: "2002" or "2019"
    lumens_lm: float  # that leave the luminaire
    watts_w: float
    lamp_lumens_lm: float | None  # None: absolute photometry
    opening_ft: tuple[float, float, float]  # width, length, height with their LM-63 signs
    vertical_deg: FloatArray
    lateral_deg: FloatArray
    optic: Optic | tuple[Beam, ...]
    claims: Mapping[str, str]
    practice: str
    use: str
    made: str

    @property
    def is_type_b(self) -> bool:
        """Tell whether the file turns about the width axis."""
        return not isinstance(self.optic, Optic)


def _smooth(x: FloatArray) -> FloatArray:
    """Rise from 0 at x = 0 to 1 at x = 1 with level ends."""
    t = np.clip(x, 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t))


def _lobe_candela(lobe: Lobe, v: FloatArray, h: FloatArray) -> FloatArray:
    """Relative intensity of a lobe and its mirror image; angles in radians, broadcast."""
    peak, middle = np.radians(lobe.vertical_deg), np.radians(lobe.lateral_deg)
    rise = (np.cos(peak) / np.cos(np.minimum(v, peak))) ** lobe.batwing
    fall = np.exp2(-((np.maximum(v - peak, 0.0) / np.radians(lobe.fall_deg)) ** 2))
    if not lobe.half_width_deg:
        return np.asarray(lobe.share * rise * fall + 0.0 * h)
    # Concentration in azimuth grows from none at nadir, where every lateral angle is the same
    # direction, to its full value at the peak.
    full = np.log(2.0) / (1.0 - np.cos(np.radians(lobe.half_width_deg)))
    k = full * (np.sin(v) / np.sin(peak)) ** 2
    across = np.exp(k * (np.cos(h - middle) - 1.0))
    if np.sin(middle) > 1e-9:
        mirrored = np.exp(k * (np.cos(h + middle) - 1.0))
        overlap = np.exp(k * (np.cos(2.0 * middle) - 1.0))
        across = (across + mirrored) / (1.0 + overlap)
    return np.asarray(lobe.share * rise * fall * across)


def optic_candela(optic: Optic, vertical_deg: FloatArray, lateral_deg: FloatArray) -> FloatArray:
    """Relative intensity of an area optic, (lateral, vertical), Type C angles in degrees."""
    v = np.radians(vertical_deg)[np.newaxis, :]
    h = np.radians(lateral_deg)[:, np.newaxis]
    cd = optic.diffuse * np.maximum(np.cos(v), 0.0) + optic.glow + 0.0 * h
    for lobe in optic.lobes:
        cd = cd + _lobe_candela(lobe, v, h)
    cd = cd * _smooth((optic.edge_deg - vertical_deg) / optic.edge_width_deg)
    if optic.shield is None:
        return cd
    return np.asarray(cd * _shield_transmission(optic.shield, v, h))


def _shield_transmission(shield: Shield, v: FloatArray, h: FloatArray) -> FloatArray:
    """Share that passes the shield, angles in radians."""
    backward = np.sin(v) * np.maximum(-np.cos(h), 0.0)
    lean_deg = np.degrees(np.arctan2(backward, np.abs(np.cos(v))))
    stopped = _smooth((lean_deg - shield.starts_deg) / (shield.ends_deg - shield.starts_deg))
    passed: FloatArray = 1.0 - (1.0 - shield.leak) * stopped
    return passed


def beam_candela(
    beams: tuple[Beam, ...], vertical_deg: FloatArray, lateral_deg: FloatArray
) -> FloatArray:
    """Relative intensity of a flood, (lateral, vertical), Type B angles in degrees.

    The pole (lateral +-90) is one direction, so the dependence on V fades out toward it.
    """
    h = lateral_deg[:, np.newaxis]
    v = vertical_deg[np.newaxis, :] * np.cos(np.radians(h))
    cd = 0.0 * (v + h)
    for beam in beams:
        off_axis = (v / beam.vertical_half_deg) ** 2 + (h / beam.lateral_half_deg) ** 2
        visor = _smooth((beam.visor_deg - v) / beam.visor_width_deg)
        cd = cd + beam.share * np.exp2(-off_axis) * visor
    return cd


def lumens(design: Design, candela: FloatArray) -> float:
    """Lumens of a table: trapezoids over the file's own angles, bands of exact solid angle.

    Type C: the mean over lateral angles, then bands of the vertical angle; Type B: the mean
    over vertical angles, then bands of the lateral angle, which is its latitude.
    """
    if design.is_type_b:
        # The vertical angles go half way round; the other half is dark.
        mean = _mean(design.vertical_deg, candela.T) / 2.0
        return _over_bands(np.sin(np.radians(design.lateral_deg)), mean)
    mean = candela[0] if len(candela) == 1 else _mean(design.lateral_deg, candela)
    return _over_bands(-np.cos(np.radians(design.vertical_deg)), mean)


def _mean(angle_deg: FloatArray, values: FloatArray) -> FloatArray:
    """Mean over the first axis by trapezoids."""
    step = np.diff(angle_deg)[:, np.newaxis]
    total: FloatArray = np.sum((values[1:] + values[:-1]) / 2.0 * step, axis=0)
    return np.asarray(total / (angle_deg[-1] - angle_deg[0]))


def _over_bands(height: FloatArray, mean: FloatArray) -> float:
    """Flux through the bands between heights on the unit sphere."""
    return float(np.sum((mean[1:] + mean[:-1]) / 2.0 * 2.0 * np.pi * np.diff(height)))


def tabulated_candela(design: Design) -> FloatArray:
    """Candela as the file gives them, (lateral, vertical), rounded to a tenth."""
    if isinstance(design.optic, Optic):
        cd = optic_candela(design.optic, design.vertical_deg, design.lateral_deg)
    else:
        cd = beam_candela(design.optic, design.vertical_deg, design.lateral_deg)
    return np.round(cd * (design.lumens_lm / lumens(design, cd)), 1)


def dark_above_deg(design: Design, candela: FloatArray) -> float:
    """Vertical angle above which no intensity exceeds 1 % of the largest (Type C)."""
    largest = candela.max(axis=0)
    level = DARK_SHARE * float(largest.max())
    last = int(np.flatnonzero(largest > level)[-1])
    if last == len(largest) - 1:
        return float(design.vertical_deg[-1])
    past = (largest[last] - level) / (largest[last] - largest[last + 1])
    v = design.vertical_deg
    return float(v[last] + past * (v[last + 1] - v[last]))


def file_text(design: Design) -> str:
    """Give the LM-63 file, lines ended by CR LF as the standard asks."""
    candela = tabulated_candela(design)
    counts = f"{len(design.vertical_deg)} {len(design.lateral_deg)}"
    per_lamp = -1 if design.lamp_lumens_lm is None else design.lamp_lumens_lm
    opening = " ".join(_number(side) for side in design.opening_ft)
    # Field 12: reserved, 1, in 2002; in 2019 the file generation type, here "simulation".
    field_12 = "1.00010" if design.edition == "2019" else "1"
    lines = [
        *_header(design),
        "TILT=NONE",
        f"1 {_number(per_lamp)} 1 {counts} {2 if design.is_type_b else 1} 1 {opening}",
        f"1 {field_12} {_number(design.watts_w)}",
        *_wrapped(design.vertical_deg),
        *_wrapped(design.lateral_deg),
    ]
    for plane in candela:
        lines += _wrapped(plane)
    return "\r\n".join([*lines, ""])


def _header(design: Design) -> list[str]:
    """First line and keywords. The four that the standard requires come first."""
    prefix = "IES" if design.edition == "2019" else "IESNA"
    keywords = [
        ("TEST", "computed, no test"),
        ("TESTLAB", "none: made by make_samples.py of photometry"),
        ("ISSUEDATE", ISSUE_DATE),
        ("MANUFAC", "Photometry samples"),
        ("LUMCAT", design.catalog),
        ("LUMINAIRE", design.luminaire),
        ("LAMP", design.lamp),
        ("DISTRIBUTION", _distribution(design.claims)),
        ("_ABSOLUTELUMENS", _number(design.lumens_lm)),
        ("OTHER", design.use),
    ]
    if design.lamp_lumens_lm is not None:
        keywords = [pair for pair in keywords if pair[0] != "_ABSOLUTELUMENS"]
    lines = [f"{prefix}:LM-63-{design.edition}"]
    for name, value in keywords:
        first, *more = textwrap.wrap(value, 70)
        lines += [f"[{name}] {first}", *(f"[MORE] {text}" for text in more)]
    return lines


def _distribution(claims: Mapping[str, str]) -> str:
    """Say it as makers do under DISTRIBUTION."""
    if "nema" in claims:
        return f"NEMA TYPE {claims['nema']}"
    parts = [f"TYPE {claims['roadway_type']}"]
    parts += [claims[key].upper() for key in ("roadway_range", "cutoff") if key in claims]
    return ", ".join([*parts, f"BUG RATING: {claims['bug'].replace('-', ' - ')}"])


def _number(value: float) -> str:
    """Shortest text: 90, 2.5, -0.42."""
    return np.format_float_positional(value, precision=3, trim="-")


def _wrapped(values: FloatArray) -> list[str]:
    """Numbers in lines of at most 100 characters."""
    return textwrap.wrap(" ".join(_number(value) for value in values), 100)


def read_designs(path: Path = HERE / "designs.toml") -> tuple[Design, ...]:
    """Read the designs, in the order of the file."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_design(name, table) for name, table in tables.items())


def _design(name: str, table: Mapping[str, Any]) -> Design:
    """Make a design of its TOML table."""
    rest = dict(table)
    optic = rest.pop("optic", None)
    beams = tuple(Beam(**beam) for beam in rest.pop("beams", ()))
    width, length, height = rest.pop("opening_ft")
    return Design(
        name=name,
        optic=_optic(optic) if optic else beams,
        opening_ft=(width, length, height),
        vertical_deg=_angles(rest.pop("vertical_deg")),
        lateral_deg=_angles(rest.pop("lateral_deg")),
        lamp_lumens_lm=rest.pop("lamp_lumens_lm", None),
        **rest,
    )


def _optic(table: Mapping[str, Any]) -> Optic:
    """Make an optic of its TOML table."""
    rest = dict(table)
    lobes = tuple(Lobe(**lobe) for lobe in rest.pop("lobes", ()))
    shield = rest.pop("shield", None)
    return Optic(lobes=lobes, shield=Shield(**shield) if shield else None, **rest)


def _angles(runs: list[list[float]]) -> FloatArray:
    """Angles of runs ``[first, last, step]``; where two runs meet, once."""
    angles: set[float] = set()
    for first, last, step in runs:
        count = round((last - first) / step) if step else 0
        angles.update(round(first + i * step, 3) for i in range(count + 1))
    return np.array(sorted(angles))


def manifest_text(designs: tuple[Design, ...]) -> str:
    """Describe every file: what it is, how it was made, what it is for."""
    head = "# Written by make_samples.py from designs.toml: edit that, then run the script.\n"
    return "\n".join([head, *(_manifest_table(design) for design in designs)])


def _manifest_table(design: Design) -> str:
    """Give one luminaire's table of the manifest."""
    candela = tabulated_candela(design)
    digest = hashlib.sha256(file_text(design).encode("ascii")).hexdigest()
    rows: dict[str, str | float] = {
        "file": f"{design.name}.ies",
        "sha256": digest,
        "description": design.luminaire,
        "lamp": design.lamp,
        "edition": f"LM-63-{design.edition}",
        "photometry": "absolute" if design.lamp_lumens_lm is None else "relative",
        "photometric_type": "B" if design.is_type_b else "C",
        "lumens_lm": round(lumens(design, candela), 1),
        "watts_w": design.watts_w,
        "max_candela_cd": float(candela.max()),
    }
    if design.lamp_lumens_lm is not None:
        rows["lamp_lumens_lm"] = design.lamp_lumens_lm
    if not design.is_type_b:
        rows["dark_above_deg"] = round(dark_above_deg(design, candela), 1)
    rows |= dict(design.claims)
    rows |= {"practice": design.practice, "use": design.use, "made": design.made}
    lines = [f"{key} = {_toml(value)}" for key, value in rows.items()]
    return "\n".join([f"[{design.name}]", *lines, ""])


def _toml(value: str | float) -> str:
    """Write a TOML value. The texts hold no quotes or backslashes."""
    return f'"{value}"' if isinstance(value, str) else _number(value)


def _outputs() -> dict[Path, bytes]:
    """Every file that the script writes, with its bytes."""
    designs = read_designs()
    files = {HERE / f"{d.name}.ies": file_text(d).encode("ascii") for d in designs}
    return files | {HERE / "MANIFEST.toml": manifest_text(designs).encode("utf-8")}


def main() -> int:
    """Write the files, or with ``--check`` name those that differ."""
    parser = argparse.ArgumentParser(description="Make the sample luminaires.")
    parser.add_argument("--check", action="store_true", help="write nothing, name what differs")
    check = parser.parse_args().check
    differing = [
        path
        for path, content in _outputs().items()
        if not path.exists() or path.read_bytes() != content
    ]
    for path in differing:
        print(path.name)
        if not check:
            path.write_bytes(_outputs()[path])
    return int(check and bool(differing))


if __name__ == "__main__":
    sys.exit(main())
