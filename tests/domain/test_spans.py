"""Spans of one track: clipped windows, ends, and who wins on a day."""

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from service.domain.spans import Span, doubts, track_spans, winner
from tests.support.building import Card, day
from tests.support.histories import CALENDAR, TEXT, civil, stories


def spans(card):
    return card.timeline().spans("en", "paper")[TEXT]


def windows(card):
    """Return the window of each erratum, its start included, by id."""
    return {
        one.assertion.erratum: (one.after and one.after.isoformat(), one.start.isoformat())
        for one in spans(card)
        if one.assertion.kind != "base"
    }


@given(stories())
def test_windows_follow_the_declared_order(story):
    known = [one for one in spans(story.card()) if one.assertion.kind != "base" and one.windowed]
    for before, after in pairwise(known):
        assert before.after is None or after.after is None or before.after <= after.after
        assert before.start <= after.start


@given(stories(), st.sampled_from(CALENDAR))
def test_the_winner_holds_and_no_alternative_outranks_it_unless_its_window_is_open(story, number):
    found, on = spans(story.card()), civil(number)
    best = winner(found, on)
    for one in [doubt.span for doubt in doubts(found, on)]:
        assert one is not best
        assert one.may_hold(on) or (best is not None and one.holds(on) and one.rank < best.rank)
    if best is None:
        assert not any(one.holds(on) for one in found)
    else:
        assert best.holds(on)
        assert all(one.rank <= best.rank for one in found if one.holds(on))


@given(stories())
def test_between_two_edges_nothing_changes(story):
    found = spans(story.card())
    edges = {each for one in found for each in one.edges()}
    for on in map(civil, CALENDAR):
        if on not in edges:
            before = on - timedelta(1)
            assert winner(found, on) is winner(found, before)
            assert doubts(found, on) == doubts(found, before)


def test_any_erratum_outranks_the_base_also_one_that_starts_with_it():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("e1", "2024-01-15", "E1")
    assert winner(spans(card), day("2024-02-02")).assertion.erratum == "e1"


def test_a_base_known_by_its_last_possible_day_is_outranked_by_an_older_erratum():
    card = Card()
    card.base(("2024-01-31", "2024-02-29"), "P")
    card.erratum("e1", "2024-02-10", "E1")
    assert winner(spans(card), day("2024-02-28")) is None
    assert winner(spans(card), day("2024-02-29")).assertion.erratum == "e1"


def test_of_two_that_start_on_one_day_the_later_in_the_file_wins():
    card = Card()
    card.base("2024-02-02", "P")
    for name in ("a", "b", "c"):
        card.erratum(name, "2024-06-01", name)
    assert winner(spans(card), day("2024-06-01")).assertion.erratum == "c"


def test_a_neighbour_without_a_day_passes_on_the_bounds_of_the_next_one():
    card = Card()
    card.base("2014-01-01", "P")
    card.erratum("a", "2015-01-01", "A")
    card.erratum("b", None, "B", announced_on=None)
    card.erratum("c", None, "C", announced_on=None)
    card.erratum("d", "2018-01-01", "D")
    assert windows(card) == {
        "a": (None, "2015-01-01"),
        "b": ("2015-01-01", "2018-01-01"),
        "c": ("2015-01-01", "2018-01-01"),
        "d": (None, "2018-01-01"),
    }


def test_a_window_is_clipped_and_never_widened_by_its_neighbours():
    card = Card()
    card.base("2014-01-01", "P")
    card.erratum("a", ("2015-01-31", "2015-03-31"), "A")
    card.erratum("b", ("2014-12-31", "2015-12-31"), "B")
    card.erratum("c", ("2015-05-31", "2015-06-30"), "C")
    assert windows(card) == {
        "a": ("2015-01-31", "2015-03-31"),
        "b": ("2015-01-31", "2015-06-30"),
        "c": ("2015-05-31", "2015-06-30"),
    }


def test_the_base_clips_nothing():
    card = Card()
    card.base("2014-01-01", "P")
    card.erratum("a", ("2013-06-30", "2014-06-30"), "A")
    assert windows(card) == {"a": ("2013-06-30", "2014-06-30")}


def test_an_erratum_of_another_track_clips_nothing():
    card = Card()
    card.base("2014-01-01", "P", card.stat("might", "3"))
    card.erratum("a", "2015-01-01", None, card.stat("might", "4"))
    card.erratum("b", ("2014-06-30", "2016-01-01"), "B")
    assert windows(card) == {"b": ("2014-06-30", "2016-01-01")}


def test_one_without_any_latest_day_is_never_in_effect():
    card = Card()
    card.base("2014-01-01", "P")
    card.erratum("a", ("2015-01-31", None), "A", announced_on=None)
    assert windows(card) == {}
    assert card.says("9999-12-31") == "P"


def test_the_ends_of_two_that_may_be_over_leave_every_older_text_open():
    card = Card()
    card.base("2024-02-02", "P")
    card.erratum("a", "2024-03-01", "A")
    card.erratum("b", "2024-04-01", "B")
    card.lapsed("a", ("2024-05-31", "2024-07-31"))
    card.lapsed("b", ("2024-04-30", "2024-08-31"))
    texts = {on: card.others(on) for on in ("2024-04-30", "2024-05-31", "2024-06-01", "2024-07-31")}
    assert texts == {
        "2024-04-30": [],
        "2024-05-31": ["A"],
        "2024-06-01": ["P", "A"],
        "2024-07-31": ["P"],
    }


def test_what_is_known_up_to_the_last_day_of_the_calendar_has_no_day_after():
    one = Card().erratum("a", "2024-02-02", "A")
    span = Span(one, 0, False, day("2024-02-02"), True, after=date.max, until=None, until_after=date.max)
    assert set(span.edges()) == {day("2024-02-02")}


def test_no_changes_have_no_spans():
    assert track_spans([], None) == []
    assert winner([], day("2024-02-02")) is None
    assert doubts([], day("2024-02-02")) == []


def test_a_printing_clips_no_window_of_an_erratum():
    card = Card()
    card.base("2010-01-01", "P")
    card.translation("one-fr", "2010-01-01", "F")
    card.translation("two-fr", "2018-01-01", "F2")
    window = ("2015-01-01", "2020-06-01")
    card.erratum("fr1", window, None, card.value("F1", lang="fr"), languages=("fr",))
    found = card.timeline().spans("fr", "paper")[TEXT._replace(lang="fr")]
    assert [(span.after, span.start) for span in found if span.windowed] == [tuple(map(day, window))]
    assert card.on("2016-01-01", "fr").certainty == "uncertain"
    assert card.says("2020-06-01", "fr") == "F1"
