"""The rules of time on what may stand of one subject."""

from datetime import date

import pytest

from service.domain.rules import broken_rules
from tests.support.ruled import BROKEN, SOUND, erratum, ruled_card

SCOPES = ("paper", "mtgo")
TODAY = date(2026, 1, 14)


def broken(card, scopes=SCOPES, today=TODAY):
    found = broken_rules(card.assertions, card.endings, scopes, lambda _: today)
    return [(one.code, one.version.seq) for one in found]


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_rule_is_told_with_the_last_of_the_facts_that_do(name):
    code, seq, build = BROKEN[name]
    assert broken(ruled_card(*build)) == [(code, seq)]


@pytest.mark.parametrize("name", BROKEN)
def test_without_that_fact_the_rule_holds(name):
    _, _, build = BROKEN[name]
    assert broken(ruled_card(*build[:-1])) == []


@pytest.mark.parametrize("name", SOUND)
def test_what_keeps_the_rules_is_sound(name):
    assert broken(ruled_card(*SOUND[name])) == []


def test_where_the_game_is_not_known_a_replacement_in_two_scopes_leaves_others():
    card = ruled_card(*SOUND["a replacement in each scope"], erratum("e4", "2024-06-01"))
    assert {seq for _, seq in broken(card, ())} == {5}
    assert {code for code, _ in broken(card, ())} == {"same-start-conflict"}


def test_where_the_day_of_recording_is_not_known_nothing_is_in_the_future():
    _, _, build = BROKEN["an announcement after the day of recording"]
    assert broken(ruled_card(*build), today=None) == []
