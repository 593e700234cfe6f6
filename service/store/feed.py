"""The ledger as a feed: facts in the order in which they were recorded, page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import merge
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, or_, select, tuple_

from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending, Entry, Fact, Record
from service.domain.migrations import Migration
from service.store.facts import assertion_of, ending_of, entry_of, record_of
from service.store.models import AssertionRow, EndingRow, EntryRow, RecordRow
from service.store.records import iter_records

Table = type[AssertionRow | EndingRow | RecordRow]

_FACT_OF: dict[Table, Callable[[Row[Any]], Fact]] = {
    AssertionRow: assertion_of,
    EndingRow: ending_of,
    RecordRow: record_of,
}


def load_facts_after(conn: Connection, after: tuple[int, int], limit: int) -> list[Fact]:
    """Return the facts behind a place in the ledger, in ledger order.

    Args:
        after: the entry and the number within it of the last fact that is known; ``(0, 0)``: from the start.
        limit: how many at most.
    """
    streams = [_page(conn, table, after, limit) for table in _FACT_OF]
    return list(islice(merge(*streams, key=_place), limit))


def load_corrections_after(conn: Connection, after: tuple[int, int], limit: int) -> list[Assertion | Ending]:
    """Return what corrects or withdraws what was recorded wrongly, behind a place, in ledger order.

    Args:
        after, limit: as in ``load_facts_after``.
    """
    corrected = AssertionRow.corrects.is_not(None)
    ended = or_(EndingRow.corrects.is_not(None), EndingRow.kind == "correction")
    assertions: list[Any] = _page(conn, AssertionRow, after, limit, corrected)
    endings: list[Any] = _page(conn, EndingRow, after, limit, ended)
    return list(islice(merge(assertions, endings, key=_place), limit))


def load_fact(conn: Connection, version: VersionId) -> Assertion | Ending | None:
    """Return the assertion or ending of that number; None where it is neither."""
    for table in (AssertionRow, EndingRow):
        query = select(table.__table__).where(table.seq == version.seq, table.n == version.n)
        row = conn.execute(query).one_or_none()
        if row is not None:
            return assertion_of(row) if table is AssertionRow else ending_of(row)
    return None


def load_entries(conn: Connection, seqs: Sequence[int]) -> dict[int, Entry]:
    """Return the entries of these numbers, by number."""
    query = select(EntryRow.__table__).where(EntryRow.seq.in_(set(seqs)))
    return {row.seq: entry_of(row) for row in conn.execute(query)}


def load_migrations(conn: Connection, game: str | None = None) -> list[Record]:
    """Return the records of the identities that went over into others, of one game or of all, by subject."""
    return list(iter_records(conn, Migration.kind, under=game))


def _place(fact: Fact) -> tuple[int, int]:
    return fact.seq, fact.n


def _page(
    conn: Connection, table: Table, after: tuple[int, int], limit: int, *conditions: ColumnElement[bool]
) -> list[Fact]:
    query = (
        select(table.__table__)
        .where(tuple_(table.seq, table.n) > after, *conditions)
        .order_by(table.seq, table.n)
        .limit(limit)
    )
    return [_FACT_OF[table](row) for row in conn.execute(query)]
