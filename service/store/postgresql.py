"""PostgreSQL, the server database: how its connections are set up, and how a transaction begins."""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

from service.domain.errors import NotReady

LOCK_TIMEOUT_MS = 30_000
"""How long a writer waits for another one, and a reader for whoever has locked a table."""

CONNECT_TIMEOUT_S = 10
"""How long a server may take to answer, unless the address says otherwise (``?connect_timeout=``)."""

LEDGER_LOCK = 0x4C6564676572
"""The key of the advisory lock that every writer holds, ``Ledger`` in hexadecimal; the guards know it too."""

DRIVER = "postgresql+psycopg"
"""The one driver that is installed with the extra ``postgres``, and tested."""

NOT_READY = {
    "42P01",  # there is no such table
    "42703",  # there is no such column
    "42501",  # the role may not do that
    "42P07",  # there is such a table already
    "3F000",  # there is no schema to make tables in
}
"""What PostgreSQL counts among the errors of a statement although the statement is right, by SQLSTATE."""

LOCK_NOT_AVAILABLE = "55P03"


def make_postgresql_engine(url: URL) -> Engine:
    """Return an engine for a database of PostgreSQL, whichever driver its URL names.

    Raises:
        NotReady: if the driver isn't installed.
    """
    options = {
        "client_encoding": "utf8",
        "connect_timeout": CONNECT_TIMEOUT_S,
        "options": f"-c lock_timeout={LOCK_TIMEOUT_MS}",  # of readers too: somebody may lock a table
    }
    try:
        engine = create_engine(
            url.set(drivername=DRIVER),
            # A connection that the server has closed meanwhile is noticed before a request relies on it.
            pool_pre_ping=True,
            connect_args={name: value for name, value in options.items() if name not in url.query},
        )
    except ModuleNotFoundError as error:
        raise NotReady(
            "ERRATA_DATABASE_URL names a database of PostgreSQL, whose driver is not installed; "
            "run: pip install 'errata-ledger[postgres]'"
        ) from error
    event.listen(engine, "connect", _on_connect)
    return engine


def _on_connect(connection: Any, _record: object) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        connection.close()
        raise NotReady(
            f"the database is encoded in {encoding}, which doesn't hold every text; make another one with: "
            "createdb --encoding=UTF8 --template=template0"
        )


def begin_on_postgresql(connection: Connection, *, writes: bool) -> None:
    """Begin a transaction: a reader sees one state, a writer takes the ledger's lock before all else.

    Under REPEATABLE READ a writer that waited for another one would go on from the head before that one's
    entry: the state that it sees is taken with its first statement, which is the lock's. Under READ COMMITTED
    each statement sees what was committed by then, and nobody else commits while the lock is held. Neither is
    left to what the database has for its default.
    """
    if writes:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {LOCK_TIMEOUT_MS}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LEDGER_LOCK})")
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def is_not_ready(error: BaseException | None) -> bool:
    """Whether an error of the driver is one of the database's state or rights, and none of our statement."""
    return getattr(error, "sqlstate", None) in NOT_READY


def is_busy_on_postgresql(error: BaseException | None) -> bool:
    """Whether a writer has waited for another one for too long."""
    return getattr(error, "sqlstate", None) == LOCK_NOT_AVAILABLE
