"""Sources as the ledger records them, and what they showed before."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date

from sqlalchemy import Connection, func, select

from service.domain.documents import Document
from service.domain.sightings import Sighting
from service.domain.sources import Source, source_of
from service.store.models import RecordRow
from service.store.records import iter_records, load_record


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
