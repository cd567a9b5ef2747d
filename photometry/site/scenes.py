"""Scenes: named settings of the controls, by lighting group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from photometry.errors import nearest_name
from photometry.site.areas import tables_of
from photometry.site.model import Scene
from photometry.site.schema import SceneTable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from photometry.site.model import Head
    from photometry.site.reading import Faults

__all__ = ["after_hours_mode", "check_after_hours", "read_scenes"]

_TAKEN = ("initial", "maintained")  # the names of the layers that every site has


def read_scenes(raw: Any, groups: AbstractSet[str], faults: Faults) -> tuple[Scene, ...]:
    """Read ``[[scenes]]``; those with a fault are left out, their faults recorded.

    Parameters
    ----------
    groups
        The lighting groups that there are.
    """
    found: list[Scene] = []
    closing = ""
    for path, subject, table, _ in tables_of(SceneTable, "scenes", "name", raw, faults):
        if table.name in _TAKEN:
            faults.add((*path, "name"), f'{subject}: every site has "{table.name}"', "rename it")
        for group in table.groups:
            if group not in groups:
                what = f'{subject}: there is no lighting group "{group}"'
                faults.add((*path, "groups", group), what, nearest_name(group, groups))
        if table.after_close and closing:
            what = f'{subject}: "{closing}" is already the scene after close'
            faults.add((*path, "after_close"), what, "after_close = true on one scene only")
        closing = table.name if table.after_close else closing
        found.append(Scene(table.name, table.groups, table.after_close))
    return tuple(found)


def after_hours_mode(share: float) -> str:
    """Say what a share of full output after close is called.

    >>> after_hours_mode(0.3)
    'reduced'
    """
    if share <= 0.0:
        return "off"
    return "reduced" if share < 1.0 else "full"


def check_after_hours(heads: Sequence[Head], scenes: Sequence[Scene], faults: Faults) -> None:
    """Record where a luminaire says other than the scene after close does.

    A motion sensor may hold light at any level while nobody is there, so it never contradicts.
    """
    index, scene = next(
        ((index, scene) for index, scene in enumerate(scenes) if scene.after_close), (0, None)
    )
    if scene is None:
        return
    told: set[str] = set()
    for head in heads:
        declared = head.facts.get("after_hours_mode")
        share = scene.groups.get(head.group, 1.0)
        if declared in (None, "motion_sensor", after_hours_mode(share)) or head.pole_id in told:
            continue
        told.add(head.pole_id)
        what = (
            f'scene "{scene.name}" leaves group "{head.group}" at {share:g}, which is '
            f'{after_hours_mode(share)}, but luminaire "{head.pole_id}" has '
            f'after_hours_mode = "{declared}"'
        )
        faults.add(("scenes", index, "groups"), what, "change one of them")
