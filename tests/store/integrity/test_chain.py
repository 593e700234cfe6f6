"""The chain tells what was changed, removed, moved or added, and where."""

from dataclasses import replace

import pytest

from service.domain.ledger import entry_hash, fact_line
from service.store.connection import reading
from service.store.integrity.chain import find_entry, line_of
from service.store.integrity.faults import Code
from service.store.ledger import load_head
from tests.support.corpora import Loaded
from tests.support.planting import LYNX, WARDEN, Told, faults, plant, told, words

IN_ENTRY_2 = Told(Code.ENTRY_HASH, 2, None, WARDEN)


def of(engine, *codes):
    """Return what is told with these codes."""
    return {one for one in told(engine) if one.code in codes}


def test_a_ledger_that_nobody_touched_is_sound(ledger):
    assert told(ledger) == set()


def test_an_empty_ledger_is_sound(engine):
    assert told(engine) == set()


@pytest.mark.parametrize(
    "change",
    ["reason = 'other'", "document = NULL", "change_class = 'none'", "languages = '[\"en\"]'"],
)
def test_a_changed_assertion_is_told_with_its_entry(ledger, change):
    plant(ledger, f"UPDATE assertion SET {change} WHERE seq = 2")
    assert IN_ENTRY_2 in told(ledger)
    assert {one.code for one in told(ledger)} <= {Code.ENTRY_HASH, Code.INDEX_SEGMENT}


def test_a_changed_reason_is_the_only_thing_told(ledger):
    plant(ledger, "UPDATE assertion SET reason = 'other' WHERE seq = 2")
    assert told(ledger) == {IN_ENTRY_2}


def test_a_moved_day_is_told_with_its_entry_and_the_answers_that_it_would_change(ledger):
    plant(ledger, "UPDATE assertion SET effective_from = '2024-03-02' WHERE seq = 2")
    assert told(ledger) == {
        IN_ENTRY_2,
        Told(Code.INDEX_SEGMENT, None, None, WARDEN),
        Told(Code.INDEX_PASSAGE, None, None, WARDEN),
    }


def test_the_subjects_of_an_entry_with_many_are_listed(ledger):
    plant(ledger, "UPDATE entry SET actor = 'Eve' WHERE seq = 1")
    (only,) = faults(ledger)
    assert (only.code, only.seq, only.subject) == (Code.ENTRY_HASH, 1, None)
    assert only.found.endswith(f"it is about {WARDEN}, {LYNX}, other/cards/far-card")


@pytest.mark.parametrize(
    ("change", "followed"),
    [
        ("actor = 'Eve'", set()),
        ("message = 'other'", set()),
        ("recorded_at = '2026-02-01T12:00:00.000001Z'", {Told(Code.RECORDED_AT, 3)}),
        ("recorded_at = 'yesterday'", {Told(Code.RECORDED_AT, 2)}),
        ("recorded_at = '2026-02-30T12:00:00.000000Z'", {Told(Code.RECORDED_AT, 2)}),
        ("recorded_at = '2025-02-01T12:00:00.000000Z'", {Told(Code.RECORDED_AT, 2)}),
        ("prev_hash = NULL", {Told(Code.PREV_HASH, 2)}),
        (f"hash = '{'0' * 64}'", {Told(Code.PREV_HASH, 3)}),
    ],
)
def test_a_changed_header_is_told(ledger, change, followed):
    plant(ledger, f"UPDATE entry SET {change} WHERE seq = 2")
    assert told(ledger) == {IN_ENTRY_2} | followed


def test_a_first_entry_that_follows_something_is_told(ledger):
    plant(ledger, f"UPDATE entry SET prev_hash = '{'0' * 64}' WHERE seq = 1")
    assert of(ledger, Code.PREV_HASH) == {Told(Code.PREV_HASH, 1)}


def test_a_clock_that_went_back_is_told_of_the_later_entry(ledger):
    plant(ledger, "UPDATE entry SET recorded_at = '2026-03-01T12:00:00.000000Z' WHERE seq = 2")
    assert of(ledger, Code.RECORDED_AT) == {Told(Code.RECORDED_AT, 3)}


def test_an_unknown_form_of_hash_is_told_and_not_computed(ledger):
    plant(ledger, "UPDATE entry SET hash_format = 2 WHERE seq = 2")
    assert told(ledger) == {Told(Code.HASH_FORMAT, 2)}


def test_an_entry_removed_from_above_its_facts_is_told(ledger):
    plant(ledger, "DELETE FROM entry WHERE seq = 2")
    assert told(ledger) == {Told(Code.ENTRY_NUMBER, 2), Told(Code.FACT_WITHOUT_ENTRY, 2, 1, WARDEN)}


def test_an_entry_removed_with_its_facts_is_told(ledger):
    plant(ledger, "DELETE FROM assertion WHERE seq = 2", "DELETE FROM entry WHERE seq = 2")
    found = told(ledger)
    assert Told(Code.ENTRY_NUMBER, 2) in found
    index = {Code.INDEX_SEGMENT, Code.INDEX_PASSAGE}
    assert {(one.code, one.subject) for one in found} - {(Code.ENTRY_NUMBER, None)} == {
        (code, WARDEN) for code in index
    }


def test_several_missing_entries_are_told_together(ledger):
    plant(ledger, "UPDATE entry SET seq = 9 WHERE seq = 3")
    assert words(ledger, Code.ENTRY_NUMBER) == ["entries 3 to 8 are missing"]


def test_the_last_entry_removed_is_missing_because_the_index_stands_for_it(ledger):
    """Not a stale index: to make that again would be to forget the entry."""
    plant(ledger, "DELETE FROM assertion WHERE seq = 3", "DELETE FROM entry WHERE seq = 3")
    assert Told(Code.ENTRY_NUMBER, 3) in told(ledger)
    assert Told(Code.INDEX_HEAD) not in told(ledger)
    assert of(ledger, Code.ENTRY_HASH, Code.PREV_HASH) == set()
    assert any(fault.spoils_ledger for fault in faults(ledger))


def test_an_entry_before_the_first_is_told(ledger):
    plant(
        ledger, "INSERT INTO entry VALUES (0, '2020-01-01T00:00:00.000000Z', 'Eve', 'x', NULL, 1, NULL, 'x')"
    )
    assert Told(Code.ENTRY_NUMBER, 0) in told(ledger)


def test_two_swapped_entries_are_told(ledger):
    swap = [
        f"UPDATE {table} SET seq = {new} WHERE seq = {old}"
        for old, new in ((2, 9), (3, 2), (9, 3))
        for table in ("entry", "assertion")
    ]
    plant(ledger, *swap)
    found = of(ledger, Code.ENTRY_HASH, Code.PREV_HASH)
    assert {Told(Code.ENTRY_HASH, 2, None, LYNX), Told(Code.ENTRY_HASH, 3, None, WARDEN)} <= found
    assert Told(Code.PREV_HASH, 2) in found


def test_a_fact_moved_to_another_entry_is_told_of_both(ledger):
    plant(ledger, "UPDATE assertion SET seq = 3, n = 2 WHERE seq = 2")
    found = of(ledger, Code.ENTRY_HASH, Code.FACT_NUMBER)
    assert found == {Told(Code.ENTRY_HASH, 2), Told(Code.ENTRY_HASH, 3)}


def test_a_removed_fact_is_told_with_its_number(ledger):
    plant(ledger, "DELETE FROM record WHERE seq = 1 AND kind = 'notice' AND key = 'demo'")
    (gone,) = of(ledger, Code.FACT_NUMBER)
    assert gone.seq == 1
    assert Told(Code.ENTRY_HASH, 1) in told(ledger)


def test_an_added_fact_is_told_with_its_entry(ledger):
    plant(ledger, "INSERT INTO record VALUES (2, 2, 'notice', 'nobody', '{}')")
    assert told(ledger) == {IN_ENTRY_2}


@pytest.mark.parametrize("n", [1, 0, -3])
def test_a_number_that_is_taken_or_none_is_told(ledger, n):
    plant(ledger, f"INSERT INTO record VALUES (2, {n}, 'notice', 'nobody', '{{}}')")
    assert Told(Code.FACT_NUMBER, 2, n) in {one._replace(subject=None) for one in told(ledger)}


def test_a_changed_record_is_told_with_its_entry(ledger):
    body = '{"notice":"Other words."}'
    plant(ledger, f"UPDATE record SET body = '{body}' WHERE kind = 'notice' AND key = 'demo'")
    assert told(ledger) == {Told(Code.ENTRY_HASH, 1)}


def test_a_blank_in_the_json_of_a_record_is_told(ledger):
    body = '{"notice": "This game was made up for tests."}'
    plant(ledger, f"UPDATE record SET body = '{body}' WHERE kind = 'notice' AND key = 'demo'")
    assert told(ledger) == {Told(Code.ENTRY_HASH, 1)}


def test_what_a_json_column_smuggles_into_the_line_is_no_json(ledger):
    """The line stays as it was, and so does the hash."""
    (erratum,) = Loaded(ledger).facts(2)
    plant(
        ledger,
        'UPDATE assertion SET fields = fields || \',"follows":"faq"\', follows = NULL WHERE seq = 2',
    )
    assert erratum.follows == "faq"
    assert Told(Code.MALFORMED, 2, 1, WARDEN) in told(ledger)
    assert of(ledger, Code.ENTRY_HASH) == set()


def rehash(engine):
    """Hash the whole chain anew, as whoever has this program could."""
    loaded, before = Loaded(engine), None
    for entry in loaded.entries():
        lines = [fact_line(fact) for fact in loaded.facts(entry.seq)]
        hashed = entry_hash(replace(entry, prev_hash=before), lines)
        link = "NULL" if before is None else f"'{before}'"
        plant(engine, f"UPDATE entry SET hash = '{hashed}', prev_hash = {link} WHERE seq = {entry.seq}")
        before = hashed


def head_of(engine):
    with reading(engine) as conn:
        return load_head(conn).hash


def test_a_chain_that_was_hashed_anew_is_told_by_a_published_head_alone(ledger):
    published = head_of(ledger)
    plant(ledger, "UPDATE assertion SET reason = 'other' WHERE seq = 2")
    rehash(ledger)
    assert told(ledger) == set()
    assert told(ledger, published) == {Told(Code.HEAD_UNEXPECTED)}
    assert told(ledger, head_of(ledger)) == set()


def test_a_head_that_was_published_before_the_last_entry_is_found(ledger):
    first = Loaded(ledger).entries()[0].hash
    assert told(ledger, first) == set()
    with reading(ledger) as conn:
        assert find_entry(conn, first) == 1
        assert find_entry(conn, "0" * 64) is None


def test_a_byte_that_is_no_text_is_hashed_as_that_byte():
    assert line_of("entry", {"actor": "\udcff"}) == b'{"entry":{"actor":"\xff"}}'
