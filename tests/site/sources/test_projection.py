"""Longitudes and latitudes to state plane coordinates: published control points, closed forms."""

from __future__ import annotations

import builtins
import json
import math

import numpy as np
import pytest

from photometry.errors import ProjectFileError
from photometry.site.project_file import load_site
from photometry.site.sources.geojson import read_geojson
from photometry.site.sources.projection import plane_system
from photometry.units import FEET_PER_UNIT

pytest.importorskip("pyproj", reason="the extra projection is not installed")


def degrees(whole, minutes, seconds):
    return whole + minutes / 60 + seconds / 3600


# Datasheets of the National Geodetic Survey, NAD 83(1993), state plane in US survey feet:
# PID, EPSG, longitude, latitude, easting, northing.
CONTROL = {
    "AG9976": (  # UNIV OF TEXAS TOWER SEC, SPC TX C
        "EPSG:2277",
        -degrees(97, 44, 21.71739),
        degrees(30, 17, 10.51249),
        3_115_243.14,
        10_077_391.26,
    ),
    "AH1137": (  # KNOLL, SPC TX S
        "EPSG:2279",
        -degrees(97, 5, 14.88633),
        degrees(27, 47, 33.06028),
        1_440_942.49,
        17_179_470.57,
    ),
}


@pytest.fixture
def write(tmp_path):
    def geojson(*points, crs=None, **properties):
        features = [
            {
                "type": "Feature",
                "properties": {"layer": "lot", **properties},
                "geometry": {"type": "Polygon", "coordinates": [list(points)]},
            }
        ]
        data = {"type": "FeatureCollection", "features": features}
        if crs:
            data["crs"] = {"type": "name", "properties": {"name": crs}}
        path = tmp_path / "parcel.geojson"
        path.write_text(json.dumps(data))
        return path

    return geojson


def square(lon, lat, size=0.001):
    return [[lon, lat], [lon + size, lat], [lon + size, lat + size], [lon, lat + size]]


@pytest.mark.parametrize("pid", CONTROL)
def test_a_parcel_lands_within_two_hundredths_of_a_foot_of_a_published_control_point(write, pid):
    crs, lon, lat, east, north = CONTROL[pid]
    drawing = read_geojson(write(*square(lon, lat)), crs=crs)
    assert drawing.unit == "ftUS"
    corner = drawing.shapes["lot"][0].points_ft[0] / FEET_PER_UNIT["ftUS"]
    assert math.dist(corner, (east, north)) < 0.02  # ft; sheets round to 0.01


def transverse_mercator(lon_deg, lat_deg, zone):
    """Snyder's series (USGS Professional Paper 1395, 8-9 to 8-13, 3-21) on GRS 80, metres."""
    central_deg, origin_deg, scale, false_east = zone
    a, flattening = 6_378_137.0, 1 / 298.257222101
    e2 = flattening * (2 - flattening)
    second = e2 / (1 - e2)
    phi, across = math.radians(lat_deg), math.radians(lon_deg - central_deg)

    def meridian(latitude):
        return a * (
            (1 - e2 / 4 - 3 * e2**2 / 64 - 5 * e2**3 / 256) * latitude
            - (3 * e2 / 8 + 3 * e2**2 / 32 + 45 * e2**3 / 1024) * math.sin(2 * latitude)
            + (15 * e2**2 / 256 + 45 * e2**3 / 1024) * math.sin(4 * latitude)
            - 35 * e2**3 / 3072 * math.sin(6 * latitude)
        )

    n = a / math.sqrt(1 - e2 * math.sin(phi) ** 2)
    t, c, w = math.tan(phi) ** 2, second * math.cos(phi) ** 2, across * math.cos(phi)
    east = n * (
        w + (1 - t + c) * w**3 / 6 + (5 - 18 * t + t**2 + 72 * c - 58 * second) * w**5 / 120
    )
    north = (
        n
        * math.tan(phi)
        * (
            w**2 / 2
            + (5 - t + 9 * c + 4 * c**2) * w**4 / 24
            + (61 - 58 * t + t**2 + 600 * c - 330 * second) * w**6 / 720
        )
    )
    rise = meridian(phi) - meridian(math.radians(origin_deg)) + north
    return np.array([scale * east + false_east, scale * rise])


# Zones of SPCS 83 (NOAA Manual NOS NGS 5): central meridian, origin, scale, false easting in m.
NEW_YORK = {
    "EPSG:2260": (-74.5, degrees(38, 50, 0), 1 - 1 / 10_000, 150_000.0),
    "EPSG:2262": (-degrees(78, 35, 0), 40.0, 1 - 1 / 16_000, 350_000.0),
}


@pytest.mark.parametrize(
    ("crs", "lon", "lat"),
    [
        ("EPSG:2260", -73.7562, 42.6526),
        ("EPSG:2262", -77.9323, 43.2012),
        ("EPSG:2262", -79.03, 43.09),
    ],
)
def test_new_york_is_projected_as_the_closed_form_says(crs, lon, lat):
    system = plane_system(crs)
    metres = transverse_mercator(lon, lat, NEW_YORK[crs])
    feet = system.project(np.array([[lon, lat]]))[0]
    # The series is good to a millimetre within three degrees of its meridian.
    assert feet == pytest.approx(metres * 3937 / 1200, abs=0.005)


def test_a_site_from_a_parcel_in_degrees_stands_in_the_state_plane(write, tmp_path):
    crs, lon, lat, east, north = CONTROL["AG9976"]
    write(*square(lon, lat))
    (tmp_path / "site.toml").write_text(
        f'format = 1\nunit = "ftUS"\n[geometry]\ngeojson = "parcel.geojson"\ncrs = "{crs}"\n'
        '[luminaire_types.A]\nfile = "sample:area_t3"\n'
        f'[[luminaires]]\nid = "P1"\ntype = "A"\nat = [{east}, {north}]\nmounting_height_ft = 20\n'
        '[[zones]]\nname = "lot"\nkind = "parking"\narea = "layer:lot"\n'
    )
    site = load_site(tmp_path)
    assert site.notes == ()
    pole = site.heads[0].pole_xy_ft
    assert math.dist(pole, site.zones[0].outline_ft[0]) < 0.02  # ft, as above
    assert site.zones[0].outline_ft[1, 0] - pole[0] == pytest.approx(316, abs=2)  # 0.001 degree


def test_a_site_in_another_foot_is_told(write, tmp_path):
    write(*square(-77.9, 43.2))
    (tmp_path / "site.toml").write_text(
        'format = 1\nunit = "ft"\n[geometry]\ngeojson = "parcel.geojson"\ncrs = "EPSG:2262"\n'
    )
    (note,) = load_site(tmp_path).notes
    assert note.code == "SITE050"
    assert 'unit = "ftUS"' in note.text


@pytest.mark.parametrize("crs", ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4269", "EPSG:6318"])
def test_degrees_of_the_datums_of_north_america_are_taken_as_they_are(write, crs):
    plain = read_geojson(write(*square(-77.9, 43.2)), crs="EPSG:2262").shapes["lot"][0]
    named = read_geojson(write(*square(-77.9, 43.2), crs=crs), crs="EPSG:2262").shapes["lot"][0]
    assert named.points_ft.tolist() == plain.points_ft.tolist()


@pytest.mark.parametrize(
    ("crs", "says"),
    [
        ("New York West", 'is not an EPSG number; give crs = "EPSG:2260"'),
        ("EPSG:999999", "is not a known coordinate reference system"),
        ("EPSG:4326", "is not a plane system"),
        ("EPSG:2277", r"\(-77.90000, 43.20000\) is outside EPSG:2277, NAD83 / Texas Central"),
        ("+proj=tmerc", "is not an EPSG number"),
    ],
)
def test_a_system_that_does_not_fit_is_one_clear_fault(write, crs, says):
    with pytest.raises(ProjectFileError, match=says) as caught:
        read_geojson(write(*square(-77.9, 43.2)), crs=crs)
    assert len(caught.value.faults) == 1


def test_a_datum_that_lies_elsewhere_is_refused(write):
    with pytest.raises(ProjectFileError, match="of EPSG:4267, those of EPSG:2262 of EPSG:4269"):
        read_geojson(write(*square(-77.9, 43.2), crs="EPSG:4267"), crs="EPSG:2262")


def test_plane_coordinates_are_not_projected_again(write):
    with pytest.raises(ProjectFileError, match="for longitudes and latitudes, these are not"):
        read_geojson(write(*square(1.4e6, 1.1e6, 300)), crs="EPSG:2262")


def test_degrees_without_a_system_say_how_to_project_them(write):
    with pytest.raises(ProjectFileError, match=r'crs = "EPSG:2260" \(the number of your state'):
        read_geojson(write(*square(-77.9, 43.2)), "ft")


def test_the_missing_extra_is_named(write, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("pyproj"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ProjectFileError, match=r'pip install "site-photometry\[projection\]"'):
        read_geojson(write(*square(-77.9, 43.2)), crs="EPSG:2262")


@pytest.mark.parametrize(
    ("geometry", "says"),
    [
        ('dxf = "base.dxf"\ncrs = "EPSG:2262"', "crs is for longitudes .* none is named"),
        ('geojson = "parcel.geojson"\ncrs = "EPSG:2262"\nunit = "ft"', "unit is that of EPSG:2262"),
    ],
)
def test_a_system_without_use_or_beside_a_unit_is_a_fault(write, tmp_path, geometry, says):
    write(*square(-77.9, 43.2))
    (tmp_path / "site.toml").write_text(f"format = 1\n[geometry]\n{geometry}\n")
    with pytest.raises(ProjectFileError, match=says):
        load_site(tmp_path)


def test_points_are_luminaires_with_their_properties(tmp_path):
    features = [
        {
            "type": "Feature",
            "properties": {
                "layer": "poles",
                "Tag": f"P{n}",
                "type": "A",
                "MH": 20,
                "orient": 45.5 * n,
            },
            "geometry": {"type": "Point", "coordinates": [-77.9 + n * 1e-4, 43.2]},
        }
        for n in (1, 2)
    ]
    path = tmp_path / "parcel.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    (tmp_path / "site.toml").write_text(
        'format = 1\nunit = "ftUS"\n[geometry]\ngeojson = "parcel.geojson"\ncrs = "EPSG:2262"\n'
        'luminaires = "Poles"\n[luminaire_types.A]\nfile = "sample:area_t3"\n'
    )
    first, second = load_site(tmp_path).heads
    assert (first.id, first.luminaire.mounting_height_ft) == ("P1", 20)
    assert second.luminaire.orientation_deg == 91
    # 0.0001 degree of longitude at 43.2 north is 26.7 ft.
    assert second.luminaire.x_ft - first.luminaire.x_ft == pytest.approx(26.7, abs=0.1)
