"""The index: of every subject it holds the rows that it should, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, func, select

from service.domain.errors import UNREADABLE
from service.domain.reading import Reading
from service.store.integrity.expected import Expected
from service.store.integrity.faults import Code, Fault
from service.store.integrity.rows import Columns, select_stored, shown
from service.store.integrity.subjects import SubjectRows
from service.store.models import (
    Base,
    EntryRow,
    IndexStateRow,
    KnownIdRow,
    NameRow,
    PassageRow,
    PrintingRow,
    SegmentRow,
)
from service.store.refs import reading_of

_CODES: dict[type[Base], Code] = {
    SegmentRow: Code.INDEX_SEGMENT,
    PassageRow: Code.INDEX_PASSAGE,
    NameRow: Code.INDEX_NAME,
    PrintingRow: Code.INDEX_PRINTING,
    KnownIdRow: Code.INDEX_ID,
}
_DAY = "effective_from"
_PARTS = tuple(part.name for part in fields(Reading))

Members = dict[str, Any]
Key = tuple[Any, ...]


def index_faults(rows: SubjectRows, expected: Expected) -> Iterator[Fault]:
    """Yield each difference between the rows of a subject in some tables and those that it should have."""
    for table, code in _CODES.items():
        for found in _differences(table, rows.index[table], expected[table]) if table in expected else ():
            yield Fault(code=code, subject=rows.label, found=found)


def unexpected_rows(rows: SubjectRows) -> Iterator[Fault]:
    """Yield a fault if the index has rows of a subject that the ledger hasn't."""
    told = (SegmentRow, PassageRow)
    counts = {table.__tablename__: len(rows.index[table]) for table in told if rows.index[table]}
    if counts:
        listed = ", ".join(f"{count} of {name}" for name, count in counts.items())
        found = f"the ledger has no such subject, and the index has rows of it: {listed}"
        yield Fault(code=Code.INDEX_SUBJECT, subject=rows.label, found=found)


def index_head_faults(conn: Connection) -> Iterator[Fault]:
    """Yield a fault if the index stands for another entry than the ledger's last."""
    head = conn.scalar(select(func.max(EntryRow.seq))) or 0
    stored = [row.head_seq for row in conn.execute(select_stored(conn, IndexStateRow))]
    if any(seq != head for seq in stored or [0]):
        told = " and ".join(str(seq) for seq in stored) or "no entry"
        found = f"the index stands for entry {told}, and the ledger's last is {head}"
        ahead = max((seq for seq in stored if type(seq) is int), default=0)
        if type(head) is int and ahead > head:
            # No writer moves the index ahead of the ledger: entries were cut off at the end.
            found += ": entries are missing at the end"
            yield Fault(code=Code.ENTRY_NUMBER, seq=ahead, found=found)
        else:
            yield Fault(code=Code.INDEX_HEAD, found=found)


def _differences(table: type[Base], stored: list[Columns], expected: list[Members]) -> Iterator[str]:
    """Yield in words what is stored otherwise than it should be.

    Rows of one key are compared. Of the others one that is too many is told together with one that is
    missing beside it: most likely it was moved.
    """
    names = [column.name for column in table.__table__.primary_key if column.name != "subject"]
    found = {_key(names, row): dict(row) for row in stored}
    due = {_key(names, row): row for row in expected}
    for key in sorted(found.keys() & due.keys(), key=repr):
        differing = list(_differing(found[key], due[key]))
        if differing:
            yield f"{_called(table, names, due[key])}: {'; '.join(differing)}"
    beside = [name for name in names if name != _DAY] if _DAY in names else []
    extra = _grouped(beside, [found[key] for key in sorted(found.keys() - due.keys(), key=repr)])
    missing = _grouped(beside, [due[key] for key in sorted(due.keys() - found.keys(), key=repr)])
    for group in sorted(extra.keys() | missing.keys(), key=repr):
        for is_there, should_be in zip_longest(extra.get(group, ()), missing.get(group, ())):
            if is_there is None:
                yield f"{_called(table, names, should_be)} is missing"
            elif should_be is None:
                yield f"{_called(table, names, is_there)} should not be there"
            else:
                yield f"{_called(table, names, is_there)} should be {_called(table, names, should_be)}"


def _key(names: list[str], row: Mapping[str, Any]) -> Key:
    return tuple(row[name] for name in names)


def _grouped(names: list[str], rows: list[Members]) -> dict[Key, list[Members]]:
    found: dict[Key, list[Members]] = {}
    for row in rows:
        found.setdefault(_key(names, row), []).append(row)
    return found


def _differing(stored: Members, expected: Members) -> Iterator[str]:
    """Yield in words each member that differs; of a reading its parts."""
    for name, due in expected.items():
        if name == "reading":
            yield from _differing_parts(stored["refs"], due)
        elif stored[name] != due:
            yield f"{name} is {shown(stored[name])}, should be {shown(due)}"


def _differing_parts(refs: Any, due: Reading) -> Iterator[str]:
    try:
        reading = reading_of(json.loads(refs))
    except UNREADABLE as error:
        yield f"refs can't be read: {error}"
        return
    differing = [part for part in _PARTS if getattr(reading, part) != getattr(due, part)]
    if differing:
        yield f"refs say otherwise: {', '.join(differing)}"


def _called(table: type[Base], names: list[str], row: Members) -> str:
    """Return a row in words, by its key, days as a stretch."""
    words = [shown(row[name]) for name in names if name != _DAY]
    if _DAY in row:
        words.append(f"from {row[_DAY]} until {row['effective_until'] or 'for ever'}")
    return f"{table.__tablename__} {', '.join(words)}"
