"""Ids of other catalogues and what sources showed: what is wrong with either is told of its subject."""

import pytest

from service.domain.ledger import Record
from service.domain.texts import text_sha256
from service.ingest.reindex import rebuild_index
from service.store.connection import writing
from service.store.integrity.faults import Code
from tests.support.databases import record
from tests.support.planting import LYNX, SEEN, WARDEN, Told, faults, plant, told, words

GERMAN = "kind = 'sighting' AND key = 'demo/cards/stone-lynx/archive/de/0'"


def test_sightings_and_ids_are_recorded_without_a_fault(sighted):
    assert faults(sighted) == []


WRONG = {
    "an id changed": ("UPDATE known_id SET id = 'archive/de:Luchs' WHERE id = 'archive/de:Steinluchs'", LYNX),
    "an id removed": ("DELETE FROM known_id WHERE id = 'archive/en:Stone Lynx'", LYNX),
    "an id added": (
        f"INSERT INTO known_id VALUES ('demo', 'multiverse:3', '{WARDEN}', 'one-001-en')",
        WARDEN,
    ),
    "another printing": ("UPDATE known_id SET printing = 'one-001-fr' WHERE id = 'multiverse:2'", WARDEN),
    "a printing of the card itself": (
        "UPDATE known_id SET printing = 'one-001-en' WHERE id = 'archive/en:Brindle Warden'",
        WARDEN,
    ),
    "the card of a printing": ("UPDATE known_id SET printing = '' WHERE id = 'multiverse:2'", WARDEN),
    "another game": ("UPDATE known_id SET game = 'other' WHERE id = 'multiverse:1'", WARDEN),
    "an id of nobody": (
        "INSERT INTO known_id VALUES ('demo', 'multiverse:1', 'demo/cards/ghost', '')",
        "demo/cards/ghost",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_id_is_told_alone_and_a_rebuild_mends_it(sighted, name):
    statement, subject = WRONG[name]
    plant(sighted, statement)
    assert told(sighted) == {Told(Code.INDEX_ID, None, None, subject)}
    assert all(one.todo == "run: errata rebuild-index" for one in faults(sighted))
    with writing(sighted) as conn:
        rebuild_index(conn)
    assert told(sighted) == set()


def test_an_id_that_leads_to_another_card_is_told_of_both(sighted):
    plant(sighted, f"UPDATE known_id SET subject = '{WARDEN}' WHERE id = 'archive/de:Steinluchs'")
    assert told(sighted) == {Told(Code.INDEX_ID, None, None, subject) for subject in (LYNX, WARDEN)}


def test_an_id_is_named_with_its_printing(sighted):
    plant(sighted, "UPDATE known_id SET id = 'multiverse:9' WHERE id = 'multiverse:2'")
    (found,) = words(sighted, Code.INDEX_ID)
    assert found == (
        "known_id 'demo', 'multiverse:9', 'one-001-en'"
        " should be known_id 'demo', 'multiverse:2', 'one-001-en'"
    )


@pytest.mark.parametrize(
    ("key", "gone"),
    [
        (("sighting", f"{LYNX}/archive/de/0"), "'archive/de:Steinluchs', ''"),
        (("printing", f"{WARDEN}/one-001-en"), "'multiverse:1', 'one-001-en'"),
        (("subject", LYNX), "'archive/en:Stone Lynx', ''"),
    ],
    ids=["a sighting", "a printing", "a card"],
)
def test_an_id_of_what_was_withdrawn_is_too_much(sighted, key, gone):
    with writing(sighted) as conn:
        record(conn, Record(kind=key[0], key=key[1], body=None))
    assert f"known_id 'demo', {gone} should not be there" in words(sighted, Code.INDEX_ID)
    with writing(sighted) as conn:
        rebuild_index(conn)
    assert told(sighted) == set()


def test_the_hash_of_a_sighting_names_its_card(sighted):
    plant(sighted, f"UPDATE record SET body = replace(body, 'Steinluchs', 'Luchs') WHERE {GERMAN}")
    assert told(sighted) == {Told(Code.ENTRY_HASH, 4), Told(Code.INDEX_ID, None, None, LYNX)}
    (found,) = words(sighted, Code.ENTRY_HASH)
    assert f"it is about {LYNX}, {WARDEN}" in found


@pytest.mark.parametrize("body", ["'{}'", "'[]'"])
def test_a_sighting_that_can_not_be_read_is_told_of_its_card(sighted, body):
    plant(sighted, f"UPDATE record SET body = {body} WHERE {GERMAN}")
    assert Told(Code.UNRESOLVABLE, None, None, LYNX) in told(sighted)


def test_the_words_that_a_source_showed_are_looked_for(sighted):
    plant(sighted, f"DELETE FROM content WHERE sha256 = '{text_sha256(SEEN)}'")
    assert told(sighted) == {Told(Code.TEXT_MISSING, 4, 1, LYNX)}


def test_a_sighting_moves_no_answer(sighted):
    """What was recorded last of the lynx is its edit; what a source showed of it later changes no answer."""
    plant(sighted, f"UPDATE segment SET seq = 4 WHERE subject = '{LYNX}'")
    assert {one.code for one in told(sighted)} == {Code.INDEX_SEGMENT}
