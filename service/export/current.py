"""The texts in effect on a day: one file a card, all cards in one file, and an index.

A card's file is the answer of the API for that day without the day, so that it changes only with its card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import NamedTuple

from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import canonical_json
from service.domain.manifest import CURRENT, readable_json
from service.export.build import Build
from service.export.names import NO_SET, file_name
from service.serving.answers.parts import FORMAT, Answer, Asked
from service.serving.answers.text import text_answer
from service.store.connection import Connection
from service.store.current import list_cards_on
from service.store.timelines import load_first_printing


class GameOn(NamedTuple):
    """A game, and the day for which its texts are exported."""

    game: Game
    day: date


def write_current(
    conn: Connection, build: Build, games: Iterable[GameOn], advance: Callable[[int], None]
) -> int:
    """Write the files of all games and return how many cards have a text.

    Args:
        games: by id.
        advance: is told of each card.
    """
    listed: list[dict[str, str | None]] = []
    told: list[dict[str, str]] = []
    with build.opened(f"{CURRENT}/all.ndjson") as write:
        for one in games:
            game = one.game
            told.append({"game": game.id, "name": game.name, "notice": game.notice})
            for card, answer in _answers(conn, one):
                path = card_path(conn, card)
                build.write(path, [readable_json(answer)])
                write(canonical_json(answer) + b"\n")
                listed.append({"game": game.id, "card": card.name, "name": answer["name"], "path": path})
                advance(1)
    index = {"format": FORMAT, "games": told, "cards": listed}
    build.write(f"{CURRENT}/index.json", [readable_json(index)])
    return len(listed)


def _answers(conn: Connection, one: GameOn) -> Iterator[tuple[SubjectId, Answer]]:
    """Yield each card that has a text on the day with its answer, by id."""
    game, day = one
    for card in list_cards_on(conn, game, day):
        answer = text_answer(conn, Asked(card, game, game.language, game.scope(None)), day)
        del answer["on"]
        yield card, answer


def card_path(conn: Connection, card: SubjectId) -> str:
    """Return where in an export the file of a card is; it stays there for ever.

    In the folder of the set of the printing that was recorded first, whatever became of that printing.
    """
    first = load_first_printing(conn, card)
    folder = NO_SET if first is None else file_name(first.set)
    return f"{CURRENT}/{file_name(card.game)}/{folder}/{file_name(card.name)}.json"
