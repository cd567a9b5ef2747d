"""A luminaire in its place says what it is made of."""

import pytest

import photometry as ph
from photometry.luminaires.read import read_luminaire
from photometry.site.placed import Luminaire, LuminaireType


def test_a_type_of_a_schedule_is_refused_in_the_place_of_its_file():
    file = read_luminaire("sample:area_t3")
    kind = LuminaireType("A", file, "a.ies", "", 1.0, 0.9, 1.0, {"llf": 0.9}, {})
    with pytest.raises(TypeError, match="luminaire type 'A' of a site; take its file"):
        Luminaire(kind, 0.0, 0.0, 20.0)
    assert ph.illuminance([Luminaire(kind.file, 0.0, 0.0, 20.0)], [[5.0, 5.0, 0.0]])[0] > 0.0
