"""The index rows that a subject should have, made from its timeline apart from what writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.domain.folding import folded, folded_name
from service.domain.games import Game
from service.domain.ledger import Assertion
from service.domain.order import standing
from service.domain.printings import Printing, printing_of
from service.domain.reader import Reader
from service.domain.reading import Reading
from service.domain.sightings import Sighting, sighting_of
from service.domain.subjects import Aliases, Subject, aliases_of
from service.domain.timeline import Timeline
from service.domain.touches import last_touch
from service.domain.tracks import NAME, TEXT
from service.store.integrity.subjects import SubjectRows, assertion_of, ending_of, text_of
from service.store.models import (
    EVERY_SCOPE,
    Base,
    KnownIdRow,
    NameRow,
    PassageRow,
    PrintingRow,
    SegmentRow,
)

Expected = dict[type[Base], list[dict[str, Any]]]

_SEARCHED = (NAME, "type_line", TEXT)
"""The fields whose words a search goes through."""


def expected_rows(rows: SubjectRows, timeline: Timeline, game: Game, told: int) -> Expected:
    """Return the rows that each table of the index should have of a subject, the subject left out.

    Days are text; of a segment the reading stands in place of its stored form.

    Args:
        told: the last entry that said something of the whole game, or of a set that it is printed in.
    """
    # What a source showed stands in no answer by itself.
    answered = (record.seq for record in rows.every_record if record.kind != Sighting.kind)
    record_seq = max([told, *answered])
    segments: list[dict[str, Any]] = []
    passages: list[dict[str, Any]] = []
    for lang, scope, day, until, reading in _stretches(timeline, game):
        key = {"lang": lang, "scope": scope, "effective_from": day, "effective_until": until}
        seq = max(record_seq, last_touch(timeline, lang, scope))
        segments.append(key | {"seq": seq, "reading": reading})
        for face, words in enumerate(_words(reading, rows.contents)):
            shown = "\n".join(words[name] for name in _SEARCHED if words.get(name))
            passages.append(
                key | {"face": face, "game": game.id, "name": words.get(NAME), "folded": folded(shown)}
            )
    return former_rows(rows, game.id) | {SegmentRow: segments, PassageRow: passages}


def former_rows(rows: SubjectRows, game: str) -> Expected:
    """Return the rows of names and printings, which a subject that is gone has for pins, and of known ids."""
    names = _names(rows)
    return {
        NameRow: [
            {"game": game, "folded": folded_name(name), "name": name, "standing": int(stands)}
            for name, stands in names.items()
        ],
        PrintingRow: list(_printings(rows, game)),
        KnownIdRow: [{"game": game, "id": one, "printing": printing} for one, printing in _known_ids(rows)],
    }


def _stretches(timeline: Timeline, game: Game) -> Iterator[tuple[str, str, str | None, str | None, Reading]]:
    scopes = game.scopes if timeline.scoped else (EVERY_SCOPE,)
    for lang in timeline.languages:
        for scope in scopes:
            for one in Reader(timeline, lang, scope).segments():
                yield lang, scope, text_of(one.effective_from), text_of(one.effective_until), one.reading


def _words(reading: Reading, contents: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield the words of each face, field by field; a field without any is left out."""
    for face in reading.faces:
        known = ((name, contents.get(one.content)) for name, one in face.items())
        yield {name: text for name, text in known if text is not None}


def _names(rows: SubjectRows) -> dict[str, bool]:
    """Return what the subject, or a face of it, was ever called in any language, and whether that stands."""
    assertions = [assertion_of(row) for row in rows.assertions]
    endings = [ending_of(row) for row in rows.endings]
    # Of a subject that is gone no name stands; what it was called at each pin may be sought there.
    gone = rows.body(Subject.kind) is None
    stands: set[str] = set() if gone else _called(standing(assertions, endings), rows.contents)
    aliases = rows.body(Aliases.kind)
    if aliases is not None and not gone:
        stands |= set(aliases_of(rows.name, aliases).names.values())
    ever: set[str] = set()
    for _, body in rows.bodies(Aliases.kind):
        ever |= set(aliases_of(rows.name, body).names.values())
    for seq in {one.seq for one in assertions} | {one.seq for one in endings}:
        told = [one for one in assertions if one.seq <= seq]
        ever |= _called(standing(told, [one for one in endings if one.seq <= seq]), rows.contents)
    return {name: name in stands for name in ever | stands}


def _called(assertions: Sequence[Assertion], contents: Mapping[str, Any]) -> set[str]:
    # The last known name of each face, for the name that joins all faces.
    latest: dict[str | None, dict[int, str]] = {}
    names: set[str] = set()
    faces = 1 + max((face for one in assertions for face, *_ in one.fields), default=0)
    for one in assertions:
        for face, field, lang, content in one.fields:
            if field == NAME and contents.get(content) is not None:
                names.add(contents[content])
                latest.setdefault(lang, {})[face] = contents[content]
    whole = (found for found in latest.values() if len(found) == faces > 1)
    return names | {" // ".join(found[face] for face in sorted(found)) for found in whole}


def _printings(rows: SubjectRows, game: str) -> Iterator[dict[str, Any]]:
    latest: dict[str, tuple[int, int]] = {}
    for record in rows.every_record:
        latest[record.key] = max(latest.get(record.key, (0, 0)), (record.seq, record.n))
    gone = rows.body(Subject.kind) is None
    for record, body in rows.bodies(Printing.kind):
        one = printing_of(record.key, body)
        place = (record.seq, record.n)
        yield {
            "seq": record.seq,
            "n": record.n,
            "id": one.id,
            "game": game,
            "set_code": one.set,
            "number": one.number,
            "lang": one.lang,
            "standing": int(place == latest[record.key] and not gone),
        }


def _known_ids(rows: SubjectRows) -> set[tuple[str, str]]:
    """Return each id under which the subject, or a printing of it, stands in another catalogue; with that."""
    if rows.body(Subject.kind) is None:
        return set()
    found: set[tuple[str, str]] = set()
    for key, body in rows.standing(Sighting.kind):
        shown = sighting_of(key, body)
        found |= {(f"{shown.source}/{shown.lang}:{name}", "") for name in shown.names}
    for key, body in rows.standing(Printing.kind):
        one = printing_of(key, body)
        found |= {(each, one.id) for each in one.external_ids}
    return found
