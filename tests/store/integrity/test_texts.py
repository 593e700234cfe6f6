"""Texts: changed, gone, or blank without reason; told with the facts that name them."""

import pytest

from service.domain.texts import text_sha256
from service.store.integrity.faults import Code
from tests.support.planting import FAR, LYNX, WARDEN, Told, plant, told

DRAWS = text_sha256("When you play me, you may draw a card.")
FRENCH = text_sha256("Quand vous me jouez, piochez 1.")
WARD_1 = text_sha256("Ward 1.")
NOBODYS = text_sha256("Words that nobody names.")


def of(engine, *codes):
    return {one for one in told(engine) if one.code in codes}


TEXT = (Code.TEXT_CHANGED, Code.TEXT_MISSING, Code.TEXT_BLANKED)


@pytest.mark.parametrize("new", ["'Other words.'", "''"])
def test_a_changed_text_is_told_with_the_fact_that_names_it(ledger, new):
    plant(ledger, f"UPDATE content SET text = {new} WHERE sha256 = '{DRAWS}'")
    assert of(ledger, *TEXT) == {Told(Code.TEXT_CHANGED, 2, 1, WARDEN)}


def test_a_changed_text_changes_what_a_search_should_find_and_no_more(ledger):
    plant(ledger, f"UPDATE content SET text = 'Other words.' WHERE sha256 = '{DRAWS}'")
    assert told(ledger) - of(ledger, *TEXT) == {Told(Code.INDEX_PASSAGE, None, None, WARDEN)}


def test_a_text_is_told_once_for_each_fact_that_names_it(ledger):
    """The words of the printing in French are those of an assertion too."""
    plant(ledger, f"UPDATE content SET text = 'Autre.' WHERE sha256 = '{FRENCH}'")
    found = of(ledger, *TEXT)
    assert len(found) == 2
    assert {(one.code, one.seq, one.subject) for one in found} == {(Code.TEXT_CHANGED, 1, WARDEN)}


def test_a_text_that_is_gone_is_told(ledger):
    plant(ledger, f"DELETE FROM content WHERE sha256 = '{WARD_1}'")
    (found,) = of(ledger, *TEXT)
    assert (found.code, found.seq, found.subject) == (Code.TEXT_MISSING, 1, LYNX)


def test_a_content_that_is_no_hash_is_a_text_that_is_missing(ledger):
    fields = '[[0,"rules_text","en","\\ud800"]]'
    plant(ledger, f"UPDATE assertion SET fields = '{fields}' WHERE seq = 2")
    assert Told(Code.TEXT_MISSING, 2, 1, WARDEN) in told(ledger)


def test_a_text_under_another_hash_is_told_where_nothing_names_it(ledger):
    plant(ledger, f"INSERT INTO content VALUES ('{NOBODYS}', 'Other words.')")
    assert told(ledger) == {Told(Code.TEXT_CHANGED)}


def test_a_text_that_nothing_names_is_no_fault(ledger):
    plant(ledger, f"INSERT INTO content VALUES ('{NOBODYS}', 'Words that nobody names.')")
    assert told(ledger) == set()


def test_a_blank_text_without_a_tombstone_is_told(ledger):
    plant(ledger, f"UPDATE content SET text = NULL WHERE sha256 = '{DRAWS}'")
    assert of(ledger, *TEXT) == {Told(Code.TEXT_BLANKED, 2, 1, WARDEN)}


@pytest.mark.parametrize(
    ("body", "expected"), [("'{}'", set()), ("NULL", {Told(Code.TEXT_BLANKED, 2, 1, WARDEN)})]
)
def test_a_blank_text_that_a_tombstone_names_is_no_fault(ledger, body, expected):
    plant(
        ledger,
        f"UPDATE content SET text = NULL WHERE sha256 = '{DRAWS}'",
        f"INSERT INTO record VALUES (3, 2, 'tombstone', '{DRAWS}', {body})",
    )
    assert of(ledger, *TEXT) == expected


@pytest.mark.parametrize(
    ("body", "expected"), [("'{}'", {Told(Code.TEXT_NOT_REMOVED, 3, 2)}), ("NULL", set())]
)
def test_a_text_whose_tombstone_stands_and_whose_words_do_too_is_told(ledger, body, expected):
    insert = "INSERT INTO record VALUES (3, {}, 'tombstone', '{}', {})"
    plant(
        ledger,
        insert.format(2, DRAWS, "'{}'"),
        *([insert.format(3, DRAWS, body)] if expected == set() else ()),
    )
    assert of(ledger, *TEXT, Code.TEXT_NOT_REMOVED) == expected


def test_a_tombstone_of_a_text_that_was_never_recorded_is_no_fault(ledger):
    plant(ledger, f"INSERT INTO record VALUES (3, 2, 'tombstone', '{NOBODYS}', '{{}}')")
    assert of(ledger, *TEXT, Code.TEXT_NOT_REMOVED) == set()


def test_the_words_of_a_printing_are_looked_for(ledger):
    nowhere = text_sha256("Nowhere.")
    body = f'{{"id":"far-1","lang":"en","raw":[[0,"rules_text","en","{nowhere}"]],"set":"ONE"}}'
    plant(ledger, f"UPDATE record SET body = '{body}' WHERE kind = 'printing' AND key = '{FAR}/far-1'")
    (found,) = of(ledger, *TEXT)
    assert (found.code, found.seq, found.subject) == (Code.TEXT_MISSING, 1, FAR)
