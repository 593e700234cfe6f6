"""The symbols of a game file as the domain has them."""

from __future__ import annotations

from service.corpus.files import GameFile
from service.domain.symbols import Symbol


def game_symbols(game: GameFile) -> tuple[Symbol, ...]:
    """Return the symbols of a game, in file order."""
    return tuple(
        Symbol(
            code=one.code,
            means=one.means,
            tokens=one.tokens,
            number=one.number,
            domain=one.domain,
            by_domain=one.by_domain,
            former=one.former,
            names=one.names,
        )
        for one in game.symbols
    )
