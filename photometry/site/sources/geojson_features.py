"""What GeoJSON texts hold (RFC 7946, and its forerunner of 2008), checked piece by piece.

A `ValueError` here is a fault of the feature: its message goes on after the feature's number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from photometry.site.geometry import LARGEST_COORDINATE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

__all__ = [
    "UNNAMED",
    "WGS_84",
    "datum_of",
    "features",
    "geometries",
    "layer_of",
    "listed",
    "positions_of",
    "words_of",
]

DEEPEST_COLLECTION = 10

UNNAMED: Final = "unnamed"
WGS_84: Final = "4326"
_NAMES = ("layer", "name")  # properties that name a shape, whatever their case
# Ends of names: WGS 84 in two and in three dimensions, NAD 83 and its later realizations,
# NAD 27, ETRS 89.
_GEOGRAPHIC = {
    "CRS84": "4326",
    "CRS83": "4269",
    "CRS27": "4267",
    "4326": "4326",
    "4979": "4326",
    "4269": "4269",
    "4152": "4152",
    "4759": "4759",
    "6318": "6318",
    "4267": "4267",
    "4258": "4258",
}


def features(data: Any) -> Iterator[Any]:
    """Give the features of a document; a bare geometry is a feature without properties."""
    if not isinstance(data, dict):
        yield data
    elif data.get("type") == "FeatureCollection":
        features = data.get("features")
        yield from features if isinstance(features, list) else [features]
    elif data.get("type") == "Feature":
        yield data
    else:
        yield {"type": "Feature", "properties": None, "geometry": data}


def layer_of(properties: Any) -> str:
    """Give the layer of a feature: its property ``layer``, else its ``name``."""
    if isinstance(properties, dict):
        plain = {str(key).casefold(): value for key, value in properties.items()}
        for key in _NAMES:
            value = plain.get(key)
            if isinstance(value, (str, int)) and str(value).strip():
                return str(value).strip()[:200]
    return UNNAMED


def geometries(geometry: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Give the kind and the coordinates of a geometry, or of those of a collection."""
    if not isinstance(geometry, dict):
        raise ValueError("has a geometry that is not an object")  # noqa: TRY004  # of the file, not of a caller
    if geometry.get("type") != "GeometryCollection":
        yield geometry.get("type"), geometry.get("coordinates")
        return
    if depth >= DEEPEST_COLLECTION:
        raise ValueError(f"has collections nested over {DEEPEST_COLLECTION} deep")
    for part in listed(geometry.get("geometries")):
        yield from geometries(part, depth + 1)


def listed(value: Any) -> list[Any]:
    """Give a list that a text should have where it says coordinates."""
    if not isinstance(value, list):
        raise ValueError("has coordinates that are not lists of positions")  # noqa: TRY004  # as above
    return value


def words_of(properties: Any) -> dict[str, str]:
    """Give what is written of a feature: its properties as texts, without empty and nested ones."""
    if not isinstance(properties, dict):
        return {}
    return {
        str(key): str(value)
        for key, value in properties.items()
        if isinstance(value, (str, int, float)) and str(key).casefold() != "layer"
    }


def positions_of(positions: Any) -> FloatArray:
    """Read positions (n, 2); elevations in them are left out."""
    for position in listed(positions):
        if (
            not isinstance(position, list)
            or not 2 <= len(position) <= 4
            or not all(
                isinstance(one, (int, float)) and one is not True and one is not False
                for one in position
            )
            or not all(abs(one) <= LARGEST_COORDINATE for one in position)
        ):
            raise ValueError("has a position that is not [x, y] in finite numbers up to 1e9")
    return np.array([position[:2] for position in positions], np.float64).reshape(-1, 2)


def datum_of(data: Any) -> str | None:
    """Give the EPSG code of the longitudes and latitudes of a document.

    Returns
    -------
    str
        4326 where the document names no system (RFC 7946); None where it names a plane one.
    """
    crs = data.get("crs") if isinstance(data, dict) else None
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = str(properties.get("name", "")).upper() if isinstance(properties, dict) else ""
    if not name:
        return WGS_84
    return next((code for end, code in _GEOGRAPHIC.items() if name.endswith(end)), None)
