"""Importing what a source observed: the files of a catalogue as one entry of the ledger.

Idempotent: what was imported is known by its hash. All or nothing: one transaction, one entry, or no trace.
Files are read twice: once to see which pieces tell of the same card, then to record card by card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from service.domain.refusals import ImportRefused
from service.ingest.formats import FORMATS, Format
from service.ingest.formats.members import BadPiece
from service.ingest.grouping import Group, Grouping
from service.ingest.origins import IMPORT
from service.ingest.pieces import Advance, Piece, iter_pieces, refused
from service.ingest.recorder import Recorder
from service.ingest.reindex import rebuild_stale_index
from service.ingest.reports import ImportReport
from service.ingest.shelves import SourceShelf, load_source_shelf
from service.store.connection import Connection, Engine, writing
from service.store.drafts import Draft
from service.store.ledger import load_head
from service.store.readable import readable
from service.store.sources import load_known_pieces

Stage = Callable[[str, int], Advance]
"""Begins a stage of an import."""


class _DryRun(Exception):
    """Ends the transaction of a dry run so that nothing is kept."""


def import_files(
    engine: Engine,
    form: str,
    paths: Sequence[Path],
    now: datetime,
    *,
    dry_run: bool = False,
    stage: Stage = lambda *_: lambda _: None,
) -> ImportReport:
    """Record what files of a format tell and the ledger doesn't hold, and return what was done.

    Args:
        form: the name of the format, one of ``FORMATS``.
        stage: is told that a stage begins, in a word, and how much there is to do: bytes to read, cards to
            record; what it returns is told of what was done of that.

    Raises:
        ImportRefused: if a file can't be read; the error tells file, line and field.
        UnknownSource: if it names a source that no game's ``sources.yaml`` describes.
        AmbiguousIdentity: if several cards of the ledger are what a piece tells of.
        BrokenRule: if the ledger doesn't take what it tells beside what was recorded before.
        DamagedLedger: if what was recorded can't be read.
        NotReady: if the database can't be written.
    """
    report = ImportReport()
    with suppress(_DryRun), writing(engine) as conn:
        _import(conn, FORMATS[form], form, paths, now, report, stage)
        if dry_run:
            raise _DryRun
    return report


def _import(
    conn: Connection,
    form: Format,
    name: str,
    paths: Sequence[Path],
    now: datetime,
    report: ImportReport,
    stage: Stage,
) -> None:
    rebuild_stale_index(conn)  # what is added to it must not make it look whole
    report.head = load_head(conn)
    with readable("earlier imports"):
        known = load_known_pieces(conn)
        sources = load_source_shelf(conn)
    scan = _Scan(form, known)
    size_bytes = sum(path.stat().st_size for path in paths if path.is_file())
    origin = scan.read(paths, sources, report, stage("reading", size_bytes))
    if not scan.fresh:
        return
    advance = stage("recording", len(scan.grouping.close()))
    told = f"{IMPORT} {name} {origin}"
    with Draft(conn, now=now, actor=f"errata import {name}", origin=told, message=None) as draft:
        recorder = Recorder(conn, form, sources, draft, report, scan.grouping.crowded)
        for group, pieces in scan.whole_groups(paths):
            recorder.take(group, pieces)
            advance(1)
        scan.check_same()
        recorder.close()


class _Scan:
    """Reads files for the first time: which pieces are new, and which of them tell of the same card."""

    def __init__(self, form: Format, known: set[bytes]) -> None:
        self.form = form
        self.known = known
        self.grouping = Grouping()
        self.fresh: dict[tuple[int, int], int] = {}
        self._first = ""
        self._second = sha256()

    def check_same(self) -> None:
        """Refuse what was read if the files were not the same both times.

        Raises:
            ImportRefused: if one has changed.
        """
        if self._first != self._second.hexdigest():
            raise ImportRefused("a file was changed while it was read; nothing was recorded; try again")

    def read(
        self, paths: Sequence[Path], sources: SourceShelf, report: ImportReport, advance: Advance
    ) -> str:
        """Take in all pieces, and return the names of the files and the hash over all of them."""
        whole = sha256()
        for place, path in enumerate(paths):
            for piece in iter_pieces(path, self.form, advance):
                report.pieces += 1
                digest = bytes.fromhex(piece.digest)
                whole.update(digest)
                if digest in self.known:
                    report.unchanged += 1
                    continue
                self.known.add(digest)
                try:
                    heading = self.form.heading(piece.told)
                    source = sources.source_of(heading)
                except BadPiece as error:
                    raise refused(path, piece.number, error) from None
                self.fresh[place, piece.number] = self.grouping.add(heading, source)
        self._first = whole.hexdigest()
        return f"{' '.join(path.name for path in paths)} sha256:{self._first}"

    def whole_groups(self, paths: Sequence[Path]) -> Iterator[tuple[Group, list[Piece]]]:
        """Yield the pieces of each card as soon as the last of them was read again."""
        held: dict[int, list[Piece]] = {}
        for place, path in enumerate(paths):
            for piece in iter_pieces(path, self.form):
                self._second.update(bytes.fromhex(piece.digest))
                number = self.fresh.get((place, piece.number))
                if number is None:
                    continue
                group = self.grouping.group_of(number)
                pieces = held.setdefault(id(group), [])
                pieces.append(piece)
                if len(pieces) == group.pieces:
                    yield group, held.pop(id(group))
