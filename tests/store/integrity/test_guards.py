"""Guards that are gone, changed or foreign. What each refuses is in ``tests/store/test_guards.py``."""

import pytest
from sqlalchemy import text

from service.store.connection import reading, writing
from service.store.integrity.faults import Code
from service.store.integrity.guards import declared_guards, guard_faults
from tests.support.planting import faults

DECLARED = declared_guards("sqlite")


def run(engine, *statements):
    with writing(engine) as conn:
        for statement in statements:
            conn.execute(text(statement))


def found(engine):
    with reading(engine) as conn:
        return [(one.code, one.found) for one in guard_faults(conn)]


def test_there_are_guards():
    assert len(DECLARED) > 15


def test_the_guards_of_the_migrations_are_no_fault(engine):
    assert found(engine) == []


@pytest.mark.parametrize("name", DECLARED)
def test_every_guard_that_is_missing_is_named(engine, name):
    run(engine, f"DROP TRIGGER {name}")
    assert found(engine) == [(Code.GUARD_MISSING, f"the trigger {name} is missing")]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER guard_entry_delete BEFORE DELETE ON entry BEGIN SELECT 1; END",
        "CREATE TRIGGER guard_entry_delete AFTER INSERT ON segment BEGIN SELECT 1; END",
    ],
    ids=["does nothing", "on another table"],
)
def test_a_guard_that_does_something_else_is_told(engine, statement):
    run(engine, "DROP TRIGGER guard_entry_delete", statement)
    assert found(engine) == [
        (Code.GUARD_CHANGED, "the trigger guard_entry_delete is not the one that the migrations make")
    ]


@pytest.mark.parametrize("table", ["entry", "assertion", "content", "segment"])
def test_a_trigger_that_nobody_declared_is_told(engine, table):
    run(engine, f"CREATE TRIGGER quiet BEFORE INSERT ON {table.upper()} BEGIN SELECT RAISE(IGNORE); END")
    assert found(engine) == [(Code.TRIGGER_UNKNOWN, f"no migration made the trigger quiet on {table}")]


def test_a_trigger_on_a_table_that_is_not_ours_is_no_fault(engine):
    run(
        engine,
        "CREATE TABLE note (words TEXT)",
        "CREATE TRIGGER quiet BEFORE INSERT ON note BEGIN SELECT RAISE(IGNORE); END",
    )
    assert found(engine) == []


def test_guards_are_among_all_that_is_checked(engine):
    run(engine, "DROP TRIGGER guard_entry_delete")
    assert [one.code for one in faults(engine)] == [Code.GUARD_MISSING]
