"""An entry of any size while its facts come in: numbered and hashed at once, written when all are there.

The ledger takes facts only of an entry whose hash it has, and the hash covers all of them. So their rows wait
in a temporary file, and no more than a chunk of them is in memory.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from tempfile import TemporaryFile
from types import TracebackType
from typing import IO

from sqlalchemy import Connection

from service.domain.chain import next_header
from service.domain.ledger import Assertion, Ending, Entry, EntryDigest, Fact, fact_line
from service.store.bulk import BulkRow, save_rows
from service.store.facts import assertion_row, ending_row, entry_row, record_row
from service.store.ledger import load_head
from service.store.models import AssertionRow, Base, EndingRow, EntryRow, RecordRow
from service.store.rules import check_rules

_TABLES: tuple[type[Base], ...] = (AssertionRow, EndingRow, RecordRow)


class Draft:
    """The next entry of the ledger; nothing of it is written until ``save``.

    Args:
        conn: from ``writing``: it holds the ledger's lock.
        now: the instant of recording, aware.

    Attributes:
        entry: the header, without its hash.
        facts: how many facts came in so far.
    """

    def __init__(
        self, conn: Connection, *, now: datetime, actor: str, origin: str, message: str | None
    ) -> None:
        self._conn = conn
        self.entry = next_header(load_head(conn), now=now, actor=actor, origin=origin, message=message)
        self.facts = 0
        self._digest = EntryDigest(self.entry)
        self._files = ExitStack()
        self._waiting: dict[type[Base], IO[bytes]] = {
            table: self._files.enter_context(TemporaryFile())  # noqa: SIM115  # closed with the others
            for table in _TABLES
        }

    def __enter__(self) -> Draft:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def add(self, facts: Iterable[Fact]) -> list[Fact]:
        """Take in facts of some subjects, all of each of them, and return them numbered.

        Raises:
            BrokenRule: if they break a rule on what may stand of their subjects.
            DamagedLedger: if what was recorded of their subjects can't be read.
        """
        first = self.facts + 1
        numbered = [replace(fact, seq=self.entry.seq, n=n) for n, fact in enumerate(facts, start=first)]
        check_rules(self._conn, self.entry, numbered)
        rows: dict[type[Base], list[BulkRow]] = {table: [] for table in _TABLES}
        for fact in numbered:
            self._digest.add(fact_line(fact))
            if isinstance(fact, Assertion):
                rows[AssertionRow].append(assertion_row(fact))
            elif isinstance(fact, Ending):
                rows[EndingRow].append(ending_row(fact))
            else:
                rows[RecordRow].append(record_row(fact))
        for table, some in rows.items():
            if some:
                pickle.dump(some, self._waiting[table], pickle.HIGHEST_PROTOCOL)
        self.facts += len(numbered)
        return numbered

    def save(self) -> Entry:
        """Write the entry with all its facts, whose texts are there already, and return it."""
        entry = replace(self.entry, hash=self._digest.hex())
        save_rows(self._conn, EntryRow, [entry_row(entry)])
        for table in _TABLES:
            save_rows(self._conn, table, self._rows(table))
        return entry

    def _rows(self, table: type[Base]) -> Iterator[BulkRow]:
        file = self._waiting[table]
        end = file.tell()
        file.seek(0)
        while file.tell() < end:
            yield from pickle.load(file)
