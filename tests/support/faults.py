"""Faults that a database really has: a row that it refuses, a disk that is full."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from service.store.connection import reading, writing
from service.store.models import Base
from service.store.segments import save_head
from tests.support.databases import record
from tests.support.places import SQLITE

NO_MORE = "no more of this"
"""What the database says of the row that it refuses."""

PAGE_BYTES = 8192

LEAST_BYTES = 2 << 20
"""More than any file of PostgreSQL has in an empty database, those of the write-ahead log included."""


@contextmanager
def refused_from(engine: Engine, table: str, least: int) -> Iterator[None]:
    """Let a table that has so many rows refuse a further one."""
    full = f"(SELECT count(*) FROM {table}) >= {least}"
    on_sqlite = engine.dialect.name == SQLITE
    if on_sqlite:
        made = [
            f"CREATE TRIGGER failing_insert BEFORE INSERT ON {table} WHEN {full} "
            f"BEGIN SELECT RAISE(ABORT, '{NO_MORE}'); END"
        ]
        dropped = ["DROP TRIGGER failing_insert"]
    else:
        made = [
            "CREATE FUNCTION failing_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            f"IF {full} THEN RAISE EXCEPTION '{NO_MORE}' USING ERRCODE = 'check_violation'; END IF; "
            "RETURN NEW; END $$",
            f"CREATE TRIGGER failing_insert BEFORE INSERT ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION failing_insert()",
        ]
        dropped = [f"DROP TRIGGER failing_insert ON {table}", "DROP FUNCTION failing_insert()"]
    with writing(engine) as conn:
        for statement in made:
            conn.exec_driver_sql(statement)
    yield
    with writing(engine) as conn:
        for statement in dropped:
            conn.exec_driver_sql(statement)


@contextmanager
def counted_changes(engine: Engine) -> Iterator[Callable[[int], None]]:
    """Yield how to say which change of a row is refused from now on: the first is 1, whatever its table.

    An inserted, an updated and a deleted row are one change each, in every table of ours.
    """
    tables = [table.name for table in Base.metadata.sorted_tables]
    made = [(f"counted_{act}_{table}".lower(), act, table) for table in tables for act in _CHANGES]
    on_sqlite = engine.dialect.name == SQLITE
    trigger = _COUNTED_ON_SQLITE if on_sqlite else _COUNTED_ON_POSTGRESQL
    with writing(engine) as conn:
        conn.exec_driver_sql("CREATE TABLE countdown (changes INTEGER NOT NULL)")
        conn.exec_driver_sql("INSERT INTO countdown VALUES (0)")
        if not on_sqlite:
            conn.exec_driver_sql(_COUNT_ON_POSTGRESQL)
        for name, act, table in made:
            conn.exec_driver_sql(trigger.format(name=name, act=act, table=table))

    def refuse(nth: int) -> None:
        with writing(engine) as conn:
            conn.exec_driver_sql(f"UPDATE countdown SET changes = {nth}")

    yield refuse
    with writing(engine) as conn:
        for name, _, table in made:
            conn.exec_driver_sql(f"DROP TRIGGER {name}" + ("" if on_sqlite else f" ON {table}"))
        if not on_sqlite:
            conn.exec_driver_sql("DROP FUNCTION count_down()")
        conn.exec_driver_sql("DROP TABLE countdown")


_CHANGES = ("INSERT", "UPDATE", "DELETE")

_COUNTED_ON_SQLITE = f"""
CREATE TRIGGER {{name}} BEFORE {{act}} ON {{table}} BEGIN
    UPDATE countdown SET changes = changes - 1;
    SELECT RAISE(ABORT, '{NO_MORE}') FROM countdown WHERE changes = 0;
END
"""

_COUNTED_ON_POSTGRESQL = """
CREATE TRIGGER {name} BEFORE {act} ON {table} FOR EACH ROW EXECUTE FUNCTION count_down()
"""

_COUNT_ON_POSTGRESQL = f"""
CREATE FUNCTION count_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE countdown SET changes = changes - 1;
    IF (SELECT changes FROM countdown) = 0 THEN
        RAISE EXCEPTION '{NO_MORE}' USING ERRCODE = 'check_violation';
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$
"""


@contextmanager
def filling_disk(engine: Engine, *, filled: bool = True) -> Iterator[Callable[[int], None]]:
    """Yield how to say that so many pages more find room, from the next transaction on; then all do again.

    The ledger gets an entry of texts first: on PostgreSQL it is the size of one file of theirs that ends,
    which has to be larger than any other, the write-ahead log's included.

    Args:
        filled: if not, the ledger stays empty, and on PostgreSQL that file has room for ``LEAST_BYTES``: what
            is to fail has to write more texts than that.
    """
    if filled:
        with writing(engine) as conn:
            save_head(conn, record(conn, texts=[incompressible(number) for number in range(200)]).seq)
    left: list[int] = []
    limit = _limit_sqlite if engine.dialect.name == SQLITE else _limit_postgresql

    @event.listens_for(engine, "begin")
    def shrink(connection: Any) -> None:
        limit(connection, left[-1] if left else None)

    yield left.append
    event.remove(engine, "begin", shrink)
    with reading(engine) as conn:
        limit(conn, None)


def incompressible(number: int, size: int = 16_000) -> str:
    """Return a text that no database makes smaller by packing it."""
    parts = (hashlib.sha256(f"{number} {part}".encode()).hexdigest() for part in range(size // 64))
    return "".join(parts)


def _limit_sqlite(connection: Any, pages: int | None) -> None:
    count = connection.exec_driver_sql("PRAGMA page_count").scalar()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {count + (1_000_000 if pages is None else pages)}")


def _limit_postgresql(connection: Any, pages: int | None) -> None:
    number, size = connection.exec_driver_sql(_FILE_OF_TEXTS).one()
    most = "unlimited" if pages is None else max(size, LEAST_BYTES) + pages * PAGE_BYTES
    owner = os.stat(f"/proc/{number}").st_uid  # nobody else may limit it
    subprocess.run(["prlimit", f"--pid={number}", f"--fsize={most}:unlimited"], user=owner, check=True)


_FILE_OF_TEXTS = """
SELECT pg_backend_pid(), pg_relation_size(reltoastrelid) FROM pg_class WHERE oid = 'content'::regclass
"""
