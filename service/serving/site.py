"""What a running server holds: its settings and its database, one read connection a request."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from flask import Flask, current_app, g, request

from service.config import Settings
from service.domain.errors import InvalidRequest, NoSuchPage, NotReady, PinFound
from service.domain.games import Game
from service.domain.texts import is_writable
from service.serving.answers.sights import PRESENT, Sight, pinned_entry, sight
from service.serving.calendar import AskedDay, asked_day
from service.serving.layer import BAD_HOST
from service.serving.responses import EXPLICIT, IMMUTABLE, cache_control, on_day
from service.store.connection import Connection, Engine, make_engine, reading
from service.store.schema import check_revision
from service.store.segments import load_head_seq

_NAME = "errata"


@dataclass(frozen=True, slots=True)
class Site:
    """The settings and the engine of one application."""

    settings: Settings
    engine: Engine


def init_app(app: Flask, settings: Settings) -> None:
    """Give the application its site; connections are closed when their request ends."""
    app.extensions[_NAME] = Site(settings, make_engine(settings.database_url))
    app.url_map.merge_slashes = False  # a path with an empty part is no other path
    app.before_request(_check_request)
    app.teardown_appcontext(_close)


def _check_request() -> None:
    """Refuse what no request of ours holds, before a database is asked for it."""
    if BAD_HOST in request.environ:
        raise InvalidRequest("the Host header is not the name of a host, with a port or without")
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
        g.head_seq = load_head_seq(opened)
        g.connection = opened
    return cast(Connection, g.connection)


def head_seq() -> int | None:
    """Return the ledger's head that the request has read; None where it read nothing."""
    found: int | None = g.get("head_seq")
    return found


def ask_sight(view: str | None, announced_by: date | None, as_of: int | str | None) -> Sight:
    """Return how the ledger is to be looked at, and remember how long what is answered may be kept.

    Args:
        view, announced_by: as in ``sight``.
        as_of: an entry's number, or an instant as the ledger writes it.

    Raises:
        BadParameter: if a day of announcement is named in hindsight.
        AsOfNotReached: if there is no such entry yet, or the instant lies in the future.
        PinFound: if an instant is named; it says which entry that is.
    """
    pinned = None if as_of is None else pinned_entry(connection(), as_of, now())
    found = sight(view, announced_by, pinned)
    if isinstance(as_of, str):
        raise PinFound(f"the last entry up to {as_of} is {pinned}", query={"as_of": str(pinned)})
    g.cache_control = EXPLICIT if pinned is None else IMMUTABLE
    return found


def ask_day(game: Game, named: date | None, sight: Sight = PRESENT) -> AskedDay:
    """Return the day that is asked, and remember how long what is answered about it may be kept."""
    asked = asked_day(game, named, now())
    g.cache_control = cache_control(asked, pinned=sight.as_of is not None)
    g.content_location = on_day(asked)
    return asked


def kept() -> str:
    """Return how long what is answered may be kept, as the question left it."""
    found: str = g.get("cache_control", EXPLICIT)
    return found


def _close(_error: BaseException | None) -> None:
    context = g.pop("reading", None)
    if context is not None:
        # What was answered stays answered: a connection that was lost meanwhile is thrown away.
        with suppress(NotReady):
            context.__exit__(None, None, None)
