"""What `info --json` says of a luminaire file is what its page says."""

import pytest

from photometry.cli import main
from photometry.cli.info import luminaire_record
from photometry.luminaires.read import read_luminaire
from photometry.tables.luminaire_file import luminaire_facts


def test_the_record_gives_efficacy_and_where_the_largest_candela_is():
    file = read_luminaire("sample:cobra_mh250")
    record = luminaire_record(file)
    assert record["efficacy_lm_per_w"] == pytest.approx(file.lumens / file.input_watts_w, abs=0.05)
    at = record["max_candela_at_deg"]
    found = file.distribution.candela(at["vertical"], at["lateral"])
    assert float(found) == pytest.approx(record["max_candela_cd"], abs=0.05)  # cd: one decimal
    assert record["is_fully_shielded"] is False


@pytest.mark.parametrize("name", ["sports_flood_b", "area_t3"])
def test_the_record_gives_the_nema_type_that_the_page_shows(name):
    file = read_luminaire(f"sample:{name}")
    facts = {fact.label: fact.text for group in luminaire_facts(file) for fact in group.facts}
    assert facts["NEMA"].startswith(f"{luminaire_record(file)['nema']} (H x V)")


def test_a_plot_that_is_no_pdf_is_refused(tmp_path, capsys):
    assert main(["info", "sample:area_t3", "--plot", str(tmp_path / "p.txt")]) == 2
    assert "expected a .pdf" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
