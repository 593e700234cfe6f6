"""The rules of time on what stands of one subject: what a stranger recorded against them is told."""

from datetime import UTC, datetime

import pytest

from service.domain.ledger import Record
from service.store.connection import writing
from service.store.integrity.faults import Code
from service.store.segments import save_head, save_index
from tests.support.building import SUBJECT
from tests.support.databases import record_card, record_game, record_unchecked
from tests.support.planting import Told, told
from tests.support.ruled import BROKEN, SOUND, erratum, lapsed, ruled_card


def save(engine, made):
    with writing(engine) as conn:
        record_card(conn, made, record_unchecked)
        game = record_game(conn)
        save_index(conn, SUBJECT, game)
        save_head(conn, conn.exec_driver_sql("SELECT max(seq) FROM entry").scalar_one())


STANDING = {
    Code.EMPTY_PERIOD,
    Code.ALREADY_ENDED,
    Code.SAME_START_CONFLICT,
    Code.REPLACEMENT_ANNOUNCED_TOO_EARLY,
    Code.ANNOUNCED_IN_THE_FUTURE,
    Code.UNKNOWN_REFERENCE,
    Code.ALREADY_CORRECTED,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_card_that_breaks_a_rule_is_told_with_its_version(engine, name):
    code, seq, build = BROKEN[name]
    save(engine, ruled_card(*build))
    assert {one for one in told(engine) if one.code in STANDING} == {Told(code, seq, 1, str(SUBJECT))}


@pytest.mark.parametrize("name", SOUND)
def test_a_card_that_keeps_the_rules_is_sound(engine, name):
    save(engine, ruled_card(*SOUND[name]))
    assert {one for one in told(engine) if one.code in STANDING} == set()


@pytest.mark.parametrize(
    ("minute", "found"), [(59, {Told(Code.ANNOUNCED_IN_THE_FUTURE, 1, 2, str(SUBJECT))}), (60, set())]
)
def test_the_day_of_recording_is_that_of_the_zone_of_the_game(engine, minute, found):
    """In Tokyo a day begins at 15:00 UTC."""
    made = ruled_card(erratum("e1", "2024-06-01", announced_on="2026-01-15"))
    now = datetime(2026, 1, 14, 14 + minute // 60, minute % 60, tzinfo=UTC)
    subject = Record(kind="subject", key=str(SUBJECT), body={"faces": 1})
    with writing(engine) as conn:
        record_unchecked(conn, *made.assertions, subject, texts=list(made.words.values()), now=now)
        record_game(conn)
    assert {one for one in told(engine) if one.code in STANDING} == found


def test_of_two_ends_the_earlier_is_told_as_too_early(engine):
    ends = {"effective_until": "2024-06-01", "announced_on": None}
    save(engine, ruled_card(erratum("e1", (None, "2024-06-01"), **ends), lapsed("e1", "2024-08-01")))
    assert {one for one in told(engine) if one.code in STANDING} == {
        Told(Code.EMPTY_PERIOD, 2, 1, str(SUBJECT)),
        Told(Code.ALREADY_ENDED, 3, 1, str(SUBJECT)),
    }
