"""Whole entries out of the ledger, as streams: what is read is never all in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import merge
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select
from sqlalchemy.orm import InstrumentedAttribute

from service.domain.ledger import Entry, Fact
from service.store.facts import assertion_of, ending_of, entry_of, record_of
from service.store.models import AssertionRow, ContentRow, EndingRow, EntryRow, RecordRow

_CHUNK = 500
"""How many rows are fetched, and how many keys go into one statement."""


def iter_entries(conn: Connection) -> Iterator[Entry]:
    """Yield every entry, in ledger order."""
    yield from map(entry_of, _paged(conn, select(EntryRow.__table__), EntryRow.seq))


def iter_facts(conn: Connection, seq: int) -> Iterator[Fact]:
    """Yield the facts of an entry, by their number."""
    streams = (
        _facts(conn, table, seq, fact_of)
        for table, fact_of in (
            (AssertionRow, assertion_of),
            (EndingRow, ending_of),
            (RecordRow, record_of),
        )
    )
    yield from merge(*streams, key=lambda fact: fact.n)


def count_facts(conn: Connection) -> int:
    """Return how many facts the ledger's tables hold, of whatever entry."""
    tables = (AssertionRow, EndingRow, RecordRow)
    return sum(conn.scalar(select(func.count()).select_from(table)) or 0 for table in tables)


def _facts(
    conn: Connection,
    table: type[AssertionRow | EndingRow | RecordRow],
    seq: int,
    fact_of: Callable[[Row[Any]], Fact],
) -> Iterator[Fact]:
    return map(fact_of, _paged(conn, select(table.__table__).where(table.seq == seq), table.n))


def iter_contents(conn: Connection, hashes: Sequence[str]) -> Iterator[tuple[str, str | None]]:
    """Yield each text of these hashes with its hash, None where it was removed, in the order of the hashes.

    Args:
        hashes: sorted; one that the ledger doesn't have is passed over.
    """
    for start in range(0, len(hashes), _CHUNK):
        keys = hashes[start : start + _CHUNK]
        query = select(ContentRow.sha256, ContentRow.text).where(ContentRow.sha256.in_(keys))
        yield from ((row.sha256, row.text) for row in conn.execute(query.order_by(ContentRow.sha256)))


def _paged(conn: Connection, query: Select[Any], key: InstrumentedAttribute[int]) -> Iterator[Row[Any]]:
    """Yield the rows of a query by a number above 0 that each has once.

    Page by page: where nobody reads to the end, no cursor stays open.
    """
    last = 0
    while rows := conn.execute(query.where(key > last).order_by(key).limit(_CHUNK)).all():
        yield from rows
        last = rows[-1]._mapping[key.key]
