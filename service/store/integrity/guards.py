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

_CREATED = re.compile(r"CREATE TRIGGER (\w+) ")
_DROPPED = re.compile(r"DROP TRIGGER (?:IF EXISTS )?(\w+)")


class Trigger(NamedTuple):
    """A trigger as the database keeps it: the table that it is on, and the statement that made it."""

    table: str
    statement: str


def guard_faults(conn: Connection) -> Iterator[Fault]:
    """Yield each guard that is missing or does something else, and each trigger that nobody declared."""
    declared = declared_guards(conn.dialect.name)
    standing = _STANDING[conn.dialect.name](conn)
    for name in sorted(declared.keys() - standing.keys()):
        yield Fault(code=Code.GUARD_MISSING, found=f"the trigger {name} is missing")
    for name in sorted(declared.keys() & standing.keys()):
        if standing[name].statement != declared[name]:
            found = f"the trigger {name} is not the one that the migrations make"
            yield Fault(code=Code.GUARD_CHANGED, found=found)
    for name in sorted(standing.keys() - declared.keys()):
        found = f"no migration made the trigger {name} on {standing[name].table}"
        yield Fault(code=Code.TRIGGER_UNKNOWN, found=found)


@cache
def declared_guards(dialect: str) -> dict[str, str]:
    """Return the statement of each trigger that stands when all migrations are done, by its name."""
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    told = _Statements()
    context = MigrationContext.configure(dialect_name=dialect, opts={"as_sql": True, "output_buffer": told})
    scripts = ScriptDirectory(str(MIGRATIONS))
    with Operations.context(context):
        for script in reversed(list(scripts.walk_revisions())):
            script.module.upgrade()
    found: dict[str, str] = {}
    for statement in told:
        if created := _CREATED.match(statement):
            found[created[1]] = statement
        elif dropped := _DROPPED.match(statement):
            found.pop(dropped[1], None)
    return found


class _Statements(list[str]):
    """What migrations tell a database, one statement each."""

    def write(self, told: str) -> None:
        self.append(told.strip().removesuffix(";"))

    def flush(self) -> None:
        """Do nothing: a buffer that alembic writes to can be flushed."""


def _standing_on_sqlite(conn: Connection) -> dict[str, Trigger]:
    """Return the triggers on the tables of ledger and index, by name."""
    query = text("SELECT name, lower(tbl_name), sql FROM sqlite_master WHERE type = 'trigger'")
    return {
        name: Trigger(table, statement)
        for name, table, statement in conn.execute(query)
        if table in Base.metadata.tables
    }


_STANDING: dict[str, Callable[[Connection], dict[str, Trigger]]] = {"sqlite": _standing_on_sqlite}
"""What reads the catalogue of each kind of database."""
