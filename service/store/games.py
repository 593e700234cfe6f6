"""Games as the ledger records them."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, select

from service.domain.coverage import Coverage, coverage_of
from service.domain.errors import UnknownGame
from service.domain.games import Game, Notice, game_of, notice_of
from service.domain.symbols import GameSymbols, Symbol, game_symbols_of
from service.store.models import RecordRow
from service.store.records import iter_records, load_record, load_record_version


def load_game(conn: Connection, game: str, as_of: int | None = None) -> Game:
    """Return a game.

    Args:
        as_of: the last entry that counts; None: the ledger's last. Before the game was recorded it is as it
            stands now, but for what its own records tell.

    Raises:
        UnknownGame: if none has that id; the ids there are are named.
    """
    body = load_record(conn, Game.kind, game, as_of)
    if as_of is not None and load_record_version(conn, Game.kind, game, as_of) is None:
        body = load_record(conn, Game.kind, game)
    if body is None:
        have = iter_game_ids(conn)
        listed = ", ".join(have) or "none yet"
        raise UnknownGame(f"there is no game {game!r}; there are: {listed}", games=have)
    return game_of(
        game,
        body,
        notice=_load_notice(conn, game, as_of),
        verified_through=load_coverage(conn, game, as_of),
        symbols=_load_symbols(conn, game, as_of),
    )


def iter_game_ids(conn: Connection) -> list[str]:
    """Return the ids of all games, in order."""
    return [record.key for record in iter_records(conn, Game.kind)]


def iter_former_game_ids(conn: Connection) -> list[str]:
    """Return the ids of all games that there are or were, in order."""
    query = select(RecordRow.key).where(RecordRow.kind == Game.kind)
    return list(conn.scalars(query.distinct().order_by(RecordRow.key)))


def load_coverage(conn: Connection, key: str, as_of: int | None = None) -> date | None:
    """Return the last day through which something was checked, by its key; None where none is given."""
    body = load_record(conn, Coverage.kind, key, as_of)
    return None if body is None else coverage_of(key, body).verified_through


def _load_notice(conn: Connection, game: str, as_of: int | None) -> str:
    body = load_record(conn, Notice.kind, game, as_of)
    return "" if body is None else notice_of(game, body).text


def _load_symbols(conn: Connection, game: str, as_of: int | None) -> tuple[Symbol, ...]:
    body = load_record(conn, GameSymbols.kind, game, as_of)
    return () if body is None else game_symbols_of(game, body).symbols
