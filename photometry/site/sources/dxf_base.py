"""A CAD base drawing (DXF): its layers as shapes in feet."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import ezdxf.filemanagement
import ezdxf.recover
import numpy as np

from photometry.errors import Fault, ProjectFileError
from photometry.luminaires.record import Note
from photometry.site.geometry import TOLERANCE_FT, drop_repeats
from photometry.site.shapes import NamedShape
from photometry.site.sources.drawing import Drawing
from photometry.site.sources.dxf_chains import join_chains
from photometry.site.sources.dxf_curves import SAGITTA_FT
from photometry.site.sources.dxf_entities import Piece, Walk
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from numpy.typing import NDArray

    from photometry.units import LengthUnit

    FloatArray = NDArray[np.float64]

__all__ = ["read_dxf"]

# What the library says of a damaged file comes as our notes, not on stderr besides.
logging.getLogger("ezdxf").addHandler(logging.NullHandler())

LARGEST_FILE_BYTES = 100_000_000
EXPORT_AGAIN = "export it from CAD again, as DXF 2000 or later"
MOST_NOTES = 20  # of repairs, and of odd entities
CLOSING_GAP_FT = 0.1  # as between boundaries
JOINING_GAP_FT = 1e-3  # of ends that meet without a word: the rounding of drawings in inches

# $INSUNITS of the DXF reference; the US survey foot and what is made of it come after 20.
_UNITS: dict[int, tuple[str, float]] = {
    1: ("inches", 1.0 / 12.0),
    2: ("feet", 1.0),
    3: ("miles", 5280.0),
    4: ("millimetres", FEET_PER_UNIT["m"] / 1000.0),
    5: ("centimetres", FEET_PER_UNIT["m"] / 100.0),
    6: ("metres", FEET_PER_UNIT["m"]),
    7: ("kilometres", FEET_PER_UNIT["m"] * 1000.0),
    10: ("yards", 3.0),
    14: ("decimetres", FEET_PER_UNIT["m"] / 10.0),
    21: ("US survey feet", FEET_PER_UNIT["ftUS"]),
    22: ("US survey inches", FEET_PER_UNIT["ftUS"] / 12.0),
    23: ("US survey yards", FEET_PER_UNIT["ftUS"] * 3.0),
    24: ("US survey miles", FEET_PER_UNIT["ftUS"] * 5280.0),
}


def read_dxf(
    path: Path, unit: LengthUnit | None = None, wanted: AbstractSet[str] | None = None
) -> Drawing:
    """Read the model space of a DXF drawing.

    Polylines with their arcs, circles, ellipses, splines, hatches and the contents of blocks
    become shapes in plan; lines and arcs that meet end to end become one. Curves become
    chords, none more than 0.01 ft from its curve.

    Parameters
    ----------
    path
        The drawing, text or binary.
    unit
        Of its coordinates; None for what the drawing says.
    wanted
        Layers to read; None for all.

    Returns
    -------
    Drawing
        With notes of what was repaired, closed, dropped to plan, drawn twice or is missing.

    Raises
    ------
    ProjectFileError
        It is not a DXF drawing, does not say its unit, is too large, or has a broken entity on
        a wanted layer.
    """
    file = str(path)
    document, repairs = _open(path)
    if not len(document.modelspace()):
        what = "it is not a DXF drawing, or its model space is empty"
        raise ProjectFileError(Fault(what, file, advice=EXPORT_AGAIN))
    feet, unit_notes = _feet_per_unit(document, unit, file)
    keys = None if wanted is None else frozenset(layer.casefold() for layer in wanted)
    walk = Walk(file, keys, SAGITTA_FT / feet)
    walk.through(document.modelspace())
    if walk.faults:
        raise ProjectFileError(walk.faults)
    notes = [*repairs, *unit_notes, *_notes_of(walk)]
    shapes = {}
    for key, pieces in walk.pieces.items():
        layer = walk.names[key]
        found = _Layer(layer, file, feet, notes).shapes(pieces)
        if found:
            shapes[layer] = found
    table = {str(one.dxf.name): one for one in document.layers}
    names = {name.casefold(): name for name in table} | walk.names
    return Drawing(
        file=file,
        shapes=shapes,
        layers=tuple(names.values()),
        hidden=frozenset(
            names[name.casefold()] for name, one in table.items() if one.is_frozen() or one.is_off()
        ),
        unread={walk.names.get(key, key): _listed(kinds) for key, kinds in walk.unread.items()},
        missing=tuple(walk.missing),
        notes=tuple(notes),
        unit=next(
            (name for name, one in FEET_PER_UNIT.items() if abs(one / feet - 1) < 1e-9), None
        ),
    )


# ---- the file ------------------------------------------------------------------------------------


def _open(path: Path) -> tuple[Any, list[Note]]:
    """Open a drawing, a damaged one as far as it can be saved."""
    file = str(path)
    try:
        with path.open("rb") as stream:
            start = stream.read(32)
            size = stream.seek(0, 2)
    except OSError as trouble:
        raise ProjectFileError(Fault(f"it cannot be read: {trouble.strerror}", file)) from None
    if start.startswith((b"AC10", b"AC1.", b"MC0.0")):
        raise ProjectFileError(Fault("it is a DWG drawing", file, advice="save it as DXF in CAD"))
    if size > LARGEST_FILE_BYTES:
        what = f"it is larger than {LARGEST_FILE_BYTES / 1e6:g} MB"
        advice = "save only the layers of the site to another drawing"
        raise ProjectFileError(Fault(what, file, advice=advice))
    try:
        document = ezdxf.filemanagement.readfile(str(path))
        auditor = document.audit()
    except Exception:  # noqa: BLE001  # the library raises anything where a file is damaged
        return _recover(path)
    return document, _repairs(auditor, file)


def _recover(path: Path) -> tuple[Any, list[Note]]:
    file = str(path)
    try:
        document, auditor = ezdxf.recover.readfile(path)
    except Exception:  # noqa: BLE001  # as above
        what = "it is not a DXF drawing, or damaged beyond repair"
        raise ProjectFileError(Fault(what, file, advice=EXPORT_AGAIN)) from None
    text = "the drawing is damaged; what could be recovered was read"
    return document, [Note("SITE040", text, place=file), *_repairs(auditor, file)]


def _repairs(auditor: Any, file: str) -> list[Note]:
    found = [" ".join(str(one.message).split())[:300] for one in (*auditor.errors, *auditor.fixes)]
    texts = [f"repair {number}: {text}" for number, text in enumerate(found[:MOST_NOTES], start=1)]
    if len(found) > MOST_NOTES:
        texts.append(f"and {len(found) - MOST_NOTES:,} more repairs")
    return [Note("SITE040", text, place=file) for text in texts]


def _feet_per_unit(
    document: Any, unit: LengthUnit | None, file: str
) -> tuple[float, tuple[Note, ...]]:
    """Give the feet of a drawing unit; what the site file says goes before the drawing's word."""
    given = document.header.get("$INSUNITS", 0)
    code = given if isinstance(given, int) else 0
    drawn = _UNITS.get(code)
    if unit is None:
        if drawn is None:
            said = (
                f"has a unit that no site is drawn in ($INSUNITS {code})" if code else "is unitless"
            )
            what = f"the drawing {said}; inches, feet and metres look alike"
            raise ProjectFileError(Fault(what, file, advice='give [geometry] unit = "ft"'))
        return drawn[1], ()
    feet = FEET_PER_UNIT[unit]
    if drawn is None or abs(drawn[1] / feet - 1.0) < 1e-9:
        return feet, ()
    text = f'the drawing says {drawn[0]}; it is read in "{unit}", as [geometry] says'
    return feet, (Note("SITE045", text, place=file),)


def _notes_of(walk: Walk) -> Iterator[Note]:
    if walk.missing:
        text = f"not in the drawing, and not read: {', '.join(list(walk.missing)[:MOST_NOTES])}"
        yield Note("SITE044", text, place=walk.file)
    for key, kinds in walk.unread.items():
        if walk.wanted is None or key in walk.wanted:
            text = f'layer "{walk.names.get(key, key)}": not read: {_listed(kinds)}'
            yield Note("SITE046", text, place=walk.file)
    for text in walk.oddities[:MOST_NOTES]:
        yield Note("SITE046", text, place=walk.file)


def _listed(kinds: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


# ---- a layer -------------------------------------------------------------------------------------


class _Layer:
    """What makes shapes of the pieces of a layer, and notes of what it did."""

    def __init__(self, name: str, file: str, feet: float, notes: list[Note]) -> None:
        self._name = name
        self._file = file
        self._feet = feet
        self._notes = notes
        self._copies = 0

    def shapes(self, pieces: Sequence[Piece]) -> list[NamedShape]:
        """Give the shapes in the order in which they were drawn."""
        self._drop_to_plan(pieces)
        found: dict[int, tuple[FloatArray, bool]] = {}
        for is_fill in (False, True):  # the edge of a hatch is not one with lines beside it
            loose = [
                row
                for row, piece in enumerate(pieces)
                if piece.is_joined and piece.is_fill == is_fill and self._has_length(piece)
            ]
            found.update(self._joined(loose, pieces))
        for row, piece in enumerate(pieces):
            if not piece.is_joined:
                points = drop_repeats(piece.points[:, :2] * self._feet)
                found[row] = self._closed(points, piece.is_closed, piece.handle)
        return self._unlike(found, pieces)

    def _has_length(self, piece: Piece) -> bool:
        return len(drop_repeats(piece.points[:, :2] * self._feet)) > 1

    def _joined(
        self, rows: Sequence[int], pieces: Sequence[Piece]
    ) -> Iterator[tuple[int, tuple[FloatArray, bool]]]:
        """Join loose lines, first those that meet, then across gaps that a note names."""
        unlike: dict[tuple[int | bool, ...], tuple[int, FloatArray]] = {}
        for row in rows:
            plan = drop_repeats(pieces[row].points[:, :2] * self._feet)
            # Of a line drawn twice, the copy would lead back to where the line began.
            unlike.setdefault(_likeness(plan, is_closed=False), (row, plan))
        self._copies += len(rows) - len(unlike)
        rows = [row for row, _ in unlike.values()]
        met = join_chains([plan for _, plan in unlike.values()], JOINING_GAP_FT)
        for chain in (one for one in met if one.is_closed):
            yield rows[chain.first], (chain.points, True)
        loose = [chain for chain in met if not chain.is_closed]
        for chain in join_chains([one.points for one in loose], CLOSING_GAP_FT):
            row = rows[loose[chain.first].first]
            if chain.widest_gap > JOINING_GAP_FT:
                self._note_gap(chain.widest_gap, chain.points[-1], pieces[row].handle)
            yield row, (chain.points, chain.is_closed)

    def _closed(self, points: FloatArray, is_closed: bool, handle: str) -> tuple[FloatArray, bool]:
        """Close a polyline whose ends meet, or almost do."""
        if len(points) < 3:
            return points, is_closed
        gap = float(np.hypot(*(points[-1] - points[0])))
        if gap <= TOLERANCE_FT:
            return points[:-1], True
        if is_closed or gap > CLOSING_GAP_FT or len(points) < 4:
            return points, is_closed
        if gap > JOINING_GAP_FT:
            self._note_gap(gap, points[-1], handle)
        return points[:-1], True

    def _unlike(
        self, found: Mapping[int, tuple[FloatArray, bool]], pieces: Sequence[Piece]
    ) -> list[NamedShape]:
        """Leave out what was drawn twice: copies, and hatches of what has an outline."""
        seen: set[tuple[int | bool, ...]] = set()
        shapes = []
        source = f"{self._file}, layer {self._name}"
        for row in sorted(found, key=lambda row: (pieces[row].is_fill, row)):
            points, is_closed = found[row]
            if len(points) < 2 or (is_closed and len(points) < 3):
                continue
            alike = _likeness(points, is_closed)
            self._copies += alike in seen and not pieces[row].is_fill
            if alike not in seen:
                seen.add(alike)
                handle = f" handle {pieces[row].handle}" if pieces[row].handle else ""
                shapes.append(NamedShape(points, is_closed, source + handle))
        if self._copies:
            text = f'layer "{self._name}": {self._copies} drawn twice and taken once'
            self._notes.append(Note("SITE047", text, place=self._file))
        return shapes

    def _drop_to_plan(self, pieces: Sequence[Piece]) -> None:
        heights = [piece.points[:, 2] for piece in pieces if np.any(piece.points[:, 2])]
        if heights:
            low, high = (
                float(edge(np.concatenate(heights)) * self._feet) for edge in (np.min, np.max)
            )
            text = f'layer "{self._name}": {len(heights)} entit{"ies have" if len(heights) > 1 else "y has"}'
            text += f" elevations, {low:.2f} to {high:.2f} ft; the plan is taken"
            self._notes.append(Note("SITE043", text, place=self._file))

    def _note_gap(self, gap_ft: float, at_ft: FloatArray, handle: str) -> None:
        x, y = at_ft / self._feet
        text = f'layer "{self._name}", handle {handle}: a gap of {gap_ft:.3f} ft was closed'
        place = f"{self._file}, near ({x:.2f}, {y:.2f})"
        self._notes.append(Note("SITE042", text, place=place))


def _likeness(points: FloatArray, is_closed: bool) -> tuple[int | bool, ...]:
    """Give what two shapes have in common that are one: box, length and its centre, to 0.1 ft."""
    ring = np.concatenate([points, points[:1]]) if is_closed else points
    steps = np.hypot(*np.diff(ring, axis=0).T)
    length = float(steps.sum())
    middles = (ring[:-1] + ring[1:]) / 2.0 - points[0]
    centre = points[0] + (steps / (length or 1.0)) @ middles
    marks = np.concatenate([points.min(axis=0), points.max(axis=0), [length / 4.0], centre])
    # The shift keeps what is drawn on round numbers away from the edges between cells.
    return (is_closed, *(int(cell) for cell in np.floor(marks * 10.0 + 0.137)))
