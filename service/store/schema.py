"""The state of the database's tables: migrating them, and saying whether they are this version's.

Alembic is loaded only where something is migrated or compared; the server never does.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from service.domain.errors import NotReady

HEAD = "0004"
"""The revision that this version reads and writes."""

MIGRATIONS = Path(__file__).resolve().parent.parent / "_migrations"


def upgrade(conn: Connection) -> None:
    """Bring the tables to this version, in the transaction of ``conn``.

    Raises:
        NotReady: if they are at a revision that this version doesn't know.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = conn
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise NotReady(
            f"the tables can't be brought to revision {HEAD}: {error}; "
            "if a newer version made them, install that one"
        ) from error


def current_revision(conn: Connection) -> str | None:
    """Return the revision of the tables; None where there are none."""
    if not inspect(conn).has_table("alembic_version"):
        return None
    found: str | None = conn.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def check_revision(conn: Connection) -> None:
    """Do nothing if the tables are those of this version.

    Raises:
        NotReady: if they are not; the message says what to do.
    """
    found = current_revision(conn)
    if found is None:
        raise NotReady("the database has no tables yet; run: errata db upgrade")
    if found != HEAD:
        todo = "run: errata db upgrade" if found < HEAD else "a newer version made it: install that one"
        raise NotReady(f"the database is at revision {found}, this version needs {HEAD}; {todo}")


def differences(conn: Connection) -> list[str]:
    """Return what would have to be done to the tables until they equal the models, in words; ideally nothing.

    Triggers are not compared: the models don't have them.
    """
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from service.store.models import Base

    context = MigrationContext.configure(conn)
    found: list[str] = []
    for one in compare_metadata(context, Base.metadata):
        # A column that differs comes as the list of its differences, everything else alone.
        found += [_difference(each) for each in (one if isinstance(one, list) else [one])]
    return found


def _difference(one: Sequence[Any]) -> str:
    operation, *parts = one
    if operation.startswith("modify_"):
        _, table, column, _, old, new = parts
        return f"{operation.replace('_', ' ')} of {table}.{column} from {old!r} to {new!r}"
    table = f"{parts[1]}." if operation.endswith("_column") else ""
    return f"{operation.replace('_', ' ')} {table}{getattr(parts[-1], 'name', parts[-1])}"
