"""Identities: printings of one id, and ids that were given up and lead nowhere."""

import json

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.store.connection import reading, writing
from service.store.games import load_game
from service.store.integrity.faults import Code
from service.store.records import load_record
from service.store.segments import save_head, save_index
from tests.support.databases import record
from tests.support.planting import FAR, LYNX, WARDEN, Told, faults, plant, told, words

OLD, OLDER = "demo/cards/old-lynx", "demo/cards/older-lynx"


def migration(key, into):
    body = None if into is None else {"act": "renamed", "into": into}
    return Record(kind="migration", key=key, body=body)


def recorded(engine, *facts):
    """Record facts, and let the index stand for them."""
    with writing(engine) as conn:
        seq = record(conn, *facts).seq
        for subject in (LYNX, WARDEN):
            save_index(conn, SubjectId.parse(subject), load_game(conn, "demo"))
        save_head(conn, seq)


def lost(number, key):
    return Told(Code.MIGRATION_LEADS_NOWHERE, 4, number, key)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ([migration(OLD, LYNX)], set()),
        ([migration(OLDER, OLD), migration(OLD, LYNX)], set()),
        ([migration(OLD, FAR)], set()),
        ([migration(OLD, OLDER)], {lost(1, OLD)}),
        ([migration(OLDER, OLD), migration(OLD, "demo/cards/nobody")], {lost(1, OLDER), lost(2, OLD)}),
        ([migration(OLD, OLD)], {lost(1, OLD)}),
        ([migration(OLDER, OLD), migration(OLD, OLDER)], {lost(1, OLDER), lost(2, OLD)}),
        ([migration(LYNX, WARDEN), migration(WARDEN, LYNX)], {lost(1, LYNX), lost(2, WARDEN)}),
        ([migration(OLD, OLDER), migration(OLD, LYNX)], set()),
        ([migration(OLD, OLDER), migration(OLD, None)], set()),
        ([migration(OLDER, OLD), migration(OLD, LYNX), migration(OLD, None)], {lost(1, OLDER)}),
        ([migration(OLD, LYNX), Record(kind="subject", key=LYNX, body=None)], {lost(1, OLD)}),
    ],
    ids=[
        *("to a card", "over another", "to another game", "nowhere", "over another nowhere", "to itself"),
        *("round", "round over cards", "mended", "withdrawn", "over one withdrawn", "to a card that is gone"),
    ],
)
def test_an_id_that_was_given_up_must_lead_to_a_subject(ledger, facts, expected):
    recorded(ledger, *facts)
    assert {one for one in told(ledger) if one.code == Code.MIGRATION_LEADS_NOWHERE} == expected


def test_the_whole_way_is_told(ledger):
    recorded(ledger, migration(OLDER, OLD), migration(OLD, "demo/cards/nobody"))
    assert words(ledger, Code.MIGRATION_LEADS_NOWHERE) == [
        f"{OLD} -> demo/cards/nobody: there is no such subject",
        f"{OLDER} -> {OLD} -> demo/cards/nobody: there is no such subject",
    ]
    assert not any(one.spoils_ledger for one in faults(ledger))


@pytest.mark.parametrize("body", ["[", "[]", "{}", '{"into":5}', '{"into":"\\ud800"}'])
def test_a_migration_that_can_not_be_read_leaves_the_others_checked(ledger, body):
    recorded(ledger, migration(OLDER, OLD), migration(OLD, LYNX), migration("demo/cards/x", "demo/cards/y"))
    plant(ledger, f"UPDATE record SET body = '{body}' WHERE key = '{OLD}'")
    found = {one for one in told(ledger) if one.code == Code.MIGRATION_LEADS_NOWHERE}
    assert found == {lost(3, "demo/cards/x")}


def test_two_printings_of_one_id_are_told_with_the_later(ledger):
    with reading(ledger) as conn:
        body = load_record(conn, "printing", f"{WARDEN}/one-001-en")
    again = Record(kind="printing", key=f"{LYNX}/one-001-en", body=json.loads(json.dumps(body)))
    recorded(ledger, again)
    assert told(ledger) == {Told(Code.REPEATED_PRINTING, 4, 1, LYNX)}
    assert words(ledger, Code.REPEATED_PRINTING) == [f"printing one-001-en is one of {WARDEN} already"]
    recorded(ledger, Record(kind="printing", key=f"{WARDEN}/one-001-en", body=None))
    assert told(ledger) == set()
