"""The ledger as files, one an entry, which never change later: enough to make it again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from service.domain.chain import Chain
from service.domain.errors import ExportRefused
from service.domain.exported import content_line, header_line
from service.domain.ledger import Entry, fact_line
from service.domain.manifest import entry_path
from service.export.build import Build
from service.store.connection import Connection
from service.store.entries import iter_contents, iter_entries, iter_facts


def write_ledger(conn: Connection, build: Build, advance: Callable[[int], None]) -> None:
    """Write the file of every entry.

    Facts and texts are streamed. What grows in memory is a set with 32 bytes for each text, which tells the
    entry that names it first.

    Args:
        advance: is told of each entry.

    Raises:
        ExportRefused: if a fact names a text that the ledger doesn't hold.
    """
    chain = Chain()
    for entry in iter_entries(conn):
        fresh = chain.take(iter_facts(conn, entry.seq))
        header = header_line(entry, chain.notices)
        build.write(entry_path(entry.seq), (line + b"\n" for line in _lines(conn, entry, header, fresh)))
        advance(1)


def _lines(conn: Connection, entry: Entry, header: bytes, fresh: Sequence[str]) -> Iterator[bytes]:
    yield header
    count = 0
    for sha256, text in iter_contents(conn, fresh):
        yield content_line(sha256, text)
        count += 1
    if count != len(fresh):
        raise ExportRefused(
            f"entry {entry.seq} names {len(fresh)} new texts and the ledger holds {count} of them; "
            "it is damaged: rebuild it from an older export, or restore the database"
        )
    for fact in iter_facts(conn, entry.seq):
        yield fact_line(fact)
