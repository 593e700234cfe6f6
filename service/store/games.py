"""Games as the ledger records them."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection

from service.domain.errors import UnknownGame
from service.domain.games import Field, Game
from service.domain.symbols import symbols_of
from service.store.records import iter_records, load_record


def load_game(conn: Connection, game: str) -> Game:
    """Return a game.

    Raises:
        UnknownGame: if none has that id; the ids there are are named.
    """
    body = load_record(conn, "game", game)
    if body is None:
        have = [record.key for record in iter_records(conn, "game")]
        listed = ", ".join(have) or "none yet"
        raise UnknownGame(f"there is no game {game!r}; there are: {listed}", games=have)
    notice = load_record(conn, "notice", game) or {}
    symbols = load_record(conn, "symbols", game) or {}
    return Game(
        id=game,
        name=body["name"],
        publisher=body["publisher"],
        zone=body["zone"],
        language=body["language"],
        scopes=tuple(body["scopes"]),
        fields=tuple(Field(one["id"], one["label"], one["localized"], one["list"]) for one in body["fields"]),
        translations_of=body["translations_of"],
        verified_through=load_coverage(conn, game),
        notice=notice.get("notice", ""),
        symbols=symbols_of(symbols.get("symbols", ())),
    )


def iter_game_ids(conn: Connection) -> list[str]:
    """Return the ids of all games, in order."""
    return [record.key for record in iter_records(conn, "game")]


def load_coverage(conn: Connection, key: str) -> date | None:
    """Return the last day through which a game, set or subject was checked; None where none is given."""
    body = load_record(conn, "coverage", key)
    return None if body is None else date.fromisoformat(body["verified_through"])
