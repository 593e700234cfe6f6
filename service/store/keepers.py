"""Who keeps a subject, the corpus or an import, and which ids are taken."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from service.domain.ids import SubjectId
from service.domain.migrations import Migration
from service.domain.subjects import Subject
from service.store.listed import one_of
from service.store.models import EntryRow, RecordRow

_CHUNK = 500
"""How many keys go into one statement."""

_LATEST_SUBJECTS = (
    select(RecordRow.key, RecordRow.seq, RecordRow.body, EntryRow.origin)
    .join(EntryRow, EntryRow.seq == RecordRow.seq)
    .where(RecordRow.kind == Subject.kind, one_of(RecordRow.key, "keys"))
    .order_by(RecordRow.key, RecordRow.seq, RecordRow.n)
)
_MOVED = select(RecordRow.key).where(RecordRow.kind == Migration.kind, one_of(RecordRow.key, "keys"))


def find_keepers(conn: Connection, subjects: Sequence[SubjectId]) -> dict[SubjectId, str | None]:
    """Return the first word of the origin that each subject was last recorded by; None where it is gone.

    Subjects that were never recorded are left out.
    """
    found: dict[SubjectId, str | None] = {}
    keys = sorted(map(str, subjects))
    for start in range(0, len(keys), _CHUNK):
        for row in conn.execute(_LATEST_SUBJECTS, {"keys": keys[start : start + _CHUNK]}):
            keeper = None if row.body is None else row.origin.partition(" ")[0]
            found[SubjectId.parse(row.key)] = keeper
    return found


def find_gone(conn: Connection, game: str) -> list[SubjectId]:
    """Return the subjects of a game that were recorded once and that nobody keeps now, in order.

    Those that went over into others are left out.
    """
    query = select(RecordRow.key).where(
        RecordRow.kind == Subject.kind,
        RecordRow.key >= f"{game}/",
        RecordRow.key < f"{game}0",  # the character after "/"
        RecordRow.body.is_(None),
    )
    once = [SubjectId.parse(key) for key in conn.scalars(query.distinct().order_by(RecordRow.key))]
    keepers = find_keepers(conn, once)
    moved = set(conn.scalars(select(RecordRow.key).where(RecordRow.kind == Migration.kind)))
    return [one for one in once if keepers[one] is None and str(one) not in moved]


def find_taken(conn: Connection, subjects: Sequence[SubjectId]) -> set[SubjectId]:
    """Return which of these ids no other card may get: of subjects that stand, or went over into others."""
    keys = sorted(map(str, subjects))
    standing = {subject for subject, keeper in find_keepers(conn, subjects).items() if keeper is not None}
    return standing | {SubjectId.parse(key) for key in conn.scalars(_MOVED, {"keys": keys})}
