from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, select

from service.store.bulk import save_rows
from service.store.connection import reading, writing
from service.store.listed import one_of
from service.store.models import ContentRow, NameRow

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=5)
NAMED = select(NameRow.name).where(one_of(NameRow.name, "names"))


def named(name):
    return ("demo", name, "demo/cards/a", name, True)


@settings(max_examples=40)
@given(st.lists(TEXTS, unique=True, max_size=6), st.lists(TEXTS, max_size=6))
def test_rows_are_found_whose_text_is_one_of_those_asked_for(databases, migrated, there, others):
    with databases.copied(migrated) as engine, writing(engine) as conn:
        save_rows(conn, NameRow, map(named, there))
        asked = [*there[::2], *others]
        assert sorted(conn.scalars(NAMED, {"names": asked})) == sorted({*there} & {*asked})


@pytest.mark.parametrize("count", [0, 1, 40_000])
def test_any_number_of_texts_is_asked_for(engine, count):
    with writing(engine) as conn:
        save_rows(conn, NameRow, [named("7"), named("none")])
        found = list(conn.scalars(NAMED, {"names": [str(number) for number in range(7, 7 + count)]}))
    assert found == ["7"][:count]


def test_an_index_serves_what_is_asked_for(engine):
    on_sqlite = engine.dialect.name == "sqlite"
    with reading(engine) as conn:
        if not on_sqlite:
            conn.exec_driver_sql("SET LOCAL enable_seqscan = off")

        @event.listens_for(conn, "before_cursor_execute", retval=True)
        def _(_conn, _cursor, statement, parameters, _context, _many):
            return f"EXPLAIN {'QUERY PLAN' if on_sqlite else ''} {statement}", parameters

        rows = conn.execute(
            select(ContentRow.text).where(one_of(ContentRow.sha256, "hashes")), {"hashes": ["a"]}
        )
        plan = " ".join(map(str, rows.cursor.fetchall()))
    assert ("SEARCH content" if on_sqlite else "Index Scan") in plan
