"""Contexts as HTML, and the notices that stand on every page."""

from __future__ import annotations

from flask import Response, render_template, request

from service.domain.errors import NotReady, UnknownGame
from service.serving.responses import EXPLICIT, respond
from service.serving.site import connection
from service.store.games import iter_game_ids, load_game
from service.web.contexts import Page


def render(page: Page) -> str:
    """Return a page as HTML."""
    return render_template(page.template, page=page)


def page_response(page: Page, *, cache: str = EXPLICIT, headers: dict[str, str] | None = None) -> Response:
    """Return a page with its entity tag, or 304 where the client has it already."""
    return respond(render(page).encode(), "text/html; charset=utf-8", cache=cache, headers=headers)


def notices() -> tuple[str, ...]:
    """Return the notice of the game that was asked for, or of all; none while nothing can be read."""
    try:
        conn = connection()
        asked = (request.view_args or {}).get("game")
        games = [asked] if asked is not None else iter_game_ids(conn)
        return tuple(load_game(conn, game).notice for game in games)
    except (NotReady, UnknownGame):
        return ()
