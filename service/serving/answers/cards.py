"""Cards: the identity of one, and lists of them as they stood on a day."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from datetime import date
from urllib.parse import quote

from service.domain.errors import AmbiguousName, BadParameter, UnknownCard
from service.domain.games import Game
from service.domain.names import joined_name
from service.domain.tracks import NAME, content_on
from service.serving.answers.loaded import last_seq_of, printings_of, texts_of, timeline_of
from service.serving.answers.parts import FORMAT, Asked, asked_card
from service.serving.answers.sights import PRESENT, Answer, Sight, iso
from service.store.connection import Connection
from service.store.games import load_game
from service.store.names import Listed, find_by_name, list_subjects
from service.store.subjects import load_aliases

DEFAULT_LIMIT = 100
MAX_LIMIT = 500


def card_path(game: str, card: str) -> str:
    """Return the path of a card in the API."""
    return f"/v1/cards/{quote(game)}/{quote(card)}"


def card_answer(conn: Connection, asked: Asked) -> Answer:
    """Return who a card is: its names with their days, its languages, printings and aliases."""
    timeline = timeline_of(conn, asked)
    language = asked.game.language
    names = _names(conn, asked)
    latest = [
        next((one["name"] for one in reversed(names) if (one["face"], one["lang"]) == (face, language)), None)
        for face in range(timeline.faces)
    ]
    aliases = load_aliases(conn, asked.subject).names
    path = card_path(asked.subject.game, asked.subject.name)
    return {
        "game": asked.subject.game,
        "card": asked.subject.name,
        "seq": last_seq_of(conn, asked, whole=True),
        "format": FORMAT,
        "name": joined_name(latest),
        "faces": timeline.faces,
        "names": names,
        "aliases": [{"name": name, "lang": lang} for lang, name in sorted(aliases.items())],
        "languages": timeline.languages,
        "first_effective_from": iso(timeline.released),
        "printings": [
            {
                "printing": one.id,
                "set": one.set,
                "number": one.number,
                "lang": one.lang,
                "released_on": iso(one.released_on),
            }
            for one in printings_of(conn, asked)
        ],
        "links": {name: f"{path}/{name}" for name in ("text", "timeline", "printings")},
        "notice": asked.game.notice,
    }


def _names(conn: Connection, asked: Asked) -> list[Answer]:
    """Return the names of each face with the days on which it bore them, the game's language first."""
    timeline, texts = timeline_of(conn, asked), texts_of(conn, asked)
    languages = {value.lang for one in timeline.assertions for value in one.fields if value.lang is not None}
    found: list[Answer] = []
    for lang in sorted(languages, key=lambda lang: (lang != asked.game.language, lang)):
        for track, course in timeline.courses(lang, asked.scope).items():
            for span, began, until in course.periods() if track.field == NAME else ():
                name = {
                    "name": texts.get(content_on(span.assertion, track)),
                    "lang": lang,
                    "face": track.face,
                    "effective_from": began.isoformat(),
                    "effective_until": iso(until),
                }
                last = found[-1] if found else name
                same = all(last[key] == name[key] for key in ("name", "lang", "face"))
                if last is not name and same and last["effective_until"] == name["effective_from"]:
                    last["effective_until"] = name["effective_until"]
                else:
                    found.append(name)
    return found


def card_by_name(
    conn: Connection, game: str, name: str, lang: str | None, scope: str | None, sight: Sight = PRESENT
) -> Asked:
    """Return the card that bears a name, or bore it, in any language; names are those of the pin, too.

    Raises:
        UnknownGame: if there is no such game.
        UnknownCard: if no card bears the name.
        AmbiguousName: if several do; they are named.
        UnknownScope: if the game has no such scope.
    """
    found_game = load_game(conn, game, sight.as_of)
    found = find_by_name(conn, game, name, sight.as_of)
    if not found:
        raise UnknownCard(f"no card of {found_game.name} bears the name {name!r}")
    if len(found) > 1:
        candidates = [{"game": game, "card": one.subject.name, "name": one.name} for one in found]
        listed = ", ".join(one.subject.name for one in found)
        raise AmbiguousName(
            f"several cards of {found_game.name} bear the name {name!r}; ask for one by its id: {listed}",
            candidates=candidates,
        )
    return asked_card(conn, game, found[0].subject.name, lang, scope, sight)


def cards_answer(
    conn: Connection,
    games: Sequence[tuple[Game, date]],
    *,
    lang: str | None,
    words: Sequence[str],
    name: str | None,
    set_code: str | None,
    cursor: str | None,
    limit: int,
) -> Answer:
    """Return a page of the cards that have a text on a day, by game and id.

    Args:
        games: each game with the day as of which its cards are read.
        lang: the language in which they are read; None: each game's own.
        words: all must stand in name, type line or text of one face on that day.
        cursor: where the page before ended, as its ``next_cursor`` said.

    Raises:
        BadParameter: if the cursor is not one.
    """
    reads = [(game.id, game.language if lang is None else lang, game.scopes[0], day) for game, day in games]
    found = list_subjects(
        conn,
        reads,
        words=words,
        name=name,
        set_code=set_code,
        after=None if cursor is None else _read_cursor(cursor),
        limit=limit + 1,
    )
    page = found[:limit]
    return {
        "format": FORMAT,
        "on": {game.id: day.isoformat() for game, day in games},
        "cards": [_listed(one) for one in page],
        "next_cursor": _write_cursor(page[-1]) if len(found) > limit else None,
        "notices": {game.id: game.notice for game, _ in games},
    }


def _listed(one: Listed) -> Answer:
    path = card_path(one.subject.game, one.subject.name)
    return {"game": one.subject.game, "card": one.subject.name, "name": one.name, "text": f"{path}/text"}


def _write_cursor(last: Listed) -> str:
    return base64.urlsafe_b64encode(str(last.subject).encode()).decode().rstrip("=")


def _read_cursor(cursor: str) -> str:
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
    except (binascii.Error, ValueError):
        text = ""
    if text.count("/") != 2:
        raise BadParameter(
            f"cursor={cursor!r} is none that a page gave; begin without one", parameter="cursor"
        )
    return text
