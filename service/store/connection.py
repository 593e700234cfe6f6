"""Engines and transactions, on either database.

A connection is handed out inside a transaction: one that reads sees one state of the ledger however many
statements it takes, one that writes holds the ledger's lock from its first statement to its commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import URL, Connection, Dialect, Engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError

from service.domain.errors import NotReady
from service.domain.refusals import InvalidLine
from service.store.postgresql import (
    begin_on_postgresql,
    is_busy_on_postgresql,
    is_not_ready,
    make_postgresql_engine,
)
from service.store.sqlite import begin_on_sqlite, is_busy_on_sqlite, make_sqlite_engine

__all__ = ["Connection", "Engine", "make_engine", "reading", "refusals", "translated", "writing"]


class _Kind(NamedTuple):
    """What differs between one kind of database and another."""

    make: Callable[[URL], Engine]
    begin: Callable[..., None]
    is_busy: Callable[[BaseException | None], bool]


_KINDS = {
    "sqlite": _Kind(make_sqlite_engine, begin_on_sqlite, is_busy_on_sqlite),
    "postgresql": _Kind(make_postgresql_engine, begin_on_postgresql, is_busy_on_postgresql),
}

_PUBLIC = "the database can't be used at the moment; the server's log says why"
"""What is said over the network: the words of a driver name hosts, users and files."""


def make_engine(url: str) -> Engine:
    """Return an engine for the database; the folder of an SQLite file is made where it is missing.

    Raises:
        NotReady: if the URL can't be understood, or nothing here can speak to such a database.
    """
    parsed = parsed_url(url)
    kind = _KINDS.get(parsed.get_backend_name())
    if kind is None:
        raise _unusable(f"{parsed.get_backend_name()} is neither of {' and '.join(_KINDS)}")
    try:
        engine = kind.make(parsed)
    except (ArgumentError, ImportError) as error:
        raise _unusable(str(error).partition("\n")[0]) from error
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "handle_error", _on_error)
    return engine


def parsed_url(url: str) -> URL:
    """Return the parts of a database's address.

    Raises:
        NotReady: if it can't be understood. It isn't repeated, for it may hold a password, and nor is any
            part of it.
    """
    try:
        return make_url(url)
    except ArgumentError:
        raise _unusable("it is no SQLAlchemy URL, such as sqlite:///var/errata.db") from None
    except ValueError:
        raise _unusable(
            "its port is no number; in a user or a password write @ as %40, : as %3A and / as %2F"
        ) from None


def _unusable(reason: str) -> NotReady:
    return NotReady(f"ERRATA_DATABASE_URL names no database that can be used: {reason}")


def _on_begin(connection: Connection) -> None:
    writes = bool(connection.get_execution_options().get("errata_writes", False))
    _KINDS[connection.dialect.name].begin(connection, writes=writes)


def _on_error(context: ExceptionContext) -> None:
    """Name what can go wrong with a database; what only a fault of ours can cause stays as it is."""
    if context.is_pre_ping:
        return  # the pool has noticed a connection that is closed, and makes another one
    found = context.sqlalchemy_exception
    if not isinstance(found, DBAPIError):
        return
    named = translated(found, context.dialect, connected=context.connection is not None)
    if named is not found:
        raise named from context.original_exception


def translated(error: DBAPIError, dialect: Dialect, *, connected: bool = True) -> Exception:
    """Return the error that stands for one of a database; that one itself, where a fault of ours caused it.

    Args:
        connected: whether there was a connection; before that only the address can be wrong, or what it
            leads to.
    """
    if _KINDS[dialect.name].is_busy(error.orig):
        return NotReady(
            "another command is writing the ledger, and it was waited for long enough; "
            "try again when it is done"
        )
    ours = isinstance(error, (IntegrityError, ProgrammingError, DataError))
    if ours and connected and not is_not_ready(error.orig):
        return error
    return _failed(str(error.orig).partition("\n")[0])


def _failed(reason: str) -> NotReady:
    return NotReady(f"the database can't be used: {reason}", public=_PUBLIC)


def _connect(engine: Engine) -> Connection:
    try:
        return engine.connect()
    except (TypeError, ValueError) as error:  # of an option in the address that the driver can't take
        raise _failed(str(error)) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that sees one state of the database, and can't change it.

    Raises:
        NotReady: if the database can't be opened or read, or is told to change.
    """
    with _connect(engine) as connection, connection.begin() as transaction:
        try:
            yield connection
        finally:
            # Nothing is to be kept, and a commit would fail where the connection was lost meanwhile.
            transaction.rollback()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection that holds the ledger's lock; what it did is kept only if nothing is raised.

    Raises:
        NotReady: if the database can't be opened or written, or another writer holds the lock for too long.
    """
    with _connect(engine).execution_options(errata_writes=True) as connection, connection.begin():
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
