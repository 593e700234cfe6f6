"""A figure is made of a round as its target says, and is held to the right side of the bound."""

import pytest

from bench.targets import Round, at_most, cost_at_most, more_at_most, speed_at_least


@pytest.mark.parametrize(
    ("target", "figure"),
    [
        (speed_at_least(0.65), 0.25),  # four times as long is a quarter as fast
        (cost_at_most(1.5), 4.0),
        (more_at_most(25), 6.0),
        (at_most(2), 8.0),
    ],
)
def test_the_figure_of_a_round(target, figure):
    assert target.figure(Round(ours=8.0, reference=2.0)) == figure


def test_a_figure_of_ours_alone_needs_no_reference():
    assert at_most(2).figure(Round(8.0, None)) == 8.0


@pytest.mark.parametrize("target", [speed_at_least(1), cost_at_most(1), more_at_most(1)])
def test_a_figure_of_both_is_not_made_of_one(target):
    with pytest.raises(ValueError, match="needs a reference"):
        target.figure(Round(8.0, None))


def test_at_least_is_missed_from_below():
    target = speed_at_least(0.65)
    assert target.shortfall(0.6) == pytest.approx(0.05)
    assert target.shortfall(0.65) == 0
    assert target.shortfall(0.7) < 0


def test_at_most_is_missed_from_above():
    target = cost_at_most(1.5)
    assert target.shortfall(1.6) == pytest.approx(0.1)
    assert target.shortfall(1.5) == 0
    assert target.shortfall(1.4) < 0
