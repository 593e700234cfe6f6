"""What the body of a record may be: what the class of its kind reads, and writes the same again.

A body that isn't so was written by no writer of ours, whatever hash covers it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.domain.coverage import Coverage, coverage_of
from service.domain.documents import Document, document_of
from service.domain.games import Game, Notice, game_of, notice_of
from service.domain.ledger import Record
from service.domain.migrations import Migration, migration_of
from service.domain.printings import Printing, printing_of
from service.domain.provenance import FileProvenance, provenance_of
from service.domain.records import Body, Recordable
from service.domain.sets import Set, set_of
from service.domain.sightings import Sighting, sighting_of
from service.domain.sources import Source, source_of
from service.domain.subjects import Aliases, Subject, aliases_of, subject_of
from service.domain.symbols import GameSymbols, game_symbols_of
from service.domain.tombstones import Tombstone, tombstone_of

_READERS: Mapping[str, Callable[[str, Body], Recordable]] = {
    Aliases.kind: aliases_of,
    Coverage.kind: coverage_of,
    Document.kind: document_of,
    FileProvenance.kind: provenance_of,
    Game.kind: game_of,
    GameSymbols.kind: game_symbols_of,
    Migration.kind: migration_of,
    Notice.kind: notice_of,
    Printing.kind: printing_of,
    Set.kind: set_of,
    Sighting.kind: sighting_of,
    Source.kind: source_of,
    Subject.kind: subject_of,
    Tombstone.kind: tombstone_of,
}


def check_body(record: Record) -> None:
    """Refuse a body that no record of its kind has; what is withdrawn has none, and any other kind is free.

    Raises:
        ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError: whatever comes of
            reading it.
    """
    read = _READERS.get(record.kind)
    if read is None or record.body is None:
        return
    one = read(record.key, record.body)
    if (one.key, one.body()) != (record.key, record.body):
        raise ValueError("it would be written otherwise")
