"""Rows as they are stored, whatever a stranger wrote: no column is decoded, and none is trusted to be right.

Everything is streamed in order, or looked up in chunks; nothing here holds a whole table.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Date, Select, Text, cast, select, type_coerce
from sqlalchemy.types import NullType

from service.domain.belongings import RECORD_KINDS
from service.domain.coverage import Coverage, covered_set
from service.domain.errors import UNREADABLE
from service.domain.ids import subject_name
from service.store.models import AssertionRow, Base, ContentRow, EndingRow, EntryRow, RecordRow

CHUNK = 500
"""How many keys go into one statement, and how many subjects are held at once."""

FACTS = (AssertionRow, EndingRow, RecordRow)
"""The tables whose rows are facts; the numbers within an entry run over all three."""

Columns = Mapping[str, Any]
T = TypeVar("T")


@contextmanager
def as_stored(conn: Connection) -> Iterator[None]:
    """Let a connection hand out text that isn't UTF-8 instead of failing, and days as ``YYYY-MM-DD``."""
    if conn.dialect.name != "sqlite":
        conn.exec_driver_sql("SET LOCAL datestyle = ISO")
        conn.exec_driver_sql("SET LOCAL quote_all_identifiers = off")
        yield
        return
    driver: Any = conn.connection.driver_connection
    driver.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        driver.text_factory = str


class Stored(NamedTuple):
    """A row of the ledger with its place; ``n`` is 0 for an entry."""

    table: str
    seq: Any
    n: Any
    columns: Columns

    @property
    def has_place(self) -> bool:
        """Whether its numbers are numbers: SQLite takes anything there."""
        return type(self.seq) is int and type(self.n) is int

    @property
    def subject(self) -> str | None:
        """The subject that it is about; None where there is none, or none that can be read."""
        found = self.columns.get("subject")
        if self.table == RecordRow.__tablename__:
            key, kind = str(self.columns["key"]), self.columns["kind"]
            of_set = kind == Coverage.kind and covered_set(key) is not None
            if kind in RECORD_KINDS and "/" in key:
                found = key if of_set else subject_name(key)
        return found if isinstance(found, str) else None


def select_stored(conn: Connection, table: type[Base]) -> Select[Any]:
    """Return the query of all columns of a table as they are stored, days as text."""
    return select(*(_as_stored(conn, column) for column in columns_of(table)))


def columns_of(table: type[Base]) -> Iterable[Column[Any]]:
    """Return the columns of a table, in order."""
    return Base.metadata.tables[table.__tablename__].columns


def _as_stored(conn: Connection, column: Column[Any]) -> ColumnElement[Any]:
    if isinstance(column.type, Date) and conn.dialect.name != "sqlite":
        return cast(column, Text).label(column.name)
    return type_coerce(column, NullType()).label(column.name)


def stream(conn: Connection, query: Select[Any]) -> Iterator[Columns]:
    """Yield the rows of a query without holding them."""
    # Closed also where nobody reads to the end: on PostgreSQL the cursor is one of the server's.
    with conn.execute(query, execution_options={"yield_per": CHUNK}) as rows:
        for row in rows:
            yield row._asdict()


def iter_entries(conn: Connection) -> Iterator[Stored]:
    """Yield every entry, in order."""
    for columns in stream(conn, select_stored(conn, EntryRow).order_by(EntryRow.seq)):
        yield Stored(EntryRow.__tablename__, columns["seq"], 0, columns)


def iter_table(conn: Connection, table: type[AssertionRow | EndingRow | RecordRow]) -> Iterator[Stored]:
    """Yield every row of a table of facts, by entry and number."""
    for columns in stream(conn, select_stored(conn, table).order_by(table.seq, table.n)):
        yield Stored(table.__tablename__, columns["seq"], columns["n"], columns)


def iter_facts(conn: Connection) -> Iterator[Stored]:
    """Yield every fact that has a place, by entry and number, whichever table it is in."""
    placed = ((one for one in iter_table(conn, table) if one.has_place) for table in FACTS)
    return heapq.merge(*placed, key=lambda one: (one.seq, one.n))


def chunks(items: Iterable[T]) -> Iterator[list[T]]:
    """Yield the items in lists of ``CHUNK``, the last one shorter."""
    remaining = iter(items)
    while chunk := list(islice(remaining, CHUNK)):
        yield chunk


def load_contents(conn: Connection, hashes: Iterable[str]) -> dict[str, Any]:
    """Return what is stored under each of these hashes; those under which nothing is are left out."""
    found: dict[str, Any] = {}
    for chunk in chunks(sorted(filter(is_hash, hashes))):
        query = select(ContentRow.sha256, ContentRow.text).where(ContentRow.sha256.in_(chunk))
        found |= {sha256: text for sha256, text in conn.execute(query)}
    return found


def can_be_asked(name: Any) -> bool:
    """Whether a database can be asked for it: what isn't UTF-8 is no text anywhere else."""
    try:
        return bool(name.encode())
    except UNREADABLE:
        return False


_HASH = re.compile("[0-9a-f]{64}")


def is_hash(word: object) -> bool:
    """Whether it is written like a SHA-256; what isn't may not even be asked for."""
    return isinstance(word, str) and _HASH.fullmatch(word) is not None


def hashes_in(stored: object) -> list[str]:
    """Return all that is written like a SHA-256 in a column, which needn't be the JSON that it should be."""
    return _HASH.findall(str(stored))


def load_recorded_at(conn: Connection, seqs: Iterable[int]) -> dict[int, Any]:
    """Return when each of these entries was recorded, as far as there are such."""
    found: dict[int, Any] = {}
    for chunk in chunks(sorted(seqs)):
        query = select(EntryRow.seq, EntryRow.recorded_at).where(EntryRow.seq.in_(chunk))
        found |= {seq: recorded_at for seq, recorded_at in conn.execute(query)}
    return found


_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")


def instant_of(stored: object) -> datetime | None:
    """Return the moment that is stored in the ledger's form; None where it has another form."""
    if not isinstance(stored, str) or _INSTANT.fullmatch(stored) is None:
        return None
    try:
        return datetime.fromisoformat(stored)
    except ValueError:
        return None


def listed(names: Sequence[str], most: int = 3) -> str:
    """Return names in words, no more than ``most`` of them."""
    return ", ".join(names[:most]) + (" and others" if len(names) > most else "")


def shown(stored: object, most: int = 60) -> str:
    """Return a value in words, cut where it is long."""
    words = "null" if stored is None else repr(stored)
    return words if len(words) <= most else f"{words[:most]}..."
