"""What a shell may complete from the database: cards, documents, languages and scopes.

Nobody has asked anything yet, so nothing is told and nothing is made: where there is no database, or it
can't be asked, there is nothing to complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps

import click

from service.cli.asking import opened
from service.config import BadSetting, read_settings
from service.domain.errors import ErrataError
from service.domain.texts import is_writable
from service.store.connection import Connection
from service.store.documents import load_documents
from service.store.games import iter_game_ids, load_game
from service.store.names import find_card_ids, find_languages
from service.store.presence import is_missing

LIMIT = 100
"""How many candidates are offered; more than that nobody reads."""

Find = Callable[[Connection, str], Iterable[str]]
Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def _completing(find: Find) -> Complete:
    """Return what completes by what is found in the database for the beginning of a word."""

    @wraps(find)
    def complete(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
        try:
            settings = read_settings()
            if is_missing(settings.database_url) or not is_writable(begun):
                return []
            with opened(settings) as conn:
                return few(word for word in find(conn, begun) if word.startswith(begun))
        except (BadSetting, ErrataError, OSError):
            return []

    return complete


def few(words: Iterable[str]) -> list[str]:
    """Return the words in order; of too many the first and the last.

    A shell writes what all candidates have in common, and of words in order the first and the last decide
    that: so it never writes more than what all words have in common.
    """
    ordered = sorted(word for word in words if word.isprintable())
    return ordered if len(ordered) <= LIMIT else [*ordered[: LIMIT - 1], ordered[-1]]


@_completing
def complete_card(conn: Connection, begun: str) -> Iterable[str]:
    """Find the cards of the game that is meant, or the games that may be."""
    games = _games(conn, begun)
    if len(games) != 1:
        return [f"{game}/" for game in games]
    # Not "game/" alone: a shell sets a blank behind what is the only candidate.
    return [f"{games[0]}/{card}" for card in find_card_ids(conn, games[0], begun.partition("/")[2])]


@_completing
def complete_document(conn: Connection, begun: str) -> Iterable[str]:
    """Find the games that may be meant, and of one alone the documents."""
    games = _games(conn, begun)
    documents = load_documents(conn, games[0]) if len(games) == 1 else ()
    return [*games, *(f"{one.game}/{one.id}" for one in documents)]


@_completing
def complete_lang(conn: Connection, _begun: str) -> Iterable[str]:
    """Find the languages of all printings."""
    return find_languages(conn)


@_completing
def complete_scope(conn: Connection, _begun: str) -> Iterable[str]:
    """Find the scopes of all games."""
    return {scope for game in iter_game_ids(conn) for scope in load_game(conn, game).scopes}


def _games(conn: Connection, begun: str) -> list[str]:
    """Return the games that are meant by what was begun: before a slash one, else those that begin so."""
    game, slash, _ = begun.partition("/")
    return [one for one in iter_game_ids(conn) if (one == game if slash else one.startswith(game))]
