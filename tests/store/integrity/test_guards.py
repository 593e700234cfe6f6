"""Guards that are gone, changed or foreign. What each refuses is in ``tests/store/test_guards.py``."""

from contextlib import closing

import pytest

from service.store.connection import reading
from service.store.integrity.faults import Code
from service.store.integrity.guards import declared_guards, guard_faults
from tests.support.places import POSTGRESQL, SQLITE, url_of
from tests.support.planting import faults

on_sqlite = pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")
on_postgresql = pytest.mark.parametrize("databases", [POSTGRESQL], indirect=True, scope="session")

CHANGED = (Code.GUARD_CHANGED, "the trigger guard_entry_delete is not the one that the migrations make")


@pytest.fixture
def stranger(databases, engine):
    """A connection of whoever may take guards away."""
    with closing(databases.stranger(url_of(engine))) as conn:
        yield conn


def found(engine):
    with reading(engine) as conn:
        return [(one.code, one.found) for one in guard_faults(conn)]


@pytest.mark.parametrize("kind", [SQLITE, POSTGRESQL])
def test_there_are_guards(kind):
    assert len(declared_guards(kind)) > 15


def test_the_guards_of_the_migrations_are_no_fault(engine):
    assert found(engine) == []


def test_every_guard_that_is_missing_is_named(engine, stranger):
    tables = {
        name: table
        for table in ("entry", "assertion", "ending", "record", "content")
        for name in stranger.guards(table)
    }
    assert {(table, name) for name, table in tables.items()} == {
        (one.table, one.name) for one in declared_guards(stranger.kind)
    }
    for number, (name, table) in enumerate(sorted(tables.items()), start=1):
        stranger.drop_guards(table, [name])
        assert len(found(engine)) == number
        assert (Code.GUARD_MISSING, f"the trigger {name} is missing") in found(engine)


@on_sqlite
def test_a_guard_that_does_something_else_is_told(engine, stranger):
    stranger.execute("DROP TRIGGER guard_entry_delete")
    stranger.execute("CREATE TRIGGER guard_entry_delete BEFORE DELETE ON entry BEGIN SELECT 1; END")
    assert found(engine) == [CHANGED]


@on_sqlite
def test_a_guard_on_another_table_is_missing_where_it_was(engine, stranger):
    stranger.execute("DROP TRIGGER guard_entry_delete")
    stranger.execute("CREATE TRIGGER guard_entry_delete AFTER INSERT ON segment BEGIN SELECT 1; END")
    assert [code for code, _ in found(engine)] == [Code.GUARD_MISSING, Code.TRIGGER_UNKNOWN]


@on_postgresql
@pytest.mark.parametrize("table", ["entry", "assertion", "segment"])
@pytest.mark.parametrize("name", ["guard_record_update", "guard_content_delete"])
def test_a_foreign_trigger_does_not_hide_behind_the_name_of_a_guard(engine, stranger, table, name):
    stranger.execute(QUIET[POSTGRESQL].format(table).replace("TRIGGER quiet", f"TRIGGER {name}"))
    assert found(engine) == [(Code.TRIGGER_UNKNOWN, f"no migration made the trigger {name} on {table}")]


REPLACED = "CREATE TRIGGER guard_entry_delete BEFORE DELETE ON entry"


@on_postgresql
@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE entry DISABLE TRIGGER guard_entry_delete",
        "ALTER TABLE entry ENABLE TRIGGER guard_entry_delete",
        f"DROP TRIGGER guard_entry_delete ON entry; {REPLACED} FOR EACH ROW WHEN (false) "
        "EXECUTE FUNCTION guard_append_only('no row is ever deleted'); "
        "ALTER TABLE entry ENABLE ALWAYS TRIGGER guard_entry_delete",
        "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'; "
        f"DROP TRIGGER guard_entry_delete ON entry; {REPLACED} FOR EACH ROW EXECUTE FUNCTION quiet(); "
        "ALTER TABLE entry ENABLE ALWAYS TRIGGER guard_entry_delete",
    ],
    ids=["stands never", "stands but for replicas", "asks first", "calls another function"],
)
def test_a_guard_that_does_something_else_is_told_on_postgresql(engine, stranger, statement):
    stranger.execute(statement)
    assert found(engine) == [CHANGED]


@on_postgresql
@pytest.mark.parametrize(
    "change",
    [
        "CREATE OR REPLACE FUNCTION guard_days() RETURNS trigger LANGUAGE plpgsql "
        "SET search_path = pg_catalog, pg_temp AS 'BEGIN RETURN NEW; END'",
        "ALTER FUNCTION guard_days() SET search_path = evil",
        "ALTER FUNCTION guard_days() RESET ALL",
        "ALTER FUNCTION guard_days() SECURITY DEFINER",
    ],
)
def test_a_function_that_does_something_else_is_told_with_every_guard_that_calls_it(engine, stranger, change):
    stranger.execute(change)
    assert [words.split()[2] for _, words in found(engine)] == ["guard_assertion_days", "guard_ending_days"]


QUIET = {
    SQLITE: "CREATE TRIGGER quiet BEFORE INSERT ON {} BEGIN SELECT RAISE(IGNORE); END",
    POSTGRESQL: "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
    "CREATE TRIGGER quiet BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION quiet()",
}
"""A trigger that lets nothing in and says nothing."""


@pytest.mark.parametrize("table", ["entry", "assertion", "content", "segment"])
def test_a_trigger_that_nobody_declared_is_told(engine, stranger, table):
    stranger.execute(QUIET[stranger.kind].format(table.upper()))
    assert found(engine) == [(Code.TRIGGER_UNKNOWN, f"no migration made the trigger quiet on {table}")]


@on_postgresql
def test_a_rule_that_nobody_declared_is_told(engine, stranger):
    stranger.execute("CREATE RULE quiet AS ON INSERT TO entry DO INSTEAD NOTHING")
    assert found(engine) == [(Code.TRIGGER_UNKNOWN, "no migration made the rule quiet on entry")]


def test_a_trigger_on_a_table_that_is_not_ours_is_no_fault(engine, stranger):
    stranger.execute("CREATE TABLE note (words TEXT)")
    stranger.execute(QUIET[stranger.kind].format("note"))
    assert found(engine) == []


def test_guards_are_among_all_that_is_checked(engine, stranger):
    stranger.drop_guards("entry", ["guard_entry_delete"])
    assert [one.code for one in faults(engine)] == [Code.GUARD_MISSING]
