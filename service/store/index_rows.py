"""The rows of the index of one subject, made of what the ledger tells of it. Asks no database."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache, partial

from service.domain.alike import Faces, Likeness
from service.domain.belongings import ANSWER_KINDS
from service.domain.coverage import Coverage, checked_through, coverage_of
from service.domain.folding import folded, folded_name
from service.domain.games import Game
from service.domain.history import History
from service.domain.ledger import UNKNOWN, Record
from service.domain.names import borne_names
from service.domain.order import standing
from service.domain.printings import Printing
from service.domain.reader import Reader
from service.domain.reading import FieldReading, Segment
from service.domain.records import Body
from service.domain.subjects import Aliases, Subject, aliases_of, subject_of
from service.domain.timeline import Timeline
from service.domain.touches import last_touch
from service.store.bulk import BulkRow
from service.store.known_ids import known_id_rows
from service.store.models import EVERY_SCOPE, Base, KnownIdRow, NameRow, PassageRow, PrintingRow, SegmentRow
from service.store.refs import RefsWriter
from service.store.told import GameTold, SubjectTold

_SEARCHED = ("name", "type_line", "rules_text")
"""The fields whose words a search goes through."""


@dataclass(frozen=True, slots=True)
class IndexRows:
    """The rows of a subject in each table of the index."""

    segments: list[BulkRow] = field(default_factory=list)
    passages: list[BulkRow] = field(default_factory=list)
    names: list[BulkRow] = field(default_factory=list)
    printings: list[BulkRow] = field(default_factory=list)
    known_ids: list[BulkRow] = field(default_factory=list)

    def by_table(self) -> dict[type[Base], list[BulkRow]]:
        """Return the rows by their table."""
        return {
            SegmentRow: self.segments,
            PassageRow: self.passages,
            NameRow: self.names,
            PrintingRow: self.printings,
            KnownIdRow: self.known_ids,
        }


def index_rows(told: SubjectTold, ground: GameTold) -> IndexRows:
    """Return the rows of a subject; where the ledger has it no longer, those that pins need.

    Args:
        ground: what is said of its game; where the ledger has that no longer, the subject must be gone, too.
    """
    latest = {(record.kind, record.key): record for record in told.records}
    subject = latest.get((Subject.kind, str(told.subject)))
    exists = subject is not None and subject.body is not None
    rows = IndexRows(
        names=_names(told, latest, exists),
        printings=list(_printings(told, latest, exists)),
        known_ids=known_id_rows(told.subject, told.records) if exists else [],
    )
    if exists and ground.game is not None:
        _add_stretches(rows, told, latest, ground, ground.game)
    return rows


def stretches_of(timeline: Timeline, game: Game) -> Iterator[tuple[str, str, list[Segment]]]:
    """Yield each language and scope in which the index keeps a subject, with its stretches of days."""
    for lang in timeline.languages:
        for scope in _scopes(timeline, game):
            yield lang, scope, Reader(timeline, lang, scope).segments()


def _scopes(timeline: Timeline, game: Game) -> Sequence[str]:
    return game.scopes if timeline.scoped else (EVERY_SCOPE,)


_Latest = Mapping[tuple[str, str], Record]
"""The latest record of each kind and key, withdrawals too."""


def _add_stretches(rows: IndexRows, told: SubjectTold, latest: _Latest, ground: GameTold, game: Game) -> None:
    printed = {
        record.body["set"]
        for (kind, _), record in latest.items()
        if kind == Printing.kind and record.body is not None
    }
    sets = [ground.sets[code] for code in printed if code in ground.sets]
    timeline = Timeline(_history(told, latest, game, [day for _, day in sets]))
    answered = (record.seq for record in told.records if record.kind in ANSWER_KINDS)
    record_seq = max(ground.seq, *(seq for seq, _ in sets), *answered)
    name, passages = str(told.subject), _Passages(told.texts)
    touched = cache(partial(last_touch, timeline))
    for lang, scope, stretch, faces, refs in _written_stretches(timeline, game):
        seq = max(record_seq, touched(lang, scope))
        start = stretch.effective_from.isoformat()
        until = stretch.effective_until and stretch.effective_until.isoformat()
        rows.segments.append((name, lang, scope, start, until, seq, refs))
        for face, values in enumerate(faces):
            rows.passages.append((name, lang, scope, start, face, until, game.id, *passages.of(values)))


def _written_stretches(timeline: Timeline, game: Game) -> Iterator[tuple[str, str, Segment, Faces, str]]:
    """Yield each stretch of each language and scope, what its faces say, and its reading as it is written.

    Of languages that are alike one is resolved, and the others get its readings with words of their own.
    """
    likeness, writer = Likeness(timeline), RefsWriter()
    resolved: dict[Hashable, tuple[str, list[Segment]]] = {}
    for lang in timeline.languages:
        shape = likeness.shape(lang)
        for scope in _scopes(timeline, game):
            model, segments = resolved.get((shape, scope), ("", []))
            renaming = likeness.renaming(model, lang) if shape is not None and model else None
            if renaming is None or any(map(renaming.concerns, segments)):
                segments = Reader(timeline, lang, scope).segments()
                renaming = None
                resolved[shape, scope] = lang, segments
            for one in segments:
                faces = one.reading.faces if renaming is None else renaming.faces(one.reading.faces)
                yield lang, scope, one, faces, writer.write(one.reading, faces)


def _history(told: SubjectTold, latest: _Latest, game: Game, sets: Iterable[date | None]) -> History:
    def body_of(kind: str, key: str) -> Body | None:
        record = latest.get((kind, key))
        return None if record is None else record.body

    def day_of(key: str) -> date | None:
        body = body_of(Coverage.kind, key)
        return None if body is None else coverage_of(key, body).verified_through

    name = str(told.subject)
    found = subject_of(name, body_of(Subject.kind, name) or {})
    return History(
        subject=told.subject,
        assertions=tuple(told.assertions),
        endings=tuple(told.endings),
        language=game.language,
        translations_of=game.translations_of,
        verified_through=checked_through(told.subject, found.faces, [game.verified_through, *sets], day_of),
    )


class _Passages:
    """The words of faces, folded once however many stretches have them."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._made: dict[tuple[str, ...], tuple[str | None, str]] = {}

    def of(self, face: Mapping[str, FieldReading]) -> tuple[str | None, str]:
        """Return the name of a face and its folded words."""
        key = tuple(face[name].content if name in face else UNKNOWN for name in _SEARCHED)
        if key not in self._made:
            words = [self._texts.get(content) for content in key]
            self._made[key] = words[0], folded("\n".join(text for text in words if text))
        return self._made[key]


def _names(told: SubjectTold, latest: _Latest, exists: bool) -> list[BulkRow]:
    """Return a row for every name that a face or the card as a whole was ever recorded with, by name."""
    name = str(told.subject)
    called = {
        (record.seq, record.n): set(aliases_of(record.key, record.body).names.values())
        for record in told.records
        if record.kind == Aliases.kind and record.body is not None
    }
    borne: set[str] = set()
    ever = borne.union(*called.values())
    for seq in sorted({one.seq for one in told.assertions} | {one.seq for one in told.endings}):
        endings = [one for one in told.endings if one.seq <= seq]
        borne = borne_names(standing((one for one in told.assertions if one.seq <= seq), endings), told.texts)
        ever |= borne
    aliases = latest.get((Aliases.kind, name))
    stand = borne | called.get((aliases.seq, aliases.n), set()) if aliases is not None else borne
    return [(told.subject.game, folded_name(one), name, one, exists and one in stand) for one in sorted(ever)]


def _printings(told: SubjectTold, latest: _Latest, exists: bool) -> Iterator[BulkRow]:
    """Yield a row for each record of a printing; where the subject is no longer there, none stands."""
    name, game = str(told.subject), told.subject.game
    for record in told.records:
        if record.kind == Printing.kind and (body := record.body) is not None:
            words = [_text(body[key]) for key in ("id", "set")]
            number = body.get("number") and _text(body["number"])
            stands = exists and latest[Printing.kind, record.key] is record
            yield (
                *(name, record.seq, record.n, words[0], game),
                *(words[1], number, _text(body["lang"]), stands),
            )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")  # the database would say so, and not of which subject
    return value
