"""A game: what its texts are made of. All of it is data; nothing here knows a game by name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from service.domain.errors import UnknownScope
from service.domain.symbols import Symbol


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a text; a localized one has words per language, a list one line an item."""

    id: str
    label: str
    localized: bool
    is_list: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as the ledger records it.

    Attributes:
        zone: the IANA zone in which its days change; serves only to know today.
        language: the authoritative language of its errata.
        scopes: where texts may differ on one day; the first is meant when none is asked.
        verified_through: the last day through which the whole game was checked, if one is given.
        translations_of: what a translation renders when it doesn't say: ``base`` or ``effective``.
    """

    id: str
    name: str
    publisher: str
    zone: str
    language: str
    scopes: tuple[str, ...]
    fields: tuple[Field, ...]
    translations_of: str
    verified_through: date | None
    notice: str
    symbols: tuple[Symbol, ...]

    def scope(self, asked: str | None) -> str:
        """Return the scope that was asked, or the first where none was.

        Raises:
            UnknownScope: if the game has no such scope; those it has are named.
        """
        if asked is None:
            return self.scopes[0]
        if asked not in self.scopes:
            have = ", ".join(self.scopes)
            raise UnknownScope(
                f"{self.name} has no scope {asked!r}; it has: {have}", scopes=list(self.scopes)
            )
        return asked
