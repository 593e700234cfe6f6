"""The ledger itself: its versions, what was recorded, what was corrected, what goes by another id."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api.describe import answers
from service.api.ledger_schemas import ChangesSchema, CorrectionsSchema, MigrationsSchema, VersionSchema
from service.api.parser import query
from service.api.queries import FeedQuery, GameQuery, NoQuery
from service.domain.errors import TextRemoved, UnknownGame, UnknownVersion
from service.domain.ids import parse_version
from service.serving.answers.feeds import START, changes_answer, corrections_answer, migrations_answer
from service.serving.answers.versions import version_answer
from service.serving.responses import IMMUTABLE, json_response
from service.serving.site import connection
from service.store.games import load_game

ledger = Blueprint("ledger", __name__, url_prefix="/v1")


@ledger.get("/versions/<version>")
@answers(VersionSchema, (UnknownVersion, TextRemoved))
@query(NoQuery)
def one_version(given: dict[str, Any], version: str) -> Response:
    """Give one version: what an entry of the ledger says of a base, an erratum or a translation.

    It is the same for ever. Whether it still stands, the card's timeline and the corrections tell.
    """
    found = parse_version(version)
    if found is None:
        raise UnknownVersion(f"there is no version {version!r}; one is written as seq-n, such as 1-207")
    return json_response(version_answer(connection(), found), cache=IMMUTABLE)


@ledger.get("/changes")
@answers(ChangesSchema)
@query(FeedQuery)
def changes(given: dict[str, Any]) -> Response:
    """Give what was recorded behind a place in the ledger, in order; poll it with the last `next_after`.

    One entry may hold very many facts, so that a page may end inside of it.
    """
    return json_response(changes_answer(connection(), given.get("after", START), given["limit"]))


@ledger.get("/corrections")
@answers(CorrectionsSchema)
@query(FeedQuery)
def corrections(given: dict[str, Any]) -> Response:
    """Give what we showed wrongly, in the order in which it was corrected: from which entry to which.

    What the publisher changed is no correction; a text or a day that we got wrong is.
    """
    return json_response(corrections_answer(connection(), given.get("after", START), given["limit"]))


@ledger.get("/migrations")
@answers(MigrationsSchema, (UnknownGame,))
@query(GameQuery)
def migrations(given: dict[str, Any]) -> Response:
    """Give the cards that were renamed or merged; their former addresses lead to the new ones."""
    conn = connection()
    game = given.get("game")
    if game is not None:
        load_game(conn, game)
    return json_response(migrations_answer(conn, game))
