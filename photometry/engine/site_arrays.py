"""A site as the arithmetic takes it: heads, prisms and layers about a local origin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from photometry.engine.heads import HeadArrays, head_arrays
from photometry.engine.named_heads import named_heads
from photometry.engine.results import LayerMix
from photometry.engine.settling import settle_heads
from photometry.engine.shadows import shifted
from photometry.luminaires.record import Note

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from photometry.engine.named_heads import NamedHead
    from photometry.luminaires.opening import Opening
    from photometry.site.model import Head, Obstruction, Site

    FloatArray = NDArray[np.float64]

__all__ = ["SiteArrays", "site_arrays"]


@dataclass(frozen=True, eq=False)
class SiteArrays:
    """What lights a site and what stands in the way, in a local origin.

    Attributes
    ----------
    heads
        At full output: the light loss factor enters with the weights of the layers.
    openings
        The opening of each head that is to be divided near points; None for the others.
    undivided
        The opening of each of those others, a point source wherever points are.
    obstructions
        Shifted to the local origin.
    mix
        Weights that make named layers of those that the heads sum into.
    origin_ft : (3,) array
        Add it to get site coordinates.
    notes
        Heads that were moved out of walls.
    named
        The heads, for faults.
    """

    heads: HeadArrays
    openings: tuple[Opening | None, ...]
    undivided: tuple[Opening | None, ...]
    obstructions: tuple[Obstruction, ...]
    mix: LayerMix
    origin_ft: FloatArray
    notes: tuple[Note, ...]
    named: tuple[NamedHead, ...]

    def in_layer(self, layer: str) -> tuple[HeadArrays, NDArray[np.intp]]:
        """Give the heads that light a named layer, its weights in theirs, and which they are.

        Raises
        ------
        KeyError
            If no layer has that name; the message lists those that there are.
        """
        weight = self.mix.weight(layer)[self.heads.layer]
        lit = np.flatnonzero(weight != 0.0)
        mixed = replace(self.heads, weight=self.heads.weight * weight)
        heads = replace(mixed.chosen(lit), layer=np.zeros(len(lit), np.int64))
        return heads, lit


def site_arrays(site: Site) -> SiteArrays:
    """Turn a site into arrays.

    Raises
    ------
    CalculationError
        Where a luminaire stands inside a building.
    """
    layer, mix = _layers(site)
    origin = np.array([*site.origin_ft, 0.0])
    # Layers hold light at full output: the light loss factor enters with their weights.
    luminaires = [replace(head.luminaire, llf=head.type.output_factor) for head in site.heads]
    heads = head_arrays(luminaires, layer=layer, origin_ft=site.origin_ft)
    named = named_heads(site)
    settled, moved = settle_heads(heads.position_ft + origin, site.obstructions, named)
    return SiteArrays(
        heads=replace(heads, position_ft=settled - origin),
        openings=tuple(h.type.file.opening if h.type.subdivide else None for h in site.heads),
        undivided=tuple(None if h.type.subdivide else h.type.file.opening for h in site.heads),
        obstructions=shifted(site.obstructions, site.origin_ft),
        mix=mix,
        origin_ft=origin,
        notes=tuple(_moved_note(site.heads[i], settled[i]) for i in moved),
        named=named,
    )


def _moved_note(head: Head, settled_ft: FloatArray) -> Note:
    x, y, _ = settled_ft
    return Note(
        "SITE101",
        f"luminaire {head.id} is drawn inside a wall by less than half a foot: it was moved onto "
        f"the wall at {x:.2f}, {y:.2f} and lights outwards",
        line=head.line,
        place=head.id,
        file=head.file,
    )


def _layers(site: Site) -> tuple[NDArray[np.int64], LayerMix]:
    """Layer of each head, and the weights that mix layers: one a group and light loss factor."""
    keys = [
        (head.group, head.type.initial_factor, head.type.maintained_factor) for head in site.heads
    ]
    distinct = list(dict.fromkeys(keys))
    number = {key: place for place, key in enumerate(distinct)}
    layer = np.array([number[key] for key in keys], np.int64)
    groups = tuple(group for group, _, _ in distinct)
    maintained = np.array([factor for _, _, factor in distinct], np.float64)
    weights: dict[str, FloatArray] = {
        "initial": np.array([factor for _, factor, _ in distinct], np.float64),
        "maintained": maintained,
    }
    for scene in site.scenes:
        share = np.array([scene.groups.get(group, 1.0) for group in groups], np.float64)
        weights[f"scene:{scene.name}"] = maintained * share
    return layer, LayerMix(groups, MappingProxyType(weights))
