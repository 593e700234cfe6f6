"""Card texts as pieces: which parts are symbols, and how each is read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from service.domain.games import Game
from service.domain.symbols import Symbols
from service.domain.tokens import tokenize
from service.web.card_parts import Change
from service.web.parts import Piece, Text


class Marker:
    """Marks the symbols of a game as one card uses them.

    Args:
        domains: the card's domains; a symbol of the card's own domain is read as that.
    """

    def __init__(self, game: Game, domains: Sequence[str] = ()) -> None:
        self._canonical = Symbols(game.symbols, domains).canonical
        self._means = {one.code: one.means for one in game.symbols if not one.number}
        self._numbered = {one.code: one.means for one in game.symbols if one.number}

    def text(self, words: str) -> Text:
        """Return a text as pieces; each line break and each symbol is one of its own."""
        found: list[Piece] = []
        plain = ""
        for token in tokenize(words):
            means = self._meaning(token)
            if means is None and token != "\n":
                plain += token
                continue
            found += [Piece(plain)] if plain else []
            found.append(Piece(token, means))
            plain = ""
        return (*found, Piece(plain)) if plain else tuple(found)

    def known(self, words: str | None) -> Text | None:
        """Return a text as pieces, None as None."""
        return None if words is None else self.text(words)

    def changes(self, spans: Iterable[Sequence[str]]) -> tuple[Change, ...]:
        """Return the spans of a diff as changes, in their order."""
        return tuple(
            Change(op, self._deleted(words) if op == "-" else self.text(words), op != "=" and words.isspace())
            for op, words in spans
        )

    def _deleted(self, words: str) -> Text:
        """Return a text with the blanks at its ends apart: struck, they would look like hyphens."""
        inner = words.strip(" ")
        lead, _, trail = words.partition(inner) if inner else (words, "", "")
        return (*map(Piece, filter(None, [lead])), *self.text(inner), *map(Piece, filter(None, [trail])))

    def _meaning(self, token: str) -> str | None:
        """Return what a token means; None if it is no symbol."""
        code = self._canonical(token)
        if code in self._means:
            return self._means[code]
        number = re.search("[0-9]+", code)
        means = number and self._numbered.get(code.replace(number[0], "N"))
        return f"{number[0]} {means}" if number and means else None


def count_places(changes: Iterable[Change]) -> int:
    """Return in how many places a reader sees a change: a deletion and what stands in its place are one."""
    count, inside = 0, False
    for change in changes:
        count += change.op != "=" and not inside
        inside = change.op != "="
    return count
