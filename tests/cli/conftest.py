import pytest


@pytest.fixture
def lot(tmp_path, lot_toml):
    """The site file of a small lot."""
    path = tmp_path / "site.toml"
    path.write_text(lot_toml)
    return path
