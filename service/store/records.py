"""Records: the latest of a kind and key holds, at a pin the latest up to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
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
_PINNED = _LATEST.where(RecordRow.seq <= bindparam("as_of"))


def load_record(conn: Connection, kind: str, key: str, as_of: int | None = None) -> dict[str, Any] | None:
    """Return the body of the latest record of a kind and key; None where there is none, or no longer.

    Args:
        as_of: the last entry that counts; None: the ledger's last.
    """
    asked = {"kind": kind, "key": key}
    if as_of is None:
        body: str | None = conn.scalar(_LATEST, asked)
    else:
        body = conn.scalar(_PINNED, asked | {"as_of": as_of})
    found: dict[str, Any] | None = None if body is None else orjson.loads(body)
    return found


def load_record_version(conn: Connection, kind: str, key: str, as_of: int) -> tuple[int, int] | None:
    """Return entry and number of the latest record of a kind and key up to a pin, of a withdrawal too."""
    query = _PINNED.with_only_columns(RecordRow.seq, RecordRow.n)
    row = conn.execute(query, {"kind": kind, "key": key, "as_of": as_of}).one_or_none()
    return None if row is None else (row.seq, row.n)


def iter_records(
    conn: Connection, kind: str | None = None, under: str | None = None, as_of: int | None = None
) -> Iterator[Record]:
    """Yield the latest record of each kind and key that still holds, by kind and key.

    Args:
        kind: of this kind only.
        under: only those whose key begins with this and a slash.
        as_of: the last entry that counts; None: the ledger's last.
    """
    later = aliased(RecordRow)
    newer = select(later.seq).where(
        later.kind == RecordRow.kind,
        later.key == RecordRow.key,
        tuple_(later.seq, later.n) > tuple_(RecordRow.seq, RecordRow.n),
    )
    if as_of is not None:
        newer = newer.where(later.seq <= as_of)
    conditions = [RecordRow.body.is_not(None), ~newer.exists()]
    if as_of is not None:
        conditions.append(RecordRow.seq <= as_of)
    if kind is not None:
        conditions.append(RecordRow.kind == kind)
    if under is not None:
        # "0" is the character after "/": a range, so that the index serves it and no pattern is needed.
        conditions.append(and_(RecordRow.key >= f"{under}/", RecordRow.key < f"{under}0"))
    query = select(RecordRow.__table__).where(*conditions).order_by(RecordRow.kind, RecordRow.key)
    for row in conn.execute(query):
        yield record_of(row)


def iter_all_records(
    conn: Connection, kind: str, key: str | None = None, under: str | None = None
) -> Iterator[Record]:
    """Yield every record of a kind that was ever made, withdrawals too, in ledger order.

    Args:
        key: of this key only.
        under: only those whose key begins with this and a slash.
    """
    query = select(RecordRow.__table__).where(RecordRow.kind == kind)
    if key is not None:
        query = query.where(RecordRow.key == key)
    if under is not None:
        query = query.where(RecordRow.key >= f"{under}/", RecordRow.key < f"{under}0")
    for row in conn.execute(query.order_by(RecordRow.seq, RecordRow.n)):
        yield record_of(row)
