"""Both sides run in turn; what goes wrong in a line is told and ends no other."""

import pytest

from bench.line import Sides
from bench.needs import HISTORY, NotRunnable
from bench.results import Verdict
from bench.running import interleaved, run_line
from bench.targets import Round
from bench.workplace import workplace
from tests.support.made_lines import line


@pytest.fixture
def place():
    with workplace(quick=True) as made:
        yield made


def recorded(with_reference=True):
    """Return sides that note when they run, and their notes."""
    notes = []

    def side(name):
        def measure():
            notes.append(name)
            return float(len(notes))

        return measure

    return Sides(side("A"), side("B") if with_reference else None), notes


def test_each_round_begins_with_the_other_side():
    sides, notes = recorded()
    rounds = interleaved(sides, 3, warm_up=False)
    assert "".join(notes) == "ABBAAB"
    assert rounds == (Round(1.0, 2.0), Round(4.0, 3.0), Round(5.0, 6.0))


def test_the_round_that_warms_up_is_passed_over():
    sides, notes = recorded()
    assert interleaved(sides, 1, warm_up=True) == (Round(3.0, 4.0),)
    assert "".join(notes) == "ABAB"


def test_a_line_without_a_reference_runs_ours_alone():
    sides, notes = recorded(with_reference=False)
    assert interleaved(sides, 2, warm_up=False) == (Round(1.0, None), Round(2.0, None))
    assert "".join(notes) == "AA"


def test_a_line_has_as_many_rounds_as_are_asked_for(place):
    assert len(run_line(line(), place, 7, without=()).rounds) == 7


def test_a_line_that_takes_long_has_fewer_but_never_more(place):
    assert len(run_line(line(rounds=3), place, 7, without=()).rounds) == 3
    assert len(run_line(line(rounds=5), place, 3, without=()).rounds) == 3


def test_what_is_missing_is_told(place):
    found = run_line(line(raises=NotRunnable(HISTORY, "no file")), place, 3, without=())
    assert (found.verdict, found.reason, found.need) == (Verdict.NOT_RUN, "no file", HISTORY)


def test_what_is_left_out_is_not_tried(place):
    made = line(needs=(HISTORY,), raises=RuntimeError("tried"))
    found = run_line(made, place, 3, without=[HISTORY])
    assert (found.reason, found.need) == ("left out by --without history", HISTORY)


def test_a_line_that_breaks_is_told_as_such(place, capsys):
    found = run_line(line(raises=RuntimeError("broken")), place, 3, without=[HISTORY])
    assert (found.verdict, found.reason, found.need) == (Verdict.NOT_RUN, "it failed: broken", None)
    assert "RuntimeError: broken" in capsys.readouterr().err
