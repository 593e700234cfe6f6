"""Engines and transactions, on either database.

A connection is handed out inside a transaction: one that reads sees one state of the ledger however many
statements it takes, one that writes holds the ledger's lock from its first statement to its commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError

from service.domain.errors import InvalidLine, NotReady
from service.store.postgresql import begin_on_postgresql, is_not_ready, make_postgresql_engine
from service.store.sqlite import begin_on_sqlite, make_sqlite_engine

__all__ = ["Connection", "Engine", "make_engine", "reading", "refusals", "writing"]

_MAKERS = {"sqlite": make_sqlite_engine, "postgresql": make_postgresql_engine}
_BEGINNINGS = {"sqlite": begin_on_sqlite, "postgresql": begin_on_postgresql}


def make_engine(url: str) -> Engine:
    """Return an engine for the database; the folder of an SQLite file is made where it is missing.

    Raises:
        NotReady: if the URL can't be understood, or nothing here can speak to such a database.
    """
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
        if backend not in _MAKERS:
            raise ArgumentError(f"{backend} is neither of {' and '.join(_MAKERS)}")
        engine = _MAKERS[backend](parsed)
    except (ArgumentError, ImportError) as error:
        # The URL itself is not repeated: it may hold a password.
        reason = str(error).partition("\n")[0].partition(" from given URL")[0]
        raise NotReady(f"ERRATA_DATABASE_URL names no database that can be used: {reason}") from error
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "handle_error", _on_error)
    return engine


def _on_begin(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("errata_writes", False))
    _BEGINNINGS[connection.dialect.name](connection, writes=writes)


def _on_error(context: ExceptionContext) -> None:
    """Name what can go wrong with a database; what only a fault of ours can cause stays as it is."""
    if context.is_pre_ping:
        return  # the pool has noticed a connection that is closed, and makes another one
    found = context.sqlalchemy_exception
    ours = isinstance(found, (IntegrityError, ProgrammingError, DataError))
    if isinstance(found, DBAPIError) and (not ours or is_not_ready(found.orig)):
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
