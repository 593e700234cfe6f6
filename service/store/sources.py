"""Sources as the ledger records them, and what they showed before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import orjson
from sqlalchemy import Connection, and_, case, func, select

from service.domain.documents import Document, document_of
from service.domain.ids import SubjectId
from service.domain.sightings import Sighting, sighted_source
from service.domain.sources import Source, source_of
from service.store.models import EntryRow, RecordRow
from service.store.records import iter_records, load_record


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
_READ = select(
    RecordRow.key,
    case(
        (
            func.substr(RecordRow.body, _PIECE.stop + 1, len(_AFTER)) == _AFTER,
            func.substr(RecordRow.body, 1, _READ_BY.stop),
        ),
        else_=RecordRow.body,
    ),
).where(RecordRow.kind == Sighting.kind)
"""Of a sighting with one piece the beginning of the body: canonical JSON, in which these two come first."""
_READ_IN_ORDER = _READ.order_by(RecordRow.key, RecordRow.seq, RecordRow.n)


def load_known_pieces(conn: Connection, read_by: Mapping[str, str]) -> set[bytes]:
    """Return the digests of the pieces of files whose sightings hold what is to be known of them.

    Those of a card of which anything was read by another description are left out: all of it is to be read
    anew. So are those of sightings that were withdrawn.

    Args:
        read_by: the digests of the sources' descriptions, by the keys of their records.
    """
    by_source = {tuple(key.split("/")): digest for key, digest in read_by.items()}
    known: set[bytes] = set()
    for key, body in conn.execute(_READ):
        game, _, _, source, _ = key.split("/", 4)
        if body is None:
            return _known_of_some(conn, read_by)
        pieces, digest = _read_in(body)
        if digest != by_source.get((game, source)):
            return _known_of_some(conn, read_by)
        known.update(map(bytes.fromhex, pieces))
    return known


def _known_of_some(conn: Connection, read_by: Mapping[str, str]) -> set[bytes]:
    """Return the digests of known pieces where some were withdrawn, or read by another description."""
    known: dict[str, list[bytes]] = {}
    otherwise: set[str] = set()
    for key, body in conn.execute(_READ_IN_ORDER):
        known.setdefault(key, [])
        if body is None:
            known.pop(key)
            otherwise.discard(key)
            continue
        pieces, digest = _read_in(body)
        if digest == read_by.get(sighted_source(key)):
            known[key].extend(map(bytes.fromhex, pieces))
            otherwise.discard(key)
        else:
            known.pop(key)
            otherwise.add(key)
    anew = {SubjectId.of_key(key) for key in otherwise}
    return {
        digest for key, digests in known.items() if SubjectId.of_key(key) not in anew for digest in digests
    }


def _read_in(body: str) -> tuple[Sequence[str], str]:
    """Return the pieces of a sighting, and by which description they were read, from what ``_READ`` gives."""
    if body.startswith(_AFTER, _PIECE.stop):
        return (body[_PIECE],), body[_READ_BY]
    told = orjson.loads(body)
    return told["pieces"], told["read_by"]


def load_pieces(conn: Connection, subject: SubjectId, sources: Collection[str]) -> dict[str, str]:
    """Return the digest of each piece of which the sightings of a card were made, with its entry's origin.

    Those of sightings that were withdrawn since are left out.

    Args:
        sources: the keys of those whose sightings are meant.
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
        if body is None or sighted_source(key) not in sources:
            found.pop(key, None)
        else:
            found.setdefault(key, {}).update(dict.fromkeys(orjson.loads(body)["pieces"], origin))
    return {digest: origin for digests in found.values() for digest, origin in digests.items()}
