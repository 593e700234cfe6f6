"""The ledger's only writer, and its head.

An entry and all its facts are written in one transaction of a connection that holds the ledger's lock, so
that sequence numbers have no gaps and follow the order of commits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from service.domain.chain import next_entry
from service.domain.ledger import Assertion, Ending, Entry, Fact, Record
from service.domain.texts import text_sha256
from service.domain.tombstones import Tombstone
from service.store.bulk import save_rows
from service.store.facts import assertion_row, body_of, ending_row, entry_of, entry_row, record_row
from service.store.listed import one_of
from service.store.models import LEDGER, AssertionRow, ContentRow, EndingRow, EntryRow, RecordRow
from service.store.readable import damaged
from service.store.records import load_record
from service.store.rules import check_rules

_CHUNK = 500
"""How many rows or keys go into one statement."""


def load_head(conn: Connection) -> Entry | None:
    """Return the last entry, or None while nothing was recorded."""
    row = conn.execute(select(EntryRow.__table__).order_by(EntryRow.seq.desc()).limit(1)).one_or_none()
    return None if row is None else entry_of(row)


def load_entry(conn: Connection, seq: int) -> Entry | None:
    """Return the entry of that number, or None."""
    row = conn.execute(select(EntryRow.__table__).where(EntryRow.seq == seq)).one_or_none()
    return None if row is None else entry_of(row)


def load_seq_at(conn: Connection, instant: str) -> int:
    """Return the last entry that had been recorded at an instant; 0 where none had.

    Args:
        instant: as the ledger writes it; an entry of that very instant counts.
    """
    return conn.scalar(select(func.max(EntryRow.seq)).where(EntryRow.recorded_at <= instant)) or 0


def list_filled_tables(conn: Connection) -> list[str]:
    """Return the names of the ledger's tables in which anything is, in their order."""
    return [
        table.__tablename__
        for table in LEDGER
        if conn.execute(select(*table.__table__.primary_key).limit(1)).first() is not None
    ]


def save_entry(
    conn: Connection,
    facts: Sequence[Fact],
    texts: Mapping[str, str | None],
    *,
    now: datetime,
    actor: str,
    origin: str,
    message: str | None,
) -> Entry:
    """Append the entry of these new facts and return it; ``next_entry`` numbers and hashes them.

    Args:
        conn: from ``writing``: it holds the ledger's lock.
        texts: every text that the facts name, by its hash, None where it was removed; those that the ledger
            has are not written again.
        now: the instant of recording, aware.

    Raises:
        BrokenRule: if the facts break a rule on what may stand of their subjects; nothing is written then.
        DamagedLedger: as ``append_entry`` does, or if what was recorded of their subjects can't be read.
    """
    entry, numbered = next_entry(load_head(conn), facts, now=now, actor=actor, origin=origin, message=message)
    check_rules(conn, entry, numbered)
    append_entry(conn, entry, numbered, texts)
    return entry


def append_entry(
    conn: Connection, entry: Entry, facts: Sequence[Fact], texts: Mapping[str, str | None]
) -> None:
    """Append an entry as it is, with its numbered facts.

    Args:
        conn: from ``writing``: it holds the ledger's lock.
        texts: every text that the facts name, by its hash, None where it was removed; those that the ledger
            has are not written again.

    Raises:
        DamagedLedger: if under the hash of one of the texts lie other words, or nothing without a tombstone.
    """
    save_rows(conn, EntryRow, [entry_row(entry)])
    save_contents(conn, texts)
    save_rows(conn, AssertionRow, (assertion_row(one) for one in facts if isinstance(one, Assertion)))
    save_rows(conn, EndingRow, (ending_row(one) for one in facts if isinstance(one, Ending)))
    save_rows(conn, RecordRow, (record_row(one, body_of(one)) for one in facts if isinstance(one, Record)))


_TEXTS = select(ContentRow.sha256, ContentRow.text).where(one_of(ContentRow.sha256, "hashes"))


def load_texts(conn: Connection, hashes: Iterable[str]) -> dict[str, str]:
    """Return the texts of these hashes; a hash that is unknown or was blanked is left out."""
    wanted = sorted(set(hashes))
    found: dict[str, str] = {}
    for chunk in _chunks(wanted):
        rows = conn.execute(_TEXTS, {"hashes": chunk})
        found |= {sha256: text for sha256, text in rows if text is not None}
    return found


def save_contents(conn: Connection, texts: Mapping[str, str | None]) -> None:
    """Write those texts that the ledger hasn't, by their hashes.

    Raises:
        DamagedLedger: if under the hash of one of them lie other words, or nothing without a tombstone.
    """
    known: set[str] = set()
    for chunk in _chunks(sorted(texts)):
        for sha256, text in conn.execute(_TEXTS, {"hashes": chunk}):
            _check_known(conn, sha256, text)
            known.add(sha256)
    fresh = sorted(texts.keys() - known)
    save_rows(conn, ContentRow, ((sha256, texts[sha256]) for sha256 in fresh))


def _check_known(conn: Connection, sha256: str, text: object) -> None:
    """Refuse what lies under a hash before it is named: it would be served as what was hashed."""
    if text is None:
        if load_record(conn, Tombstone.kind, sha256) is None:
            raise damaged(f"the text {sha256} is blank, and no tombstone names it")
    elif not isinstance(text, str) or text_sha256(text) != sha256:
        raise damaged(f"the text {sha256} reads otherwise than its hash says")


def _chunks(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(keys), _CHUNK):
        yield keys[start : start + _CHUNK]
