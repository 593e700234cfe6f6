"""What had been announced by a day, of changes that depend on each other."""

import pytest

from service.domain.reader import Reader
from service.domain.timeline import Timeline
from tests.support.building import Card, day


def known(card, known_by, on):
    """Return what the card says on a day, and what else it may say, by what had been announced."""
    reading = Reader(Timeline(card.history(), day(known_by)), "en", "paper").on(day(on))
    words = card.words[reading.faces[0]["rules_text"].content]
    return words, [card.words[one.content] for one in reading.alternatives]


def test_a_window_stays_where_it_is_while_the_end_that_clips_it_is_not_announced():
    card = Card()
    card.base("2024-02-01", "P")
    until = {"effective_until": "2024-06-01", "until_announced_on": "2024-05-01"}
    card.erratum("e1", ("2024-03-01", None), "E1", announced_on="2024-03-10", **until)
    assert known(card, "2024-04-01", "2024-04-01") == ("P", ["E1"])
    assert known(card, "2024-04-01", "2024-07-01") == ("E1", [])
    assert known(card, "2024-05-01", "2024-07-01") == ("P", [])


def test_what_a_replacement_replaces_holds_until_that_one_is_announced_by_its_first_effective_day():
    card = Card()
    card.base("2024-06-01", "P", announced_on="2024-02-01")
    card.erratum("e1", "2024-03-01", "E1", announced_on="2024-02-01")
    card.erratum("e2", "2024-03-01", "E2", announced_on=None, replaces="e1")
    assert known(card, "2024-04-01", "2024-06-01") == ("E1", [])
    assert known(card, "2024-06-01", "2024-06-01") == ("E2", [])


@pytest.mark.parametrize(
    ("known_by", "on", "words"),
    [
        ("2024-05-01", "2024-05-01", "E1"),  # dated anew, and no one knew
        ("2024-05-01", "2024-07-01", "P"),  # that it would end was known
        ("2024-06-01", "2024-05-01", "P"),  # the former day is void
        ("2024-06-01", "2024-06-01", "E1 anew"),
        ("2024-06-01", "2024-07-01", "P"),
    ],
)
def test_an_end_counts_although_its_change_is_dated_anew_later(known_by, on, words):
    card = Card()
    card.base("2024-02-01", "P")
    former = card.erratum("e1", "2024-04-01", "E1")
    card.erratum("e1", "2024-05-15", "E1 anew", announced_on="2024-05-20")
    card.void(former.version, "2024-04-01", announced_on=day("2024-05-20"))
    card.lapsed("e1", "2024-07-01", announced_on=day("2024-04-15"))
    assert known(card, known_by, on)[0] == words


def test_what_perhaps_was_announced_is_no_alternative_to_what_surely_holds_above_it():
    card = Card()
    card.base("2024-02-01", "P")
    card.erratum("e1", ("2024-03-01", "2024-05-01"), "E1", announced_on=None)
    card.erratum("e2", "2024-06-01", "E2", announced_on="2024-03-15")
    assert known(card, "2024-04-01", "2024-05-15") == ("P", ["E1"])
    assert known(card, "2024-04-01", "2024-06-01") == ("E2", [])
