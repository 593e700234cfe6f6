"""What the ledger and the index hold of each subject, as stored, and read as answers read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import CompoundSelect, Connection, func, select, union

from service.domain.coverage import Coverage, coverage_of
from service.domain.days import parse_day
from service.domain.errors import UNREADABLE
from service.domain.games import Game
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, FieldValue
from service.domain.printings import Printing
from service.domain.subjects import Aliases, Subject
from service.store.integrity.rows import (
    Columns,
    chunks,
    hashes_in,
    load_contents,
    load_recorded_at,
    select_stored,
    stream,
)
from service.store.models import (
    AssertionRow,
    Base,
    EndingRow,
    NameRow,
    PassageRow,
    PrintingRow,
    RecordRow,
    SegmentRow,
)

INDEX = (SegmentRow, PassageRow, NameRow, PrintingRow)
"""The tables of the index that have rows of subjects."""

_OWN_KINDS = (Subject.kind, Aliases.kind, Coverage.kind)
"""The records whose key is the subject itself."""

_DAYS = frozenset(
    {"effective_from", "effective_after", "effective_by", "effective_until", "until_announced_on"}
    | {"announced_on", "confirmed_on", "ended_on", "ended_after", "ended_by"}
)
_LISTS = frozenset({"scopes", "languages", "confirmed_by"})
_VERSIONS = frozenset({"of", "corrects"})


@dataclass(slots=True)
class SubjectRows:
    """All rows of one subject, and what they need beside them; nothing of it is read yet.

    Attributes:
        assertions, endings: in ledger order.
        records: by kind and key, each the latest.
        record_seqs: of every record about the subject.
        index: the rows in each table of the index, in no order.
        contents: what is stored under the hashes that the subject's assertions name.
        recorded_at: of the entries that the assertions and endings are in.
    """

    name: Any
    assertions: list[Columns] = field(default_factory=list)
    endings: list[Columns] = field(default_factory=list)
    records: dict[tuple[str, str], str | None] = field(default_factory=dict)
    record_seqs: list[int] = field(default_factory=list)
    index: dict[type[Base], list[Columns]] = field(default_factory=lambda: {table: [] for table in INDEX})
    contents: dict[str, Any] = field(default_factory=dict)
    recorded_at: dict[int, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """Its name in words; a stranger's may be no text."""
        return self.name if isinstance(self.name, str) else repr(self.name)

    def body(self, kind: str) -> dict[str, Any] | None:
        """Return the body of the subject's latest record of a kind; None where there is none, or no longer.

        Raises:
            ValueError: if it is no JSON.
        """
        stored = self.records.get((kind, self.name))
        body: dict[str, Any] | None = None if stored is None else json.loads(stored)
        return body

    def printings(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield key and body of the record of each printing that the subject has.

        Raises:
            ValueError: if one is no JSON.
        """
        for (kind, key), stored in self.records.items():
            if kind == Printing.kind and stored is not None:
                yield key, json.loads(stored)


def count_subjects(conn: Connection) -> int:
    """Return how many subjects the ledger or the index has rows of."""
    return conn.scalar(select(func.count()).select_from(_names().subquery())) or 0


def iter_subjects(conn: Connection) -> Iterator[SubjectRows]:
    """Yield every subject of which the ledger or the index has rows, by name."""
    names = _names()
    query = select(names.subquery()).order_by("subject")
    for chunk in chunks(row["subject"] for row in stream(conn, query)):
        yield from _load(conn, [name for name in chunk if _can_be_asked(name)])
        yield from (SubjectRows(name) for name in chunk if not _can_be_asked(name))


def _names() -> CompoundSelect[Any]:
    recorded = select(RecordRow.key.label("subject")).where(RecordRow.kind == Subject.kind)
    return union(recorded, *(select(table.subject) for table in (AssertionRow, EndingRow, *INDEX)))


def _can_be_asked(name: Any) -> bool:
    try:
        return bool(name.encode())
    except UNREADABLE:
        return False


def _load(conn: Connection, names: Sequence[str]) -> list[SubjectRows]:
    found = {name: SubjectRows(name) for name in names}
    for table in (AssertionRow, EndingRow):
        query = select_stored(conn, table).where(table.subject.in_(names)).order_by(table.seq, table.n)
        for columns in stream(conn, query):
            one = found[columns["subject"]]
            (one.assertions if table is AssertionRow else one.endings).append(columns)
    for indexed in INDEX:
        for columns in stream(conn, select_stored(conn, indexed).where(indexed.subject.in_(names))):
            found[columns["subject"]].index[indexed].append(columns)
    _add_records(conn, found)
    contents = load_contents(conn, {sha256 for one in found.values() for sha256 in _named(one)})
    recorded_at = load_recorded_at(conn, {seq for one in found.values() for seq in _seqs(one)})
    for one in found.values():
        one.contents, one.recorded_at = contents, recorded_at
    return list(found.values())


def _add_records(conn: Connection, found: dict[str, SubjectRows]) -> None:
    order = (RecordRow.kind, RecordRow.key, RecordRow.seq, RecordRow.n)
    own = select_stored(conn, RecordRow).where(RecordRow.kind.in_(_OWN_KINDS), RecordRow.key.in_(found))
    # Keys of printings begin with a subject. They aren't in the order of subjects, so a range is read that
    # holds those of all these; what it holds of others is passed over.
    first, last = min(found, default=""), max((f"{name}0" for name in found), default="")
    printed = select_stored(conn, RecordRow).where(
        RecordRow.kind == Printing.kind, RecordRow.key >= first, RecordRow.key < last
    )
    for query in (own, printed):
        for columns in stream(conn, query.order_by(*order)):
            kind, key = columns["kind"], columns["key"]
            one = found.get(key.rpartition("/")[0] if kind == Printing.kind else key)
            if one is not None:
                one.records[kind, key] = columns["body"]
                one.record_seqs.append(columns["seq"])


def _named(one: SubjectRows) -> set[str]:
    return {sha256 for columns in one.assertions for sha256 in hashes_in(columns["fields"])}


def _seqs(one: SubjectRows) -> set[int]:
    return {row["seq"] for row in (*one.assertions, *one.endings) if type(row["seq"]) is int}


def assertion_of(columns: Columns) -> Assertion:
    """Return the assertion that is stored so.

    Raises:
        BadDate, ValueError, TypeError: if it is none.
    """
    values = json.loads(columns["fields"] or "[]")
    fields = tuple(FieldValue(*value) for value in values)
    return Assertion(**_read(columns) | {"fields": fields, "provisional": bool(columns["provisional"])})


def ending_of(columns: Columns) -> Ending:
    """Return the ending that is stored so.

    Raises:
        BadDate, ValueError, TypeError: if it is none.
    """
    return Ending(**_read(columns))


def _read(columns: Columns) -> dict[str, Any]:
    return {name: _value(name, stored) for name, stored in columns.items()}


def _value(name: str, stored: Any) -> Any:
    if name in _LISTS:
        return tuple(json.loads(stored or "[]"))
    if stored is None:
        return None
    if name in _DAYS:
        return parse_day(stored, name)
    if name in _VERSIONS:
        return VersionId.parse(stored)
    return SubjectId.parse(stored) if name == "subject" else stored


def verified_through(rows: SubjectRows, game: Game) -> date | None:
    """Return the last day through which a subject was checked: the latest given for it or its game."""
    body = rows.body(Coverage.kind)
    own = None if body is None else coverage_of(rows.name, body).verified_through
    return max((day for day in (own, game.verified_through) if day is not None), default=None)


def text_of(day: date | None) -> str | None:
    """Return a day as it is stored; None for none."""
    return None if day is None else day.isoformat()
