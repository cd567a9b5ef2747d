import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from photometry.drawings.view import SCALES_FT_PER_IN, fitted_view

FRAME = (1.5, 4.5, 22.75, 23.5)


@given(st.floats(-2e6, 2e6), st.floats(-2e6, 2e6), st.floats(1.0, 5000.0), st.floats(1.0, 5000.0))
def test_what_must_be_seen_fits_the_frame_at_the_largest_customary_scale(x, y, width, height):
    view = fitted_view((x, y, x + width, y + height), FRAME, 0.35)
    corners = view.to_paper([(x, y), (x + width, y + height)])
    # 1e-6 in: state plane coordinates leave that many digits.
    assert (corners[0] >= np.array(FRAME[:2]) + 0.35 - 1e-6).all()
    assert (corners[1] <= np.array(FRAME[2:]) - 0.35 + 1e-6).all()
    smaller = [s for s in SCALES_FT_PER_IN if s < view.scale_ft_per_in]
    if smaller and view.scale_ft_per_in in SCALES_FT_PER_IN:
        room = (FRAME[2] - FRAME[0] - 0.7) * smaller[-1], (FRAME[3] - FRAME[1] - 0.7) * smaller[-1]
        assert width > room[0] or height > room[1]


@given(st.floats(-1e5, 1e5), st.floats(-1e5, 1e5))
def test_there_and_back_is_the_same_place(x, y):
    view = fitted_view((0, 0, 300, 260), FRAME, 0.35)
    # A micron of an inch times the scale.
    np.testing.assert_allclose(view.to_site(view.to_paper((x, y))), (x, y), atol=1e-6)


def test_a_scale_is_written_as_on_a_drawing():
    assert fitted_view((0, 0, 300, 260), FRAME, 0.35).words == '1" = 20\'-0"'


def test_a_town_gets_a_scale_in_thousands():
    assert fitted_view((0, 0, 60000, 1000), FRAME, 0.35).scale_ft_per_in == pytest.approx(3000)
