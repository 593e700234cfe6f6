"""An entry of any size while its facts come in, and its rows while they wait to be written.

The ledger takes facts only of an entry whose hash it has, and the hash covers all of them. So their rows wait
in a temporary file, and no more than a chunk of them is in memory. Who makes the rows needs only to read the
database; it may be another process than who writes them.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

from sqlalchemy import Connection

from service.domain.chain import next_header
from service.domain.ledger import (
    Assertion,
    Ending,
    Entry,
    EntryDigest,
    Fact,
    Record,
    fact_line,
    numbered,
    record_line,
)
from service.store.bulk import BulkRow, save_rows
from service.store.facts import assertion_row, body_of, ending_row, entry_row, record_row
from service.store.ledger import load_head
from service.store.models import AssertionRow, Base, EndingRow, EntryRow, RecordRow
from service.store.rules import check_rules

FACTS: tuple[type[Base], ...] = (AssertionRow, EndingRow, RecordRow)
"""The tables of facts."""

FactRows = dict[type[Base], list[BulkRow]]
"""Rows of facts by their table, in order."""

Packed = bytes
"""Rows of one table, packed."""


def pack(rows: list[BulkRow]) -> Packed:
    """Return rows as bytes, for another process or a file of our own; no other version can read them."""
    return marshal.dumps(rows)


def unpack(packed: Packed) -> list[BulkRow]:
    """Return the rows that were packed."""
    rows: list[BulkRow] = marshal.loads(packed)
    return rows


class Draft:
    """The next entry of the ledger: its facts are numbered and hashed as they come in. Nothing is written.

    Args:
        conn: sees the ledger as it will be until the entry is written.
        now: the instant of recording, aware.

    Attributes:
        entry: the header, without its hash.
        facts: how many facts came in so far.
    """

    def __init__(self, conn: Connection, *, now: datetime, actor: str, origin: str) -> None:
        self._conn = conn
        self.entry = next_header(load_head(conn), now=now, actor=actor, origin=origin, message=None)
        self.facts = 0
        self._digest = EntryDigest(self.entry)

    def add(self, facts: Iterable[Fact]) -> tuple[list[Fact], FactRows]:
        """Take in facts of some subjects, all of each of them, and return them numbered, and their rows.

        Raises:
            BrokenRule: if they break a rule on what may stand of their subjects.
            DamagedLedger: if what was recorded of their subjects can't be read.
        """
        first = self.facts + 1
        told = [numbered(fact, self.entry.seq, n) for n, fact in enumerate(facts, start=first)]
        check_rules(self._conn, self.entry, told)
        rows: FactRows = {table: [] for table in FACTS}
        for fact in told:
            if isinstance(fact, Record):
                body = body_of(fact)
                self._digest.add(record_line(fact, body))
                rows[RecordRow].append(record_row(fact, body))
            else:
                self._digest.add(fact_line(fact))
                table = AssertionRow if isinstance(fact, Assertion) else EndingRow
                rows[table].append(_row(fact))
        self.facts += len(told)
        return told, rows

    def close(self) -> Entry:
        """Return the entry with the hash of all that came in."""
        return replace(self.entry, hash=self._digest.hex())


def _row(fact: Assertion | Ending) -> BulkRow:
    return assertion_row(fact) if isinstance(fact, Assertion) else ending_row(fact)


class WaitingRows:
    """The rows of facts until their entry is complete, in temporary files."""

    def __init__(self) -> None:
        self._files = ExitStack()
        self._waiting: dict[type[Base], IO[bytes]] = {
            table: self._files.enter_context(TemporaryFile())  # noqa: SIM115  # closed with the others
            for table in FACTS
        }

    def __enter__(self) -> WaitingRows:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def add(self, table: type[Base], packed: Packed) -> None:
        """Keep packed rows of a table of facts."""
        marshal.dump(packed, self._waiting[table])

    def save(self, conn: Connection, entry: Entry) -> None:
        """Write an entry with the rows of all its facts.

        Args:
            conn: from ``writing``: it holds the ledger's lock. Every text that a fact names is there.
        """
        save_rows(conn, EntryRow, [entry_row(entry)])
        for table in FACTS:
            save_rows(conn, table, self._rows(table))

    def _rows(self, table: type[Base]) -> Iterator[BulkRow]:
        file = self._waiting[table]
        end = file.tell()
        file.seek(0)
        while file.tell() < end:
            yield from unpack(marshal.load(file))
