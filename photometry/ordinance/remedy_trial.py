"""One change of a site, and the trial of it: the rule that failed, judged anew at its place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from photometry.engine.calculate import calculate
from photometry.ordinance.finding import Status
from photometry.ordinance.judge_light import context_of
from photometry.ordinance.lighting import trespass
from photometry.ordinance.lighting.line_profiles import trespass_place
from photometry.ordinance.lighting.places import Nowhere
from photometry.ordinance.lighting.source_views import keep_views
from photometry.ordinance.options import choose
from photometry.ordinance.photometric import Outcome
from photometry.ordinance.rule import Photometric
from photometry.ordinance.site_judge import facts_given, judge_of_site

if TYPE_CHECKING:
    from collections.abc import Mapping

    from photometry.ordinance.catalogue import Code
    from photometry.ordinance.facts import Facts
    from photometry.ordinance.finding import Finding
    from photometry.ordinance.options import Choice
    from photometry.ordinance.photometric import PhotometricContext
    from photometry.ordinance.verdict import Verdict
    from photometry.site.model import Head, Site, Zone
    from photometry.site.property import LineRequest

__all__ = ["LEAST_HEIGHT_FT", "LEAST_OUTPUT", "MOST_MOVE_FT", "Remedy", "Trial", "is_built_in"]

LEAST_OUTPUT: Final = 0.2  # drivers are seldom set lower
LEAST_HEIGHT_FT: Final = 8.0  # lower, a luminaire is within reach
MOST_MOVE_FT: Final = 20.0
BUILT_IN: Final = frozenset({"wall", "canopy"})
CHANGES: Final = (
    "output",
    "mounting_height_ft",
    "tilt_deg",
    "orientation_deg",
    "move_ft",
    "cutoff_angle_deg",
)


def is_built_in(head: Head) -> bool:
    """Tell whether a luminaire sits on a building, where it cannot be turned or moved alone."""
    return head.facts.get("fixture_kind") in BUILT_IN


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change of the site that makes a failing finding pass.

    Attributes
    ----------
    text
        In one sentence.
    output
        Head id to the share of its present output that it is to be set to.
    mounting_height_ft, tilt_deg, orientation_deg
        Head id to its new mounting height, ft, tilt or orientation, deg.
    move_ft
        Head id to how far it is moved along x and y, its pole with it.
    cutoff_angle_deg
        Head id to the cutoff angle that a shield is to give it, toward every bearing.
    """

    text: str
    output: Mapping[str, float] | None = None
    mounting_height_ft: Mapping[str, float] | None = None
    tilt_deg: Mapping[str, float] | None = None
    orientation_deg: Mapping[str, float] | None = None
    move_ft: Mapping[str, tuple[float, float]] | None = None
    cutoff_angle_deg: Mapping[str, float] | None = None

    def applied(self, site: Site) -> Site:
        """Give the site with the change made; heads that are not changed are the same objects."""
        changed = {name for change in CHANGES for name in getattr(self, change) or ()}
        heads = (self._changed(one, site) if one.id in changed else one for one in site.heads)
        return replace(site, heads=tuple(heads))

    def joined(self, other: Remedy) -> Remedy:
        """Give both changes in one."""
        return Remedy(
            f"{self.text}; {other.text}" if self.text else other.text,
            **{
                name: {**(getattr(self, name) or {}), **(getattr(other, name) or {})}
                for name in CHANGES
            },
        )

    def _changed(self, head: Head, site: Site) -> Head:
        light, kind = head.luminaire, head.type
        share = (self.output or {}).get(head.id, 1.0)
        if share != 1.0:
            kind = replace(kind, output_factor=kind.output_factor * share)
        shift = (self.move_ft or {}).get(head.id, (0.0, 0.0))
        cutoff = (self.cutoff_angle_deg or {}).get(head.id)
        facts = head.facts if cutoff is None else {**head.facts, "cutoff_angle_deg": cutoff}
        pole = (head.pole_xy_ft[0] + shift[0], head.pole_xy_ft[1] + shift[1])
        before, after = site.terrain.grade_ft(*zip(head.pole_xy_ft, pole, strict=True))
        light = replace(
            light,
            base_z_ft=light.base_z_ft + float(after - before),
            x_ft=light.x_ft + shift[0],
            y_ft=light.y_ft + shift[1],
            mounting_height_ft=(self.mounting_height_ft or {}).get(
                head.id, light.mounting_height_ft
            ),
            tilt_deg=(self.tilt_deg or {}).get(head.id, light.tilt_deg),
            orientation_deg=(self.orientation_deg or {}).get(head.id, light.orientation_deg),
            llf=light.llf * share,
        )
        return replace(head, type=kind, luminaire=light, facts=facts, pole_xy_ft=pole)


@dataclass(frozen=True, eq=False)
class Trial:
    """The place of one finding, judged anew for each change that is tried."""

    site: Site
    finding: Finding
    code: Code
    _known: dict[str, tuple[Verdict, ...]] = field(default_factory=dict, init=False, repr=False)

    @property
    def test(self) -> Photometric | None:
        """What the rule measures; None where it measures nothing."""
        test = self.code.rules[self.finding.rule].body(self.chosen).test
        return test if isinstance(test, Photometric) else None

    @property
    def check(self) -> str:
        """The photometric check of the rule; empty where it has none."""
        return self.test.check if self.test else ""

    @cached_property
    def chosen(self) -> dict[str, Choice]:
        """The interpretations of the site."""
        return choose(self.code.options, self.site.options)

    @cached_property
    def given(self) -> Facts | None:
        """The facts file of the site, read once for all changes."""
        return facts_given(self.code, self.site)

    @property
    def place(self) -> str:
        """The boundary, zone or luminaire that was judged."""
        where = self.finding.where
        return where.name.partition("/")[0] if where.kind == "line" else where.name

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """The zones that the rule looks at: its own, or all where they are judged together."""
        params = self.test.params if self.test else {}
        scope = self.chosen.get(str(params.get("scope_option", "")))
        whole = scope is not None and scope.value == "whole_site"
        return tuple(
            zone
            for zone in self.site.zones
            if zone.name == self.place or (whole and zone.plane == "horizontal")
        )

    @cached_property
    def context(self) -> PhotometricContext | None:
        """What the rule's check is given at its place, without lines; None where that is gone."""
        calculation = calculate(replace(self.site, zones=self.zones))
        judge = judge_of_site(self.code, calculation.site, calculation, given=self.given)
        rule = self.code.rules[self.finding.rule]
        row = next((one for one in judge.facts.rows(rule.record) if one.id == self.place), None)
        return None if row is None else context_of(judge, rule, row)

    def passes(self, remedy: Remedy) -> bool:
        """Tell whether the rule passes at its place with a remedy applied."""
        verdicts = self.verdicts(remedy)
        return bool(verdicts) and all(one.status is Status.PASS for one in verdicts)

    def verdicts(self, remedy: Remedy) -> tuple[Verdict, ...]:
        """Judge the rule at its place with a remedy applied: once for each that is the same."""
        key = repr(replace(remedy, text=""))
        if key not in self._known:
            self._known[key] = self._judged(remedy.applied(self.site))
        return self._known[key]

    def _judged(self, site: Site) -> tuple[Verdict, ...]:
        site = replace(site, zones=self.zones)
        calculation = calculate(site, self._requests)
        if self.check == "source_height":
            keep_views(self.site, site)
        judge = judge_of_site(self.code, site, calculation, given=self.given)
        rule = self.code.rules[self.finding.rule]
        row = next((one for one in judge.facts.rows(rule.record) if one.id == self.place), None)
        if row is None:
            return ()
        where = self.finding.where
        return tuple(one for one in judge.verdicts(rule, row) if (one.where or where) == where)

    @cached_property
    def _requests(self) -> tuple[LineRequest, ...]:
        """Ask for the rule's own line, unless the check searches it anew by itself."""
        test, context = self.test, self.context
        if self.check != "line_maximum" or test is None or context is None:
            return ()
        question = trespass.question_of(context)
        counted = trespass.counted_heads(context, question)
        place = trespass_place(context, self.site, question)
        if (
            isinstance(counted, Outcome)
            or isinstance(place, Nowhere)
            or len(counted) < len(self.site.heads)
            or place.keep is not None
        ):
            return ()
        return tuple(
            replace(request, boundary_ids=(self.place,)) for request in test.kind.lines(test.params)
        )
