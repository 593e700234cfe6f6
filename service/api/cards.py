"""Cards and their texts."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Blueprint, Response, request

from service.api.describe import CARD, DIFF, NAMED_TEXT, PRINTINGS, READ_TEXT, TIMELINE, answers
from service.api.history_schemas import DiffSchema, PrintingsSchema, TimelineSchema
from service.api.parser import query, sight_of
from service.api.queries import (
    CardsQuery,
    DiffQuery,
    LanguageQuery,
    NamedTextQuery,
    NoQuery,
    PrintingQuery,
    TextQuery,
)
from service.api.schemas import CardSchema, CardsSchema
from service.api.text_schemas import TextSchema
from service.domain.errors import BadParameter, TextUnknown, UnknownGame
from service.domain.tracks import TEXT
from service.serving.answers.cards import card_answer, card_by_name, card_path, cards_answer
from service.serving.answers.diff import diff_answer
from service.serving.answers.parts import Asked, asked_card
from service.serving.answers.printings import printings_answer
from service.serving.answers.sights import HINDSIGHT, Answer, iso
from service.serving.answers.text import neighbours, text_answer
from service.serving.answers.timeline import timeline_answer
from service.serving.calendar import AskedDay
from service.serving.responses import EXPLICIT, at, cache_control, json_response, link, on_day, respond
from service.serving.site import ask_day, connection, kept
from service.store.games import iter_game_ids, load_game

cards = Blueprint("cards", __name__, url_prefix="/v1")


@cards.get("/cards")
@answers(CardsSchema, (UnknownGame, BadParameter))
@query(CardsQuery)
def card_list(given: dict[str, Any]) -> Response:
    """List and search the cards that have a text on a day.

    Without ``game`` every game is listed, each as of today in its own zone where no day is named.
    """
    conn = connection()
    names = [given["game"]] if "game" in given else iter_game_ids(conn)
    games = [load_game(conn, name) for name in names]
    days = [ask_day(game, given.get("on")) for game in games]
    answer = cards_answer(
        conn,
        [(game, asked.day) for game, asked in zip(games, days, strict=True)],
        lang=given.get("lang"),
        words=given.get("q", "").split(),
        name=given.get("name"),
        set_code=given.get("set"),
        cursor=given.get("cursor"),
        limit=given["limit"],
    )
    shortest = min(days, key=lambda asked: asked.max_age_s, default=None)
    headers = on_day(shortest) if shortest is not None and len(games) == 1 else {}
    return json_response(answer, cache=cache_control(shortest) if shortest else EXPLICIT, headers=headers)


@cards.get("/cards/<game>/<card>")
@answers(CardSchema, CARD)
@query(NoQuery)
def card_identity(given: dict[str, Any], game: str, card: str) -> Response:
    """Tell who a card is: its names with their days, its languages, printings and aliases.

    A card keeps its id for ever, whatever it is called.
    """
    conn = connection()
    return json_response(card_answer(conn, asked_card(conn, game, card)))


@cards.get("/cards/<game>/<card>/text")
@answers(TextSchema, READ_TEXT, plain=True)
@query(TextQuery)
def effective_text(given: dict[str, Any], game: str, card: str) -> Response:
    """Give the effective text of a card on a day, and everything that explains it.

    The text is what was printed, as changed by every erratum in effect on that day. ``provenance`` says
    of each field where its value comes from. Another language has the last words printed in it, and
    ``translation`` says whether they still hold.
    """
    sight = sight_of(given)
    asked = asked_card(connection(), game, card, given.get("lang"), given.get("scope"), sight)
    return _text(asked, ask_day(asked.game, given.get("on"), sight))


@cards.get("/text")
@answers(TextSchema, NAMED_TEXT, plain=True)
@query(NamedTextQuery)
def effective_text_by_name(given: dict[str, Any]) -> Response:
    """Give the effective text of the card that bears a name, or bore it, in any language.

    The answer is that of the card's own address. A name that several cards bear is a problem that lists them.
    """
    sight = sight_of(given)
    asked = card_by_name(
        connection(), given["game"], given["name"], given.get("lang"), given.get("scope"), sight
    )
    return _text(asked, ask_day(asked.game, given.get("on"), sight))


def _text(asked: Asked, day: AskedDay) -> Response:
    answer = text_answer(connection(), asked, day.day)
    headers = on_day(day) | _neighbours(asked, day) | {"Vary": "Accept"}
    wanted = request.accept_mimetypes.best_match(["application/json", "text/plain"], "application/json")
    if wanted == "text/plain":
        body = _plain_text(answer)
        return respond(body, "text/plain; charset=utf-8", cache=kept(), lang=asked.lang, headers=headers)
    return respond(orjson.dumps(answer), "application/json", cache=kept(), lang=asked.lang, headers=headers)


def _plain_text(answer: Answer) -> bytes:
    """Return the words alone; where they aren't known a plain text can't say so.

    Raises:
        TextUnknown: if the words of a face aren't known.
    """
    if answer["oracle_text"] is None:
        face = next(face["index"] for face in answer["faces"] if face["fields"][TEXT] is None)
        raise TextUnknown(
            f"{answer['card']} has a text on {answer['on']} whose words nobody has found; "
            "ask for application/json to learn what is known of it",
            face=face,
        )
    text: str = answer["oracle_text"]
    return text.encode()


def _neighbours(asked: Asked, day: AskedDay) -> dict[str, str]:
    """Return the links from a text to its history, to the text before it and to the one behind it."""
    path = card_path(asked.subject.game, asked.subject.name)
    sight = asked.sight
    same = {
        "view": None if sight.view == HINDSIGHT else sight.view,
        "announced_by": iso(sight.announced_by),
        "as_of": None if sight.as_of is None else str(sight.as_of),
        "lang": None if asked.lang == asked.game.language else asked.lang,
        "scope": None if asked.scope == asked.game.scopes[0] else asked.scope,
    }
    before, after = neighbours(connection(), asked, day.day)
    return link(
        {
            "version-history": at(f"{path}/timeline", None, **same),
            "latest-version": at(f"{path}/text", None, **same),
            "predecessor-version": at(f"{path}/text", before, **same) if before else None,
            "successor-version": at(f"{path}/text", after, **same) if after else None,
        }
    )


@cards.get("/cards/<game>/<card>/timeline")
@answers(TimelineSchema, TIMELINE)
@query(LanguageQuery)
def timeline(given: dict[str, Any], game: str, card: str) -> Response:
    """Give every erratum of a card, wordless ones too, oldest first, and the periods that they make.

    An erratum that was replaced on its own day stands in the list, but makes no period.
    """
    conn = connection()
    asked = asked_card(conn, game, card, given.get("lang"), given.get("scope"), sight_of(given))
    return json_response(timeline_answer(conn, asked), cache=kept(), lang=asked.lang)


@cards.get("/cards/<game>/<card>/diff")
@answers(DiffSchema, DIFF)
@query(DiffQuery)
def diff(given: dict[str, Any], game: str, card: str) -> Response:
    """Give what differs between two ends of a card's history, word by word, and the errata between.

    Each end is a day, a version id, ``base`` (the first printed words) or ``printed:ID``.
    """
    conn = connection()
    asked = asked_card(conn, game, card, given.get("lang"), given.get("scope"), sight_of(given))
    answer = diff_answer(conn, asked, given["from_"], given["to"])
    return json_response(answer, cache=kept(), lang=asked.lang)


@cards.get("/cards/<game>/<card>/printings")
@answers(PrintingsSchema, PRINTINGS)
@query(PrintingQuery)
def printings(given: dict[str, Any], game: str, card: str) -> Response:
    """Give every printing of a card with its words, and whether they still hold on a day.

    A printing in another language is judged by what has changed since the text that it translates.
    """
    conn = connection()
    asked = asked_card(conn, game, card, None, given.get("scope"), sight_of(given))
    day = ask_day(asked.game, given.get("on"), asked.sight)
    return json_response(printings_answer(conn, asked, day.day), cache=kept(), headers=on_day(day))
