"""The writer keeps the rules of time: what breaks one is refused, and nothing is recorded."""

import threading
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Ending, Record
from service.domain.refusals import (
    AlreadyEnded,
    AnnouncedInTheFuture,
    BrokenRule,
    DamagedLedger,
    SameStartConflict,
)
from service.store.connection import reading, writing
from tests.support.building import SUBJECT, day
from tests.support.databases import record, record_card, record_game, record_unchecked
from tests.support.planting import plant
from tests.support.ruled import BROKEN, E1, SOUND, erratum, ruled_card

SCOPED = Record(kind="game", key="demo", body={"zone": "Asia/Tokyo", "scopes": ["paper", "mtgo"]})
"""As much of a game as the rules ask for."""


def written(engine):
    with reading(engine) as conn:
        rows = [conn.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one() for table in TABLES]
        return dict(zip(TABLES, rows, strict=True))


TABLES = ("entry", "assertion", "ending", "record", "content")


def attempt(engine, *facts, **told):
    with writing(engine) as conn:
        return record(conn, *facts, **told)


def facts_of(card):
    return sorted([*card.assertions, *card.endings], key=lambda fact: fact.version)


@pytest.mark.parametrize("name", BROKEN)
def test_the_fact_that_would_break_a_rule_is_refused_and_nothing_is_recorded(engine, name):
    code, seq, build = BROKEN[name]
    *before, last = facts_of(ruled_card(*build))
    with writing(engine) as conn:
        for fact in before:
            record(conn, fact)
        record(conn, SCOPED)
    there = written(engine)
    with pytest.raises(BrokenRule, match=rf"^{SUBJECT}: .+; nothing was recorded; .+$") as refused:
        attempt(engine, last, texts=["of no use"])
    assert refused.value.code == code
    named = len(before) + 2 if seq > len(before) else seq  # what is taken back is not named, but what clashes
    assert refused.value.extra == {"subject": str(SUBJECT), "version": f"{named}-1"}
    assert written(engine) == there


@pytest.mark.parametrize("name", SOUND)
def test_what_keeps_the_rules_is_recorded(engine, name):
    with writing(engine) as conn:
        record_card(conn, ruled_card(*SOUND[name]))


def test_what_would_break_a_rule_within_one_entry_is_refused(engine):
    """Versions are numbered by the entry, so that those of the card itself are of no use here."""
    made = ruled_card(E1, erratum("e2", "2024-06-01"))
    with pytest.raises(SameStartConflict) as refused:
        attempt(engine, SCOPED, *made.assertions)
    assert refused.value.extra["version"] == "1-4"
    assert set(written(engine).values()) == {0}


def test_what_was_broken_before_is_no_business_of_other_facts(engine):
    made = ruled_card(E1, erratum("e2", "2024-06-01"))
    with writing(engine) as conn:
        record_card(conn, made, record_unchecked)
        record_game(conn)
        record(conn, replace(made.erratum("e3", "2024-07-01", "E e3"), seq=0))
    with pytest.raises(SameStartConflict, match=r"erratum e4 starts on 2024-06-01, as erratum e[12] does"):
        attempt(engine, made.erratum("e4", "2024-06-01", "E e4"))


def test_facts_of_one_subject_are_not_held_against_those_of_another(engine):
    other = SubjectId("demo", "cards", "stone-lynx")
    made = ruled_card(E1)
    moved = ruled_card(erratum("e2", "2024-06-01"))
    attempt(engine, SCOPED, *made.assertions)
    attempt(engine, *(replace(one, subject=other) for one in moved.assertions))


def test_each_of_more_subjects_than_go_into_one_statement_is_checked(engine):
    made = ruled_card(E1)
    subjects = [SubjectId("demo", "cards", f"card-{number:04}") for number in range(1100)]
    attempt(engine, SCOPED, *(replace(one, subject=each) for each in subjects for one in made.assertions))
    again = [replace(made.assertions[1], subject=each, erratum="e2", follows="e1") for each in subjects]
    for place in (0, 499, 500, 1099):
        sound = [replace(one, effective_from=one.effective_from.replace(month=8)) for one in again]
        sound[place] = again[place]
        with pytest.raises(SameStartConflict) as refused:
            attempt(engine, *sound)
        assert refused.value.extra["subject"] == str(subjects[place])


@pytest.mark.parametrize(
    ("zone", "minute", "refuses"),
    [
        ("Asia/Tokyo", 59, True),
        ("Asia/Tokyo", 60, False),
        ("UTC", 60, True),
        (None, 60, True),
    ],
)
def test_the_day_of_recording_is_that_of_the_zone_of_the_game(engine, zone, minute, refuses):
    """In Tokyo a day begins at 15:00 UTC; of a game that isn't recorded nobody knows the zone."""
    now = datetime(2026, 1, 14, 14 + minute // 60, minute % 60, tzinfo=UTC)
    made = ruled_card(erratum("e1", "2024-06-01", announced_on="2026-01-15"))
    game = replace(SCOPED, body=SCOPED.body | {"zone": zone})
    if zone == "UTC":
        attempt(engine, SCOPED, now=now)  # the newer of the two holds
    told = [] if zone is None else [game]
    if refuses:
        with pytest.raises(AnnouncedInTheFuture):
            attempt(engine, *told, *made.assertions, now=now)
    else:
        attempt(engine, *told, now=now)
        attempt(engine, *made.assertions, now=now)


def test_a_game_that_can_not_be_read_is_told(engine):
    attempt(engine, SCOPED)
    plant(engine, "UPDATE record SET body = '{}'")
    with pytest.raises(DamagedLedger, match="what the ledger holds of the game demo can't be read, KeyError"):
        attempt(engine, *ruled_card(E1).assertions)


def test_what_can_not_be_read_of_a_subject_is_told(engine):
    made = ruled_card(E1)
    attempt(engine, SCOPED, *made.assertions)
    plant(engine, "UPDATE assertion SET fields = '{' WHERE n = 3")
    with pytest.raises(DamagedLedger, match="subjects of these facts can't be read"):
        attempt(engine, made.erratum("e2", "2024-07-01", "E e2"))


def test_of_two_writers_at_once_one_alone_ends_an_erratum(engine):
    attempt(engine, SCOPED, *ruled_card(E1).assertions)
    ending = Ending(subject=SUBJECT, kind="lapsed", erratum="e1", ended_on=day("2024-07-01"))
    ready, outcomes = threading.Barrier(2), []

    def end():
        ready.wait()
        try:
            outcomes.append(attempt(engine, ending).seq)
        except AlreadyEnded as error:
            outcomes.append(error.code)

    threads = [threading.Thread(target=end) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes, key=str) == [2, "already-ended"]
    assert written(engine)["ending"] == 1
