"""How entries are chained: new facts against the head, and a whole entry against those before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from service.domain.contents import named_contents
from service.domain.errors import InvalidLine
from service.domain.exported import ExportedEntry
from service.domain.games import Notice, notice_of
from service.domain.ledger import HASH_FORMAT, Entry, Fact, Record, entry_hash, fact_line

TOMBSTONE = "tombstone"
"""The kind of record that says that a text was removed; its key is the text's hash."""


def instant(moment: datetime) -> str:
    """Return an aware moment as the ledger writes it: UTC, microseconds, a final Z; it sorts as text."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def next_entry(
    head: Entry | None,
    facts: Sequence[Fact],
    *,
    now: datetime,
    actor: str,
    origin: str,
    message: str | None,
) -> tuple[Entry, list[Fact]]:
    """Return the entry that follows the head, and its facts numbered 1, 2, 3, ... in the order given.

    Args:
        head: the last entry; None while there is none.
        now: the instant of recording, aware. Where it is earlier than the head's, that one's is taken:
            ``recorded_at`` never goes back.
    """
    seq = 1 if head is None else head.seq + 1
    recorded_at = instant(now)
    if head is not None and recorded_at < head.recorded_at:
        recorded_at = head.recorded_at
    numbered = [replace(fact, seq=seq, n=n) for n, fact in enumerate(facts, start=1)]
    entry = Entry(
        seq=seq,
        recorded_at=recorded_at,
        actor=actor,
        origin=origin,
        message=message,
        hash_format=HASH_FORMAT,
        prev_hash=None if head is None else head.hash,
    )
    return replace(entry, hash=entry_hash(entry, (fact_line(fact) for fact in numbered))), numbered


class Chain:
    """What the entries so far have told, as far as the next one depends on it.

    Of each text that was named it keeps 32 bytes; nothing else grows with the ledger.

    Attributes:
        head: the last entry that was joined; None while there is none.
        notices: what each publisher asks to be said, by game.
    """

    def __init__(self) -> None:
        self.head: Entry | None = None
        self.notices: dict[str, str] = {}
        self._named: set[bytes] = set()
        self._blank: set[str] = set()
        self._tombstones: set[str] = set()

    def take(self, facts: Iterable[Fact]) -> list[str]:
        """Take in the facts of the next entry and return the hashes that no fact named before, sorted."""
        named: set[bytes] = set()
        for fact in facts:
            named.update(map(_digest, named_contents(fact)))
            if isinstance(fact, Record):
                self._take_record(fact)
        named -= self._named
        self._named |= named
        return [one.hex() for one in sorted(named)]

    def _take_record(self, record: Record) -> None:
        if record.kind == TOMBSTONE and record.body is not None:
            self._tombstones.add(record.key)
        elif record.kind == Notice.kind and record.body is None:
            self.notices.pop(record.key, None)
        elif record.kind == Notice.kind and record.body is not None:
            self.notices[record.key] = notice_of(record.key, record.body).text

    def join(self, exported: ExportedEntry) -> None:
        """Take in the next entry with everything that its file says.

        Raises:
            InvalidLine: if it doesn't follow the head, its hash isn't that of its facts, or its texts or
                notices are not those that its facts name.
        """
        entry = exported.entry
        self._check_header(entry)
        lines = [fact_line(fact) for fact in exported.facts]
        if (found := entry_hash(entry, lines)) != entry.hash:
            raise InvalidLine(f"the entry says that its hash is {entry.hash}; that of its facts is {found}")
        self._blank |= {sha256 for sha256, text in exported.texts.items() if text is None}
        try:
            fresh = self.take(exported.facts)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidLine(
                f"a fact names a text or a notice in a way that can't be read: {error}"
            ) from error
        if exported.texts.keys() != set(fresh):
            first = min(exported.texts.keys() ^ set(fresh))
            found = (
                "there and not named for the first time" if first in exported.texts else "named and not there"
            )
            raise InvalidLine(f"the text {first} is {found}")
        if exported.notices != self.notices:
            raise InvalidLine("the notices are not those that were recorded up to this entry")
        self.head = entry

    def _check_header(self, entry: Entry) -> None:
        seq, before = (1, None) if self.head is None else (self.head.seq + 1, self.head.hash)
        if (entry.seq, entry.prev_hash) != (seq, before):
            raise InvalidLine(
                f"the entry is number {entry.seq} and follows {entry.prev_hash}; "
                f"number {seq} that follows {before} belongs here"
            )
        if entry.hash_format != HASH_FORMAT:
            raise InvalidLine(
                f"the entry has hash_format {entry.hash_format}; this version knows {HASH_FORMAT}"
            )
        if self.head is not None and entry.recorded_at < self.head.recorded_at:
            raise InvalidLine(
                f"the entry was recorded at {entry.recorded_at}, earlier than the one before it: "
                f"{self.head.recorded_at}"
            )

    def end(self, head_hash: str) -> Entry:
        """Return the head, once everything was joined.

        Args:
            head_hash: what the hash of the head must be.

        Raises:
            InvalidLine: if it isn't, or a text is missing without the tombstone that removed it.
        """
        if unexplained := self._blank - self._tombstones:
            raise InvalidLine(f"the text {min(unexplained)} is missing, and no tombstone says why")
        if self.head is None or self.head.hash != head_hash:
            found = "there is no entry" if self.head is None else f"the last entry has {self.head.hash}"
            raise InvalidLine(f"the head must have the hash {head_hash}; {found}")
        return self.head


def _digest(sha256: str) -> bytes:
    """Return the 32 bytes that a hash is written of."""
    digest = bytes.fromhex(sha256)
    if digest.hex() != sha256:
        raise ValueError(f"{sha256!r} is not written in lower case")
    return digest
