"""When a target is missed, and when that fails the run."""

import pytest

from bench.needs import HISTORY, POSTGRESQL
from bench.results import Verdict, exit_code
from bench.targets import cost_at_most
from tests.support.made_lines import line, not_run, result

LINE, LATER = line(), line(planned=True)


@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        ((1.0, 1.0, 1.0), Verdict.MET),
        ((1.2, 1.2, 1.2), Verdict.MET),
        ((0.2, 1.1, 1.2), Verdict.MET),  # however far they spread
        ((0.8, 0.9, 1.1), Verdict.WITHIN_NOISE),  # missed by 0.1, the noise is 0.15
        ((0.85, 0.9, 0.95), Verdict.MISSED),  # missed by 0.1, the noise is 0.05
        ((0.99, 0.99, 0.99), Verdict.MISSED),  # no noise excuses it
    ],
)
def test_a_target_is_missed_when_it_is_missed_by_more_than_the_noise(figures, verdict):
    assert result(LINE, *figures).verdict is verdict


def test_at_most_is_judged_from_the_other_side():
    costly = line(target=cost_at_most(1.5))
    assert result(costly, 0.5, 0.5, 0.5).verdict is Verdict.MISSED
    assert result(costly, 0.7, 0.7, 0.7).verdict is Verdict.MET


def test_a_missed_target_fails_the_run():
    assert exit_code([result(LINE, 2, 2, 2), result(LINE, 0.5, 0.5, 0.5)], without=()) == 1


def test_a_target_missed_within_the_noise_does_not():
    assert exit_code([result(LINE, 0.8, 0.9, 1.1)], without=()) == 0


def test_a_target_of_later_work_may_be_missed():
    assert exit_code([result(LATER, 0.5, 0.5, 0.5)], without=()) == 0


def test_a_line_that_was_not_run_fails_the_run():
    assert exit_code([not_run(LINE, POSTGRESQL)], without=()) == 1


def test_unless_its_need_was_left_out():
    assert exit_code([not_run(LINE, POSTGRESQL)], without=[POSTGRESQL]) == 0
    assert exit_code([not_run(LINE, POSTGRESQL)], without=[HISTORY]) == 1


def test_a_line_of_later_work_may_need_what_is_not_there():
    assert exit_code([not_run(LATER, HISTORY)], without=()) == 0


@pytest.mark.parametrize("made", [LINE, LATER])
def test_no_line_may_break(made):
    assert exit_code([not_run(made, None)], without=[POSTGRESQL, HISTORY]) == 1


def test_all_well():
    assert exit_code([result(LINE, 2, 2, 2)], without=()) == 0
