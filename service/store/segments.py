"""The index: segments, passages, names, printings and known ids of a subject, made from its timeline.

Derived and disposable. A subject's rows are written in the transaction of the entry that touched it and
always replaced as a whole, so that the index never mixes two states of a subject.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from service.domain.folding import folded
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import UNKNOWN, Assertion, Ending
from service.domain.names import borne_names
from service.domain.order import standing
from service.domain.printings import Printing, printing_of
from service.domain.reader import Reader
from service.domain.reading import Reading, Segment
from service.domain.subjects import Aliases, aliases_of
from service.domain.timeline import Timeline
from service.domain.touches import last_touch
from service.store.bulk import BulkRow, save_rows
from service.store.known_ids import iter_naming_records, known_id_rows
from service.store.ledger import load_texts
from service.store.models import (
    EVERY_SCOPE,
    IndexStateRow,
    KnownIdRow,
    NameRow,
    PassageRow,
    PrintingRow,
    SegmentRow,
)
from service.store.names import load_names
from service.store.records import iter_all_records
from service.store.refs import reading_of, refs
from service.store.subjects import load_subject
from service.store.timelines import (
    load_assertions,
    load_endings,
    load_history,
    load_last_record_seq,
)

_TABLES = (SegmentRow, PassageRow, NameRow, PrintingRow, KnownIdRow)


def clear_index(conn: Connection) -> None:
    """Delete the index rows of every subject."""
    for table in _TABLES:
        conn.execute(delete(table))


def save_index(conn: Connection, subject: SubjectId, game: Game | None) -> None:
    """Write the index rows of a subject anew; where the ledger has it no longer, those that pins need.

    Args:
        game: None where the ledger has it no longer: then the subject must be gone, too.
    """
    name = str(subject)
    for table in _TABLES:
        conn.execute(delete(table).where(table.subject == name))
    exists = load_subject(conn, subject) is not None
    if exists and game is not None:
        history = load_history(conn, subject, game)
        _save_stretches(conn, Timeline(history), game)
        assertions, endings = history.assertions, history.endings
    else:
        assertions = tuple(load_assertions(conn, subject))
        endings = tuple(load_endings(conn, subject))
    save_rows(conn, NameRow, _names(conn, subject, assertions, endings))
    save_rows(conn, PrintingRow, list(_printings(conn, subject, exists)))
    if exists:
        save_rows(conn, KnownIdRow, known_id_rows(subject, iter_naming_records(conn, subject)))


def _save_stretches(conn: Connection, timeline: Timeline, game: Game) -> None:
    name = str(timeline.history.subject)
    texts = load_texts(conn, {value.content for one in timeline.assertions for value in one.fields})
    record_seq = load_last_record_seq(conn, timeline.history.subject)
    segments: list[BulkRow] = []
    passages: list[BulkRow] = []
    for lang, scope, segment in _segments(timeline, game):
        start = segment.effective_from.isoformat()
        until = segment.effective_until and segment.effective_until.isoformat()
        stored = json.dumps(refs(segment.reading), ensure_ascii=False, separators=(",", ":"))
        seq = max(record_seq, last_touch(timeline, lang, scope))
        segments.append((name, lang, scope, start, until, seq, stored))
        for face, called, words in _passages(segment, texts):
            passages.append((name, lang, scope, start, face, until, game.id, called, words))
    save_rows(conn, SegmentRow, segments)
    save_rows(conn, PassageRow, passages)


def _segments(timeline: Timeline, game: Game) -> Iterator[tuple[str, str, Segment]]:
    for lang in timeline.languages:
        for scope in game.scopes if timeline.scoped else (EVERY_SCOPE,):
            for segment in Reader(timeline, lang, scope).segments():
                yield lang, scope, segment


def has_text(conn: Connection, subject: SubjectId, game: Game) -> bool:
    """Whether the index has to have a text of a subject that the ledger has, on any day."""
    return any(_segments(Timeline(load_history(conn, subject, game)), game))


def _passages(segment: Segment, texts: dict[str, str]) -> Iterator[tuple[int, str | None, str]]:
    """Yield each face with its name and its folded words."""
    for index, face in enumerate(segment.reading.faces):
        words = {name: texts.get(one.content) for name, one in face.items()}
        shown = [text for name in ("name", "type_line", "rules_text") if (text := words.get(name))]
        yield index, words.get("name"), folded("\n".join(shown))


def _names(
    conn: Connection, subject: SubjectId, assertions: Sequence[Assertion], endings: Sequence[Ending]
) -> list[BulkRow]:
    """Return every name that a face or the card as a whole was ever recorded with, in any language."""
    texts = load_texts(conn, (value.content for one in assertions for value in one.fields))
    found = load_names(conn, subject)
    ever = set(found)
    for as_of in {one.seq for one in assertions} | {one.seq for one in endings}:
        told = (one for one in assertions if one.seq <= as_of)
        ever |= borne_names(standing(told, (one for one in endings if one.seq <= as_of)), texts)
    for record in iter_all_records(conn, Aliases.kind, key=str(subject)):
        ever |= set(aliases_of(record.key, record.body).names.values()) if record.body is not None else set()
    return [(subject.game, folded(name), str(subject), name, name in found) for name in sorted(ever)]


def _printings(conn: Connection, subject: SubjectId, exists: bool) -> Iterator[BulkRow]:
    """Yield a row for each record of a printing; where the subject is no longer there, none stands."""
    name = str(subject)
    records = list(iter_all_records(conn, Printing.kind, under=name))
    latest = {record.key: (record.seq, record.n) for record in records}
    for record in records:
        if record.body is not None:
            one = printing_of(record.key, record.body)
            stands = exists and latest[record.key] == (record.seq, record.n)
            yield (
                *(name, record.seq, record.n, one.id, subject.game),
                *(one.set, one.number, one.lang, stands),
            )


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
    return None if row is None else (reading_of(json.loads(row.refs)), row.seq)


def iter_segments(conn: Connection, subject: SubjectId) -> Iterator[tuple[str, str, Segment]]:
    """Yield the language, scope and segment of every row of a subject, in key order."""
    query = (
        select(SegmentRow.__table__)
        .where(SegmentRow.subject == str(subject))
        .order_by(SegmentRow.lang, SegmentRow.scope, SegmentRow.effective_from)
    )
    for row in conn.execute(query):
        reading = reading_of(json.loads(row.refs))
        yield row.lang, row.scope, Segment(row.effective_from, row.effective_until, reading)


def known_contents(reading: Reading) -> Iterable[str]:
    """Yield the hashes of every text that an answer made from the reading holds."""
    found = [one.content for face in reading.faces for one in face.values()]
    found += [one.content for one in reading.alternatives]
    found += list(reading.translation.contents) if reading.translation is not None else []
    return (content for content in found if content not in ("none", UNKNOWN))
