"""Subjects as the ledger records them: that there is one, and what else it is called."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from service.domain.ids import SubjectId
from service.domain.migrations import Migration, migration_of
from service.domain.subjects import Aliases, Subject, aliases_of, subject_of
from service.store.models import RecordRow
from service.store.records import iter_records, load_record


def load_subject(conn: Connection, subject: SubjectId, as_of: int | None = None) -> Subject | None:
    """Return what is recorded of a subject, up to a pin; None where there is none, or no longer."""
    body = load_record(conn, Subject.kind, str(subject), as_of)
    return None if body is None else subject_of(str(subject), body)


def load_aliases(conn: Connection, subject: SubjectId, as_of: int | None = None) -> Aliases:
    """Return the names of a subject in languages without a text, up to a pin if there is one."""
    body = load_record(conn, Aliases.kind, str(subject), as_of)
    return Aliases(subject) if body is None else aliases_of(str(subject), body)


def iter_subject_ids(conn: Connection, game: str) -> list[SubjectId]:
    """Return the ids of all subjects of a game, in order."""
    return [SubjectId.parse(record.key) for record in iter_records(conn, Subject.kind, game)]


def iter_former_subject_ids(conn: Connection, game: str) -> list[SubjectId]:
    """Return the ids of all subjects of a game that there are or were, in order."""
    query = select(RecordRow.key).where(
        RecordRow.kind == Subject.kind, RecordRow.key >= f"{game}/", RecordRow.key < f"{game}0"
    )
    return [SubjectId.parse(key) for key in conn.scalars(query.distinct().order_by(RecordRow.key))]


def is_recorded_after(conn: Connection, subject: SubjectId, as_of: int) -> bool:
    """Whether a subject was recorded after a pin, for the first time or again."""
    last = select(func.max(RecordRow.seq)).where(
        RecordRow.kind == Subject.kind, RecordRow.key == str(subject), RecordRow.body.is_not(None)
    )
    found = conn.scalar(last)
    return found is not None and found > as_of


def find_successor(conn: Connection, subject: SubjectId, as_of: int | None = None) -> SubjectId | None:
    """Return the subject that stands for a renamed or merged one, however often it was; None: none does."""
    passed: set[SubjectId] = set()
    found: SubjectId | None = None
    while subject not in passed:
        passed.add(subject)
        body = load_record(conn, Migration.kind, str(subject), as_of)
        if body is None or load_subject(conn, subject, as_of) is not None:
            return found
        found = subject = migration_of(str(subject), body).into
    return None  # a loop, which no writer makes, leads nowhere
