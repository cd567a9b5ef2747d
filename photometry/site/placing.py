"""Placed luminaires: every head of every pole, where it is and how it is turned."""

from __future__ import annotations

from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import numpy as np

from photometry.errors import nearest_name
from photometry.luminaires.pose import ARRANGEMENT_OFFSETS_DEG, aim_angles
from photometry.site.geometry import rotation
from photometry.site.model import Head, Luminaire
from photometry.site.reading import read_table
from photometry.site.schema import LuminaireTable
from photometry.site.shown import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from photometry.site.model import LuminaireType
    from photometry.site.reading import Faults
    from photometry.site.terrain import Terrain

    FloatArray = NDArray[np.float64]
    Path = tuple[str | int, ...]

__all__ = ["ListedLuminaire", "Placing", "listed_in_site"]

LLF_ROUNDING = 0.005  # lists state light loss factors to two decimals
_OF_THE_POSE = ("mounting_height_ft", "tilt_deg")  # fields that `Luminaire` says better
_NOT_WITH_AIM = ("orientation_deg", "tilt_deg", "roll_deg", "arrangement")


@dataclass(frozen=True, slots=True)
class ListedLuminaire:
    """One entry of a list of luminaires, as it was given, and where.

    Attributes
    ----------
    raw
        Keys and values as in ``[[luminaires]]``.
    path
        Where it stands, for `faults`.
    number
        Its place in the list, from 1.
    faults
        Takes what is wrong with it: those of the file that lists it.
    stated_llf
        The light loss factor that the list states for it, to be held against its type's.
    place
        Where it was drawn, for messages; empty for lists that have lines.
    """

    raw: Any
    path: Path
    number: int
    faults: Faults
    stated_llf: float | None = None
    place: str = ""


def listed_in_site(raw: Any, faults: Faults) -> Iterator[ListedLuminaire]:
    """Give the entries of ``[[luminaires]]``."""
    if not isinstance(raw, list):
        faults.add(("luminaires",), "luminaires must be tables [[luminaires]]")
        return
    for index, table in enumerate(raw):
        yield ListedLuminaire(table, ("luminaires", index), index + 1, faults)


@dataclass(frozen=True, eq=False)
class Placing:
    """What is needed to place luminaires.

    Attributes
    ----------
    types
        The luminaire types that could be read.
    declared
        Names of all types, those with faults included.
    terrain
        For grade at the bases and aim points.
    feet_per_unit
        Of the coordinates.
    """

    types: Mapping[str, LuminaireType]
    declared: frozenset[str]
    terrain: Terrain
    feet_per_unit: float

    def heads(self, listed: Iterable[ListedLuminaire]) -> tuple[Head, ...]:
        """Give the heads of a list; entries with a fault are left out, their faults recorded."""
        found: list[Head] = []
        seen: dict[str, ListedLuminaire] = {}
        for entry in listed:
            name = entry.raw.get("id") if isinstance(entry.raw, dict) else None
            subject = (
                f'luminaire "{name}"' if isinstance(name, str) else f"luminaire {entry.number}"
            ) + (f" ({entry.place})" if entry.place else "")
            heads = self._place(entry, subject)
            named = [name] if isinstance(name, str) else []
            for id_ in dict.fromkeys([*named, *(head.id for head in heads)]):
                if seen.setdefault(id_, entry) is not entry:
                    what = f'{subject}: the id "{id_}" is already used'
                    entry.faults.add((*entry.path, "id"), what, "give each luminaire its own")
                    heads = []
            found += heads
        return tuple(found)

    def _place(self, entry: ListedLuminaire, subject: str) -> list[Head]:
        kind = self._type_of(entry, subject)
        read = read_table(LuminaireTable, entry.raw, entry.path, subject, entry.faults)
        if read is None or kind is None:
            return []
        table, own = read
        stated = entry.stated_llf
        if stated is not None and abs(stated - kind.maintained_factor) > LLF_ROUNDING:
            what = f"{subject}: LLF is {stated:g}, that of its type {kind.maintained_factor:.4g}"
            entry.faults.add(entry.path, what, "the type's llf counts; correct one of them")
        facts = {**kind.facts, **own}
        height_ft = table.mounting_height_ft or facts.get("mounting_height_ft")
        if not isinstance(height_ft, (int, float)) or height_ft <= 0.0:
            what = f"{subject}: mounting_height_ft is missing"
            entry.faults.add(entry.path, what, "give it here or in the luminaire type")
            return []
        pose = _Pose(table, kind, float(height_ft), entry, subject)
        return list(self._heads_of(pose, facts))

    def _type_of(self, entry: ListedLuminaire, subject: str) -> LuminaireType | None:
        name = entry.raw.get("type") if isinstance(entry.raw, dict) else None
        if isinstance(name, str) and name not in self.declared:
            what = f'{subject}: there is no luminaire type "{name}"'
            advice = nearest_name(name, self.declared)
            entry.faults.add((*entry.path, "type"), what, advice)
        return self.types.get(name) if isinstance(name, str) else None

    def _heads_of(self, pose: _Pose, facts: Mapping[str, Any]) -> Iterator[Head]:
        table, kind = pose.table, pose.kind
        pole = table.at * self.feet_per_unit
        grade_ft = float(self.terrain.grade_ft(*pole))
        base_z_ft = grade_ft if table.base_z_ft is None else table.base_z_ft
        z_ft = base_z_ft + pose.height_ft
        if z_ft <= grade_ft:
            what = f"{pose.subject} is below grade: {z_ft:g} ft, where grade is {grade_ft:g} ft"
            pose.entry.faults.add((*pose.entry.path, "base_z_ft"), what)
            return
        aim = self._aim_point(table)
        turned = pose.turned() if aim is None else pose.aimed(pole, z_ft, aim)
        if turned is None:
            return
        x_ft, y_ft = float(pole[0]), float(pole[1])
        orientation_deg, tilt_deg, roll_deg = turned
        whole = Head(
            id=table.id,
            pole_id=table.id,
            type=kind,
            group=table.group or kind.name,
            luminaire=Luminaire(
                kind.file,
                x_ft,
                y_ft,
                pose.height_ft,
                orientation_deg=orientation_deg,
                tilt_deg=tilt_deg,
                roll_deg=roll_deg,
                spin_deg=table.spin_deg,
                llf=kind.maintained_factor * kind.output_factor,
                base_z_ft=base_z_ft,
            ),
            pole_xy_ft=(x_ft, y_ft),
            arrangement=table.arrangement or "single",
            facts={name: value for name, value in facts.items() if name not in _OF_THE_POSE},
            aim_point_ft=None if aim is None else (float(aim[0]), float(aim[1]), float(aim[2])),
            line=pose.entry.faults.line_of(pose.entry.path),
            file=pose.entry.faults.file,
        )
        yield from _heads_of_pole(whole, table.arm_ft)

    def _aim_point(self, table: LuminaireTable) -> FloatArray | None:
        """Give the point aimed at (3,), on grade where no elevation is given."""
        if table.aim_at is None:
            return None
        point = table.aim_at * self.feet_per_unit
        if len(point) == 2:
            point = np.append(point, self.terrain.grade_ft(*point))
        return point


def _heads_of_pole(whole: Head, arm_ft: float) -> Iterator[Head]:
    """Turn what a pole carries into its heads, each an arm from the pole the way it faces."""
    offsets_deg = ARRANGEMENT_OFFSETS_DEG[whole.arrangement]
    letters = ascii_lowercase if len(offsets_deg) > 1 else ("",)
    for offset_deg, letter in zip(offsets_deg, letters, strict=False):
        faces_deg = whole.luminaire.orientation_deg + offset_deg
        x_ft, y_ft = whole.pole_xy_ft + rotation(faces_deg) @ np.array([arm_ft, 0.0])
        placed = replace(
            whole.luminaire, x_ft=float(x_ft), y_ft=float(y_ft), orientation_deg=faces_deg
        )
        yield replace(whole, id=whole.id + letter, luminaire=placed)


@dataclass(frozen=True, eq=False)
class _Pose:
    """One entry while its aim is worked out."""

    table: LuminaireTable
    kind: LuminaireType
    height_ft: float
    entry: ListedLuminaire
    subject: str

    def turned(self) -> tuple[float, float, float] | None:
        """Give orientation, tilt and roll as they are given, degrees."""
        tilt_deg = self.table.tilt_deg
        if tilt_deg is None:
            of_type = self.kind.facts.get("tilt_deg")
            tilt_deg = of_type if isinstance(of_type, (int, float)) else 0.0
        return self.table.orientation_deg or 0.0, float(tilt_deg), self.table.roll_deg or 0.0

    def aimed(
        self, pole: FloatArray, z_ft: float, aim: FloatArray
    ) -> tuple[float, float, float] | None:
        """Give orientation, tilt and roll that put the photometric axis through a point."""
        path, faults = self.entry.path, self.entry.faults
        both = [key for key in _NOT_WITH_AIM if getattr(self.table, key) is not None]
        if both:
            what = f"{self.subject}: aim_at says what {' and '.join(both)} would say; keep one"
            faults.add((*path, "aim_at"), what)
            return None
        dx, dy = aim[:2] - pole
        across = float(np.hypot(dx, dy))
        if across <= self.table.arm_ft and self.table.arm_ft > 0.0:
            what = f"{self.subject}: aim_at lies within the arm of {self.table.arm_ft:g} ft"
            faults.add((*path, "aim_at"), what, "aim farther out, or turn it by angles")
            return None
        # The head stands on the line from the pole to the point, the arm nearer to it.
        left = 1.0 - self.table.arm_ft / across if across > 0.0 else 1.0
        if across == 0.0 and aim[2] == z_ft:
            what = f"{self.subject}: aim_at {shown(aim.tolist())} is where it stands"
            faults.add((*path, "aim_at"), what)
            return None
        photometric_type = self.kind.file.distribution.photometric_type
        orientation, tilt = aim_angles(dx * left, dy * left, aim[2] - z_ft, photometric_type)
        return float(orientation), float(tilt), 0.0
