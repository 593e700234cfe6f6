"""Many rows at once: by the driver itself, in the transaction of the connection.

On SQLite that is one statement for many tuples, on PostgreSQL COPY. The rows are taken as they come, so that
however many there are, no more than a chunk of them is in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, cast

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError

from service.store.connection import translated
from service.store.models import Base

CHUNK = 1000
"""How many rows go into one statement."""

BulkRow = Sequence[Any]
"""The values of a row in the order of its table's columns; a day is ISO text."""


def expect_many_rows(conn: Connection) -> None:
    """Prepare a transaction for rows by the hundred thousand, among which others are sought all the while.

    The planner of PostgreSQL knows a table as it was before this transaction filled it, and would read all of
    one that was small then: hereafter an index serves what is sought, if there is any.
    """
    if conn.dialect.name == "postgresql":
        conn.exec_driver_sql("SET LOCAL enable_seqscan = off")


def save_rows(conn: Connection, table: type[Base], rows: Iterable[BulkRow]) -> None:
    """Write rows of a table, in the given order.

    Raises:
        NotReady: if the database can't be written.
        IntegrityError, DataError: of SQLAlchemy, if it refuses a row; ``refusals`` tells what that means.
    """
    statement = _statement(table, conn.dialect)
    each = map(tuple, rows)
    while chunk := list(islice(each, CHUNK)):
        if conn.dialect.name == "postgresql":
            _copy(conn, statement, chunk)
        else:
            conn.exec_driver_sql(statement, chunk)


def _statement(table: type[Base], dialect: Dialect) -> str:
    names = table.__table__.columns.keys()
    columns = ", ".join(map(dialect.identifier_preparer.quote, names))
    if dialect.name == "postgresql":
        return f"COPY {table.__tablename__} ({columns}) FROM STDIN"
    return f"INSERT INTO {table.__tablename__} ({columns}) VALUES ({', '.join('?' * len(names))})"


def _copy(conn: Connection, statement: str, rows: Iterable[BulkRow]) -> None:
    driver = conn.dialect.loaded_dbapi
    raw: Any = conn.connection.driver_connection
    try:
        with raw.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)
    except driver.Error as error:
        # SQLAlchemy doesn't see what its driver's own cursor does, and so names none of its errors.
        found = DBAPIError.instance(statement, None, error, driver.Error, dialect=conn.dialect)
        raise translated(cast(DBAPIError, found), conn.dialect) from error
