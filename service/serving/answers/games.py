"""The games, and the front door of the API."""

from __future__ import annotations

from service.domain.games import Game
from service.serving.answers.parts import FORMAT
from service.serving.answers.sights import Answer, iso
from service.store.connection import Connection
from service.store.counts import count_game
from service.store.games import iter_game_ids, load_game
from service.store.segments import load_head_seq


def root_answer(conn: Connection) -> Answer:
    """Return the front door: games, head, counts, notices and where to go; cheap to poll."""
    games = [load_game(conn, game) for game in iter_game_ids(conn)]
    return {
        "name": "Errata Ledger",
        "format": FORMAT,
        "head_seq": load_head_seq(conn),
        "games": [
            {"game": game.id, "name": game.name, "counts": count_game(conn, game.id)} for game in games
        ],
        "notices": {game.id: game.notice for game in games},
        "links": {
            "games": "/v1/games",
            "cards": "/v1/cards",
            "text": "/v1/text{?game,name,on,view,announced_by,as_of,lang,scope}",
            "card_text": "/v1/cards/{game}/{card}/text{?on,view,announced_by,as_of,lang,scope}",
            "changes": "/v1/changes{?after,limit}",
            "corrections": "/v1/corrections{?after,limit}",
            "migrations": "/v1/migrations{?game}",
            "openapi": "/v1/openapi.json",
            "docs": "/docs",
        },
    }


def games_answer(conn: Connection) -> Answer:
    """Return every game, by id."""
    games = [load_game(conn, game) for game in iter_game_ids(conn)]
    return {"format": FORMAT, "games": [_game(game) for game in games]}


def game_answer(conn: Connection, game: str) -> Answer:
    """Return one game: what its texts are made of, its calendar and its notice.

    Raises:
        UnknownGame: if none has that id.
    """
    return {"format": FORMAT} | _game(load_game(conn, game))


def _game(game: Game) -> Answer:
    return {
        "game": game.id,
        "name": game.name,
        "publisher": game.publisher,
        "language": game.language,
        "zone": game.zone,
        "scopes": list(game.scopes),
        "verified_through": iso(game.verified_through),
        "translations_of": game.translations_of,
        "fields": [
            {"field": one.id, "label": one.label, "localized": one.localized, "list": one.is_list}
            for one in game.fields
        ],
        "notice": game.notice,
    }
