"""The symbols of a game's texts: one canonical code for every spelling.

Errata pages write ``[M]``, the gallery ``:rb_might:``, an older page ``[S]``. Texts are kept as they are
published and compared after every spelling is mapped to its code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

DOMAINS = "domains"
"""The field that tells a card's domains, one a line; a symbol ``by_domain`` takes its meaning from it."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol.

    Attributes:
        code: the canonical code; with ``number`` a capital N in it stands for digits.
        means: what it stands for, and what is read aloud.
        spellings: everything else that means it: former codes, tokens of galleries and catalogues.
        domain: the domain whose power it is.
        by_domain: whether it means the power of the card's only domain.
    """

    code: str
    means: str
    spellings: tuple[str, ...] = ()
    number: bool = False
    domain: str | None = None
    by_domain: bool = False


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


def symbols_of(bodies: Iterable[dict[str, Any]]) -> tuple[Symbol, ...]:
    """Return the symbols that the ledger's record of a game lists."""
    return tuple(
        Symbol(
            code=body["code"],
            means=body["means"],
            spellings=(*body.get("former", ()), *body.get("tokens", ())),
            number=body.get("number", False),
            domain=body.get("domain"),
            by_domain=body.get("by_domain", False),
        )
        for body in bodies
    )
