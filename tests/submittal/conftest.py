import shutil
from pathlib import Path

import pytest

from photometry.submittal.html import report_html
from photometry.submittal.pipeline import judge
from photometry.submittal.write import write_submittal

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"

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


@pytest.fixture(scope="session")
def station():
    """The gas station that fails: calculated and judged once for all tests of the page."""
    return judge(EXAMPLES / "corner-gas" / "site.toml")


@pytest.fixture(scope="session")
def station_html(station):
    return report_html(station)


@pytest.fixture(scope="session")
def hostile_html():
    """The page of a site whose names are markup."""
    return report_html(judge(HERE / "data" / "hostile" / "site.toml"))


@pytest.fixture(scope="session")
def town(tmp_path_factory):
    """The folder of a small lot whose inputs lie everywhere: a library, a town's own code."""
    folder = tmp_path_factory.mktemp("town") / "elm"
    shutil.copytree(HERE / "data" / "town", folder)
    return folder


@pytest.fixture(scope="session")
def fresh_bundle(town):
    """The submittal of that lot: numbers only."""
    write_submittal(judge(town / "lot" / "site.toml"), town / "out", only=("data",))
    return town / "out"


@pytest.fixture
def handed_in(fresh_bundle, tmp_path):
    """A copy of the submittal, to be tampered with, far from what it was made from."""
    return shutil.copytree(fresh_bundle, tmp_path / "handed in")
