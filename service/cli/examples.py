"""A card that shows what the ledger is for: one that changed, and the day on which it did."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from service.domain.changes import ChangeClass
from service.serving.answers.parts import asked_card
from service.serving.answers.timeline import timeline_answer
from service.serving.calendar import today
from service.store.connection import Connection
from service.store.games import iter_game_ids, load_game
from service.store.names import list_subjects

LOOKED_AT = 200
"""How many cards of each game are looked at."""


class Example(NamedTuple):
    """The page of a card on the day of its change, and the same as an answer of the API."""

    page: str
    text: str


def example_card(conn: Connection, now: datetime) -> Example | None:
    """Return a card whose words changed what it does, else any that changed; None if there is none.

    Of several, the change that came last.
    """
    found: list[tuple[bool, str, str, str]] = []
    for game_id in iter_game_ids(conn):
        game = load_game(conn, game_id)
        day = today(game, now)
        read = (game.id, game.language, game.scopes[0], day)
        for listed in list_subjects(conn, [read], limit=LOOKED_AT):
            answer = timeline_answer(conn, asked_card(conn, game.id, listed.subject.name))
            found += [
                (one["class"] == ChangeClass.FUNCTIONAL, one["effective_from"], game.id, listed.subject.name)
                for one in answer["periods"]
                if one["class"] and one["certainty"] == "exact" and one["effective_from"] <= day.isoformat()
            ]
    if not found:
        return None
    _, day_text, game_id, card = max(found)
    path = f"{quote(game_id)}/{quote(card)}"
    return Example(
        page=f"/{quote(game_id)}/cards/{quote(card)}?on={day_text}",
        text=f"/v1/cards/{path}/text?on={day_text}",
    )
