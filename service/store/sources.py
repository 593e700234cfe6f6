"""Sources as the ledger records them, what they showed before, and who keeps a subject."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import Connection, and_, bindparam, case, func, select

from service.domain.documents import Document, document_of
from service.domain.ids import SubjectId
from service.domain.migrations import Migration
from service.domain.sightings import Sighting, sighted_source, sighted_subject
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


def load_documents(conn: Connection, documents: Iterable[str]) -> dict[str, Document]:
    """Return those of these documents that there are, by their ids."""
    bodies = ((one, load_record(conn, Document.kind, one)) for one in documents)
    return {one: document_of(one, body) for one, body in bodies if body is not None}


_BEGIN, _AFTER = '{"pieces":["', '"],"read_by":"'
_PIECE = slice(len(_BEGIN), len(_BEGIN) + 64)
_READ_BY = slice(_PIECE.stop + len(_AFTER), _PIECE.stop + len(_AFTER) + 16)
_READ = (
    select(
        RecordRow.key,
        case(
            (
                func.substr(RecordRow.body, _PIECE.stop + 1, len(_AFTER)) == _AFTER,
                func.substr(RecordRow.body, 1, _READ_BY.stop),
            ),
            else_=RecordRow.body,
        ),
    )
    .where(RecordRow.kind == Sighting.kind)
    .order_by(RecordRow.key, RecordRow.seq, RecordRow.n)
)
"""Of a sighting with one piece the beginning of the body: canonical JSON, in which these two come first."""


def load_known_pieces(conn: Connection, read_by: Mapping[str, str]) -> set[bytes]:
    """Return the digests of the pieces of files whose sightings hold what is to be known of them.

    Those of a card of which anything was read by another description are left out: all of it is to be read
    anew. So are those of sightings that were withdrawn.

    Args:
        read_by: the digests of the sources' descriptions, by the keys of their records.
    """
    known: dict[str, list[bytes]] = {}
    otherwise: set[str] = set()
    for key, body in conn.execute(_READ):
        if body is None:
            known.pop(key, None)
            otherwise.discard(key)
            continue
        pieces, digest = _read_in(body)
        if digest == read_by.get(sighted_source(key)):
            known.setdefault(key, []).extend(map(bytes.fromhex, pieces))
            otherwise.discard(key)
        else:
            known.pop(key, None)
            otherwise.add(key)
    anew = {sighted_subject(key) for key in otherwise}
    return {
        digest
        for key, digests in known.items()
        if not anew or sighted_subject(key) not in anew
        for digest in digests
    }


def _read_in(body: str) -> tuple[Sequence[str], str]:
    """Return the pieces of a sighting, and by which description they were read, from what ``_READ`` gives."""
    if body.startswith(_AFTER, _PIECE.stop):
        return (body[_PIECE],), body[_READ_BY]
    told = json.loads(body)
    return told["pieces"], told["read_by"]


def load_pieces(conn: Connection, subject: SubjectId) -> dict[str, str]:
    """Return the digest of each piece of which the sightings of a card were made, with its entry's origin.

    Those of sightings that were withdrawn since are left out.
    """
    under = and_(RecordRow.key >= f"{subject}/", RecordRow.key < f"{subject}0")
    query = (
        select(RecordRow.key, RecordRow.body, EntryRow.origin)
        .join(EntryRow, EntryRow.seq == RecordRow.seq)
        .where(RecordRow.kind == Sighting.kind, under)
        .order_by(RecordRow.seq, RecordRow.n)
    )
    found: dict[str, dict[str, str]] = {}
    for key, body, origin in conn.execute(query):
        if body is None:
            found.pop(key, None)
        else:
            found.setdefault(key, {}).update(dict.fromkeys(json.loads(body)["pieces"], origin))
    return {digest: origin for digests in found.values() for digest, origin in digests.items()}


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
