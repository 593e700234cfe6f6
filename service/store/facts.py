"""Facts of the ledger as rows, and back. A list is JSON in its column, and null when it is empty.

A row to be written holds its values as ``save_rows`` takes them, in the order of the table's columns.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from itertools import starmap
from operator import attrgetter
from typing import Any

import orjson
from sqlalchemy import Date, Row, select

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Entry, FieldValue, Record, canonical_json
from service.store.bulk import BulkRow
from service.store.listed import one_of
from service.store.models import AssertionRow, Base, EndingRow, EntryRow

_LISTS = ("scopes", "languages", "confirmed_by")


def assertion_row(one: Assertion) -> BulkRow:
    """Return the row of an assertion."""
    return _ASSERTION(one)


def assertion_of(row: Row[Any]) -> Assertion:
    """Return the assertion of a row."""
    return _assertion(dict(row._mapping))


def assertion_in(row: BulkRow) -> Assertion:
    """Return the assertion of a row that isn't written yet."""
    days = {name: date.fromisoformat(row[place]) for place, name in _DAYS if row[place] is not None}
    return _assertion(dict(zip(_COLUMNS, row, strict=True)) | days)


def _assertion(columns: dict[str, Any]) -> Assertion:
    for name in _LISTS:
        columns[name] = _list_in(columns[name])
    columns["fields"] = tuple(starmap(FieldValue, _list_in(columns["fields"])))
    columns["subject"] = SubjectId.parse(columns["subject"])
    columns["corrects"] = _version(columns["corrects"])
    return Assertion(**columns)


def _list_in(stored: str | None) -> tuple[Any, ...]:
    return tuple(orjson.loads(stored)) if stored else ()


_COLUMNS = tuple(AssertionRow.__table__.columns.keys())
_DAYS = tuple(
    (place, column.name)
    for place, column in enumerate(AssertionRow.__table__.columns)
    if isinstance(column.type, Date)
)
"""The columns of an assertion, and which of them are days."""


def ending_row(one: Ending) -> BulkRow:
    """Return the row of an ending."""
    return _ENDING(one)


def ending_of(row: Row[Any]) -> Ending:
    """Return the ending of a row."""
    columns = dict(row._mapping)
    columns["subject"] = SubjectId.parse(columns["subject"])
    for name in ("of", "corrects"):
        columns[name] = _version(columns[name])
    return Ending(**columns)


def record_row(one: Record, body: bytes | None) -> BulkRow:
    """Return the row of a record.

    Args:
        body: its body in canonical form.
    """
    return one.seq, one.n, one.kind, one.key, None if body is None else body.decode()


def body_of(one: Record) -> bytes | None:
    """Return the body of a record in canonical form; None where it has none."""
    return None if one.body is None else canonical_json(one.body)


def record_of(row: Row[Any]) -> Record:
    """Return the record of a row."""
    body = None if row.body is None else orjson.loads(row.body)
    return Record(seq=row.seq, n=row.n, kind=row.kind, key=row.key, body=body)


def record_in(row: BulkRow) -> Record:
    """Return the record of a row that isn't written yet."""
    seq, n, kind, key, body = row
    return Record(seq=seq, n=n, kind=kind, key=key, body=None if body is None else orjson.loads(body))


def entry_row(one: Entry) -> BulkRow:
    """Return the row of an entry."""
    return _ENTRY(one)


def entry_of(row: Row[Any]) -> Entry:
    """Return the entry of a row."""
    return Entry(**row._mapping)


def _json(values: tuple[Any, ...]) -> str | None:
    told = [list(one) if isinstance(one, FieldValue) else one for one in values]
    return orjson.dumps(told).decode() if told else None


_WRITTEN: dict[str, Callable[[Any], str | None]] = {
    **dict.fromkeys((*_LISTS, "fields"), _json),
    **dict.fromkeys(("subject", "of", "corrects"), str),
}
"""How columns are written whose facts hold neither text, a number nor a day."""


def _row_maker(table: type[Base]) -> Callable[[Any], BulkRow]:
    """Return what makes the rows of a table out of facts whose attributes are called like its columns."""
    columns = table.__table__.columns
    values_of = attrgetter(*columns.keys())
    written = {
        place: date.isoformat if isinstance(column.type, Date) else _WRITTEN[column.name]
        for place, column in enumerate(columns)
        if isinstance(column.type, Date) or column.name in _WRITTEN
    }

    def row(one: Any) -> BulkRow:
        values = list(values_of(one))
        for place, write in written.items():
            if values[place] is not None:
                values[place] = write(values[place])
        return values

    return row


_ASSERTION = _row_maker(AssertionRow)
_ENDING = _row_maker(EndingRow)
_ENTRY = _row_maker(EntryRow)


ASSERTIONS_OF = (
    select(AssertionRow.__table__)
    .where(one_of(AssertionRow.subject, "subjects"))
    .order_by(AssertionRow.seq, AssertionRow.n)
)
"""The rows of all assertions of the ``subjects`` that it is given, in ledger order."""

ENDINGS_OF = (
    select(EndingRow.__table__)
    .where(one_of(EndingRow.subject, "subjects"))
    .order_by(EndingRow.seq, EndingRow.n)
)
"""Likewise of all endings."""


def _version(text: str | None) -> VersionId | None:
    return None if text is None else VersionId.parse(text)
