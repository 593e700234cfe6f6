"""The ledger's writer: no gaps, a chain that anybody can recompute, all or nothing."""

import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text

from service.domain.chain import instant
from service.domain.ledger import Record, entry_hash, fact_line
from service.domain.refusals import DamagedLedger
from service.domain.texts import text_sha256
from service.store.connection import reading, writing
from service.store.facts import assertion_of, ending_of, entry_of, record_of
from service.store.ledger import list_filled_tables, load_head, load_texts, save_entry
from service.store.models import AssertionRow, EndingRow, EntryRow, RecordRow
from tests.support.databases import NOW, record, record_unchecked
from tests.support.ledgers import FACTS, TEXTS
from tests.support.places import url_of
from tests.support.planting import plant

NOTICE = Record(kind="notice", key="demo", body={"notice": "x"})
ZONES = st.integers(-23, 23).map(lambda hours: timezone(timedelta(hours=hours)))
MOMENTS = st.datetimes(datetime(1971, 1, 1), datetime(9998, 1, 1), timezones=ZONES)  # noqa: DTZ001


@pytest.fixture(scope="module")
def shared(databases, migrated):
    """An engine whose ledger grows with every example: appending is all that it is for."""
    with databases.copied(migrated) as engine:
        yield engine


def entries(conn):
    return [entry_of(row) for row in conn.execute(select(EntryRow.__table__).order_by(EntryRow.seq))]


def facts_of(conn, seq):
    """Return the facts of an entry by their numbers, out of the rows."""
    readers = {AssertionRow: assertion_of, EndingRow: ending_of, RecordRow: record_of}
    found = [
        read(row)
        for table, read in readers.items()
        for row in conn.execute(select(table.__table__).where(table.seq == seq))
    ]
    return sorted(found, key=lambda fact: fact.n)


def broken(conn):
    """Return the numbers of the entries that don't verify, recomputed from the rows alone."""
    found, before = [], None
    for number, entry in enumerate(entries(conn), start=1):
        facts = facts_of(conn, entry.seq)
        whole = (
            entry.seq == number
            and [fact.n for fact in facts] == list(range(1, len(facts) + 1))
            and entry.prev_hash == (before.hash if before else None)
            and entry.hash == entry_hash(entry, map(fact_line, facts))
            and (before is None or before.recorded_at <= entry.recorded_at)
        )
        found += [] if whole else [entry.seq]
        before = entry
    return found


@settings(max_examples=60)
@given(st.lists(FACTS, max_size=5), MOMENTS)
def test_whatever_is_recorded_is_read_back_and_the_hashes_are_those_of_the_rows(shared, facts, now):
    with writing(shared) as conn:
        before = load_head(conn)
        entry = record_unchecked(conn, *facts, now=now)
    numbered = [replace(fact, seq=entry.seq, n=n) for n, fact in enumerate(facts, start=1)]
    with reading(shared) as conn:
        assert facts_of(conn, entry.seq) == numbered
        assert load_head(conn) == entry
    assert entry.hash == entry_hash(entry, map(fact_line, numbered))
    assert entry.prev_hash == (before.hash if before else None)
    assert entry.seq == (before.seq + 1 if before else 1)


def test_the_whole_chain_verifies(engine):
    with writing(engine) as conn:
        assert load_head(conn) is None
        for _ in range(3):
            record(conn, NOTICE, NOTICE)
        record(conn)
    with reading(engine) as conn:
        assert broken(conn) == []
        assert len(entries(conn)) == 4


def test_a_changed_row_breaks_the_chain(databases, engine):
    with writing(engine) as conn:
        record(conn, NOTICE)
    with closing(databases.stranger(url_of(engine))) as stranger:
        stranger.drop_guards("record", ["guard_record_update"])
        stranger.execute("""UPDATE record SET body = '{"notice":"y"}'""")
    with reading(engine) as conn:
        assert broken(conn) == [1]


def test_what_is_rolled_back_leaves_nothing_and_no_gap(engine):
    with writing(engine) as conn:
        first = record(conn, NOTICE)

    def fail():
        with writing(engine) as conn:
            record(conn, NOTICE, texts=["lost"])
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        fail()
    with writing(engine) as conn:
        assert load_head(conn) == first
        assert load_texts(conn, [text_sha256("lost")]) == {}
        second = record(conn, NOTICE)
        assert (second.seq, second.prev_hash) == (2, first.hash)
        assert broken(conn) == []


def test_an_entry_of_which_the_last_fact_is_refused_leaves_nothing(engine):  # 48
    facts = [NOTICE] * 700 + [Record(kind="notice", key=None, body=None)]

    def fail():
        with writing(engine) as conn:
            record(conn, *facts, texts=["lost"])

    with pytest.raises(Exception, match=r"(?i)not.null"):
        fail()
    with reading(engine) as conn:
        counts = [
            conn.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("entry", "record", "content")
        ]
    assert counts == [0, 0, 0]


def test_a_text_is_written_once(engine):
    with writing(engine) as conn:
        record(conn, texts=["one", "two"])
        record(conn, texts=["two", "three"])
        assert conn.scalar(text("SELECT count(*) FROM content")) == 3
        hashes = [text_sha256(each) for each in ("one", "two", "three", "never")]
        assert sorted(load_texts(conn, [*hashes, *hashes]).values()) == ["one", "three", "two"]


def test_more_texts_than_one_statement_takes_are_written_and_read(engine):
    texts = {text_sha256(str(number)): str(number) for number in range(1201)}
    with writing(engine) as conn:
        save_entry(conn, [], texts, now=NOW, actor="Ann", origin="test", message=None)
        assert load_texts(conn, texts) == texts


@settings(max_examples=30)
@given(TEXTS)
def test_a_text_is_read_back_byte_for_byte(shared, words):
    with writing(shared) as conn:
        record(conn, texts=[words])
    with reading(shared) as conn:
        assert load_texts(conn, [text_sha256(words)]) == {text_sha256(words): words}


def test_a_blanked_text_is_left_out(engine):
    key = text_sha256("P")
    with writing(engine) as conn:
        record(conn, Record(kind="tombstone", key=key, body={}), texts=["P"])
        conn.execute(text("UPDATE content SET text = NULL"))
        assert load_texts(conn, [key]) == {}


def test_recorded_at_never_goes_back_when_the_clock_does(engine):
    with writing(engine) as conn:
        first = record(conn, now=NOW)
        second = record(conn, now=NOW - timedelta(hours=1))
        third = record(conn, now=NOW + timedelta(microseconds=1))
    assert first.recorded_at == second.recorded_at == "2026-01-14T12:00:00.000000Z"
    assert third.recorded_at == "2026-01-14T12:00:00.000001Z"


@given(MOMENTS, MOMENTS)
def test_instants_sort_as_texts_whatever_their_zones(one, other):
    assert (instant(one) < instant(other)) == (one < other)
    assert datetime.fromisoformat(instant(one)) == one
    assert datetime.fromisoformat(instant(one)).tzinfo == UTC


def test_many_writers_at_once_leave_no_gap(engine):  # 45
    def write():
        for _ in range(5):
            with writing(engine) as conn:
                record(conn, NOTICE)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading(engine) as conn:
        assert broken(conn) == []
        assert len(entries(conn)) == 20


@pytest.mark.parametrize(
    ("stored", "found"),
    [("'zwei'", "reads otherwise than its hash says"), ("NULL", "is blank, and no tombstone names it")],
)
def test_what_a_stranger_put_under_a_hash_is_not_named(engine, stored, found):
    key = text_sha256("two")
    with writing(engine) as conn:
        record(conn, texts=["one"])
    plant(engine, f"INSERT INTO content VALUES ('{key}', {stored})")

    def name_it():
        with writing(engine) as conn:
            record(conn, NOTICE, texts=["one", "two", "three"])

    with pytest.raises(DamagedLedger, match=f"the text {key} {found}; run: errata verify"):
        name_it()
    with reading(engine) as conn:
        assert len(entries(conn)) == 1
        assert load_texts(conn, [text_sha256("three")]) == {}


def test_a_text_that_was_removed_can_be_named_and_stays_removed(engine):
    key = text_sha256("P")
    with writing(engine) as conn:
        record(conn, Record(kind="tombstone", key=key, body={}), texts=["P"])
        conn.execute(text("UPDATE content SET text = NULL"))
        record(conn, texts=["P"])
        assert load_texts(conn, [key]) == {}


def test_the_tables_that_hold_anything_are_told(engine):
    with writing(engine) as conn:
        assert list_filled_tables(conn) == []
        record(conn, NOTICE, texts=["one"])
        assert list_filled_tables(conn) == ["entry", "record", "content"]
