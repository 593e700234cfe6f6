"""Records: the latest of a kind and key holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, and_, bindparam, select, tuple_
from sqlalchemy.orm import aliased

from service.domain.ledger import Record
from service.store.facts import record_of
from service.store.models import RecordRow

_LATEST = (
    select(RecordRow.body)
    .where(RecordRow.kind == bindparam("kind"), RecordRow.key == bindparam("key"))
    .order_by(RecordRow.seq.desc(), RecordRow.n.desc())
    .limit(1)
)


def load_record(conn: Connection, kind: str, key: str) -> dict[str, Any] | None:
    """Return the body of the latest record of a kind and key; None where there is none, or no longer."""
    body: str | None = conn.scalar(_LATEST, {"kind": kind, "key": key})
    found: dict[str, Any] | None = None if body is None else json.loads(body)
    return found


def iter_records(conn: Connection, kind: str | None = None, under: str | None = None) -> Iterator[Record]:
    """Yield the latest record of each kind and key that still holds, by kind and key.

    Args:
        kind: of this kind only.
        under: only those whose key begins with this and a slash.
    """
    later = aliased(RecordRow)
    newer = select(later.seq).where(
        later.kind == RecordRow.kind,
        later.key == RecordRow.key,
        tuple_(later.seq, later.n) > tuple_(RecordRow.seq, RecordRow.n),
    )
    conditions = [RecordRow.body.is_not(None), ~newer.exists()]
    if kind is not None:
        conditions.append(RecordRow.kind == kind)
    if under is not None:
        # "0" is the character after "/": a range, so that the index serves it and no pattern is needed.
        conditions.append(and_(RecordRow.key >= f"{under}/", RecordRow.key < f"{under}0"))
    query = select(RecordRow.__table__).where(*conditions).order_by(RecordRow.kind, RecordRow.key)
    for row in conn.execute(query):
        yield record_of(row)
