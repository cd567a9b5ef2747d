"""The schema that editors complete by says what the models say."""

from __future__ import annotations

import copy
import datetime as dt
import json
import re
import runpy
import tomllib
from pathlib import Path

import fastjsonschema
import pytest

from photometry.errors import ProjectFileError
from photometry.site.json_schema import site_schema
from photometry.site.project_file import load_site

ROOT = Path(__file__).parents[2]
SITES = sorted((ROOT / "examples").glob("*/site*.toml"))
PAGE = (ROOT / "docs" / "site-file.md").read_text("utf-8")
PLAIN = {
    "format": 1,
    "luminaire_types": {"A": {"file": "sample:area_t3", "llf": 0.9}},
    "luminaires": [{"id": "P1", "type": "A", "at": [0, 0], "mounting_height_ft": 20}],
    "zones": [{"name": "z", "kind": "parking", "area": [[0, 0], [40, 0], [40, 40]]}],
}


@pytest.fixture(scope="module")
def check():
    return fastjsonschema.compile(site_schema())


def as_json(value):
    """Give what an editor holds against the schema: TOML's dates are texts there."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.isoformat() if isinstance(value, (dt.date, dt.time)) else value


def test_the_published_schema_is_the_one_that_the_models_make():
    made = runpy.run_path(str(ROOT / "docs" / "make_schema.py"))["schema_text"]()
    published = (ROOT / "docs" / "site.schema.json").read_text("utf-8")
    assert published == made, "run python docs/make_schema.py"


@pytest.mark.parametrize("path", SITES, ids=lambda path: path.parent.name + "/" + path.name)
def test_the_example_sites_fit_it(check, path):
    check(as_json(tomllib.loads(path.read_text("utf-8"))))


def test_the_example_of_the_documentation_fits_it(check):
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    check(as_json(tomllib.loads(example)))


def edited(path, value):
    made = copy.deepcopy(PLAIN)
    place = made
    for key in path[:-1]:
        place = place[key] if isinstance(place, list) else place.setdefault(key, {})
    place[path[-1]] = value
    return made


@pytest.mark.parametrize(
    ("path", "value", "fits"),
    [
        (("unit",), "m", True),
        (("unit",), "yd", False),
        (("colour",), "red", False),
        (("luminaires", 0, "at"), [1, 2, 3], False),
        (("luminaires", 0, "mounting_height_m"), 6, True),
        (("luminaires", 0, "arrangement"), "d180", True),
        (("luminaires", 0, "arrangement"), "d181", False),
        (("luminaires", 0, "lamp_type"), "led", True),
        (("luminaires", 0, "is_temporary"), "unknown", True),
        (("luminaires", 0, "is_temporary"), "maybe", False),
        (("zones", 0, "area"), "layer:parking", True),
        (("zones", 0, "area"), "parking", False),
        (("zones", 0, "kind"), "garage", False),
        (("zones", 0, "spacing_ft"), 0, False),
        (("luminaire_types", "A", "llf"), {"lld": 0.9, "ldd": 0.95}, True),
        (("luminaire_types", "A", "llf"), {"dirt": 0.9}, False),
        (("project", "code"), "sweden-ny", True),
        (("scenes",), [{"name": "late", "groups": {"A": 1.5}}], False),
    ],
)
def test_it_takes_and_refuses_what_loading_does(check, tmp_path, path, value, fits):
    document = edited(path, value)
    if fits:
        check(document)
    else:
        with pytest.raises(fastjsonschema.JsonSchemaException):
            check(document)
    if value == "layer:parking":
        return  # only loading knows whether a drawing has it
    (tmp_path / "site.toml").write_text(toml(document), "utf-8")
    if path[-1] == "mounting_height_m":  # says the same twice, which a schema cannot see
        fits = False
    try:
        load_site(tmp_path)
    except ProjectFileError:
        assert not fits
    else:
        assert fits


def toml(table, prefix=""):
    """Write a document of plain values; JSON's lists and texts are TOML's."""
    plain = {k: v for k, v in table.items() if not isinstance(v, dict) and not tables(v)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in plain.items()]
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            lines += [f"[{name}]", toml(value, f"{name}.")]
        elif tables(value):
            for one in value:
                lines += [f"[[{name}]]", toml(one, f"{name}.")]
    return "\n".join(lines)


def tables(value):
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)
