"""Whatever stands in a site file: a site, or faults with lines; never another error."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site

KEYS = {
    "project": ("name", "code", "date"),
    "site": ("north_deg", "uses", "close_of_business_time", "district_class"),
    "geometry": ("dxf", "geojson", "layers", "unit", "crs", "luminaires"),
    "terrain": ("file", "points"),
    "luminaires": ("id", "type", "at", "aim_at", "mounting_height_ft", "arrangement", "arm_ft"),
    "zones": ("name", "kind", "area", "holes", "spacing_ft", "plane", "facing_deg"),
    "boundaries": ("id", "line", "from", "to", "pavement_edge", "access_points", "dwellings"),
    "obstructions": ("name", "footprint", "height_ft"),
    "scenes": ("name", "groups", "after_close"),
    "options": ("X",),
}
LISTS = ("luminaires", "zones", "boundaries", "obstructions", "scenes")
NUMBERS = st.sampled_from(
    ["0", "1", "-1", "10", "20.5", "1e308", "-1e-300", "nan", "inf", "9" * 30, "1e9"]
)
TEXTS = st.sampled_from(
    ['"A"', '"P1"', '"parking"', '"layer:x#0"', '"vertical"', '"d180"', '"\\u0000"', '""', '"none"']
)
POINTS = st.lists(
    st.tuples(NUMBERS, NUMBERS).map(lambda pair: f"[{pair[0]}, {pair[1]}]"), max_size=5
).map(lambda points: "[" + ", ".join(points) + "]")
VALUES = st.one_of(
    NUMBERS,
    TEXTS,
    POINTS,
    st.sampled_from(
        ["true", "[]", "{}", "[[]]", "[[[0,0],[1,0],[1,1]]]", "2024-01-01", "22:00:00", "{ A = 1 }"]
    ),
)


@st.composite
def documents(draw):
    parts = ["format = 1", "luminaires_csv = " + draw(VALUES) if draw(st.booleans()) else ""]
    parts.append('[luminaire_types.A]\nfile = "uniform.ies"')
    for _ in range(draw(st.integers(0, 8))):
        table = draw(st.sampled_from(sorted(KEYS)))
        names = draw(st.sampled_from(["", '"a\\nb" = 1', '"\\t" = 2']))
        mark = f"[[{table}]]" if table in LISTS else f"[{table}]"
        if table not in LISTS and mark in parts:
            continue
        parts.append(mark)
        parts.append(names)
        parts += [f"{key} = {draw(VALUES)}" for key in KEYS[table] if draw(st.booleans())]
    return "\n".join(parts)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, cases):
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copy(cases / "00-uniform.ies", folder / "uniform.ies")
    return folder


def outcome(path):
    """Give the site and the faults of a file, of which one is empty."""
    try:
        return load_site(path), ()
    except ProjectFileError as error:
        return None, error.faults


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_any_file_is_a_site_or_faults_with_lines(folder, text):
    file = folder / "site.toml"
    file.write_text(text, "utf-8")
    site, faults = outcome(file)
    assert bool(site) != bool(faults)
    assert all(fault.what and "\n" not in str(fault) for fault in faults)


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=120)
    | st.text('id,type,xy;\n\r"\t0123456789. #A', max_size=120).map(str.encode)
)
def test_any_list_is_luminaires_or_faults(folder, data):
    (folder / "poles.csv").write_bytes(data)
    (folder / "site.toml").write_text(
        'format = 1\nluminaires_csv = "poles.csv"\n[luminaire_types.A]\nfile = "uniform.ies"\n'
    )
    site, faults = outcome(folder)
    assert bool(site) != bool(faults)
    assert all(fault.what and "\n" not in str(fault) for fault in faults)
