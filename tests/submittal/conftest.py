import pytest

SITE = """
format = 1
unit = "m"
[project]
name = "Small lot"
number = "12"
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
llf = 0.8
[[luminaires]]
id = "P1"
type = "A"
at = [1000.0, 500.0]
mounting_height_ft = 20
[[zones]]
name = "lot"
kind = "parking"
area = [[1000,500],[1012,500],[1012,512],[1000,512]]
[[boundaries]]
id = "ring"
line = [[998,498],[1014,498],[1014,514],[998,514],[998,498]]
[[scenes]]
name = "late"
groups = { A = 0.5 }
"""


@pytest.fixture
def small_site(tmp_path):
    """A site file in metres, a kilometre from its origin."""
    folder = tmp_path / "a lot"
    folder.mkdir()
    path = folder / "site.toml"
    path.write_text(SITE, encoding="utf-8")
    return path
