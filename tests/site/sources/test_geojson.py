"""Parcels from a GIS."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from photometry.errors import ProjectFileError
from photometry.site.sources.geojson import read_geojson

EAST, NORTH = 1_500_000.0, 1_000_000.0
LOT = [[EAST, NORTH], [EAST + 300, NORTH], [EAST + 300, NORTH + 180], [EAST, NORTH]]
HOLE = [[EAST + 200, NORTH + 20], [EAST + 210, NORTH + 20], [EAST + 210, NORTH + 30]]


def feature(kind, coordinates, **properties):
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


@pytest.fixture
def read(tmp_path):
    def write_and_read(*features, unit="ft", **more):
        path = tmp_path / "parcel.geojson"
        path.write_text(
            json.dumps({"type": "FeatureCollection", "features": list(features), **more})
        )
        return read_geojson(path, unit)

    return write_and_read


def test_longitudes_and_latitudes_are_refused_with_advice(cases):
    with pytest.raises(ProjectFileError, match=r"84-lonlat\.geojson: .*longitudes.*state plane"):
        read_geojson(cases / "84-lonlat.geojson", "ft")


def test_small_plane_coordinates_are_taken_where_the_file_names_a_plane_system(read):
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::2262"}}
    small = feature("LineString", [[0, 0], [60, 0]], name="curb")
    assert read(small, crs=crs).shapes["curb"][0].points_ft.tolist() == [[0, 0], [60, 0]]
    crs["properties"]["name"] = "urn:ogc:def:crs:OGC:1.3:CRS84"
    with pytest.raises(ProjectFileError, match="longitudes"):
        read(small, crs=crs)


def test_polygons_lines_and_their_multiples_are_shapes_of_their_layer(read):
    shifted = (np.array(LOT) + 1000).tolist()
    drawing = read(
        feature("Polygon", [LOT], layer="lot", name="12 Elm Street"),
        feature("MultiPolygon", [[LOT], [shifted]], NAME="neighbours"),
        feature("LineString", LOT[:2], name="curb"),
        feature("MultiLineString", [LOT[:2], LOT[1:3]]),
        feature("Point", LOT[0], name="pole"),
    )
    counts = {name: len(shapes) for name, shapes in drawing.shapes.items()}
    assert counts == {"lot": 1, "neighbours": 2, "curb": 1, "unnamed": 2}
    lot = drawing.shapes["lot"][0]
    assert lot.is_closed
    assert lot.points_ft.tolist() == LOT[:3]  # the closing point is not repeated
    assert not drawing.shapes["curb"][0].is_closed
    assert "pole" in drawing.layers


def test_holes_are_shapes_of_their_own(read):
    drawing = read(feature("Polygon", [LOT, [*HOLE, HOLE[0]]], name="lot"))
    assert len(drawing.shapes["lot"]) == 1
    assert drawing.shapes["lot holes"][0].points_ft.tolist() == HOLE


def test_metres_are_converted(read):
    shape = read(feature("LineString", LOT[:2], name="curb"), unit="m").shapes["curb"][0]
    np.testing.assert_allclose(shape.points_ft, np.array(LOT[:2]) / 0.3048, rtol=1e-15)  # rounding


def test_a_file_without_a_unit_is_refused_with_the_fix(read):
    with pytest.raises(ProjectFileError, match=r'does not say its unit; .*unit = "ft"'):
        read(feature("LineString", LOT[:2]), unit=None)


def test_every_broken_feature_is_told_at_once(read):
    with pytest.raises(ProjectFileError) as caught:
        read(
            feature("Polygon", [LOT[:2]], name="a"),
            feature("LineString", [[0, 0], [float("nan"), 1]], name="b"),
            feature("Sphere", [], name="c"),
            feature("LineString", [LOT[0], LOT[0]], name="d"),
            "feature",
        )
    said = [str(fault) for fault in caught.value.faults]
    for words, text in zip(
        ('1 ("a") has a ring', '2 ("b") has a position', "'Sphere'", "without length", "5 is not"),
        said,
        strict=True,
    ):
        assert words in text
        assert "parcel.geojson: feature" in text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ('{\n"type": oops', "parcel.geojson:2: it is not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"type": "FeatureCollection", "features": []}', "no features"),
        ('{"type": "FeatureCollection"}', "is not a GeoJSON feature"),
        ("9" * 5000, "not JSON"),
    ],
)
def test_a_file_that_is_no_geojson_is_one_clear_fault(tmp_path, text, says):
    path = tmp_path / "parcel.geojson"
    path.write_text(text)
    with pytest.raises(ProjectFileError, match=says):
        read_geojson(path, "ft")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)
KINDS = st.sampled_from(["Polygon", "MultiPolygon", "LineString", "Point", "GeometryCollection"])


@settings(max_examples=60, deadline=None)
@given(kind=KINDS, coordinates=JSON, properties=JSON)
def test_whatever_stands_in_a_feature_only_our_errors_come_out(
    tmp_path_factory, kind, coordinates, properties
):
    path = tmp_path_factory.getbasetemp() / "hostile.geojson"
    geometry = {"type": kind, "coordinates": coordinates, "geometries": coordinates}
    path.write_text(json.dumps({"type": "Feature", "properties": properties, "geometry": geometry}))
    try:
        read_geojson(path, "ft")
    except ProjectFileError as error:
        assert error.faults  # noqa: PT017  # either is right
