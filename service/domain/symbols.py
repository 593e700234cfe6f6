"""The symbols of a game's texts: one canonical code for every spelling.

Errata pages write ``[M]``, the gallery ``:rb_might:``, an older page ``[S]``. Texts are kept as they are
published and compared after every spelling is mapped to its code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from service.domain.records import Body, told

DOMAINS = "domains"
"""The field that tells a card's domains, one a line; a symbol ``by_domain`` takes its meaning from it."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol.

    Attributes:
        code: the canonical code; with ``number`` a capital N in it stands for digits.
        means: what it stands for, and what is read aloud.
        tokens: what galleries and catalogues write for it.
        domain: the domain whose power it is.
        by_domain: whether it means the power of the card's only domain.
        former: the codes that it had before.
        names: what it is called, by language.
    """

    code: str
    means: str
    tokens: tuple[str, ...] = ()
    number: bool = False
    domain: str | None = None
    by_domain: bool = False
    former: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def spellings(self) -> tuple[str, ...]:
        """Everything else that means it."""
        return (*self.former, *self.tokens)

    def body(self) -> Body:
        """Return its part of the record of a game's symbols."""
        return told(
            code=self.code,
            means=self.means,
            former=self.former,
            tokens=self.tokens,
            names=dict(self.names),
            number=self.number or None,
            domain=self.domain,
            by_domain=self.by_domain or None,
        )


def symbol_of(body: Body) -> Symbol:
    """Return the symbol that its part of a record describes."""
    return Symbol(
        code=body["code"],
        means=body["means"],
        tokens=tuple(body.get("tokens", ())),
        number=body.get("number", False),
        domain=body.get("domain"),
        by_domain=body.get("by_domain", False),
        former=tuple(body.get("former", ())),
        names=body.get("names", {}),
    )


@dataclass(frozen=True, slots=True)
class GameSymbols:
    """The symbols of a game, as they are recorded: all of them together."""

    kind: ClassVar[str] = "symbols"

    game: str
    symbols: tuple[Symbol, ...]

    @property
    def key(self) -> str:
        """The key of their record."""
        return self.game

    def body(self) -> Body:
        """Return the record's body."""
        return {"symbols": [one.body() for one in self.symbols]}


def game_symbols_of(key: str, body: Body) -> GameSymbols:
    """Return the symbols that a record's key and body describe."""
    return GameSymbols(key, tuple(symbol_of(one) for one in body["symbols"]))


@dataclass(frozen=True, slots=True)
class Symbols:
    """The symbols of a game as one card uses them."""

    symbols: Sequence[Symbol]
    domains: Sequence[str] = ()
    _pattern: re.Pattern[str] | None = field(init=False)
    _codes: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        codes: dict[str, str] = {}
        for symbol in self.symbols:
            for spelling in (symbol.code, *symbol.spellings):
                codes[_pattern(spelling, symbol.number)] = self._target(symbol)
        longest_first = sorted(codes, key=len, reverse=True)
        pattern = re.compile("|".join(longest_first)) if codes else None
        object.__setattr__(self, "_codes", codes)
        object.__setattr__(self, "_pattern", pattern)

    def _target(self, symbol: Symbol) -> str:
        if symbol.by_domain and len(self.domains) == 1:
            same = (one.code for one in self.symbols if one.domain == self.domains[0])
            return next(same, symbol.code)
        return symbol.code

    def knows(self, spelling: str) -> bool:
        """Whether this is a code or another spelling of a symbol."""
        return self._pattern is not None and self._pattern.fullmatch(spelling) is not None

    def canonical(self, text: str) -> str:
        """Return the text with every spelling of a symbol replaced by its code.

        >>> Symbols([Symbol("[M]", "Might", (":rb_might:",))]).canonical("+1 :rb_might:")
        '+1 [M]'
        """
        if self._pattern is None:
            return text
        return self._pattern.sub(self._code, text)

    def _code(self, match: re.Match[str]) -> str:
        found = match[0]
        for pattern, code in self._codes.items():
            whole = re.fullmatch(pattern, found)
            if whole is not None:
                return code.replace("N", _digits(found)) if "[0-9]+" in pattern else code
        return found


def _pattern(spelling: str, number: bool) -> str:
    escaped = re.escape(spelling)
    return escaped.replace("N", "[0-9]+") if number else escaped


def _digits(text: str) -> str:
    found = re.search("[0-9]+", text)
    return found[0] if found else "N"


Canonical = Callable[[str], str]
"""Maps every spelling of a symbol in a text to its code."""
