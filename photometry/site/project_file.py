"""Load a site from site.toml: everything on the ground, or every fault at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from photometry.errors import Fault, ProjectFileError
from photometry.site.areas import read_obstructions, read_zones
from photometry.site.boundaries import read_boundaries
from photometry.site.checks import check_site
from photometry.site.ground import read_ground
from photometry.site.luminaire_types import luminaire_paths, read_types
from photometry.site.model import Project, Site
from photometry.site.named_files import NamedFiles, why_no_file
from photometry.site.placing import Placing, listed_in_site
from photometry.site.reading import Faults, read_table
from photometry.site.replaced import replaced_notes, with_replaced
from photometry.site.ring import ring_gaps
from photometry.site.scenes import check_after_hours, read_scenes
from photometry.site.schema import GeometryTable, ProjectTable, SiteFile, SiteTable, TerrainTable
from photometry.site.shapes import Shapes
from photometry.site.sources.named_layers import read_drawings
from photometry.site.sources.schedule_csv import read_luminaire_list
from photometry.site.terrain import Terrain
from photometry.site.toml_file import read_toml
from photometry.units import FEET_PER_UNIT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from os import PathLike

    from photometry.luminaires.record import Note
    from photometry.site.model import Head, LuminaireType
    from photometry.site.placing import ListedLuminaire
    from photometry.site.schema import Table
    from photometry.site.shapes import NamedShape
    from photometry.site.sources.schedule_csv import LuminaireList

    NamedShapes = Mapping[str, Sequence[NamedShape]]
    TableT = TypeVar("TableT", bound=Table)

__all__ = ["load_site"]

_TABLES = (
    "project",
    "site",
    "geometry",
    "luminaire_types",
    "luminaires",
    "zones",
    "boundaries",
    "obstructions",
    "terrain",
    "scenes",
    "options",
)


def load_site(
    path: str | PathLike[str],
    *,
    shapes: NamedShapes | None = None,
    find: Callable[[str], Path] | None = None,
    replaced: Mapping[str, str] | None = None,
    progress: Callable[[str, float], object] | None = None,
) -> Site:
    """Load a site file and everything that it names.

    Parameters
    ----------
    path
        site.toml, or the folder that holds it. Paths in it are relative to it.
    shapes
        Shapes for ``"layer:NAME"`` besides those of the drawings in ``[geometry]``, ft.
    find
        Gives the file of a name that the site writes (``sample:NAME`` too), as when the site is
        read from a bundle; raises where there is none. None: names are relative to the site.
    replaced
        Luminaire type to the name of a file that stands in for its own, as for an "or equal".
    progress
        Called with the name of a drawing and the share of it that has been read, 0 to 1.

    Returns
    -------
    Site
        In feet and site coordinates; `notes` holds what is odd but not wrong.

    Raises
    ------
    ProjectFileError
        With every fault of the file and of what it names, each with its line.
    """
    file = Path(path)
    if file.is_dir():
        file /= "site.toml"
        if not file.is_file():
            what = "is a folder without a site.toml"
            raise ProjectFileError(Fault(what, str(path), advice="name the site file"))
    data, lines = read_toml(file, ProjectFileError)
    faults = Faults(str(file), lines.line_of)
    if replaced:
        data = with_replaced(data, replaced, str(file))
    tell = progress or (lambda _name, _share: None)
    document = _Document(data, file, faults, NamedFiles(file.parent, find), tell)
    site = document.site(shapes or {})
    if site is None or faults.all():
        raise ProjectFileError(faults.all())
    site = replace(site, replaced=dict(replaced or {}))
    return replace(site, notes=(*site.notes, *replaced_notes(site), *check_site(site)))


class _Document:
    """A parsed site file; what has a fault is left out, so that all faults are found."""

    def __init__(
        self,
        data: dict[str, Any],
        file: Path,
        faults: Faults,
        named: NamedFiles,
        tell: Callable[[str, float], object],
    ) -> None:
        self._tell = tell
        self._data = data
        self._file = file
        self._faults = faults
        self._named = named
        self._notes: tuple[Note, ...] = ()
        self._drawings: tuple[Path, ...] = ()
        self._drawn: tuple[ListedLuminaire, ...] = ()
        self._marks: NamedShapes = {}
        self._absent: Mapping[str, str] = {}
        self._is_drawn = True  # every drawing that is named could be read
        own = {key: value for key, value in data.items() if key not in _TABLES}
        read = read_table(SiteFile, own, (), "site file", faults, also=_TABLES)
        self._is_sound = read is not None
        self._top = read[0] if read else SiteFile(format=1)

    def site(self, named: NamedShapes) -> Site | None:
        """Read every table; None where one that every site has cannot be read."""
        data, faults = self._data, self._faults
        feet = FEET_PER_UNIT[self._top.unit]
        given = self._named_shapes(named, feet)
        shapes = Shapes(
            feet,
            faults,
            given,
            is_complete=self._is_drawn,
            marks=self._marks,
            absent=self._absent,
        )
        project, about = self._table(ProjectTable, "project"), self._table(SiteTable, "site")
        terrain = self._terrain(shapes)
        types = read_types(data.get("luminaire_types", {}), self._named, faults)
        listing = self._listing()
        heads = self._heads(types, listing, terrain, feet)
        boundaries, joints = read_boundaries(data.get("boundaries", []), shapes, faults)
        zones = read_zones(data.get("zones", []), shapes, faults)
        obstructions = read_obstructions(data.get("obstructions", []), shapes, faults)
        scenes = read_scenes(data.get("scenes", []), self._groups(heads), faults)
        check_after_hours(heads, scenes, faults)
        options, facts_path = self._options(), self._facts_path()
        if not self._is_sound or project is None or about is None:
            return None
        return Site(
            path=self._file,
            project=self._project(project[0]),
            unit=self._top.unit,
            types=types,
            heads=heads,
            zones=zones,
            boundaries=boundaries,
            obstructions=obstructions,
            scenes=scenes,
            facts=about[1],
            options=options,
            terrain=terrain,
            facts_path=facts_path,
            max_error_fc=self._top.max_error_fc,
            north_deg=about[0].north_deg,
            inputs=self._inputs(types),
            notes=self._named.named((*self._notes, *(listing.notes if listing else ()), *joints)),
            gaps=ring_gaps(boundaries),
            named_files=self._named.found,
        )

    def _table(self, model: type[TableT], key: str) -> tuple[TableT, dict[str, Any]] | None:
        return read_table(model, self._data.get(key, {}), (key,), f"[{key}]", self._faults)

    def _project(self, table: ProjectTable) -> Project:
        return Project(
            name=table.name or self._file.absolute().parent.name,
            codes=tuple(dict.fromkeys(table.code)),  # named twice, judged once
            number=table.number,
            client=table.client,
            prepared_by=table.prepared_by,
            address=table.address,
            revision=table.revision,
            date=table.date,
        )

    def _listing(self) -> LuminaireList | None:
        name = self._top.luminaires_csv
        if name is None:
            return None
        path = self._named.path(name)
        if not path.is_file():
            what, advice = why_no_file(path, name)
            self._faults.add(("luminaires_csv",), f"luminaires_csv: {what}", advice)
            return None
        return read_luminaire_list(path)

    def _heads(
        self,
        types: Mapping[str, LuminaireType],
        listing: LuminaireList | None,
        terrain: Terrain,
        feet_per_unit: float,
    ) -> tuple[Head, ...]:
        declared = self._data.get("luminaire_types", {})
        names = frozenset(declared) if isinstance(declared, dict) else frozenset()
        placing = Placing(types, names, terrain, feet_per_unit)
        listed = listed_in_site(self._data.get("luminaires", []), self._faults)
        heads = placing.heads([*listed, *(listing.entries if listing else ()), *self._drawn])
        if listing:
            self._faults.include(listing.faults.all())
        for entry in self._drawn:
            self._faults.include(entry.faults.all())
        lists = {file: self._named.name_of(file) for file in {head.file for head in heads}}
        lists[self._faults.file] = ""
        return tuple(replace(head, file=lists[head.file]) for head in heads)

    def _groups(self, heads: Sequence[Head]) -> set[str]:
        """Give the lighting groups that scenes may name."""
        groups = {head.group for head in heads}
        if self._faults.all():
            # A luminaire that was left out for a fault must not make its group unknown.
            types, listed = self._data.get("luminaire_types"), self._data.get("luminaires")
            groups |= {str(name) for name in types} if isinstance(types, dict) else set()
            groups |= {
                str(one["group"])
                for one in (listed if isinstance(listed, list) else ())
                if isinstance(one, dict) and "group" in one
            }
        return groups

    def _named_shapes(self, named: NamedShapes, feet_per_unit: float) -> NamedShapes:
        """Give the shapes of drawings by the names that ``[geometry]`` gives their layers."""
        if "geometry" not in self._data:
            return named
        read = self._table(GeometryTable, "geometry")
        if read is None:
            self._is_drawn = False
            return named
        drawn = read_drawings(read[0], self._named, feet_per_unit, self._faults, self._tell)
        self._is_drawn = drawn.is_complete
        self._drawn = drawn.luminaires
        self._marks, self._absent = drawn.points, drawn.absent
        self._drawings += drawn.files
        self._notes += drawn.notes
        return {**drawn.named, **named}

    def _terrain(self, shapes: Shapes) -> Terrain:
        """Give the ground: flat at 0 unless ``[terrain]`` says otherwise."""
        read = self._table(TerrainTable, "terrain")
        if read is None:
            return Terrain()
        ground, files = read_ground(read[0], shapes, self._named, self._faults)
        self._drawings += files
        return ground

    def _options(self) -> Mapping[str, Any]:
        options = self._data.get("options", {})
        if isinstance(options, dict):
            return options
        self._faults.add(("options",), "options must be a table [options]")
        return {}

    def _facts_path(self) -> Path | None:
        if self._top.facts is None:
            return None
        path = self._named.path(self._top.facts)
        if not path.is_file():
            what, advice = why_no_file(path, self._top.facts)
            self._faults.add(("facts",), f"facts: {what}", advice)
        return path

    def _inputs(self, types: Mapping[str, LuminaireType]) -> tuple[Path, ...]:
        listed = self._top.luminaires_csv
        listing = [self._named.found[listed]] if listed else []
        return (self._file, *listing, *self._drawings, *luminaire_paths(types, self._named))
