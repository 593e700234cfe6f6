"""The index: segments, passages, names, printings and known ids of a subject, made from its timeline.

Derived and disposable. A subject's rows are written in the transaction of the entry that touched it and
always replaced as a whole, so that the index never mixes two states of a subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from service.domain.errors import ErrataError
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import UNKNOWN
from service.domain.reading import Reading, Segment
from service.domain.refusals import DamagedLedger
from service.domain.timeline import Timeline
from service.store.bulk import save_rows
from service.store.index_rows import IndexRows, index_rows, stretches_of
from service.store.models import (
    EVERY_SCOPE,
    IndexStateRow,
    KnownIdRow,
    NameRow,
    PassageRow,
    PrintingRow,
    SegmentRow,
)
from service.store.readable import damaged, readable
from service.store.refs import reading_of
from service.store.timelines import load_history
from service.store.told import GameTold, SubjectTold, load_game_told, load_told

_TABLES = (SegmentRow, PassageRow, NameRow, PrintingRow, KnownIdRow)

_CHUNK = 200
"""How many subjects are loaded, resolved and written at once."""


def clear_index(conn: Connection) -> None:
    """Delete the index rows of every subject."""
    for table in _TABLES:
        conn.execute(delete(table))


def save_index(conn: Connection, subject: SubjectId, game: Game | None) -> None:
    """Write the index rows of a subject anew, as ``save_indexes`` does."""
    save_indexes(conn, [subject], {} if game is None else {subject.game: game})


def save_indexes(
    conn: Connection,
    subjects: Sequence[SubjectId],
    games: Mapping[str, Game],
    advance: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], ErrataError] = damaged,
) -> None:
    """Write the index rows of subjects anew; where the ledger has one no longer, those that pins need.

    Args:
        subjects: each once.
        games: theirs, by id; of one that the ledger has no longer, its subjects must be gone, too.
        advance: is told of each subject that is resolved.
        tell: makes the error of what can't be read, of words that say what that is.

    Raises:
        DamagedLedger: if what the ledger holds of one can't be read; or what ``tell`` makes of that.
    """
    grounds: dict[str, GameTold] = {}
    for name in sorted({subject.game for subject in subjects}):
        with readable(f"the game {name}", tell):
            grounds[name] = load_game_told(conn, name, games.get(name))
    for start in range(0, len(subjects), _CHUNK):
        chunk = subjects[start : start + _CHUNK]
        rows: list[IndexRows] = []
        for told in _told(conn, chunk, tell):
            with readable(str(told.subject), tell):
                rows.append(index_rows(told, grounds[told.subject.game]))
            advance(1)
        for table in _TABLES:
            conn.execute(delete(table).where(table.subject.in_([str(subject) for subject in chunk])))
        save_index_rows(conn, rows)


def _told(
    conn: Connection, subjects: Sequence[SubjectId], tell: Callable[[str], ErrataError]
) -> Iterator[SubjectTold]:
    """Yield what is told of each subject; where that can't be read, one by one, so that it is named."""
    try:
        with readable("these subjects"):
            yield from load_told(conn, subjects)
    except DamagedLedger:
        for subject in subjects:
            with readable(str(subject), tell):
                yield from load_told(conn, [subject])


def save_index_rows(conn: Connection, rows: Iterable[IndexRows]) -> None:
    """Write the index rows of subjects that the index has none of.

    Args:
        rows: taken as they come; of some hundred subjects at a time they are in memory.
    """
    each = iter(rows)
    while chunk := list(islice(each, _CHUNK)):
        tables = [one.by_table() for one in chunk]
        for table in _TABLES:
            save_rows(conn, table, (row for one in tables for row in one[table]))


def has_text(conn: Connection, subject: SubjectId, game: Game) -> bool:
    """Whether the index has to have a text of a subject that the ledger has, on any day."""
    timeline = Timeline(load_history(conn, subject, game))
    return any(segments for _, _, segments in stretches_of(timeline, game))


def save_head(conn: Connection, seq: int) -> None:
    """Say that the index stands for the ledger up to this entry."""
    moved = update(IndexStateRow).values(head_seq=seq, generation=IndexStateRow.generation + 1)
    if conn.execute(moved).rowcount == 0:
        conn.execute(insert(IndexStateRow), [{"id": 1, "head_seq": seq, "generation": 1}])


_HEAD_SEQ = select(IndexStateRow.head_seq)
_SEGMENT = select(SegmentRow.refs, SegmentRow.seq).where(
    SegmentRow.subject == bindparam("subject"),
    SegmentRow.lang == bindparam("lang"),
    SegmentRow.scope.in_((bindparam("scope"), EVERY_SCOPE)),
    SegmentRow.effective_from <= bindparam("day"),
    or_(SegmentRow.effective_until.is_(None), SegmentRow.effective_until > bindparam("day")),
)


def load_head_seq(conn: Connection) -> int:
    """Return the sequence that the index stands for; 0 while nothing was recorded."""
    return conn.scalar(_HEAD_SEQ) or 0


def load_segment(
    conn: Connection, subject: SubjectId, lang: str, scope: str, day: date
) -> tuple[Reading, int] | None:
    """Return the reading of a day and the subject's sequence; None where no text is in effect."""
    asked = {"subject": str(subject), "lang": lang, "scope": scope, "day": day}
    row = conn.execute(_SEGMENT, asked).one_or_none()
    return None if row is None else (reading_of(orjson.loads(row.refs)), row.seq)


def iter_segments(conn: Connection, subject: SubjectId) -> Iterator[tuple[str, str, Segment]]:
    """Yield the language, scope and segment of every row of a subject, in key order."""
    query = (
        select(SegmentRow.__table__)
        .where(SegmentRow.subject == str(subject))
        .order_by(SegmentRow.lang, SegmentRow.scope, SegmentRow.effective_from)
    )
    for row in conn.execute(query):
        reading = reading_of(orjson.loads(row.refs))
        yield row.lang, row.scope, Segment(row.effective_from, row.effective_until, reading)


def known_contents(reading: Reading) -> Iterable[str]:
    """Yield the hashes of every text that an answer made from the reading holds."""
    found = [one.content for face in reading.faces for one in face.values()]
    found += [one.content for one in reading.alternatives]
    found += list(reading.translation.contents) if reading.translation is not None else []
    return (content for content in found if content not in ("none", UNKNOWN))
