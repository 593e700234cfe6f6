"""The rules of time on what stands of one subject: each with a card that breaks it, and one that doesn't."""

from datetime import UTC, date, datetime

import pytest

from service.domain.ledger import Record
from service.store.connection import writing
from service.store.integrity.faults import Code
from service.store.segments import save_head, save_index
from tests.support.building import SUBJECT, Card
from tests.support.databases import record, record_card, record_game
from tests.support.planting import Told, told

BASE = ("2024-02-02", "P")


def card(*build):
    """Return a card with a base and what each function adds."""
    made = Card(verified_through=None)
    made.base(*BASE)
    for add in build:
        add(made)
    return made


def erratum(id, days, words="E", **more):
    return lambda one: one.erratum(id, days, f"{words} {id}", **more)


def lapsed(id, days, **more):
    return lambda one: one.lapsed(id, days, **more)


E1 = erratum("e1", "2024-06-01")

BROKEN = {
    "an end on the day of the start": (Code.EMPTY_PERIOD, 3, [E1, lapsed("e1", "2024-06-01")]),
    "an end before the start": (Code.EMPTY_PERIOD, 3, [E1, lapsed("e1", "2024-05-01")]),
    "an end by the end of the window": (
        Code.EMPTY_PERIOD,
        3,
        [erratum("e1", ("2024-05-01", "2024-06-01")), lapsed("e1", ("2024-05-20", "2024-06-01"))],
    ),
    "its own end by the end of its window": (
        Code.EMPTY_PERIOD,
        2,
        [erratum("e1", (None, "2024-06-01"), effective_until="2024-06-01")],
    ),
    "two ends": (Code.ALREADY_ENDED, 4, [E1, lapsed("e1", "2024-07-01"), lapsed("e1", "2024-08-01")]),
    "an end beside its own": (
        Code.ALREADY_ENDED,
        3,
        [erratum("e1", "2024-06-01", effective_until="2024-09-01"), lapsed("e1", "2024-08-01")],
    ),
    "two starts on a day": (Code.SAME_START_CONFLICT, 3, [E1, erratum("e2", "2024-06-01")]),
    "two starts on a day in one scope": (
        Code.SAME_START_CONFLICT,
        3,
        [
            erratum("e1", "2024-06-01", scopes=("paper", "mtgo")),
            erratum("e2", "2024-06-01", scopes=("mtgo",)),
        ],
    ),
    "a third start beside a replacement": (
        Code.SAME_START_CONFLICT,
        4,
        [E1, erratum("e2", "2024-06-01", replaces="e1"), erratum("e3", "2024-06-01")],
    ),
    "a replacement announced before": (
        Code.REPLACEMENT_ANNOUNCED_TOO_EARLY,
        3,
        [E1, erratum("e2", "2024-06-01", replaces="e1", announced_on="2024-05-31")],
    ),
    "an announcement after the day of recording": (
        Code.ANNOUNCED_IN_THE_FUTURE,
        2,
        [erratum("e1", "2024-06-01", announced_on="2026-01-15")],
    ),
    "an announced end after the day of recording": (
        Code.ANNOUNCED_IN_THE_FUTURE,
        2,
        [erratum("e1", "2024-06-01", effective_until="2025-01-01", until_announced_on="2026-01-15")],
    ),
    "an ending announced after the day of recording": (
        Code.ANNOUNCED_IN_THE_FUTURE,
        3,
        [E1, lapsed("e1", "2024-07-01", announced_on=date(2026, 1, 15))],
    ),
}

SOUND = {
    "an end after the start": [E1, lapsed("e1", "2024-06-02")],
    "two starts on a day in two scopes": [
        erratum("e1", "2024-06-01", scopes=("paper",)),
        erratum("e2", "2024-06-01", scopes=("mtgo",)),
    ],
    "a replacement": [E1, erratum("e2", "2024-06-01", replaces="e1")],
    "a chain of replacements": [
        E1,
        erratum("e2", "2024-06-01", replaces="e1"),
        erratum("e3", "2024-06-01", replaces="e2"),
    ],
    "a replacement whose day of announcement is unknown": [
        E1,
        erratum("e2", "2024-06-01", replaces="e1", announced_on=None),
    ],
    "two windows that end on one day": [
        erratum("e1", ("2024-05-01", "2024-06-01")),
        erratum("e2", ("2024-05-01", "2024-06-01")),
    ],
    "two wordless changes on a day": [
        lambda one: one.erratum("r1", "2024-06-01", None),
        lambda one: one.erratum("r2", "2024-06-01", None),
    ],
    "an announcement on the day of recording": [erratum("e1", "2024-06-01", announced_on="2026-01-14")],
    "a printing that is still to come out": [lambda one: one.translation("fr", "2027-01-01", "F")],
}


def save(engine, made):
    with writing(engine) as conn:
        record_card(conn, made)
        game = record_game(conn)
        save_index(conn, SUBJECT, game)
        save_head(conn, conn.exec_driver_sql("SELECT max(seq) FROM entry").scalar_one())


STANDING = {
    Code.EMPTY_PERIOD,
    Code.ALREADY_ENDED,
    Code.SAME_START_CONFLICT,
    Code.REPLACEMENT_ANNOUNCED_TOO_EARLY,
    Code.ANNOUNCED_IN_THE_FUTURE,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_card_that_breaks_a_rule_is_told_with_its_version(engine, name):
    code, seq, build = BROKEN[name]
    save(engine, card(*build))
    assert {one for one in told(engine) if one.code in STANDING} == {Told(code, seq, 1, str(SUBJECT))}


@pytest.mark.parametrize("name", SOUND)
def test_a_card_that_keeps_the_rules_is_sound(engine, name):
    save(engine, card(*SOUND[name]))
    assert {one for one in told(engine) if one.code in STANDING} == set()


@pytest.mark.parametrize(
    ("minute", "found"), [(59, {Told(Code.ANNOUNCED_IN_THE_FUTURE, 1, 2, str(SUBJECT))}), (60, set())]
)
def test_the_day_of_recording_is_that_of_the_zone_of_the_game(engine, minute, found):
    """In Tokyo a day begins at 15:00 UTC."""
    made = card(erratum("e1", "2024-06-01", announced_on="2026-01-15"))
    now = datetime(2026, 1, 14, 14 + minute // 60, minute % 60, tzinfo=UTC)
    subject = Record(kind="subject", key=str(SUBJECT), body={"faces": 1})
    with writing(engine) as conn:
        record(conn, *made.assertions, subject, texts=list(made.words.values()), now=now)
        record_game(conn)
    assert {one for one in told(engine) if one.code in STANDING} == found


def test_of_two_ends_the_earlier_is_told_as_too_early(engine):
    ends = {"effective_until": "2024-06-01", "announced_on": None}
    save(engine, card(erratum("e1", (None, "2024-06-01"), **ends), lapsed("e1", "2024-08-01")))
    assert {one for one in told(engine) if one.code in STANDING} == {
        Told(Code.EMPTY_PERIOD, 2, 1, str(SUBJECT)),
        Told(Code.ALREADY_ENDED, 3, 1, str(SUBJECT)),
    }
