"""Engines and transactions. SQLite is the embedded default; nothing here but this module knows it.

A connection is handed out inside a transaction: one that reads sees one state of the ledger however many
statements it takes, one that writes holds the ledger's lock from its first statement to its commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError

from service.domain.errors import InvalidLine, NotReady

__all__ = ["Connection", "Engine", "make_engine", "reading", "refusals", "writing"]

BUSY_TIMEOUT_MS = 30_000
"""How long a writer waits for another one."""


def make_engine(url: str) -> Engine:
    """Return an engine for the database; the folder of an SQLite file is made where it is missing.

    Raises:
        NotReady: if the URL can't be understood, or nothing here can speak to such a database.
    """
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite":
            engine = create_engine(parsed)
            event.listen(engine, "handle_error", _on_error)
            return engine
    except (ArgumentError, ImportError) as error:
        # The URL itself is not repeated: it may hold a password.
        reason = str(error).partition("\n")[0].partition(" from given URL")[0]
        raise NotReady(f"ERRATA_DATABASE_URL names no database that can be used: {reason}") from error
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"isolation_level": None})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "handle_error", _on_error)
    return engine


def _on_connect(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def _on_begin(connection: Connection) -> None:
    # The driver opens no transaction for a SELECT; a writer takes its lock before it reads the head.
    writes = connection.get_execution_options().get("errata_writes", False)
    if connection.info.get("errata_writes") is not writes:  # remembered beside the pooled connection
        connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        connection.info["errata_writes"] = writes
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _on_error(context: ExceptionContext) -> None:
    """Name what can go wrong with a database; what only a fault of ours can cause stays as it is."""
    found = context.sqlalchemy_exception
    if isinstance(found, DBAPIError) and not isinstance(found, (IntegrityError, ProgrammingError, DataError)):
        reason = str(context.original_exception).partition("\n")[0]
        raise NotReady(f"the database can't be used: {reason}") from context.original_exception


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that sees one state of the database, and can't change it.

    Raises:
        NotReady: if the database can't be opened or read, or is told to change.
    """
    with engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that holds the ledger's lock; what it did is kept only if nothing is raised.

    Raises:
        NotReady: if the database can't be opened or written, or another writer holds the lock for too long.
    """
    with engine.connect().execution_options(errata_writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def refusals() -> Iterator[None]:
    """Tell what the database refuses to hold as a fault of facts that others made.

    Raises:
        InvalidLine: if a constraint or a guard of the ledger refuses a row.
    """
    try:
        yield
    except (IntegrityError, DataError) as error:
        reason = str(error.orig).partition("\n")[0]
        raise InvalidLine(f"the ledger doesn't take it: {reason}") from error
