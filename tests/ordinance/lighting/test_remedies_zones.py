"""Which zones a change may turn: none that it does turn is left out, and far ones are."""

import itertools

import numpy as np
import pytest

from photometry.engine.calculate import calculate
from photometry.ordinance.remedies_zones import RatioLimit, ZoneLight
from photometry.ordinance.remedy_trial import Remedy
from photometry.site.project_file import load_site

LIMITS = ("avg/min", "max/avg", "max/min")
CHANGES = [Remedy("", output={"A": share}) for share in (0.999, 0.9, 0.5)] + [
    Remedy("", orientation_deg={"A": 75.0}),
    Remedy("", tilt_deg={"A": 15.0}),
    Remedy("", mounting_height_ft={"A": 12.0}),
    Remedy("", move_ft={"A": (9.0, -4.0)}),
    Remedy("", output={"A": 0.8, "B": 0.8}),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Three lots in a row, 60 ft apart and then 2,000 ft, a luminaire at each."""
    text = ['format = 1\nunit = "ft"\n[luminaire_types.A]\nfile = "sample:area_t3"\nllf = 0.9\n']
    for name, x in (("A", 0), ("B", 60), ("C", 2000)):
        text.append(
            f'[[luminaires]]\nid = "{name}"\ntype = "A"\nat = [{x + 20}, 20]\n'
            "mounting_height_ft = 20\norientation_deg = 40\n"
            f'[[zones]]\nname = "{name}"\nkind = "parking"\n'
            f"area = [[{x},0],[{x + 40},0],[{x + 40},40],[{x},40]]\n"
        )
    path = tmp_path_factory.mktemp("lots") / "site.toml"
    path.write_text("".join(text))
    return load_site(path)


def ratio(light_fc, of):
    """The ratio of a zone, by its words."""
    upper, lower = ({"avg": np.mean, "max": np.max, "min": np.min}[s] for s in of.split("/"))
    return upper(light_fc) / lower(light_fc)


@pytest.mark.parametrize("of", LIMITS)
@pytest.mark.parametrize("change", CHANGES, ids=repr)
def test_no_zone_that_turns_is_left_out_and_the_far_one_is(site, of, change):
    before, after = calculate(site), calculate(changed := change.applied(site))
    for near, zone in itertools.product((1e-6, 0.05, 0.5), "AB"):
        # A limit just above what one of the zones has: it turns if its ratio grows by so much.
        limit = RatioLimit("rule", of, ratio(before[zone].fc, of) * (1 + near), "maintained")
        light = ZoneLight.of(before, [limit])
        may = light.may_turn(site, changed, [limit])
        turned = {
            name
            for name in "ABC"
            if ratio(before[name].fc, of) <= limit.most < ratio(after[name].fc, of)
        }
        assert turned <= may
        assert "C" not in may or ratio(before["C"].fc, of) > limit.most * 0.999
        assert light.may_turn(site, changed, [limit], but={("rule", n) for n in "ABC"}) == set()


def test_a_change_that_puts_a_luminaire_at_a_point_leaves_every_zone_in_doubt(site):
    before = calculate(site)
    limit = RatioLimit("rule", "avg/min", 1e9, "maintained")
    x, y, z = before["B"].points_ft[0]
    head = site.heads[0]
    onto = Remedy(
        "",
        move_ft={"A": (x - head.luminaire.x_ft, y - head.luminaire.y_ft)},
        mounting_height_ft={"A": 1e-9 + z},
    )
    light = ZoneLight.of(before, [limit])
    assert light.may_turn(site, onto.applied(site), [limit]) == {"A", "B", "C"}
