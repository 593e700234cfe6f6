"""Texts: each reads as its hash says, each that is named is there, and blank are those that were removed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from service.domain.errors import UNREADABLE
from service.domain.ledger import NONE, UNKNOWN
from service.domain.printings import Printing
from service.domain.sightings import Sighting
from service.domain.tombstones import Tombstone
from service.store.integrity.faults import Code, Fault
from service.store.integrity.rows import (
    Columns,
    Stored,
    chunks,
    is_hash,
    iter_table,
    load_contents,
    select_stored,
    stream,
)
from service.store.models import AssertionRow, ContentRow, RecordRow


class _Wrong(NamedTuple):
    code: Code
    words: str


def text_faults(conn: Connection) -> Iterator[Fault]:
    """Yield what is wrong with a text once for each fact that names it, or alone where none does."""
    told: set[str] = set()
    for facts in chunks(chain(iter_table(conn, AssertionRow), iter_table(conn, RecordRow))):
        named = [(fact, sha256) for fact in facts for sha256 in _named_by(fact)]
        hashes = {sha256 for _, sha256 in named}
        wrong = _wrong(conn, load_contents(conn, hashes), hashes)
        for fact, sha256 in named:
            if sha256 in wrong:
                yield Fault(
                    code=wrong[sha256].code,
                    seq=fact.seq,
                    n=fact.n,
                    subject=fact.subject,
                    found=wrong[sha256].words,
                )
        told |= wrong.keys()
    for stored in chunks(stream(conn, select_stored(conn, ContentRow))):
        contents = {columns["sha256"]: columns["text"] for columns in stored}
        for sha256, (code, words) in _wrong(conn, contents, ()).items():
            if sha256 not in told:
                yield Fault(code=code, found=words)
        yield from _unremoved(conn, [sha256 for sha256, text in contents.items() if text is not None])


def _named_by(fact: Stored) -> set[str]:
    """Return the hashes that a fact names; none of what can't be read, which ``forms`` tells."""
    if not fact.has_place:
        return set()
    try:
        if fact.table == AssertionRow.__tablename__:
            values = json.loads(fact.columns["fields"] or "[]")
            named = [content for _, _, _, content in values]
        elif fact.columns["kind"] == Printing.kind:
            body = json.loads(fact.columns["body"] or "{}")
            named = [content for _, _, _, content in (*body.get("fields", ()), *body.get("raw", ()))]
        elif fact.columns["kind"] == Sighting.kind:
            body = json.loads(fact.columns["body"] or "{}")
            named = [content for run in body.get("runs", ()) for content in run["says"].values()]
        else:
            return set()
        return {content for content in named if isinstance(content, str)} - {NONE, UNKNOWN}
    except UNREADABLE:
        return set()


def _wrong(conn: Connection, contents: dict[str, Any], named: Iterable[str]) -> dict[str, _Wrong]:
    """Return what is wrong with each of these texts, and with those that are named and not there."""
    found = {
        sha256: _Wrong(Code.TEXT_MISSING, f"there is no text {sha256}")
        for sha256 in named
        if sha256 not in contents
    }
    buried = _tombstones(conn, [sha256 for sha256, text in contents.items() if text is None])
    for sha256, text in contents.items():
        if text is None:
            if sha256 not in buried:
                words = f"the text {sha256} is blank, and no tombstone names it"
                found[sha256] = _Wrong(Code.TEXT_BLANKED, words)
        elif (hashed := _sha256(text)) != sha256:
            words = f"the text {sha256} reads otherwise than it did: its hash is {hashed} now"
            found[sha256] = _Wrong(Code.TEXT_CHANGED, words)
    return found


def _unremoved(conn: Connection, hashes: Iterable[str]) -> Iterator[Fault]:
    """Yield the tombstone of each of these texts that has one, though its words are there."""
    latest: dict[str, Columns] = {}
    for chunk in chunks(filter(is_hash, hashes)):
        told = (RecordRow.kind == Tombstone.kind) & RecordRow.key.in_(chunk)
        query = select_stored(conn, RecordRow).where(told).order_by(RecordRow.seq, RecordRow.n)
        latest |= {columns["key"]: columns for columns in stream(conn, query)}
    for sha256, columns in latest.items():
        if columns["body"] is not None:
            found = f"the text {sha256} has a tombstone, and its words are still there"
            yield Fault(code=Code.TEXT_NOT_REMOVED, seq=columns["seq"], n=columns["n"], found=found)


def _sha256(text: Any) -> str:
    """Return the hash of what is stored as a text; bytes, which only a stranger writes, are as they are."""
    raw = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
    return hashlib.sha256(raw).hexdigest()


def _tombstones(conn: Connection, hashes: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for chunk in chunks(filter(is_hash, hashes)):
        query = select(RecordRow.key).where(
            RecordRow.kind == Tombstone.kind, RecordRow.key.in_(chunk), RecordRow.body.is_not(None)
        )
        found |= set(conn.scalars(query))
    return found
