"""Importing what a source observed: the files of a catalogue as one entry of the ledger.

Idempotent: what was imported is known by its hash. All or nothing: one transaction, one entry, or no trace.
What is to be written is prepared by whoever only reads, in a process of its own where that is worth it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from service.ingest.candidates import KnownCards
from service.ingest.elsewhere import Elsewhere
from service.ingest.formats import FORMATS
from service.ingest.indexing import iter_indexed
from service.ingest.origins import import_origin
from service.ingest.pieces import Advance
from service.ingest.preparer import Preparer
from service.ingest.reindex import rebuild_stale_index
from service.ingest.reports import ImportReport
from service.ingest.scan import Scan, TooMuchNews
from service.ingest.shelves import load_source_shelf
from service.ingest.steps import Advanced, Begun, Finished, Indexed, Prepared, Step
from service.store.bulk import expect_many_rows, save_rows
from service.store.connection import Connection, Engine, writing
from service.store.drafts import Draft, WaitingRows, unpack
from service.store.games import load_game
from service.store.ledger import load_head, save_contents
from service.store.models import TABLES
from service.store.readable import readable
from service.store.segments import save_head, save_indexes
from service.store.sources import load_known_pieces

Stage = Callable[[str, int], Advance]
"""Begins a stage of an import."""

MOST_BYTES_HERE = 2**19
"""Up to how many bytes of pieces that are new they are prepared here: to start a process takes a while."""


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
    most_bytes_here: int = MOST_BYTES_HERE,
) -> ImportReport:
    """Record what files of a format tell and the ledger doesn't hold, and return what was done.

    Args:
        form: the name of the format, one of ``FORMATS``.
        stage: is told that a stage begins, in a word, and how much there is to do: bytes to read, cards to
            record; what it returns is told of what was done of that.
        most_bytes_here: with how many more bytes of new pieces they are prepared in a process of its own.

    Raises:
        ImportRefused: if a file can't be read; the error tells file, line and field.
        InvalidText: if it holds a character that no text may hold; the error tells as much.
        TextTooLarge: if it holds a text that is larger than any may be; the error tells as much.
        UnknownSource: if it names a source that no game's ``sources.yaml`` describes.
        AmbiguousIdentity: if several cards of the ledger are what a piece tells of.
        BrokenRule: if the ledger doesn't take what it tells beside what was recorded before.
        DamagedLedger: if what was recorded can't be read.
        NotReady: if the database can't be written.
    """
    report = ImportReport()
    with suppress(_DryRun), writing(engine) as conn:
        # What was made anew in this transaction nobody else sees.
        limit = None if rebuild_stale_index(conn) else most_bytes_here
        steps = _steps(engine, conn, limit, (form, [str(path) for path in paths], now))
        report = _write(conn, steps, stage)
        if dry_run:
            raise _DryRun
        report.head = report.entry or report.head
    return report


def _size_bytes(paths: Sequence[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def _steps(
    engine: Engine, conn: Connection, limit: int | None, told: tuple[str, Sequence[str], datetime]
) -> Iterator[Step]:
    """Yield the steps of an import that is prepared here, or elsewhere if there is more than the limit."""
    with suppress(TooMuchNews):
        for step in prepare(conn, (), *told, limit):
            yield step
            if isinstance(step, Prepared):
                yield from iter_indexed(conn, [step])
        return
    expect_many_rows(conn)
    yield from _steps_elsewhere(engine, told)


def _steps_elsewhere(engine: Engine, told: tuple[str, Sequence[str], datetime]) -> Iterator[Step]:
    """Yield the steps of an import of which one process prepares the facts, and another one their index.

    The entry is finished as soon as all facts are there; index rows of some may still come then.
    """
    with Elsewhere(engine, (prepare, told), (iter_indexed, ())) as elsewhere:
        for place, step, sent in elsewhere:
            if place == 0 and isinstance(step, Prepared):
                elsewhere.feed(1, sent)
            elif place == 0 and isinstance(step, Finished):
                elsewhere.feed(1, b"")
            yield step


def prepare(
    conn: Connection,
    _fed: Iterable[object],
    form: str,
    files: Sequence[str],
    now: datetime,
    most_bytes: int | None = None,
) -> Iterator[Step]:
    """Yield what is to be done to import files, step by step, the last of them ``Finished``.

    Args:
        conn: sees the ledger as it will be until the entry is written.
        _fed: nothing is.
        most_bytes: how many bytes pieces that are new may have; None: any number.

    Raises:
        TooMuchNews: if they have more; before anything was prepared.
        ErrataError: as ``import_files`` does.
    """
    paths = [Path(file) for file in files]
    report = ImportReport(head=load_head(conn))
    with readable("earlier imports"):
        sources = load_source_shelf(conn)
        known = load_known_pieces(conn, sources.read_by)
    scan = Scan(FORMATS[form], paths, known, report, most_bytes)
    yield Begun("reading", _size_bytes(paths))
    yield from scan.headings(sources)
    if not scan.has_news:
        yield Finished(None, (), report)
        return
    cards = scan.match(
        {game: KnownCards(conn, sources.games[game], its) for game, its in sources.sources.items()}
    )
    yield Begun("recording", cards)
    draft = Draft(
        conn, now=now, actor=f"errata import {form}", origin=import_origin(form, paths, scan.sha256)
    )
    preparer = Preparer(conn, FORMATS[form], sources, draft, report, scan.matched, sources.today(now))
    for group, pieces in scan.whole_groups():
        yield from preparer.take(group, pieces)
        yield Advanced(1)
    yield from preparer.close()


def _write(conn: Connection, steps: Iterator[Step], stage: Stage) -> ImportReport:
    advance: Advance = lambda _: None  # noqa: E731
    finished: Finished | None = None
    with WaitingRows() as waiting:
        for step in steps:
            match step:
                case Begun(what, total):
                    advance = stage(what, total)
                case Advanced(more):
                    advance(more)
                case Prepared():
                    _write_prepared(conn, step, waiting)
                case Indexed(rows):
                    for name, packed in rows.items():
                        save_rows(conn, TABLES[name], unpack(packed))
                case Finished(entry):
                    finished = step
                    if entry is not None:
                        waiting.save(conn, entry)
    assert finished is not None
    if finished.entry is not None:
        games = {subject.game for subject in finished.changed}
        save_indexes(conn, finished.changed, {game: load_game(conn, game) for game in games})
        save_head(conn, finished.entry.seq)
    return finished.report


def _write_prepared(conn: Connection, step: Prepared, waiting: WaitingRows) -> None:
    save_contents(conn, step.texts)
    for name, packed in step.facts.items():
        waiting.add(TABLES[name], packed)
