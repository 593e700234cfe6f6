"""How entries are chained: new facts against the head, and a whole entry against those before it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from service.domain.bodies import check_body
from service.domain.contents import named_contents
from service.domain.errors import UNREADABLE
from service.domain.exported import ExportedEntry
from service.domain.games import Notice, notice_of
from service.domain.ledger import HASH_FORMAT, Entry, Fact, Record, entry_hash, fact_line, numbered
from service.domain.refusals import InvalidLine
from service.domain.tombstones import Tombstone

_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")


def instant(moment: datetime) -> str:
    """Return an aware moment as the ledger writes it: UTC, microseconds, a final Z; it sorts as text."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def is_instant(written: object) -> bool:
    """Whether this is a moment as the ledger writes it.

    >>> is_instant("2026-01-14T12:00:00.000000Z"), is_instant("2026-02-30T12:00:00.000000Z")
    (True, False)
    """
    if not isinstance(written, str) or _INSTANT.fullmatch(written) is None:
        return False
    try:
        datetime.fromisoformat(written)
    except ValueError:
        return False
    return True


def next_header(head: Entry | None, *, now: datetime, actor: str, origin: str, message: str | None) -> Entry:
    """Return the entry that follows the head, without its hash: its facts are still to come.

    Args:
        head: the last entry; None while there is none.
        now: the instant of recording, aware. Where it is earlier than the head's, that one's is taken:
            ``recorded_at`` never goes back.
    """
    seq = 1 if head is None else head.seq + 1
    recorded_at = instant(now)
    if head is not None and recorded_at < head.recorded_at:
        recorded_at = head.recorded_at
    return Entry(
        seq=seq,
        recorded_at=recorded_at,
        actor=actor,
        origin=origin,
        message=message,
        hash_format=HASH_FORMAT,
        prev_hash=None if head is None else head.hash,
    )


def next_entry(
    head: Entry | None,
    facts: Iterable[Fact],
    *,
    now: datetime,
    actor: str,
    origin: str,
    message: str | None,
) -> tuple[Entry, list[Fact]]:
    """Return the entry that follows the head, and its facts numbered 1, 2, 3, ... in the order given.

    A fact that has its number already is taken as it is: many are made with it, and not copied here.

    Args:
        head, now: as ``next_header`` takes them.
    """
    entry = next_header(head, now=now, actor=actor, origin=origin, message=message)
    told = [
        fact if (fact.seq, fact.n) == (entry.seq, n) else numbered(fact, entry.seq, n)
        for n, fact in enumerate(facts, start=1)
    ]
    return replace(entry, hash=entry_hash(entry, (fact_line(fact) for fact in told))), told


class Chain:
    """What the entries so far have told, as far as the next one depends on it.

    Of each text that was named it keeps the hash, in about 100 bytes of memory; of each that was removed the
    same. Nothing else grows with the ledger.

    Attributes:
        head: the last entry that was taken in; None while there is none.
        facts: how many facts the entries have.
        notices: what each publisher asks to be said, by game.
    """

    def __init__(self) -> None:
        self.head: Entry | None = None
        self.facts = 0
        self.notices: dict[str, str] = {}
        self._named: set[bytes] = set()
        self._blank: set[str] = set()
        self._tombstones: set[str] = set()

    def follow(self, entry: Entry, facts: Iterable[Fact]) -> list[str]:
        """Take in the next entry and return the hashes that no fact named before, sorted.

        Args:
            facts: all of the entry's, by number; taken one by one, and not kept.

        Raises:
            InvalidLine: if the entry doesn't follow the head, a fact can't be read, or the hash isn't that of
                its facts.
        """
        self._check_header(entry)
        named: set[bytes] = set()
        found = entry_hash(entry, self._lines(facts, named))
        if found != entry.hash:
            raise InvalidLine(f"the entry says that its hash is {entry.hash}; that of its facts is {found}")
        named -= self._named
        self._named |= named
        self.head = entry
        return [one.hex() for one in sorted(named)]

    def _lines(self, facts: Iterable[Fact], named: set[bytes]) -> Iterator[bytes]:
        """Yield the line of each fact, once it was taken in; ``named`` gains what it names."""
        for fact in facts:
            self.facts += 1
            try:
                named.update(map(_digest, named_contents(fact)))
                if isinstance(fact, Record):
                    self._take_record(fact)
                yield fact_line(fact)
            except UNREADABLE as error:
                what = f"the {fact.kind} {fact.key!r}" if isinstance(fact, Record) else str(fact.subject)
                raise InvalidLine(
                    f"fact {fact.seq}-{fact.n} of {what} can't be read, {type(error).__name__}: {error}"
                ) from error

    def _take_record(self, record: Record) -> None:
        check_body(record)
        if record.kind == Tombstone.kind and record.body is not None:
            self._tombstones.add(record.key)
        elif record.kind == Notice.kind and record.body is None:
            self.notices.pop(record.key, None)
        elif record.kind == Notice.kind and record.body is not None:
            self.notices[record.key] = notice_of(record.key, record.body).text

    def miss(self, sha256: str) -> None:
        """Take in that a text of an entry is missing; some entry must have the tombstone that removed it."""
        self._blank.add(sha256)

    def join(self, exported: ExportedEntry) -> None:
        """Take in the next entry with everything that its file says.

        Raises:
            InvalidLine: as ``follow`` does, or if its texts or notices are not those that its facts name.
        """
        fresh = self.follow(exported.entry, exported.facts)
        for sha256, text in exported.texts.items():
            if text is None:
                self.miss(sha256)
        if exported.texts.keys() != set(fresh):
            first = min(exported.texts.keys() ^ set(fresh))
            found = (
                "there and not named for the first time" if first in exported.texts else "named and not there"
            )
            raise InvalidLine(f"the text {first} is {found}")
        if exported.notices != self.notices:
            raise InvalidLine("the notices are not those that were recorded up to this entry")

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
        if not is_instant(entry.recorded_at):
            raise InvalidLine(
                f"the entry was recorded at {entry.recorded_at!r}, which is no instant; "
                "one is written 2026-01-14T12:00:00.000000Z"
            )
        if self.head is not None and entry.recorded_at < self.head.recorded_at:
            raise InvalidLine(
                f"the entry was recorded at {entry.recorded_at}, earlier than the one before it: "
                f"{self.head.recorded_at}"
            )

    def end(self, head_hash: str) -> Entry:
        """Return the head, once everything was taken in.

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
