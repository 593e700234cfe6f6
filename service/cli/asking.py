"""Where a command finds its answers: the opened database, or the folder of the corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from service.config import BadSetting, Settings
from service.domain.errors import NotReady
from service.store.connection import Connection, Engine, make_engine, reading
from service.store.schema import check_revision

GAME_FILE = "game.yaml"
"""What the folder of a game has and the folder of the corpus hasn't."""

Command = TypeVar("Command", bound=Callable[..., Any])


def json_option(command: Command) -> Command:
    """Give a command ``--json``; problems are JSON on standard output then, too."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")(command)


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
