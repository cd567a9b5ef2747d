from pathlib import PurePosixPath

from photometry.submittal.inputs import bundled_places


def test_files_of_the_sites_folder_keep_their_place(tmp_path):
    site = tmp_path / "site" / "site.toml"
    lamp = tmp_path / "site" / "lum" / "a.ies"
    places = bundled_places(site.parent, [site, lamp, site])
    assert list(places) == [PurePosixPath("site.toml"), PurePosixPath("lum/a.ies")]
    assert list(places.values()) == [site.resolve(), lamp.resolve()]


def test_files_from_elsewhere_never_leave_the_bundle_nor_hide_each_other(tmp_path):
    one, two = tmp_path / "x" / "a.ies", tmp_path / "y" / "a.ies"
    places = bundled_places(tmp_path / "site", [one, two])
    assert places == {
        PurePosixPath("elsewhere/a.ies"): one.resolve(),
        PurePosixPath("elsewhere-2/a.ies"): two.resolve(),
    }
    assert not any(".." in place.parts for place in places)
