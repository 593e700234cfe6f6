"""Sources as the ledger records them, what they showed before, and who keeps a subject."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from sqlalchemy import Connection, bindparam, func, select

from service.domain.documents import Document
from service.domain.ids import SubjectId
from service.domain.migrations import Migration
from service.domain.sightings import Sighting
from service.domain.sources import Source, source_of
from service.domain.subjects import Subject
from service.store.models import EntryRow, RecordRow
from service.store.records import iter_records, load_record

_CHUNK = 500
"""How many keys go into one statement."""


def iter_sources(conn: Connection) -> Iterator[Source]:
    """Yield every source of every game, by game and id."""
    for record in iter_records(conn, Source.kind):
        yield source_of(record.key, record.body or {})


def load_effective_days(conn: Connection, documents: Iterable[str]) -> dict[str, date]:
    """Return the effective day of each of these documents that states one."""
    found: dict[str, date] = {}
    for document in documents:
        body = load_record(conn, Document.kind, document)
        if body is not None and "effective_from" in body:
            found[document] = date.fromisoformat(body["effective_from"])
    return found


_PIECES = func.substr(RecordRow.body, 1, 2 * 64)
"""The beginning of a sighting's body: canonical JSON, in which the pieces come first."""

_BEGIN, _END = '{"pieces":["', '"],'


def load_known_pieces(conn: Connection) -> set[bytes]:
    """Return the digests of the pieces of files whose sightings hold what is to be known of them.

    Those of a source that was described anew since are left out: they may say something else now. So are
    those of sightings that were withdrawn.
    """
    query = select(RecordRow.key, func.max(RecordRow.seq)).where(RecordRow.kind == Source.kind)
    described = {key: seq for key, seq in conn.execute(query.group_by(RecordRow.key))}
    rows = conn.execute(select(RecordRow.key, RecordRow.seq, _PIECES).where(RecordRow.kind == Sighting.kind))
    told = rows.all()
    gone = {key: seq for key, seq, begin in told if begin is None}
    last = max(described.values(), default=0)
    if not gone and all(seq > last for _, seq, _ in told):
        return {digest for key, _, begin in told for digest in _digests(conn, key, begin)}
    known: set[bytes] = set()
    for key, seq, begin in told:
        game, _, _, source, _ = key.split("/", 4)
        if begin is not None and seq > max(described.get(f"{game}/{source}", 0), gone.get(key, 0)):
            known.update(_digests(conn, key, begin))
    return known


def _digests(conn: Connection, key: str, begin: str) -> Iterable[bytes]:
    """Return the digests at the beginning of a sighting's body; where there are several, those of all."""
    first = len(_BEGIN)
    if begin.startswith(_BEGIN) and begin.startswith(_END, first + 64):
        return (bytes.fromhex(begin[first : first + 64]),)
    query = select(RecordRow.body).where(RecordRow.kind == Sighting.kind, RecordRow.key == key)
    bodies = (json.loads(body) for body in conn.scalars(query) if body is not None)
    return [bytes.fromhex(digest) for body in bodies for digest in body["pieces"]]


_LATEST_SUBJECTS = (
    select(RecordRow.key, RecordRow.seq, RecordRow.body, EntryRow.origin)
    .join(EntryRow, EntryRow.seq == RecordRow.seq)
    .where(RecordRow.kind == Subject.kind, RecordRow.key.in_(bindparam("keys", expanding=True)))
    .order_by(RecordRow.key, RecordRow.seq, RecordRow.n)
)


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


def find_taken(conn: Connection, subjects: Sequence[SubjectId]) -> set[SubjectId]:
    """Return which of these ids no other card may get: of subjects that stand, or went over into others."""
    keys = sorted(map(str, subjects))
    moved = select(RecordRow.key).where(RecordRow.kind == Migration.kind, RecordRow.key.in_(keys))
    standing = {subject for subject, keeper in find_keepers(conn, subjects).items() if keeper is not None}
    return standing | {SubjectId.parse(key) for key in conn.scalars(moved)}
