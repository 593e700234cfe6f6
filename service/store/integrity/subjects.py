"""What the ledger and the index hold of each subject, as stored, and read as answers read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Connection, func, select, union

from service.domain.belongings import OWN_KINDS, PART_KINDS
from service.domain.coverage import Coverage, coverage_of
from service.domain.days import parse_day
from service.domain.games import Game
from service.domain.ids import SubjectId, VersionId, subject_name
from service.domain.ledger import Assertion, Ending, FieldValue
from service.domain.printings import Printing
from service.domain.subjects import Subject
from service.store.integrity.rows import (
    Columns,
    can_be_asked,
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
    KnownIdRow,
    NameRow,
    PassageRow,
    PrintingRow,
    RecordRow,
    SegmentRow,
)

INDEX = (SegmentRow, PassageRow, NameRow, PrintingRow, KnownIdRow)
"""The tables of the index that have rows of subjects."""

_DAYS = frozenset(
    {"effective_from", "effective_after", "effective_by", "effective_until", "until_announced_on"}
    | {"announced_on", "confirmed_on", "ended_on", "ended_after", "ended_by"}
)
_LISTS = frozenset({"scopes", "languages", "confirmed_by"})
_VERSIONS = frozenset({"of", "corrects"})


class StoredRecord(NamedTuple):
    """A record as it is stored."""

    seq: int
    n: int
    kind: str
    key: str
    body: str | None


@dataclass(slots=True)
class SubjectRows:
    """All rows of one subject, and what they need beside them; nothing of it is read yet.

    Attributes:
        assertions, endings: in ledger order.
        records: by kind and key, each the latest.
        every_record: every one that was ever made, as entry, number, kind, key and body, in no order.
        index: the rows in each table of the index, in no order.
        contents: what is stored under the hashes that the subject's assertions name.
        recorded_at: of the entries that the assertions and endings are in.
    """

    name: Any
    assertions: list[Columns] = field(default_factory=list)
    endings: list[Columns] = field(default_factory=list)
    records: dict[tuple[str, str], str | None] = field(default_factory=dict)
    every_record: list[StoredRecord] = field(default_factory=list)
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

    def bodies(self, kind: str) -> Iterator[tuple[StoredRecord, dict[str, Any]]]:
        """Yield every record of a kind that told something, with its body.

        Raises:
            ValueError: if one is no JSON.
        """
        for record in self.every_record:
            if record.kind == kind and record.body is not None:
                yield record, json.loads(record.body)

    def standing(self, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield key and body of the latest record of each key of a kind, as far as it holds.

        Raises:
            ValueError: if one is no JSON.
        """
        for (found, key), stored in self.records.items():
            if found == kind and stored is not None:
                yield key, json.loads(stored)

    def printed_sets(self) -> set[str]:
        """Return the codes of the sets that the subject is printed in."""
        return {body["set"] for _, body in self.standing(Printing.kind)}


def count_subjects(conn: Connection) -> int:
    """Return how many subjects the ledger or the index has rows of."""
    return conn.scalar(select(func.count()).select_from(_names().subquery())) or 0


def iter_subjects(conn: Connection) -> Iterator[SubjectRows]:
    """Yield every subject of which the ledger or the index has rows, by name."""
    names = _names()
    query = select(names.subquery()).order_by("subject")
    for chunk in chunks(row["subject"] for row in stream(conn, query)):
        yield from _load(conn, [name for name in chunk if can_be_asked(name)])
        yield from (SubjectRows(name) for name in chunk if not can_be_asked(name))


def _names() -> CompoundSelect[Any]:
    recorded = select(RecordRow.key.label("subject")).where(RecordRow.kind == Subject.kind)
    return union(recorded, *(select(table.subject) for table in (AssertionRow, EndingRow, *INDEX)))


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
    own = select_stored(conn, RecordRow).where(RecordRow.kind.in_(OWN_KINDS), RecordRow.key.in_(found))
    # Keys of parts begin with a subject. They aren't in the order of subjects, so a range is read that holds
    # those of all these; what it holds of others is passed over.
    first, last = min(found, default=""), max((f"{name}0" for name in found), default="")
    parts = select_stored(conn, RecordRow).where(
        RecordRow.kind.in_(PART_KINDS),
        RecordRow.key >= first,
        RecordRow.key < last,
        RecordRow.key.not_in(found),
    )
    for query in (own, parts):
        for columns in stream(conn, query.order_by(*order)):
            record = StoredRecord(*(columns[name] for name in StoredRecord._fields))
            whole = record.key in found
            one = found.get(record.key if whole else subject_name(record.key))
            if one is not None and (whole or record.kind in PART_KINDS):
                one.records[record.kind, record.key] = record.body
                one.every_record.append(record)


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
    pending = None if columns["pending"] is None else bool(columns["pending"])
    flags = {"provisional": bool(columns["provisional"]), "pending": pending}
    return Assertion(**_read(columns) | {"fields": fields} | flags)


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


def verified_through(rows: SubjectRows, game: Game, sets: Mapping[str, date]) -> date | None:
    """Return the last day through which every face of a subject was checked.

    Args:
        sets: the day of each set of the game that has one, by its code.
    """
    given = [sets.get(code) for code in rows.printed_sets()]
    given += [_checked(rows, rows.name), game.verified_through]
    faces = range((rows.body(Subject.kind) or {"faces": 1})["faces"])
    each = [[*given, _checked(rows, f"{rows.name}/{face}")] for face in faces]
    latest = [max((day for day in days if day is not None), default=None) for days in each]
    return None if None in latest else min(day for day in latest if day is not None)


def _checked(rows: SubjectRows, key: str) -> date | None:
    stored = rows.records.get((Coverage.kind, key))
    return None if stored is None else coverage_of(key, json.loads(stored)).verified_through


def text_of(day: date | None) -> str | None:
    """Return a day as it is stored; None for none."""
    return None if day is None else day.isoformat()
