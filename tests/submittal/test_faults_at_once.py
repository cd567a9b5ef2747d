"""What is wrong with a site, its codes, its options and its facts is told in one go."""

import pytest

from photometry.errors import CodeFileError, FactsFileError, ProjectFileError
from photometry.submittal.pipeline import judge

SITE = """format = 1
unit = "ft"
facts = "facts.toml"
[project]
name = "Lot"
code = CODES
[options]
OPTION
[luminaire_types.A]
file = "sample:area_t3"
lamp_type = "led"
llf = 0.9
[[luminaires]]
id = "P1"
type = "A"
at = [20, 20]
mounting_height_ft = HEIGHT
[[zones]]
name = "lot"
kind = "parking"
area = [[0, 0], [40, 0], [40, 40], [0, 40]]
"""
FACTS = 'format = 1\nkind = "facts"\n'
BAD_FACTS = FACTS + "[site]\nno_such_field = 1\n"


@pytest.fixture
def lot(tmp_path):
    def write(codes='["sweden-ny"]', option="", height="20", facts=FACTS):
        text = SITE.replace("CODES", codes).replace("OPTION", option).replace("HEIGHT", height)
        (tmp_path / "facts.toml").write_text(facts)
        file = tmp_path / "site.toml"
        file.write_text(text)
        return file

    return write


def places(error):
    return [(fault.file.rsplit("/", 1)[-1], fault.line) for fault in error.value.faults]


def test_faults_of_a_site_come_with_those_of_its_option_and_facts_in_order_of_lines(lot):
    with pytest.raises(ProjectFileError) as error:
        judge(lot(option='NO_OPTION = "x"', height="-3", facts=BAD_FACTS))
    assert places(error) == [("site.toml", 8), ("site.toml", 17), ("facts.toml", 4)]


def test_an_unknown_code_is_told_with_the_faults_of_the_site(lot):
    with pytest.raises(ProjectFileError) as error:
        judge(lot(codes='["swede-ny"]', option='IESNA_TOL = "none"', height="-3"))
    assert places(error) == [("site.toml", 6), ("site.toml", 17)]


def test_an_unknown_code_alone_is_a_fault_of_codes(lot):
    with pytest.raises(CodeFileError, match="did you mean sweden-ny"):
        judge(lot(codes='["swede-ny"]'))


def test_facts_are_refused_with_an_option_before_anything_is_calculated(lot):
    def refuse(*_):
        raise AssertionError("calculated")

    with pytest.raises(ProjectFileError) as error:
        judge(lot(option='NO_OPTION = "x"', facts=BAD_FACTS), progress=refuse)
    assert places(error) == [("site.toml", 8), ("facts.toml", 4)]


def test_options_and_decisions_for_a_sites_own_code_are_passed_over_by_another(lot):
    decided = FACTS + (
        '[[determination]]\nrule_id = "sweden-175-29-J1-trespass-pavement-edge"\n'
        'result = "pass"\nnote = "minutes"\n'
    )
    file = lot(option='LED_OVER_70 = "literal"', facts=decided)
    assert {finding.code for finding in judge(file, code="lewiston-ny").findings} == {"lewiston-ny"}
    with pytest.raises(ProjectFileError, match="NO_OPTION"):
        judge(lot(option='NO_OPTION = "x"'), code="lewiston-ny")


def test_a_decision_on_a_thing_that_is_not_there_is_refused(lot):
    decided = FACTS + (
        '[[determination]]\nrule_id = "sweden-175-29-G1-meet-iesna"\n'
        'where = "lott"\nresult = "pass"\n'
    )
    with pytest.raises(FactsFileError, match='called "lott"; did you mean lot'):
        judge(lot(facts=decided))
    judge(lot(facts=decided.replace("lott", "lot")))
