"""The checker as a whole: content with all that our own writer makes, and with no changed cell."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sqlalchemy import Boolean, Date, Integer, text
from sqlalchemy.exc import IntegrityError

from service.domain.ledger import Record
from service.ingest.loader import load_corpus
from service.store.connection import make_engine, reading, writing
from service.store.integrity.checks import iter_faults, load_extent
from service.store.integrity.faults import Code, Fault
from service.store.integrity.subjects import INDEX
from service.store.models import LEDGER, Base
from service.store.segments import save_head, save_index
from tests.support.building import SUBJECT
from tests.support.corpora import WARDEN_FILE, Folder, Loaded
from tests.support.databases import record_card, record_game, record_unchecked
from tests.support.histories import stories
from tests.support.places import SQLITE
from tests.support.planting import faults, plant, unguarded


def test_the_real_card_files_are_recorded_without_a_fault(database_url):
    engine = make_engine(database_url)
    assert faults(engine) == []
    engine.dispose()


def test_made_up_cards_with_faces_windows_and_unknown_words_are_recorded_without_a_fault(engine):
    load_corpus(engine, Path("tests/corpus/good"), datetime(2026, 8, 1, 12, tzinfo=UTC))
    assert faults(engine) == []


def test_an_entry_of_records_alone_touches_its_subject(engine, tmp_path):
    folder, loaded = Folder(tmp_path / "card_texts"), Loaded(engine)
    loaded.load(folder)
    folder.edit(WARDEN_FILE, "names: {de: Wächter}", "names: {de: Wächterin}")
    loaded.load(folder)
    assert {type(fact) for fact in loaded.facts(2)} == {Record}
    assert faults(engine) == []


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(stories())
def test_any_history_is_recorded_without_a_fault(databases, migrated, story):
    """But for the rules of time, which a made-up history may break."""
    with databases.copied(migrated) as engine:
        with writing(engine) as conn:
            record_card(conn, story.card(), record_unchecked)
            game = record_game(conn)
            save_index(conn, SUBJECT, game)
            save_head(conn, conn.execute(text("SELECT max(seq) FROM entry")).scalar_one())
        rules = {Code.EMPTY_PERIOD, Code.ALREADY_ENDED, Code.SAME_START_CONFLICT}
        assert {one.code for one in faults(engine)} <= rules


def test_what_there_is_to_check_is_counted_and_all_of_it_is_told(ledger):
    done = []
    with reading(ledger) as conn:
        extent = load_extent(conn)
        assert list(iter_faults(conn, advance=done.append)) == []
        facts = sum(
            conn.execute(text(f"SELECT count(*) FROM {table}")).scalar_one()
            for table in ("assertion", "ending", "record")
        )
    assert (extent.entries, extent.facts, extent.subjects) == (3, facts, 3)
    assert extent.head.seq == 3
    assert sum(done) == extent.facts + extent.subjects


def test_an_empty_ledger_has_nothing_to_check(engine):
    with reading(engine) as conn:
        extent = load_extent(conn)
    assert (extent.head, extent.entries, extent.facts, extent.texts, extent.subjects) == (None, 0, 0, 0, 0)


@pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
def test_a_connection_is_as_it_was_when_a_check_has_ended_early(ledger):
    plant(ledger, "UPDATE entry SET actor = 'Eve'")
    with reading(ledger) as conn:
        checking = iter_faults(conn)
        assert next(checking).code == Code.ENTRY_HASH
        checking.close()
        assert conn.connection.driver_connection.text_factory is str


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({}, "database"),
        ({"subject": "a"}, "a"),
        ({"seq": 2}, "entry 2"),
        ({"seq": 2, "n": 1}, "entry 2, fact 1"),
        ({"seq": 10, "n": 3, "subject": "a"}, "entry 10, fact 3, a"),
    ],
)
def test_a_fault_tells_its_place(place, words):
    assert Fault(code=Code.ENTRY_HASH, found="a", **place).place == words


CELLS = [
    (table.__tablename__, column)
    for table in (*LEDGER, *INDEX)
    for column in Base.metadata.tables[table.__tablename__].columns
]


def other(draw, column, value):
    """Return another value than that of a cell, of its sort."""
    if value is not None and column.nullable and draw(st.booleans()):
        return None
    if isinstance(column.type, Integer):
        return (value or 0) + draw(st.sampled_from([-1, 1, 7]))
    if isinstance(column.type, Date):
        return draw(st.dates().map(str).filter(lambda day: day != str(value)))
    if isinstance(column.type, Boolean):
        return not value
    if not isinstance(value, str):
        return draw(st.sampled_from(["", "x", "[]", "{}", "1-1"]))
    place = draw(st.integers(0, len(value)))
    return draw(
        st.sampled_from([value[:place] + "x" + value[place:], value[:-1], value.swapcase()]).filter(
            lambda text: text != value
        )
    )


@pytest.mark.proof
@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_single_changed_cell_is_found(databases, sighted_url, data):
    table, column = data.draw(st.sampled_from(CELLS))
    key = [one.name for one in Base.metadata.tables[table].primary_key]
    with databases.copied(sighted_url) as engine:
        with unguarded(engine) as conn:
            names = ", ".join(key)
            query = f'SELECT {names}, "{column.name}" AS cell FROM {table} ORDER BY {names}'
            row = data.draw(st.sampled_from(conn.execute(text(query)).mappings().all()))
            changed = other(data.draw, column, row["cell"])
            where = " AND ".join(f"{name} = :{name}" for name in key)
            update = text(f'UPDATE {table} SET "{column.name}" = :changed WHERE {where}')
            try:
                conn.execute(update, {**row, "changed": changed})
            except IntegrityError:  # the key is taken, or it can't be null
                assume(False)
        assert faults(engine) != []
