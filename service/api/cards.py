"""Cards and their texts."""

from __future__ import annotations

from datetime import date
from typing import Any

import orjson
from flask import Blueprint, Response, request

from service.api.parser import query
from service.api.queries import (
    CardsQuery,
    DiffQuery,
    LanguageQuery,
    NamedTextQuery,
    NoQuery,
    PrintingQuery,
    TextQuery,
)
from service.domain.days import day_before
from service.serving.answers.cards import card_answer, card_by_name, card_path, cards_answer
from service.serving.answers.diff import diff_answer
from service.serving.answers.parts import Answer, Asked, asked_card
from service.serving.answers.printings import printings_answer
from service.serving.answers.text import text_answer
from service.serving.answers.timeline import timeline_answer
from service.serving.calendar import AskedDay
from service.serving.responses import EXPLICIT, at, cache_control, json_response, link, on_day, respond
from service.serving.site import ask_day, connection
from service.store.games import iter_game_ids, load_game

cards = Blueprint("cards", __name__, url_prefix="/v1")


@cards.get("/cards")
@query(CardsQuery, location="query")
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
@query(NoQuery, location="query")
def card_identity(given: dict[str, Any], game: str, card: str) -> Response:
    """Tell who a card is: its names with their days, its languages, printings and aliases."""
    conn = connection()
    return json_response(card_answer(conn, asked_card(conn, game, card)))


@cards.get("/cards/<game>/<card>/text")
@query(TextQuery, location="query")
def effective_text(given: dict[str, Any], game: str, card: str) -> Response:
    """Give the effective text of a card on a day, and everything that explains it."""
    asked = asked_card(connection(), game, card, given.get("lang"), given.get("scope"))
    return _text(asked, ask_day(asked.game, given.get("on")))


@cards.get("/text")
@query(NamedTextQuery, location="query")
def effective_text_by_name(given: dict[str, Any]) -> Response:
    """Give the effective text of the card that bears a name, or bore it, in any language."""
    asked = card_by_name(connection(), given["game"], given["name"], given.get("lang"), given.get("scope"))
    return _text(asked, ask_day(asked.game, given.get("on")))


def _text(asked: Asked, day: AskedDay) -> Response:
    answer = text_answer(connection(), asked, day.day)
    headers = on_day(day) | _neighbours(asked, answer) | {"Vary": "Accept"}
    wanted = request.accept_mimetypes.best_match(["application/json", "text/plain"], "application/json")
    if wanted == "text/plain":
        body = (answer["oracle_text"] or "").encode()
        return respond(
            body, "text/plain; charset=utf-8", cache=cache_control(day), lang=asked.lang, headers=headers
        )
    return respond(
        orjson.dumps(answer), "application/json", cache=cache_control(day), lang=asked.lang, headers=headers
    )


def _neighbours(asked: Asked, answer: Answer) -> dict[str, str]:
    """Return the links from a text to its history, to the text before it and to the one behind it."""
    path = card_path(asked.subject.game, asked.subject.name)
    lang = None if asked.lang == asked.game.language else asked.lang
    began = [
        value["effective_from"] or value["effective_by"]
        for face in answer["faces"]
        for value in face["provenance"].values()
    ]
    opened = max(began, default=None)
    first = min(began, default=None)
    coming = answer["next_change"]
    return link(
        {
            "version-history": f"{path}/timeline",
            "latest-version": f"{path}/text",
            "predecessor-version": _before(f"{path}/text", opened, lang) if opened != first else None,
            "successor-version": coming and at(f"{path}/text", _date(coming["effective_from"]), lang=lang),
        }
    )


def _before(path: str, opened: str | None, lang: str | None) -> str | None:
    return None if opened is None else at(path, day_before(_date(opened)), lang=lang)


def _date(text: str) -> date:
    return date.fromisoformat(text)


@cards.get("/cards/<game>/<card>/timeline")
@query(LanguageQuery, location="query")
def timeline(given: dict[str, Any], game: str, card: str) -> Response:
    """Give every erratum of a card, wordless ones too, oldest first, and the periods that they make."""
    conn = connection()
    asked = asked_card(conn, game, card, given.get("lang"), given.get("scope"))
    return json_response(timeline_answer(conn, asked), lang=asked.lang)


@cards.get("/cards/<game>/<card>/diff")
@query(DiffQuery, location="query")
def diff(given: dict[str, Any], game: str, card: str) -> Response:
    """Give what differs between two ends of a card's history, word by word, and the errata between."""
    conn = connection()
    asked = asked_card(conn, game, card, given.get("lang"), given.get("scope"))
    return json_response(diff_answer(conn, asked, given["from_"], given["to"]), lang=asked.lang)


@cards.get("/cards/<game>/<card>/printings")
@query(PrintingQuery, location="query")
def printings(given: dict[str, Any], game: str, card: str) -> Response:
    """Give every printing of a card with its words, and whether they still hold on a day."""
    conn = connection()
    asked = asked_card(conn, game, card, None, given.get("scope"))
    day = ask_day(asked.game, given.get("on"))
    return json_response(
        printings_answer(conn, asked, day.day), cache=cache_control(day), headers=on_day(day)
    )
