import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from photometry.drawings.isofootcandle import plot_isofootcandle
from photometry.drawings.notebook import zone_grid
from photometry.engine.results import LayerMix, ZoneResult
from photometry.site.model import Zone


def zone_result(x, y, z, angle_deg=0.0):
    """A zone on a lattice with the given columns, rows and values."""
    z = np.asarray(z, np.float64)
    columns, rows = np.meshgrid(np.arange(len(x)), np.arange(len(y)))
    xy = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2).astype(np.float64)
    turn = np.radians(angle_deg)
    xy = xy @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return ZoneResult(
        name="zone",
        kind="other",
        points_ft=np.column_stack([xy, np.zeros(len(xy))]),
        group_fc=z.reshape(1, 1, -1),
        mix=LayerMix(("all",), {"initial": np.ones(1), "maintained": np.ones(1)}),
        zone=Zone("zone", "other", np.zeros((0, 2))),
        lattice=np.column_stack([columns.ravel(), rows.ravel()]),
        spacing_ft=10.0,
    )


def segments(axes):
    return [
        segment
        for artist in axes.collections
        if isinstance(artist, LineCollection)
        for segment in artist.get_segments()
    ]


def test_x_is_across_and_y_is_up():
    result = zone_result([0, 10, 20], [0, 10], [[1, 2, 3], [21, 22, 23]])
    x, y, z = zone_grid(result)
    at = {(round(a), round(b)): c for a, b, c in zip(x.ravel(), y.ravel(), z.ravel(), strict=True)}
    assert at[20, 10] == 23
    assert at[0, 0] == 1
    assert at[0, 10] == 21
    (line,) = segments(plot_isofootcandle(result, levels=[11]))
    np.testing.assert_allclose(1 + line[:, 0] / 10 + 2 * line[:, 1], 11)


def test_a_turned_lattice_is_drawn_where_its_points_are():
    result = zone_result([0, 10, 20], [0, 10], [[1, 2, 3], [21, 22, 23]], angle_deg=30)
    x, y, _ = zone_grid(result)
    np.testing.assert_allclose(
        np.column_stack([x.ravel(), y.ravel()]), result.points_ft[:, :2], atol=1e-9
    )


def test_a_constant_grid_says_its_value():
    axes = plot_isofootcandle(zone_result(range(5), range(5), np.full((5, 5), 2.5)))
    assert "constant, 2.50 fc" in axes.get_title()
    assert segments(axes) == []


def test_one_row_of_points_says_that_it_has_no_contours():
    axes = plot_isofootcandle(zone_result(range(5), [0], [[1, 2, 3, 4, 5]]))
    assert "one row of points" in axes.get_title()


def test_levels_may_come_unsorted_and_repeated():
    values = [[0, 1, 2], [2, 4, 6], [4, 6, 8]]
    result = zone_result(range(3), range(3), values)
    axes = plot_isofootcandle(result, levels=[5, 1, 1, 0.5])
    labels = [artist.get_label() for artist in axes.collections]
    assert labels == ["0.5 fc", "1 fc", "5 fc"]
    assert len(segments(plot_isofootcandle(result, levels=[0.5]))) == 1


def test_it_draws_on_the_axes_that_it_is_given():
    axes = Figure().add_subplot()
    result = zone_result(range(3), range(3), [[0, 1, 2], [2, 4, 6], [4, 6, 8]])
    assert plot_isofootcandle(result, ax=axes) is axes


def test_an_unknown_layer_is_refused():
    with pytest.raises(KeyError, match="no layer"):
        plot_isofootcandle(zone_result(range(2), range(2), [[1, 2], [3, 4]]), layer="dusk")


def test_what_is_no_zone_has_no_contours_and_says_so():
    zone = zone_result([0.0, 10.0], [0.0, 10.0], [[1.0, 2.0], [3.0, 4.0]])
    with pytest.raises(TypeError, match="ndarray has none"):
        plot_isofootcandle(zone.fc)
