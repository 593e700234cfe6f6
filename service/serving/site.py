"""What a running server holds: its settings and its database, one read connection a request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from flask import Flask, current_app, g, request

from service.config import Settings
from service.domain.errors import NoSuchPage
from service.domain.games import Game
from service.domain.texts import is_writable
from service.serving.calendar import AskedDay, asked_day
from service.serving.responses import cache_control
from service.store.connection import Connection, Engine, make_engine, reading
from service.store.schema import check_revision

_NAME = "errata"


@dataclass(frozen=True, slots=True)
class Site:
    """The settings and the engine of one application."""

    settings: Settings
    engine: Engine


def init_app(app: Flask, settings: Settings) -> None:
    """Give the application its site; connections are closed when their request ends."""
    app.extensions[_NAME] = Site(settings, make_engine(settings.database_url))
    app.before_request(_check_path)
    app.teardown_appcontext(_close)


def _check_path() -> None:
    """Refuse a path that no id could be in, before a database is asked for it."""
    if not is_writable(request.path):
        raise NoSuchPage("the path holds a character that no id holds")


def site() -> Site:
    """Return the site of the running application."""
    return cast(Site, current_app.extensions[_NAME])


def now() -> datetime:
    """Return the present instant by the site's clock."""
    return site().settings.clock()


def connection() -> Connection:
    """Return the request's connection, opened on first use: all of a request sees one state.

    Raises:
        NotReady: if the database can't be opened, or its tables are not this version's.
    """
    if "connection" not in g:
        context = reading(site().engine)
        opened = context.__enter__()
        g.reading = context
        check_revision(opened)
        g.connection = opened
    return cast(Connection, g.connection)


def is_connected() -> bool:
    """Whether the request has opened its connection."""
    return "connection" in g


def ask_day(game: Game, named: date | None) -> AskedDay:
    """Return the day that is asked, and remember how long what is answered about it may be kept."""
    asked = asked_day(game, named, now())
    g.cache_control = cache_control(asked)
    return asked


def _close(_error: BaseException | None) -> None:
    context = g.pop("reading", None)
    if context is not None:
        context.__exit__(None, None, None)
