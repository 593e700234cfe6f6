"""The front door, the games, and the state of the server."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api.describe import answers
from service.api.parser import query
from service.api.queries import NoQuery
from service.api.schemas import GamesSchema, OneGameSchema, ReadySchema, RootSchema, StatusSchema
from service.domain.errors import UnknownGame
from service.serving.answers.games import game_answer, games_answer, root_answer
from service.serving.responses import json_response
from service.serving.site import connection
from service.store.segments import load_head_seq

games = Blueprint("games", __name__)


@games.get("/v1/", strict_slashes=False)
@answers(RootSchema)
@query(NoQuery)
def root(given: dict[str, Any]) -> Response:
    """Give the front door: games, the ledger's head, counts, notices and where to go."""
    return json_response(root_answer(connection()))


@games.get("/v1/games")
@answers(GamesSchema)
@query(NoQuery)
def game_list(given: dict[str, Any]) -> Response:
    """Give every game: fields, scopes, zone, coverage and notice."""
    return json_response(games_answer(connection()))


@games.get("/v1/games/<game>")
@answers(OneGameSchema, (UnknownGame,))
@query(NoQuery)
def one_game(given: dict[str, Any], game: str) -> Response:
    """Give one game."""
    return json_response(game_answer(connection(), game))


@games.get("/healthz")
@answers(StatusSchema, stored=False)
@query(NoQuery)
def healthz(given: dict[str, Any]) -> Response:
    """Say that the process answers; asks nothing of the database."""
    return json_response({"status": "ok"}, cache="no-store")


@games.get("/readyz")
@answers(ReadySchema)
@query(NoQuery)
def readyz(given: dict[str, Any]) -> Response:
    """Say that the database can be read and has the tables of this version."""
    return json_response({"status": "ready", "head_seq": load_head_seq(connection())}, cache="no-store")
