"""The map of the difference between two submittals."""

import numpy as np
import pytest

from photometry.cli import main
from photometry.drawings.difference_map import ChangedHead, ChangedPoints, difference_figure
from photometry.errors import BundleError
from photometry.submittal.diff_map import changes_on_the_ground
from photometry.submittal.pipeline import judge
from photometry.submittal.write import write_submittal


@pytest.fixture
def written(small_site, tmp_path):
    """Write a submittal of the small lot with its text changed."""

    def write(name, *edits):
        text = small_site.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text
            text = text.replace(old, new)
        edited = small_site.with_name(f"{name}.toml")
        edited.write_text(text, encoding="utf-8")
        write_submittal(judge(edited), tmp_path / name, only=("data",))
        return tmp_path / name

    return write


def named(figure, name):
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == name]


def test_the_change_at_every_point_is_later_less_earlier_in_feet(written, small_site):
    brighter = ("llf = 0.8", "llf = 1.0")
    places, heads, remarks = changes_on_the_ground(written("old"), written("new", brighter))
    lot = next(place for place in places if place.name == "lot")
    calc = judge(small_site).calc["lot"]
    # Metres in the files, feet on the map; points.csv rounds to 0.001 m and 1e-4 fc.
    np.testing.assert_allclose(lot.points_ft, calc.points_ft[:, :2], atol=0.002)
    np.testing.assert_allclose(lot.change_fc, calc.fc * 0.25, atol=1.01e-4)
    assert [head.what for head in heads] == ["llf 0.8 → 1.0"]
    assert not remarks


def test_luminaires_that_moved_came_and_went_are_told_apart(written):
    old = written("old")
    new = written("new", ("at = [1000.0, 500.0]", "at = [1003.0, 504.0]"))
    (head,) = changes_on_the_ground(old, new)[1]
    assert head.is_moved
    assert np.hypot(*np.subtract(head.now_ft, head.was_ft)) == pytest.approx(5 / 0.3048)  # 5 m
    other = written("other", ('id = "P1"', 'id = "P9"'))
    gone, come = changes_on_the_ground(old, other)[1]
    assert (gone.id, gone.now_ft, come.id, come.was_ft) == ("P1", None, "P9", None)


def test_points_of_only_one_design_are_left_out_and_said(written):
    places, _, remarks = changes_on_the_ground(
        written("old"), written("new", ('name = "lot"', 'name = "yard"'))
    )
    assert {place.name for place in places} == {"ring/property_line"}
    assert [remark.partition(":")[0] for remark in remarks] == ["lot", "yard"]


def test_designs_without_a_common_point_are_refused(written):
    moved = [("[1000,", "[3000,"), ("[1012,", "[3012,"), ("[998,", "[2998,"), ("[1014,", "[3014,")]
    with pytest.raises(BundleError, match="no point in common"):
        changes_on_the_ground(written("old"), written("new", *moved))


def test_a_square_has_the_colour_of_its_change_and_the_sign_is_printed():
    points = np.array([(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)])
    lot = ChangedPoints("lot", points, np.array([0.0, 0.3, -0.3, 5.0]))
    heads = [ChangedHead("P1", (5.0, 8.0), (5.0, 8.0)), ChangedHead("P2", (15.0, 8.0), None)]
    figure = difference_figure([lot], heads, title="a → b")
    filled = {step: len(named(figure, f"change {step}")) for step in (0, 2, -2, 5)}
    assert filled == {0: 1, 2: 1, -2: 1, 5: 1}
    assert {text.get_text() for text in named(figure, "change")} == {"+0.30", "−0.30", "+5.0"}
    assert [text.get_text() for text in named(figure, "tag")] == ["P2"]
    assert len(named(figure, "removed")) == 1


@pytest.mark.parametrize(("suffix", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_the_command_writes_the_map_the_same_each_time(written, tmp_path, suffix, begins, capsys):
    old, new = written("old"), written("new", ("llf = 0.8", "llf = 1.0"))
    targets = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for target in targets:
        assert main(["diff", str(old), str(new), "--map", str(target)]) == 1
    first, second = (target.read_bytes() for target in targets)
    assert first == second
    assert first.startswith(begins)
    assert "lot/maintained/avg_fc" in capsys.readouterr().out


def test_a_map_of_another_kind_or_nowhere_is_refused(written, tmp_path, capsys):
    old = written("old")
    assert main(["diff", str(old), str(old), "--map", "map.svg"]) == 2
    assert ".pdf or .png" in capsys.readouterr().err
    nowhere = str(tmp_path / "none" / "map.pdf")
    assert main(["diff", str(old), str(old), "--map", nowhere]) == 2
    assert "cannot be written" in capsys.readouterr().err
