"""SQLite, the embedded default: how its connections are set up, and how a transaction begins."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import OperationalError
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event

BUSY_TIMEOUT_MS = 30_000
"""How long a writer waits for another one."""

PURGE_TIMEOUT_MS = 3_000
"""How long is waited for readers of older states, which keep removed words in the log of the file."""


def make_sqlite_engine(url: URL) -> Engine:
    """Return an engine for an SQLite file; its folder is made where it is missing."""
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    # The driver opens no transaction for a SELECT, so that transactions are begun here.
    engine = create_engine(url, connect_args={"isolation_level": None})
    event.listen(engine, "connect", _on_connect)
    return engine


def _on_connect(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.close()


def begin_on_sqlite(connection: Connection, *, writes: bool) -> None:
    """Begin a transaction; a writer takes the lock of the whole file before it reads the head."""
    if connection.info.get("errata_writes") is not writes:  # remembered beside the pooled connection
        connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if writes else 'ON'}")
        connection.info["errata_writes"] = writes
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def erase_on_sqlite(connection: Connection) -> None:
    """Have the connection overwrite with zeros whatever it deletes, and the file say that it is to be purged.

    What the file says is of the transaction, so that it outlives whoever ends between that and the purge.
    """
    connection.exec_driver_sql("PRAGMA secure_delete = ON")
    connection.exec_driver_sql("PRAGMA user_version = 1")


def is_purge_due_on_sqlite(connection: Connection) -> bool:
    """Whether the file is to be purged and hasn't been."""
    return connection.exec_driver_sql("PRAGMA user_version").scalar() != 0


def purge_on_sqlite(engine: Engine) -> bool:
    """Write the file anew without what was deleted, empty its log, and return whether nobody was in the way.

    A reader of an older state keeps the log; the file itself is clean all the same once the last one is done.
    """
    connection = engine.raw_connection()
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA query_only = OFF")
        cursor.execute(f"PRAGMA busy_timeout = {PURGE_TIMEOUT_MS}")
        connection.info.pop("errata_writes", None)  # the next transaction sets it again
        cursor.execute("VACUUM")
        busy, _, _ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            cursor.execute("PRAGMA user_version = 0")
        return not busy
    except OperationalError:
        return False  # a reader is in the way, or there is no room for a second file: the mark stays
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        connection.close()


def is_busy_on_sqlite(error: BaseException | None) -> bool:
    """Whether a writer has waited for another one for too long."""
    return getattr(error, "sqlite_errorname", None) == "SQLITE_BUSY"
