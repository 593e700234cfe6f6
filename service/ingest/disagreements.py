"""Where a source shows otherwise than the corpus says; the corpus stands, and editors are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import UNKNOWN
from service.domain.reader import Reader
from service.domain.reading import Reading
from service.domain.sightings import Shown, understood
from service.domain.timeline import Timeline
from service.ingest.observed import Words
from service.ingest.observed_cards import FacePiece
from service.ingest.reports import Disagreement
from service.ingest.shelves import SourceShelf
from service.store.connection import Connection
from service.store.ledger import load_texts
from service.store.timelines import load_history


def iter_disagreements(
    conn: Connection,
    subject: SubjectId,
    game: Game,
    sources: SourceShelf,
    pieces: Sequence[FacePiece],
    words: Words,
) -> Iterator[Disagreement]:
    """Yield what a source shows of a curated card on its first and last day otherwise than the card reads.

    A day on which the source lagged proves nothing.

    Where the reading of the day is in doubt, what is among its alternatives contradicts nothing. Neither do
    words that nobody knows, here or there.
    """
    timeline = Timeline(load_history(conn, subject, game))
    for piece in pieces:
        lang = piece.observed.lang
        if lang not in timeline.languages:
            continue
        reader = Reader(timeline, lang, game.scopes[0])
        source = sources.source_of(piece.observed.heading)
        for shown in understood(piece.observed.runs, source, sources.sources[game.id].days):
            days = [day for day in (shown.first_on, shown.stood_on) if day and not source.lagged_on(day)]
            yield from _differing(conn, subject, reader, piece.face, shown, days, words)


def _differing(
    conn: Connection,
    subject: SubjectId,
    reader: Reader,
    face: int,
    shown: Shown,
    days: Iterable[date],
    words: Words,
) -> Iterator[Disagreement]:
    told: set[str] = set()
    for day in days:
        reading = reader.reading(day)
        for name, content in shown.says.items():
            kept = [] if reading is None else _read(reading, face, name)
            if name in told or content in kept or not kept or UNKNOWN in (content, *kept):
                continue
            told.add(name)
            text = load_texts(conn, kept[:1]).get(kept[0])
            yield Disagreement(subject, shown.source, name, day, text, words.by_hash.get(content))


def _read(reading: Reading, face: int, field: str) -> list[str]:
    """Return what a field may read: what holds, then the alternatives; nothing where it isn't recorded."""
    held = reading.faces[face].get(field) if face < len(reading.faces) else None
    others = [one.content for one in reading.alternatives if (one.face, one.field) == (face, field)]
    return [] if held is None else [held.content, *others]
