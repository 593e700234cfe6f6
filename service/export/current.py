"""The texts in effect on a day: one file a card, all cards in one file, and an index.

A card's file is the answer of the API for that day without the day, so that it changes only with its card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import NamedTuple

from service.domain.errors import TextRemoved
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import canonical_json
from service.domain.manifest import CURRENT, readable_json
from service.export.build import Build
from service.export.ledger import damaged_ledger
from service.export.names import NO_SET, file_name
from service.serving.answers.parts import FORMAT, Asked
from service.serving.answers.sights import Answer
from service.serving.answers.text import text_answer
from service.store.connection import Connection
from service.store.current import list_cards_on
from service.store.readable import readable
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

    Raises:
        ExportRefused: if what the ledger or the index holds of a card can't be read.
    """
    listed: list[dict[str, str | None]] = []
    told: list[dict[str, str]] = []
    with build.opened(f"{CURRENT}/all.ndjson") as write:
        for one in games:
            game = one.game
            told.append({"game": game.id, "name": game.name, "notice": game.notice})
            for card, path, answer in _answers(conn, one):
                build.write(path, [readable_json(answer)])
                write(canonical_json(answer) + b"\n")
                listed.append({"game": game.id, "card": card.name, "name": answer["name"], "path": path})
                advance(1)
    index = {"format": FORMAT, "games": told, "cards": listed}
    build.write(f"{CURRENT}/index.json", [readable_json(index)])
    return len(listed)


def _answers(conn: Connection, one: GameOn) -> Iterator[tuple[SubjectId, str, Answer]]:
    """Yield each card that has a text on the day with its path and its answer, by id."""
    game, day = one
    for card in list_cards_on(conn, game, day):
        with readable(str(card), damaged_ledger):
            path = card_path(conn, card)
            try:
                answer = text_answer(conn, Asked(card, game, game.language, game.scope(None)), day)
            except TextRemoved:
                continue  # what it says is nobody's to tell; its history stays in the ledger
        del answer["on"]
        yield card, path, answer


def card_path(conn: Connection, card: SubjectId) -> str:
    """Return where in an export the file of a card is; it stays there for ever.

    In the folder of the set of the printing that was recorded first, whatever became of that printing.
    """
    first = load_first_printing(conn, card)
    folder = NO_SET if first is None else file_name(first.set)
    return f"{CURRENT}/{file_name(card.game)}/{folder}/{file_name(card.name)}.json"
