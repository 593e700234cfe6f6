"""Records: the latest of a kind and key holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, and_, select, tuple_
from sqlalchemy.orm import aliased

from service.domain.ledger import Record
from service.store.facts import record_of
from service.store.models import RecordRow


def load_record(conn: Connection, kind: str, key: str) -> dict[str, Any] | None:
    """Return the body of the latest record of a kind and key; None where there is none, or no longer."""
    query = (
        select(RecordRow.__table__)
        .where(RecordRow.kind == kind, RecordRow.key == key)
        .order_by(RecordRow.seq.desc(), RecordRow.n.desc())
        .limit(1)
    )
    row = conn.execute(query).one_or_none()
    return None if row is None else record_of(row).body


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
