"""Many rows at once: what is stored is what SQLAlchemy would store, and what is refused is told alike."""

from contextlib import closing
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DataError, IntegrityError

from service.domain.errors import NotReady
from service.domain.ledger import Assertion, Ending
from service.domain.refusals import InvalidLine
from service.domain.texts import text_sha256
from service.store import bulk
from service.store.bulk import expect_many_rows, save_rows
from service.store.connection import reading, refusals, writing
from service.store.facts import assertion_row, ending_row
from service.store.ledger import save_contents
from service.store.models import AssertionRow, EndingRow, NameRow, SegmentRow
from tests.support.databases import record
from tests.support.ledgers import FACTS, TEXTS
from tests.support.places import POSTGRESQL, url_of


def segment(number, until="2025-02-01"):
    return ("demo/cards/a", "en", "*", f"{2000 + number}-01-31", until, number, "[]")


def named(name, standing=True):
    return ("demo", name, "demo/cards/a", name, standing)


def stored(databases, engine, table):
    """Return the rows of a table as the driver alone reads them."""
    with closing(databases.stranger(url_of(engine))) as stranger:
        return sorted(stranger.execute(f"SELECT * FROM {table}"), key=repr)


def test_more_rows_than_a_chunk_are_all_written_and_taken_as_they_come(engine, monkeypatch):
    monkeypatch.setattr(bulk, "CHUNK", 3)
    with writing(engine) as conn:
        save_rows(conn, SegmentRow, (segment(number) for number in range(8)))
        rows = conn.execute(select(SegmentRow.effective_from, SegmentRow.seq).order_by(SegmentRow.seq)).all()
    assert rows == [(date(2000 + number, 1, 31), number) for number in range(8)]


def test_no_rows_are_no_statement(engine):
    with reading(engine) as conn:
        save_rows(conn, SegmentRow, iter(()))


def test_days_booleans_and_nulls_are_stored_as_by_sqlalchemy(databases, engine):
    whole = {"game": "demo", "folded": "a", "subject": "demo/cards/a", "name": "a", "standing": False}
    with writing(engine) as conn:
        conn.execute(insert(NameRow), [whole])
        save_rows(conn, NameRow, [named("b", standing=False)])
        row = dict(zip(SegmentRow.__table__.columns.keys(), segment(1, None), strict=True))
        conn.execute(insert(SegmentRow), [row | {"effective_from": date(2001, 1, 31)}])
        save_rows(conn, SegmentRow, [segment(2, None)])
    first, second = stored(databases, engine, "known_name")
    assert [(type(value), value) for value in first[4:]] == [(type(value), value) for value in second[4:]]
    first, second = stored(databases, engine, "segment")
    assert [type(value) for value in first] == [type(value) for value in second]
    assert [first[4], first[6]] == [second[4], second[6]] == [None, "[]"]


@settings(max_examples=40)
@given(st.lists(TEXTS, unique=True, max_size=4))
def test_any_text_is_stored_to_the_letter(databases, migrated, words):
    with databases.copied(migrated) as engine, writing(engine) as conn:
        save_rows(conn, NameRow, map(named, words))
        assert set(conn.scalars(select(NameRow.name))) == set(words)


@pytest.mark.parametrize(
    ("row_of", "table", "kind"), [(assertion_row, AssertionRow, Assertion), (ending_row, EndingRow, Ending)]
)
@given(fact=FACTS)
def test_the_row_of_a_fact_has_a_value_for_each_column(row_of, table, kind, fact):
    if isinstance(fact, kind):
        row = dict(zip(table.__table__.columns.keys(), row_of(fact), strict=True))
        assert row["subject"] == str(fact.subject)
        assert row["announced_on"] == (fact.announced_on and fact.announced_on.isoformat())


def test_what_was_written_goes_with_the_transaction(engine):
    def fail():
        with writing(engine) as conn:
            save_rows(conn, NameRow, [named("a")])
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        fail()
    with reading(engine) as conn:
        assert conn.scalar(select(NameRow.name)) is None


def test_an_error_on_the_way_is_the_caller_s_own(engine):
    def rows():
        yield named("a")
        raise LookupError("no such card")

    with pytest.raises(LookupError, match="no such card"), writing(engine) as conn:
        save_rows(conn, NameRow, rows())
    with reading(engine) as conn:
        assert conn.scalar(select(NameRow.name)) is None


def test_a_row_that_is_there_already_is_refused(engine):
    with pytest.raises(IntegrityError, match=r"(?i)unique"), writing(engine) as conn:
        save_rows(conn, NameRow, [named("a"), named("a")])


def test_what_others_made_is_told_as_their_fault(engine):
    with pytest.raises(InvalidLine, match=r"(?i)not.null"), writing(engine) as conn, refusals():
        save_rows(conn, NameRow, [named(None)])


# SQLite takes any value.
@pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")
def test_a_value_of_another_type_is_refused_where_columns_have_types(engine):
    with pytest.raises(DataError, match="date"), writing(engine) as conn:
        save_rows(conn, SegmentRow, [segment(1, "no day")])


def test_a_missing_table_and_a_reader_are_told_as_a_database_that_cannot_be_used(engine):
    with pytest.raises(NotReady, match=r"read.?only"), reading(engine) as conn:
        save_rows(conn, NameRow, [named("a")])
    with writing(engine) as conn:
        conn.execute(text("DROP TABLE known_name"))
    with pytest.raises(NotReady, match="known_name"), writing(engine) as conn:
        save_rows(conn, NameRow, [named("a")])


def test_the_guards_of_the_ledger_see_every_row(engine):
    with writing(engine) as conn:
        entry = record(conn)
    fact = Assertion(subject=None, kind="base", seq=entry.seq, n=1)
    with pytest.raises(IntegrityError, match=r"(?i)entry|not.null"), writing(engine) as conn:
        save_rows(conn, AssertionRow, [assertion_row(fact)])


@pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")
def test_among_many_rows_an_index_serves_whatever_the_table_was_when_it_was_analyzed(databases, engine):
    with writing(engine) as conn:
        save_contents(conn, {text_sha256(words): words for words in ("Fly.", "Swim.")})
    with closing(databases.stranger(url_of(engine))) as stranger:
        stranger.execute("ANALYZE content", [])
    with writing(engine) as conn:
        expect_many_rows(conn)
        plan = conn.scalars(text("EXPLAIN SELECT text FROM content WHERE sha256 IN ('a', 'b')"))
        assert "Seq Scan" not in "".join(plan)
