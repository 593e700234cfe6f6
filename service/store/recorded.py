"""Everything that one kind of origin has recorded, for comparing it with what it claims now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, select

from service.domain.belongings import RECORD_KINDS
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending, Record
from service.store.facts import assertion_of, ending_of, record_of
from service.store.models import AssertionRow, EndingRow, EntryRow, RecordRow


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was recorded: texts by subject in ledger order, and the latest record of each kind and key."""

    assertions: dict[SubjectId, list[Assertion]] = field(default_factory=lambda: defaultdict(list))
    endings: dict[SubjectId, list[Ending]] = field(default_factory=lambda: defaultdict(list))
    records: dict[tuple[str, str], Record] = field(default_factory=dict)

    @property
    def subjects(self) -> set[SubjectId]:
        """Every subject that an assertion was ever recorded of."""
        return set(self.assertions)


def load_recorded(conn: Connection, origin: str) -> Recorded:
    """Return what entries of an origin recorded; records that no longer hold are left out.

    Args:
        origin: the first word of the entries' ``origin``.
    """
    recorded = Recorded()
    entries = select(EntryRow.seq).where(EntryRow.origin.like(f"{origin} %"))
    for row in conn.execute(_of(AssertionRow, entries)):
        one = assertion_of(row)
        recorded.assertions[one.subject].append(one)
    for row in conn.execute(_of(EndingRow, entries)):
        ending = ending_of(row)
        recorded.endings[ending.subject].append(ending)
    for row in conn.execute(_of(RecordRow, entries)):
        record = record_of(row)
        recorded.records[record.kind, record.key] = record
        if record.body is None:
            del recorded.records[record.kind, record.key]
    return recorded


def load_recorded_of(
    conn: Connection, origin: str, subjects: Iterable[SubjectId], *, former: bool = False
) -> dict[SubjectId, Recorded]:
    """Return what entries of an origin recorded of some subjects, by subject; of the others nothing.

    Records that another origin wrote anew since are left out; its endings of what these recorded are not.

    Args:
        subjects: those whose texts, and whose records under their own key or below it, are meant.
        former: of each record the last that the origin made, whoever withdrew it or wrote it anew since.
    """
    entries = set(conn.scalars(select(EntryRow.seq).where(EntryRow.origin.like(f"{origin} %"))))
    found = {subject: _load_one(conn, entries, subject, former) for subject in subjects}
    return {subject: one for subject, one in found.items() if one.assertions or one.endings or one.records}


def _load_one(conn: Connection, entries: set[int], subject: SubjectId, former: bool) -> Recorded:
    recorded = Recorded()
    one = str(subject)
    for row in conn.execute(_of_subject(AssertionRow, AssertionRow.subject == one)):
        if row.seq in entries:
            recorded.assertions[subject].append(assertion_of(row))
    for row in conn.execute(_of_subject(EndingRow, EndingRow.subject == one)):
        ending = ending_of(row)
        if row.seq in entries or (ending.of is not None and ending.of.seq in entries):
            recorded.endings[subject].append(ending)
    of_kinds = RecordRow.kind.in_(RECORD_KINDS)
    below = and_(RecordRow.key >= f"{one}/", RecordRow.key < f"{one}0")
    # Two statements, each of which an index serves; one with both conditions would read the whole table.
    for condition in (RecordRow.key == one, below):
        for row in conn.execute(_of_subject(RecordRow, of_kinds & condition)):
            record = record_of(row)
            if not former:
                recorded.records.pop((record.kind, record.key), None)
            if record.body is not None and row.seq in entries:
                recorded.records[record.kind, record.key] = record
    return recorded


def _of_subject(
    table: type[AssertionRow | EndingRow | RecordRow], condition: ColumnElement[bool]
) -> Select[Any]:
    return select(table.__table__).where(condition).order_by(table.seq, table.n)


def _of(table: type[AssertionRow | EndingRow | RecordRow], entries: Select[int]) -> Select[Any]:
    return select(table.__table__).where(table.seq.in_(entries)).order_by(table.seq, table.n)
