"""What a site file that names a code, a unit or nothing to check is told."""

from __future__ import annotations

import re

import pytest

import photometry as ph
from photometry.errors import CodeFileError
from photometry.ordinance.catalogue import load_code
from photometry.ordinance.checker import option_lines
from photometry.ordinance.options import option_faults

SITE = """
format = 1
unit = "{unit}"
[project]
name = "lot"
code = {code}
[site]
district_class = "commercial"
[luminaire_types.A]
file = "sample:area_t3"
[[luminaires]]
id = "A"
type = "A"
at = {at}
mounting_height_ft = 25
[[boundaries]]
id = "south"
line = [{a}, {b}]
adjacent_district_class = "residential"
dwellings = []
[[boundaries]]
id = "east"
line = [{b}, {c}]
adjacent_district_class = "commercial"
[[boundaries]]
id = "north"
line = [{c}, {d}]
adjacent_district_class = "commercial"
[[boundaries]]
id = "west"
line = [{d}, {a}]
adjacent_district_class = "commercial"
"""


def site_text(unit="ft", code='["sweden-ny"]', per_foot=1.0):
    def at(x, y):
        return f"[{x * per_foot:.6f}, {y * per_foot:.6f}]"

    corners = {
        name: at(*xy) for name, xy in zip("abcd", ((0, 0), (90, 0), (90, 90), (0, 90)), strict=True)
    }
    return SITE.format(unit=unit, code=code, at=at(50, 20), **corners)


@pytest.mark.parametrize("code", ['["sweden-nyy"]', '[\n  "sweden-ny",\n  "sweden-nyy",\n]'])
def test_an_unknown_code_is_told_with_its_file_line_and_the_nearest_name(tmp_path, code):
    path = tmp_path / "site.toml"
    path.write_text(site_text(code=code), encoding="utf-8")
    line = next(
        n for n, text in enumerate(site_text(code=code).splitlines(), 1) if "sweden-nyy" in text
    )
    with pytest.raises(CodeFileError, match="did you mean sweden-ny") as caught:
        ph.calculate(ph.load_site(path))
    (fault,) = caught.value.faults
    assert (fault.file, fault.line) == (str(path), line)


def places(findings):
    """Places that the sentences of trespass and visibility name, by rule."""
    found = {}
    for finding in findings:
        match = re.search(r"at \((-?[\d.]+), (-?[\d.]+)\) (\S+)[,;]", finding.message)
        if match and finding.where.name.startswith("south") and finding.witness:
            found[finding.rule] = (float(match[1]), float(match[2]), match[3], finding.witness)
    return found


@pytest.mark.parametrize(("unit", "per_foot", "word"), [("ft", 1.0, "ft"), ("m", 0.3048, "m")])
def test_sentences_name_places_in_the_unit_of_the_site(tmp_path, unit, per_foot, word):
    path = tmp_path / "site.toml"
    path.write_text(site_text(unit, per_foot=per_foot), encoding="utf-8")
    site = ph.load_site(path)
    named = places(ph.check(site=site, calc=ph.calculate(site)))
    assert {rule.split("-")[3] for rule in named} == {"H2", "J2"}
    for x, y, unit_word, witness in named.values():
        assert unit_word == word
        # Printed to a tenth of a foot, or to a hundredth of a metre.
        assert (x, y) == pytest.approx([v * per_foot for v in witness[:2]], abs=0.051)


def test_an_option_at_fault_is_named_with_its_line(tmp_path):
    path = tmp_path / "site.toml"
    path.write_text('[options]\nSHOULD = "perhaps"\nmax_error_fc = 0.5\n', encoding="utf-8")
    options = load_code("sweden-ny").options
    given = {"SHOULD": "perhaps", "max_error_fc": 0.5}

    value, name = option_faults([options], given, str(path), option_lines(path))

    assert (value.line, name.line) == (2, 3)
    assert str(name).endswith("write it above the first [table] of the file")
