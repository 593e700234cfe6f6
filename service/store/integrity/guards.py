"""The guards: the triggers that keep the ledger append-only are there, and do what the migrations say.

What there must be is what the migrations declare, which are run here without a database. Alembic is loaded
only then; the server never does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from sqlalchemy import Connection, text

from service.store.integrity.faults import Code, Fault
from service.store.models import Base
from service.store.schema import MIGRATIONS

_CREATED = re.compile(r"CREATE TRIGGER (\w+) .*? ON (\w+)")
_DROPPED = re.compile(r"DROP TRIGGER (?:IF EXISTS )?(\w+)(?: ON (\w+))?")
_FUNCTION = re.compile(r"CREATE (?:OR REPLACE )?FUNCTION (\w+)\(")
_CALLS = re.compile(r" EXECUTE FUNCTION (\w+)\(")
_ENABLED = re.compile(r"ALTER TABLE (\w+) ENABLE ALWAYS TRIGGER (\w+)")


class Trigger(NamedTuple):
    """A trigger, or on PostgreSQL a rule; there one on another table may bear the same name."""

    table: str
    name: str
    kind: str = "trigger"


Statements = dict[Trigger, str]
"""Triggers with the statements that make them."""


def guard_faults(conn: Connection) -> Iterator[Fault]:
    """Yield each guard that is missing or does something else, and each trigger that nobody declared."""
    declared = declared_guards(conn.dialect.name)
    standing = _STANDING[conn.dialect.name](conn)
    for one in sorted(declared.keys() - standing.keys()):
        yield Fault(code=Code.GUARD_MISSING, found=f"the trigger {one.name} is missing")
    for one in sorted(declared.keys() & standing.keys()):
        if standing[one] != declared[one]:
            found = f"the trigger {one.name} is not the one that the migrations make"
            yield Fault(code=Code.GUARD_CHANGED, found=found)
    for one in sorted(standing.keys() - declared.keys()):
        found = f"no migration made the {one.kind} {one.name} on {one.table}"
        yield Fault(code=Code.TRIGGER_UNKNOWN, found=found)


@cache
def declared_guards(dialect: str) -> Statements:
    """Return what makes each trigger that stands when all migrations are done.

    On PostgreSQL that is the function that it calls, the trigger, and that it stands always.
    """
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    told = _Statements()
    context = MigrationContext.configure(dialect_name=dialect, opts={"as_sql": True, "output_buffer": told})
    scripts = ScriptDirectory(str(MIGRATIONS))
    with Operations.context(context):
        for script in reversed(list(scripts.walk_revisions())):
            script.module.upgrade()
    found: Statements = {}
    functions: dict[str, str] = {}
    for statement in told:
        if function := _FUNCTION.match(statement):
            functions[function[1]] = statement
        elif created := _CREATED.match(statement):
            found[Trigger(created[2], created[1])] = statement
        elif enabled := _ENABLED.match(statement):
            found[Trigger(enabled[1], enabled[2])] += f"\n{_ALWAYS}"
        elif dropped := _DROPPED.match(statement):
            gone = [one for one in found if one.name == dropped[1] and dropped[2] in (None, one.table)]
            for one in gone:
                del found[one]
    return {
        one: f"{functions[calls[1]]}\n{statement}" if (calls := _CALLS.search(statement)) else statement
        for one, statement in found.items()
    }


class _Statements(list[str]):
    """What migrations tell a database, one statement each."""

    def write(self, told: str) -> None:
        self.append(told.strip().removesuffix(";"))

    def flush(self) -> None:
        """Do nothing: a buffer that alembic writes to can be flushed."""


def _standing_on_sqlite(conn: Connection) -> Statements:
    """Return the triggers on the tables of ledger and index."""
    query = text("SELECT name, lower(tbl_name), sql FROM sqlite_master WHERE type = 'trigger'")
    return {
        Trigger(table, name): statement
        for name, table, statement in conn.execute(query)
        if table in Base.metadata.tables
    }


_ALWAYS = "always"
"""Stands behind a trigger that no session can pass."""

_ON_POSTGRESQL = """
SELECT tgname, relname, 'trigger', concat(
    'CREATE FUNCTION ', proname, '() RETURNS trigger LANGUAGE ', lanname,
    CASE WHEN prosecdef OR proisstrict OR provolatile <> 'v' THEN ' in another way' END,
    (SELECT string_agg(concat(' SET ', replace(setting, '=', ' = ')), '') FROM unnest(proconfig) AS setting),
    ' AS $guard$', prosrc, '$guard$', chr(10),
    pg_get_triggerdef(pg_trigger.oid, true), CASE tgenabled WHEN 'A' THEN concat(chr(10), 'always') END)
FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid
JOIN pg_proc ON pg_proc.oid = tgfoid
JOIN pg_language ON pg_language.oid = prolang
WHERE NOT tgisinternal AND pg_class.oid = to_regclass(quote_ident(relname))
UNION ALL
SELECT rulename, relname, 'rule', pg_get_ruledef(pg_rewrite.oid)
FROM pg_rewrite JOIN pg_class ON pg_class.oid = ev_class
WHERE pg_class.oid = to_regclass(quote_ident(relname))
"""


def _standing_on_postgresql(conn: Connection) -> Statements:
    """Return the triggers and the rules on the tables of ledger and index."""
    return {
        Trigger(table, name, kind): statement
        for name, table, kind, statement in conn.execute(text(_ON_POSTGRESQL))
        if table in Base.metadata.tables
    }


_STANDING: dict[str, Callable[[Connection], Statements]] = {
    "sqlite": _standing_on_sqlite,
    "postgresql": _standing_on_postgresql,
}
"""What reads the catalogue of each kind of database."""
