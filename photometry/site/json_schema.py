"""The JSON Schema of site.toml, for editors that complete keys and mark what does not fit.

Made from the models that check the file and from the vocabulary, so that it says the same.  It
cannot say everything: that stretches close to a ring, or that a layer is there, only loading
the site tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from photometry.site.reading import known_keys
from photometry.site.schema import (
    BoundaryTable,
    GeometryTable,
    LightLossTable,
    LuminaireTable,
    ObstructionTable,
    ProjectTable,
    SceneTable,
    SiteFile,
    SiteTable,
    TerrainTable,
    TypeTable,
    ZoneTable,
)
from photometry.site.vocabulary import records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.site.schema import Table
    from photometry.site.vocabulary import Field, FieldType

__all__ = ["site_schema"]

_DIALECT: Final = "http://json-schema.org/draft-07/schema#"  # what TOML editors read
_ONE: Final[Mapping[str, type[Table]]] = {
    "project": ProjectTable,
    "site": SiteTable,
    "geometry": GeometryTable,
    "terrain": TerrainTable,
}
_MANY: Final[Mapping[str, type[Table]]] = {
    "luminaires": LuminaireTable,
    "zones": ZoneTable,
    "boundaries": BoundaryTable,
    "obstructions": ObstructionTable,
    "scenes": SceneTable,
}
_TYPES: Final[Mapping[FieldType, dict[str, Any]]] = {
    "number": {"type": "number"},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "text": {"type": "string"},
    "enum": {"type": "string"},
    # TOML has dates and times of its own, which editors hold against these formats.
    "date": {"type": "string"},
    "date_time": {"type": "string"},
    "time": {"type": "string"},
    "list": {"type": "array"},
}
_MAY_BE_NONE: Final = ("number", "integer", "date", "date_time", "time")


def site_schema() -> dict[str, Any]:
    """Give the JSON Schema of a site file (draft 7).

    Returns
    -------
    dict
        Ready to be written as JSON.
    """
    top = _table(SiteFile)
    for key, model in _ONE.items():
        top["properties"][key] = _table(model)
    for key, model in _MANY.items():
        top["properties"][key] = {"type": "array", "items": _table(model)}
    kind = _table(TypeTable)
    kind["properties"]["llf"] = {
        "anyOf": [{"type": "number", "minimum": 0, "maximum": 2}, _table(LightLossTable)]
    }
    top["properties"]["luminaire_types"] = {"type": "object", "additionalProperties": kind}
    top["properties"]["options"] = {"type": "object", "description": "Interpretations of the law."}
    return {"$schema": _DIALECT, "title": "A site for photometry", **top}


def _table(model: type[Table]) -> dict[str, Any]:
    """Describe a table: its own keys, the fields of its record, and lengths in metres."""
    made = model.model_json_schema(by_alias=True)
    properties = {key: _plain(value) for key, value in made["properties"].items()}
    for name, field in records().get(model.record, {}).items():
        if name in known_keys(model) and name not in properties:
            properties[name] = _of_field(field)
    for key in [key for key in properties if key.endswith("_ft")]:
        # In metres limits are others, and a length that must be given may be given so.
        properties.setdefault(key.removesuffix("_ft") + "_m", {"type": "number"})
    required = [key for key in made.get("required", ()) if not key.endswith("_ft")]
    return {
        "type": "object",
        "description": made["description"],
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _plain(made: dict[str, Any]) -> dict[str, Any]:
    """Leave out what TOML does not know: null, and titles that repeat the key."""
    plain = {key: value for key, value in made.items() if key != "title"}
    kinds = [one for one in plain.pop("anyOf", ()) if one != {"type": "null"}]
    if len(kinds) == 1:
        plain |= kinds[0]
    elif kinds:
        plain["anyOf"] = kinds
    if plain.get("default", 0) is None:
        del plain["default"]
    return plain


def _of_field(field: Field) -> dict[str, Any]:
    """Describe a field of the vocabulary; any may be "unknown"."""
    made = dict(_TYPES[field.type])
    description = ". ".join(text for text in (field.label, field.unit, field.note) if text)
    values = [*field.tokens, "unknown"]
    if field.type == "enum" and field.closed:
        return {"enum": values, "description": description}
    if field.type == "list":
        return {"anyOf": [made, {"const": "unknown"}], "description": description}
    words = ["unknown", *(["none"] if field.type in _MAY_BE_NONE else [])]
    if made["type"] != "string":
        made = {"anyOf": [made, {"enum": words}]}
    elif field.tokens:
        made = {"anyOf": [{"enum": values}, made]}
    return {**made, "description": description}
