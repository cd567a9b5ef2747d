"""What a notebook shows: tables made from the results' own numbers, plots on any axes."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import photometry as ph
from photometry.submittal.pipeline import judge


def test_findings_are_a_tuple_that_becomes_a_table(station):
    findings = station.findings
    assert isinstance(findings, tuple)
    frame = findings.to_dataframe()
    assert len(frame) == len(findings)
    fails = frame[frame["status"] == "fail"]
    assert len(fails) == sum(finding.status == "fail" for finding in findings)
    row = frame[frame["rule"].str.endswith("J2-trespass-dwelling")].iloc[0]
    source = next(f for f in findings if f.rule.endswith("J2-trespass-dwelling"))
    assert (row["measured"], row["limit"]) == (source.measured, source.limit)
    shown = findings._repr_html_()
    assert "not_applicable" not in shown
    assert "dwelling" in shown


def test_statistics_are_a_row(station):
    stats = station.calc["parking"].statistics()
    (row,) = stats.to_dataframe().to_dict("records")
    assert row["avg_fc"] == stats.avg_fc
    assert row["max_min"] == stats.max_min
    assert "avg_fc" in stats._repr_html_()


def test_a_site_is_a_table_of_its_heads_in_feet(small_site):
    site = judge(small_site).site
    (row,) = site.to_dataframe().to_dict("records")
    assert (row["id"], row["type"]) == ("P1", "A")
    assert row["x_ft"] == pytest.approx(1000 / 0.3048)  # the file is in metres
    assert "P1" in site._repr_html_()


def test_a_luminaire_file_is_its_candela_by_angle():
    lum = ph.read_luminaire("sample:area_t3")
    frame = lum.to_dataframe()
    assert frame.index.name == "vertical_deg"
    assert frame.loc[0.0, 0.0] == lum.distribution.candela(0.0, 0.0)
    assert frame.loc[65.0, 90.0] == pytest.approx(lum.distribution.candela(65.0, 90.0), rel=1e-12)
    shown = lum._repr_html_()
    assert "area_t3" in shown
    assert str(lum.bug) in shown


def test_names_from_files_are_escaped(small_site):
    text = small_site.read_text(encoding="utf-8").replace('id = "P1"', 'id = "<b>P1"')
    small_site.write_text(text, encoding="utf-8")
    assert "<b>" not in judge(small_site).site._repr_html_()


def test_a_line_is_plotted_by_its_distance_on_the_axes_given(station):
    axes = Figure().add_subplot()
    line = station.calc["south/property_line"]
    assert ph.plot_line(line, ax=axes, layers=("maintained",)) is axes
    (curve,) = axes.lines
    assert curve.get_ydata().tolist() == line.fc.tolist()
    length = np.hypot(*(line.points_ft[-1] - line.points_ft[0])[:2])  # a straight line
    assert curve.get_xdata()[-1] == pytest.approx(length)


def test_a_candela_curve_points_down_at_nadir_and_right_at_its_lateral_angle():
    lum = ph.read_luminaire("sample:area_t3")
    axes = ph.plot_candela(lum, ax=Figure().add_subplot(), lateral_deg=(0.0,))
    x, y = axes.lines[0].get_data()
    place = int(np.argmax(np.hypot(x, y)))
    vertical = np.degrees(np.arctan2(abs(x[place]), -y[place]))
    lateral = 0.0 if x[place] >= 0 else 180.0
    assert np.hypot(x[place], y[place]) == pytest.approx(
        float(lum.distribution.candela(vertical, lateral)), rel=1e-6
    )
    below = lum.distribution.candela(0.0, 0.0)
    assert y[len(y) // 2] == pytest.approx(-below)
