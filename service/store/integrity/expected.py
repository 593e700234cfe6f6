"""The index rows that a subject should have, made from its timeline apart from what writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.domain.folding import folded
from service.domain.games import Game
from service.domain.printings import printing_of
from service.domain.reader import Reader
from service.domain.reading import Reading
from service.domain.subjects import Aliases, aliases_of
from service.domain.timeline import Timeline
from service.domain.tracks import NAME, TEXT
from service.store.integrity.subjects import SubjectRows, text_of
from service.store.models import Base, NameRow, PassageRow, PrintingRow, SegmentRow
from service.store.segments import EVERY_SCOPE

Expected = dict[type[Base], list[dict[str, Any]]]

_SEARCHED = (NAME, "type_line", TEXT)
"""The fields whose words a search goes through."""


def expected_rows(rows: SubjectRows, timeline: Timeline, game: Game, game_seq: int) -> Expected:
    """Return the rows that each table of the index should have of a subject, the subject left out.

    Days are text; of a segment the reading stands in place of its stored form.

    Args:
        game_seq: the last entry that said something of the whole game.
    """
    touched = [game_seq, *rows.record_seqs, *(row["seq"] for row in (*rows.assertions, *rows.endings))]
    segments: list[dict[str, Any]] = []
    passages: list[dict[str, Any]] = []
    for lang, scope, day, until, reading in _stretches(timeline, game):
        key = {"lang": lang, "scope": scope, "effective_from": day, "effective_until": until}
        segments.append(key | {"seq": max(touched), "reading": reading})
        for face, words in enumerate(_words(reading, rows.contents)):
            shown = "\n".join(words[name] for name in _SEARCHED if words.get(name))
            passages.append(
                key | {"face": face, "game": game.id, "name": words.get(NAME), "folded": folded(shown)}
            )
    return {
        SegmentRow: segments,
        PassageRow: passages,
        NameRow: [{"game": game.id, "folded": folded(name), "name": name} for name in _names(rows, timeline)],
        PrintingRow: list(_printings(rows, game)),
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


def _names(rows: SubjectRows, timeline: Timeline) -> set[str]:
    """Return what the subject, or a face of it, is or was called in any language."""
    # The last known name of each face, for the name that joins all faces.
    latest: dict[str | None, dict[int, str]] = {}
    names: set[str] = set()
    for one in timeline.assertions:
        for face, field, lang, content in one.fields:
            if field == NAME and rows.contents.get(content) is not None:
                names.add(rows.contents[content])
                latest.setdefault(lang, {})[face] = rows.contents[content]
    if timeline.faces > 1:
        whole = (found for found in latest.values() if len(found) == timeline.faces)
        names |= {" // ".join(found[face] for face in sorted(found)) for found in whole}
    aliases = rows.body(Aliases.kind)
    return names if aliases is None else names | set(aliases_of(rows.name, aliases).names.values())


def _printings(rows: SubjectRows, game: Game) -> Iterator[dict[str, Any]]:
    for key, body in rows.printings():
        one = printing_of(key, body)
        yield {"id": one.id, "game": game.id, "set_code": one.set, "number": one.number, "lang": one.lang}
