"""What a stranger may try on PostgreSQL alone: TRUNCATE, MERGE, replica mode, days without end, shadows."""

import psycopg
import pytest

from service.store.connection import writing
from service.store.models import LEDGER
from service.store.postgresql import LEDGER_LOCK
from tests.store.test_guards import COLUMN, DAYS, KEY, TABLES, copy, prove
from tests.support.databases import record
from tests.support.places import POSTGRESQL, REFUSED

pytestmark = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")

NO_DAYS = {
    "a day without end": "infinity",
    "a day before all days": "-infinity",
    "a day before Christ": "0044-03-15 BC",
    "a day of five digits": "10000-01-01",
}

ENTRY = "INSERT INTO entry VALUES ({}, '{}', 'a', 'b', NULL, 1, NULL, 'c')"


@pytest.mark.parametrize("table", TABLES)
def test_no_table_is_ever_emptied(stranger, table):
    prove(stranger, table, f"guard_{table}_truncate", f"TRUNCATE {table}")


def test_no_table_is_ever_emptied_along_with_another(stranger):
    with pytest.raises(REFUSED, match="append-only"):
        stranger.execute(f"TRUNCATE index_state, {', '.join(TABLES)} CASCADE")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("does", ["UPDATE SET {} = 'other'", "DELETE"])
def test_no_row_is_changed_by_a_merge(stranger, table, does):
    same = " AND ".join(f"old.{column} = new.{column}" for column in KEY[table].split(", "))
    with pytest.raises(REFUSED, match="append-only"):
        stranger.execute(
            f"MERGE INTO {table} old USING {table} new ON {same} "
            f"WHEN MATCHED THEN {does.format(COLUMN[table])}"
        )


def test_every_guard_stands_in_replica_mode_too(stranger):
    stranger.execute("SET session_replication_role = replica")
    for table in TABLES:
        for statement in (
            f"UPDATE {table} SET {COLUMN[table]} = 'other'",
            f"DELETE FROM {table}",
            f"TRUNCATE {table}",
        ):
            with pytest.raises(REFUSED, match="append-only"):
                stranger.execute(statement)
    with pytest.raises(REFUSED, match="no gaps"):
        stranger.execute(ENTRY.format(9, "2027"))
    with pytest.raises(REFUSED, match="newest entry"):
        stranger.execute("INSERT INTO record VALUES (9, 1, 'a', 'b', NULL)")


@pytest.mark.parametrize("text", NO_DAYS.values(), ids=NO_DAYS)
@pytest.mark.parametrize("table", DAYS)
def test_a_day_is_one_of_the_calendar(stranger, table, text):
    for column in DAYS[table]:
        statement, values = copy(table, n=9, **dict.fromkeys(DAYS[table]) | {column: text})
        prove(stranger, table, f"guard_{table}_days", f"INSERT {statement}", values)


@pytest.mark.parametrize("row", LEDGER, ids=lambda row: row.__tablename__)
def test_a_row_has_one_key_by_which_it_could_be_taken(stranger, row):
    unique = stranger.execute(
        "SELECT indisprimary FROM pg_index WHERE indisunique AND indrelid = ?::regclass", [row.__tablename__]
    )
    assert unique == [(True,)]


def shadow(stranger):
    """Put tables and functions of a stranger's own before ours, as every session may for itself."""
    stranger.execute("CREATE TEMP TABLE entry (seq integer, recorded_at text)")
    stranger.execute("INSERT INTO entry VALUES (8, '')")
    stranger.execute("CREATE TEMP TABLE record (kind text, key text, body text)")
    stranger.execute("INSERT INTO record SELECT 'tombstone', sha256, '' FROM content")
    stranger.execute("CREATE SCHEMA evil")
    stranger.execute("CREATE FUNCTION evil.max(integer) RETURNS integer LANGUAGE sql AS 'SELECT 8'")
    stranger.execute("SET search_path = evil, pg_temp, public, pg_catalog")


def test_no_guard_looks_into_a_strangers_own_tables(stranger):
    shadow(stranger)
    with pytest.raises(REFUSED, match="no gaps"):
        stranger.execute(ENTRY.format(9, "2027").replace("entry", "public.entry"))
    with pytest.raises(REFUSED, match="never goes back"):
        stranger.execute(ENTRY.format(2, "2025").replace("entry", "public.entry"))
    with pytest.raises(REFUSED, match="newest entry"):
        stranger.execute("INSERT INTO public.record VALUES (8, 1, 'a', 'b', NULL)")
    with pytest.raises(REFUSED, match="only a tombstone"):
        stranger.execute("UPDATE public.content SET text = NULL")


def test_a_strangers_entry_waits_for_the_ledgers_lock(databases, engine, stranger):
    stranger.execute("SET lock_timeout = 50")
    with writing(engine) as conn:
        record(conn)
        with pytest.raises(psycopg.errors.LockNotAvailable):
            stranger.execute(ENTRY.format(2, "2027"))
    with pytest.raises(REFUSED, match="no gaps"):
        stranger.execute(ENTRY.format(2, "2027"))
    stranger.execute(ENTRY.format(3, "2027"))


def test_the_guards_wait_for_the_lock_that_the_writer_takes(stranger):
    bodies = stranger.execute(
        "SELECT prosrc FROM pg_proc WHERE proname IN ('guard_entry_gap', 'guard_entry_clock')"
    )
    assert [f"pg_advisory_xact_lock({LEDGER_LOCK})" in body for (body,) in bodies] == [True, True]


@pytest.mark.parametrize("level", ["REPEATABLE READ", "SERIALIZABLE"])
def test_no_fact_joins_an_older_entry_by_what_an_old_state_shows(engine, stranger, level):
    stranger.execute(f"SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL {level}")
    with stranger.rolled_back():
        assert stranger.execute("SELECT max(seq) FROM entry") == [(1,)]
        with writing(engine) as conn:
            record(conn)
        with pytest.raises(REFUSED, match="newest entry only"):
            stranger.execute("INSERT INTO record VALUES (1, 99, 'a', 'b', NULL)")


def test_a_strangers_fact_waits_for_the_ledgers_lock(engine, stranger):
    stranger.execute("SET lock_timeout = 50")
    with writing(engine) as conn:
        record(conn)
        with pytest.raises(psycopg.errors.LockNotAvailable):
            stranger.execute("INSERT INTO record VALUES (1, 99, 'a', 'b', NULL)")
    with pytest.raises(REFUSED, match="newest entry only"):
        stranger.execute("INSERT INTO record VALUES (1, 99, 'a', 'b', NULL)")
