"""Phases of a track: on every day they say what its spans say of that day by themselves."""

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given

from service.domain.phases import Course
from service.domain.spans import doubts, is_doubtful, rivals, winner
from tests.support.building import Card, day
from tests.support.histories import CALENDAR, TEXT, civil, stories


def course(card):
    return card.timeline().courses("en", "paper")[TEXT]


@given(stories())
def test_on_every_day_a_phase_says_what_the_spans_say(story):
    found = course(story.card())
    for on in map(civil, CALENDAR):
        phase = found.on(on)
        best, open_now = winner(found.spans, on), doubts(found.spans, on)
        assert phase.span is best
        assert phase.doubts == open_now
        assert phase.doubtful == is_doubtful(found.spans, on)
        assert phase.doubtful == (bool(rivals(found.spans, on)) or bool(best and best.may_be_over(on)))


@given(stories())
def test_what_holds_does_until_the_first_day_on_which_something_else_does(story):
    found = course(story.card())
    for on in map(civil, CALENDAR):
        best, phase = winner(found.spans, on), found.on(on)
        if best is not None:
            later = (on + timedelta(step) for step in range(1, CALENDAR.stop + 100))
            assert phase.until == next(
                (each for each in later if winner(found.spans, each) is not best), None
            )


@given(stories())
def test_periods_cover_the_days_on_which_something_holds_and_no_others(story):
    found = course(story.card())
    periods = list(found.periods())
    for on in map(civil, CALENDAR):
        holding = [span for span, began, until in periods if began <= on and (until is None or on < until)]
        best = winner(found.spans, on)
        assert holding == ([] if best is None else [best])
    for (_, _, until), (_, began, _) in pairwise(periods):
        assert until is not None
        assert until <= began


def test_a_span_that_returns_has_two_periods():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-06-01", "E1", effective_until="2024-07-01")
    periods = course(card).periods()
    assert [(one.assertion.kind, str(began), until and str(until)) for one, began, until in periods] == [
        ("base", "2024-02-02", "2024-06-01"),
        ("erratum", "2024-06-01", "2024-07-01"),
        ("base", "2024-07-01", None),
    ]


def test_a_track_that_nothing_sets_has_one_phase_for_ever():
    for each in (date.min, date.max):
        assert (Course([]).on(each).span, Course([]).on(each).doubtful) == (None, False)
    assert list(Course([]).periods()) == []


def test_what_may_have_begun_on_any_day_is_in_doubt_from_the_beginning_of_the_calendar():
    card = Card()
    card.erratum("e1", (None, "2024-06-01"), "E1")
    assert [doubt.by for doubt in course(card).on(date.min).doubts] == [day("2024-06-01")]


def test_tracks_that_the_same_changes_set_have_one_course():
    card = Card()
    card.base("2024-02-02", "P", card.value("Brindle Warden", "name"), card.stat("might", "3"))
    card.erratum("e1", "2024-06-01", None, card.stat("might", "4"))
    found = {track.field: one for track, one in card.timeline().courses("en", "paper").items()}
    assert found["name"] is found["rules_text"]
    assert found["might"] is not found["name"]
    assert found["might"].on(day("2024-06-01")).span.assertion.erratum == "e1"
