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
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError

from service.domain.errors import NotReady

__all__ = ["Connection", "Engine", "make_engine", "reading", "writing"]

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
            return create_engine(parsed)
    except (ArgumentError, ImportError) as error:
        # The URL itself is not repeated: it may hold a password.
        raise NotReady(f"ERRATA_DATABASE_URL names no database that can be used: {_reason(error)}") from error
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"isolation_level": None})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
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
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that sees one state of the database.

    Raises:
        NotReady: if the database can't be opened or read.
    """
    with _foreseen("read"), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that holds the ledger's lock; what it did is kept only if nothing is raised.

    Raises:
        NotReady: if the database can't be opened or written, or another writer holds the lock for too long.
    """
    with (
        _foreseen("written"),
        engine.connect().execution_options(errata_writes=True) as connection,
        connection.begin(),
    ):
        yield connection


@contextmanager
def _foreseen(done: str) -> Iterator[None]:
    """Name what can go wrong with a database; what only a fault of ours can cause stays as it is."""
    try:
        yield
    except (IntegrityError, ProgrammingError, DataError):
        raise
    except DBAPIError as error:
        raise NotReady(f"the database can't be {done}: {_reason(error.orig or error)}") from error


def _reason(error: BaseException) -> str:
    """Return the first line of an error's message, without an URL that SQLAlchemy may have put there."""
    return str(error).partition("\n")[0].partition(" from given URL")[0]
