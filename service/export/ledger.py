"""The ledger as files, one an entry, which never change later: enough to make it again.

Each entry is checked as a rebuild checks it, while it is written: what couldn't be rebuilt is not exported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from service.domain.chain import Chain
from service.domain.exported import content_line, header_line, iter_parts
from service.domain.ledger import Entry, fact_line
from service.domain.manifest import entry_path
from service.domain.refusals import ExportRefused, InvalidLine
from service.export.build import Build
from service.store.connection import Connection
from service.store.entries import count_facts, iter_contents, iter_entries, iter_facts
from service.store.readable import readable


def write_ledger(conn: Connection, build: Build, head: Entry, advance: Callable[[int], None]) -> None:
    """Write the file of every entry.

    Facts and texts are streamed, facts twice: the texts that they name stand before them. What grows in
    memory is a set of the hashes of all texts, about 100 bytes each, which tells the entry that names one
    first.

    Args:
        head: the ledger's last entry.
        advance: is told of each entry.

    Raises:
        ExportRefused: if an entry doesn't follow the one before, its hash isn't that of its facts, a text
            isn't that of its hash or is missing, or anything is written as the ledger writes nothing.
    """
    chain = Chain()
    for entry in iter_entries(conn):
        with _telling(f"entry {entry.seq}: "), readable(f"entry {entry.seq}", damaged_ledger):
            fresh = chain.follow(entry, iter_facts(conn, entry.seq))
            lines = (line + b"\n" for line in _lines(conn, entry, chain, fresh))
            build.write(entry_path(entry.seq), (line for line, _ in iter_parts(lines)))
        advance(1)
    with _telling():
        chain.end(head.hash)
    if (found := count_facts(conn)) != chain.facts:
        raise damaged_ledger(f"it has {found} facts, and its entries have {chain.facts} of them")


def _lines(conn: Connection, entry: Entry, chain: Chain, fresh: Sequence[str]) -> Iterator[bytes]:
    yield header_line(entry, chain.notices)
    count = 0
    for sha256, text in iter_contents(conn, fresh):
        if text is None:
            chain.miss(sha256)
        yield content_line(sha256, text)
        count += 1
    if count != len(fresh):
        raise InvalidLine(f"it names {len(fresh)} new texts, and the ledger holds {count} of them")
    for fact in iter_facts(conn, entry.seq):
        yield fact_line(fact)


@contextmanager
def _telling(where: str = "") -> Iterator[None]:
    """Tell what a rebuild would refuse as what it is here: a fault of the ledger."""
    try:
        yield
    except InvalidLine as error:
        raise damaged_ledger(f"{where}{error.detail}") from error


def damaged_ledger(found: str) -> ExportRefused:
    """Return the error that tells why a ledger is not exported."""
    return ExportRefused(f"the ledger is damaged: {found}; run: errata verify")
