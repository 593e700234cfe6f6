"""Asking the ledger about a card: the options that such commands share, and the opened database."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from service.config import BadSetting, Settings
from service.domain.errors import NotReady
from service.domain.ids import SLUG
from service.serving.answers.cards import card_by_name
from service.serving.answers.parts import Asked, asked_card
from service.store.connection import Connection, Engine, make_engine, reading
from service.store.schema import check_revision

GAME_FILE = "game.yaml"
"""What the folder of a game has and the folder of the corpus hasn't."""

Command = TypeVar("Command", bound=Callable[..., Any])


class CardName(NamedTuple):
    """A card as it is asked for: its game, and its id or its name."""

    game: str
    card: str


class _CardType(click.ParamType[CardName]):
    name = "GAME/CARD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> CardName:
        if isinstance(value, CardName):
            return value
        game, slash, card = str(value).partition("/")
        if not (game and slash and card):
            self.fail(f"{value!r} is not GAME/CARD; write for example riftbound/deathgrip", param, ctx)
        return CardName(game, card)


def json_option(command: Command) -> Command:
    """Give a command ``--json``; problems are JSON on standard output then, too."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")(command)


def card_options(command: Command) -> Command:
    """Give a command the card that it is about, ``--lang``, ``--scope`` and ``--json``."""
    command = json_option(command)
    command = click.option("--scope", help="Where it is played.  [default: the game's first]")(command)
    command = click.option("--lang", help="In which language.  [default: the game's own]")(command)
    return click.argument("card", type=_CardType(), metavar="GAME/CARD")(command)


def asked(conn: Connection, card: CardName, lang: str | None, scope: str | None) -> Asked:
    """Return what is asked of a card that is named by its id, or by a name it bears or bore.

    Raises:
        UnknownGame, UnknownCard, UnknownScope: if there is none such.
        AmbiguousName: if several cards bear the name.
    """
    find = asked_card if re.fullmatch(SLUG, card.card) else card_by_name
    return find(conn, card.game, card.card, lang, scope)


def corpus_root(path: Path | None, settings: Settings) -> Path:
    """Return the folder of the corpus: the one that was named, else that of the settings.

    Raises:
        BadSetting: if neither is a folder, or it is the folder of one game or lies in one.
    """
    root = path or settings.card_texts
    for game in (root.resolve(), root.resolve().parent):
        if (game / GAME_FILE).is_file():
            raise BadSetting(
                f"{str(root)!r} belongs to one game; the folder above is meant, with all games: "
                f"{str(game.parent)!r}"
            )
    if not root.is_dir():
        raise BadSetting(
            f"there is no folder {str(root)!r}; name that of the corpus, or set ERRATA_CARD_TEXTS"
        )
    return root


@contextmanager
def engine_of(settings: Settings) -> Iterator[Engine]:
    """Yield an engine for the database, and close what it holds.

    Raises:
        NotReady: if the URL names no database that can be used, or the database's folder can't be made.
    """
    try:
        engine = make_engine(settings.database_url)
    except OSError as error:
        raise NotReady(f"the database's folder can't be made: {error}; set ERRATA_DATABASE_URL") from error
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def opened(settings: Settings) -> Iterator[Connection]:
    """Yield a connection to the ledger that reads one state of it.

    Raises:
        NotReady: if the database can't be opened, or its tables are not those of this version.
    """
    with engine_of(settings) as engine, reading(engine) as conn:
        check_revision(conn)
        yield conn
