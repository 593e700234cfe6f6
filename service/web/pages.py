"""The pages: home, a card on a day, the API reference, the list of problems."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as BaseResponse

from service.domain.days import parse_day
from service.domain.errors import BadParameter, RepeatedParameter
from service.domain.games import Game
from service.domain.texts import is_writable
from service.serving.answers.cards import cards_answer
from service.serving.answers.parts import asked_card
from service.serving.problems import no_such_page, wants_json
from service.serving.responses import EXPLICIT, cache_control, on_day
from service.serving.site import ask_day, connection
from service.store.connection import Connection
from service.store.games import iter_game_ids, load_game
from service.web.addresses import CardAddress
from service.web.cards import card_page
from service.web.contexts import DocsPage, HomePage
from service.web.failures import problems_page
from service.web.parts import GameCards, Link
from service.web.rendering import notices, page_response
from service.web.sources import load_sources

pages = Blueprint("pages", __name__)

HOME_CARDS = 200
"""How many cards of a game the front page lists; a catalogue of thousands would bury it."""


@pages.get("/")
def home() -> Response:
    """Show what this is, and the cards that there are."""
    conn = connection()
    games = [load_game(conn, game) for game in iter_game_ids(conn)]
    days = [ask_day(game, None) for game in games]
    shown = tuple(_game_cards(conn, game, asked.day) for game, asked in zip(games, days, strict=True))
    page = HomePage(title="", notices=notices(), json_url="/v1/", games=shown)
    shortest = min(days, key=lambda asked: asked.max_age_s, default=None)
    return page_response(page, cache=cache_control(shortest) if shortest else EXPLICIT)


@pages.get("/<game>")
@pages.get("/<game>/")
@pages.get("/<game>/cards")
def game_cards(game: str) -> BaseResponse:
    """Lead to the cards of a game, which stand on the front page."""
    if wants_json() or game not in iter_game_ids(connection()):
        raise no_such_page()
    response = redirect(f"/#{quote(game)}")
    response.headers["Cache-Control"] = EXPLICIT
    return response


def _game_cards(conn: Connection, game: Game, day: date) -> GameCards:
    asked = [(game, day)]
    nothing = {"lang": None, "name": None, "set_code": None, "cursor": None}
    found = cards_answer(conn, asked, words=(), limit=HOME_CARDS, **nothing)
    cards = tuple(
        Link(one["name"] or one["card"], CardAddress(game.id, one["card"], None, None).path, game.language)
        for one in found["cards"]
    )
    more = f"/v1/cards?game={game.id}&cursor={found['next_cursor']}" if found["next_cursor"] else None
    return GameCards(game.id, game.name, game.publisher, cards, more)


@pages.get("/<game>/cards/<card>")
def card(game: str, card: str) -> Response:
    """Show what a card says on a day, why, and whether a printing is still right."""
    if wants_json():
        # /v1/cards/deathgrip is no page of a game called v1
        raise no_such_page()
    conn = connection()
    asked = asked_card(conn, game, card, _given("lang") or None, _given("scope") or None)
    named = _given("on")
    day = ask_day(asked.game, None if named is None else parse_day(named))
    page = card_page(load_sources(conn, asked, day))
    return page_response(page, cache=cache_control(day), headers=on_day(day))


@pages.get("/docs")
def docs() -> Response:
    """Show the API reference."""
    return page_response(
        DocsPage(title="API", notices=notices(), json_url="/v1/openapi.json", document="/v1/openapi.json")
    )


@pages.get("/docs/problems")
def problems() -> Response:
    """Show every kind of problem; a problem's ``type`` leads to its place here."""
    return page_response(problems_page())


def _given(name: str) -> str | None:
    """Return a parameter that the page knows; others are nobody's business here.

    Raises:
        RepeatedParameter: if it is given several times, so that it isn't known which is meant.
        BadParameter: if it holds what no database takes.
    """
    values = request.args.getlist(name)
    if len(values) > 1:
        raise RepeatedParameter(f"{name} is given {len(values)} times; give it once", parameter=name)
    if values and not is_writable(values[0]):
        raise BadParameter(f"{name} holds a character that no text may hold", parameter=name)
    return values[0] if values else None
