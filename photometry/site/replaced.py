"""An "or equal": a site whose luminaire types have other files than the site file says.

The site file stays as it is; a type's file is replaced while the site is loaded.  What the site
file declares of the luminaire itself (its watts, its lamp, its shielding) was said of the old
one: it is kept, and a note names it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from photometry.errors import Fault, ProjectFileError, nearest_name
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from photometry.site.model import Site

__all__ = ["replaced_notes", "with_replaced"]

# What is said of the luminaire itself, and not of where it stands or what it is for.
OF_THE_LUMINAIRE: Final = (
    "cutoff_angle_deg",
    "fixture_kind",
    "glare_control",
    "initial_lumens_lm",
    "lamp_power_w",
    "lamp_type",
    "model",
    "shielding",
    "shielding_effective",
)


def with_replaced(
    data: Mapping[str, Any], replaced: Mapping[str, str], file: str
) -> dict[str, Any]:
    """Give a parsed site file in which types name other luminaire files.

    Parameters
    ----------
    data
        The site file, parsed and not yet checked.
    replaced
        Type to the name of the file that stands in.
    file
        Name of the site file, for faults.

    Raises
    ------
    ProjectFileError
        The site has no such type.
    """
    types = data.get("luminaire_types")
    known = types if isinstance(types, dict) else {}
    faults = [
        Fault(
            f'no luminaire type "{name}" is in the site, so its file cannot be replaced',
            file,
            advice=nearest_name(name, known),
        )
        for name in replaced
        if not isinstance(known.get(name), dict)
    ]
    if faults:
        raise ProjectFileError(faults)
    standing_in = {name: {**known[name], "file": other} for name, other in replaced.items()}
    return {**data, "luminaire_types": {**known, **standing_in}}


def replaced_notes(site: Site) -> Iterator[Note]:
    """Say what of each replaced type is still what was declared for the old luminaire."""
    for name in site.replaced:
        kind = site.types[name]
        said = _declared(kind.facts)
        said += [key for key in ("cct_k", "cri") if getattr(kind, key) is not None]
        said += ["description"] if kind.description else []
        said += ["output (multiplier, lamp_lumens_lm or bf)"] if kind.output_factor != 1.0 else []
        heads = [head for head in site.heads if head.type is kind]
        own = [
            head.id
            for head in heads
            if any(head.facts.get(key) != kind.facts.get(key) for key in _declared(head.facts))
        ]
        if said:
            what = "as declared for the luminaire that is replaced"
            yield Note("SITE013", f'type "{name}": {", ".join(said)} {what}')
        if own:
            what = "have fields of their own that were declared for the luminaire that is replaced"
            yield Note("SITE013", f'type "{name}": {", ".join(own)} {what}')


def _declared(facts: Iterable[str]) -> list[str]:
    given = set(facts)
    return [key for key in OF_THE_LUMINAIRE if key in given]
