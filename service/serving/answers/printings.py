"""Printings: the words that they bear, and whether these still hold on a day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.comparison import State
from service.domain.errors import AmbiguousPrinting, UnknownPrinting
from service.domain.games import Game
from service.domain.ledger import UNKNOWN, FieldValue
from service.domain.printings import Printing
from service.domain.symbols import Canonical
from service.domain.timeline import TEXT, Timeline
from service.domain.verdicts import printed_contents, verdict_on
from service.serving.answers.diff import (
    Comparison,
    canonical_of,
    compared,
    day_state,
    printed_state,
    timeline_texts,
)
from service.serving.answers.parts import FORMAT, Answer, Asked, field_value, iso, joined_text
from service.serving.answers.timeline import load_timeline
from service.store.connection import Connection
from service.store.games import load_game
from service.store.ledger import load_texts
from service.store.names import find_by_number, find_printing
from service.store.timelines import load_last_seq, load_printings


@dataclass(frozen=True, slots=True)
class _Card:
    """A card with everything that its printings are judged by."""

    asked: Asked
    timeline: Timeline
    effective: State
    texts: Mapping[str, str]
    canonical: Canonical
    day: date


def printings_answer(conn: Connection, asked: Asked, day: date) -> Answer:
    """Return every printing of a card, by release, with its verdict on a day.

    Raises:
        NoEffectiveText: if the card has no text on the day.
    """
    card, printings = _load(conn, asked, day)
    return {
        "game": asked.subject.game,
        "card": asked.subject.name,
        "scope": asked.scope,
        "on": day.isoformat(),
        "seq": load_last_seq(conn, asked.subject),
        "format": FORMAT,
        "printings": [_printing(card, one) for one in printings],
        "notice": asked.game.notice,
    }


def printing_answer(conn: Connection, printing: str, day: date, scope: str | None) -> Answer:
    """Return one printing with its words, its verdict on a day, and what differs from the day's text.

    Raises:
        UnknownPrinting: if there is none of that id.
        UnknownScope: if its game has no such scope.
        NoEffectiveText: if the card has no text on the day.
    """
    found = find_printing(conn, printing)
    if found is None:
        raise UnknownPrinting(f"there is no printing {printing!r}; a card's printings stand at .../printings")
    game = load_game(conn, found.subject.game)
    asked = Asked(found.subject, game, game.language, game.scope(scope))
    card, printings = _load(conn, asked, day)
    one = next(each for each in printings if each.id == printing)
    head: Answer = {"game": game.id, "card": found.subject.name, "scope": asked.scope, "on": day.isoformat()}
    head |= {"seq": load_last_seq(conn, found.subject), "format": FORMAT}
    return head | _printing(card, one) | {"diff": _diff(card, one), "notice": game.notice}


def printing_by_number(conn: Connection, game: str, set_code: str, number: str, lang: str | None) -> str:
    """Return the id of the printing of a set and collector number.

    Args:
        lang: the language; None: the game's own.

    Raises:
        UnknownGame: if there is no such game.
        UnknownPrinting: if there is none in that language; the languages that have one are named.
        AmbiguousPrinting: if there are several; they are named.
    """
    language = load_game(conn, game).language
    wanted = language if lang is None else lang
    found = find_by_number(conn, game, set_code, number, wanted)
    if not found:
        others = [match.id for match in find_by_number(conn, game, set_code, number, None)]
        hint = f"; in other languages there are: {', '.join(others)}" if others else ""
        raise UnknownPrinting(
            f"{game} has no printing {number!r} in set {set_code!r} and language {wanted!r}{hint}",
            candidates=others,
        )
    if len(found) > 1:
        ids = [match.id for match in found]
        raise AmbiguousPrinting(
            f"several printings of {game} bear {set_code} {number} in {wanted!r}; "
            f"ask for one at /v1/printings/{{id}}: {', '.join(ids)}",
            candidates=ids,
        )
    return found[0].id


def _load(conn: Connection, asked: Asked, day: date) -> tuple[_Card, list[Printing]]:
    timeline = load_timeline(conn, asked)
    printings = load_printings(conn, asked.subject)
    values = (value.content for one in printings for value in (*one.fields, *one.raw))
    texts = timeline_texts(conn, timeline) | load_texts(conn, values)
    canonical = canonical_of(timeline, asked.game, texts)
    return _Card(asked, timeline, day_state(asked, timeline, day), texts, canonical, day), printings


def _printing(card: _Card, one: Printing) -> Answer:
    verdict = verdict_on(card.timeline, one, card.day, card.asked.scope, card.texts.get, card.canonical)
    printed = printed_contents(card.timeline, one)
    released = one.released_on or one.released_by
    faces = range(card.timeline.faces)
    words = [printed.get((face, TEXT), UNKNOWN) for face in faces]
    return {
        "printing": one.id,
        "set": one.set,
        "number": one.number,
        "variant": one.variant,
        "lang": one.lang,
        "released_on": iso(one.released_on),
        "released_after": iso(one.released_after),
        "released_by": iso(one.released_by),
        "printed_text": joined_text(words, card.texts),
        "text_known": UNKNOWN not in words,
        "faces": [_face(card.asked.game, card.texts, face, printed, one.raw) for face in faces],
        "verdict": verdict.verdict,
        "verdict_basis": verdict.basis,
        "superseded_before_release": released is not None
        and one.lang == card.asked.game.language
        and _superseded(card, one, released),
    }


def _superseded(card: _Card, one: Printing, released: date) -> bool:
    """Whether the words of a printing were no longer right on the day on which it came out."""
    args = (card.asked.scope, card.texts.get, card.canonical)
    return verdict_on(card.timeline, one, released, *args).verdict not in ("same", "unknown")


def _face(
    game: Game,
    texts: Mapping[str, str],
    face: int,
    printed: Mapping[tuple[int, str], str],
    raw: tuple[FieldValue, ...],
) -> Answer:
    fields = [field.id for field in game.fields]
    return {
        "index": face,
        "fields": {
            name: field_value(game, name, printed.get((face, name), UNKNOWN), texts) for name in fields
        },
        "unknown_fields": [name for name in fields if printed.get((face, name), UNKNOWN) == UNKNOWN],
        "raw": {
            value.field: field_value(game, value.field, value.content, texts)
            for value in raw
            if value.face == face
        },
    }


def _diff(card: _Card, one: Printing) -> Answer | None:
    """Return what differs from print to the day; None where the words can't be laid side by side."""
    contents = printed_contents(card.timeline, one)
    states = [contents, card.effective.contents]
    unknown = any(
        state.get((face, TEXT), UNKNOWN) == UNKNOWN for state in states for face in range(card.timeline.faces)
    )
    if one.lang != card.asked.game.language or unknown:
        return None
    before = printed_state(card.asked, card.timeline, one, card.texts, card.canonical)
    found = compared(
        Comparison(card.asked, card.timeline, before, card.effective, card.texts, card.canonical)
    )
    return {"from": f"printed:{one.id}", "to": card.day.isoformat()} | found
