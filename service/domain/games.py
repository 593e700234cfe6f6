"""A game: what its texts are made of. All of it is data; nothing here knows a game by name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from service.domain.errors import UnknownScope
from service.domain.records import Body
from service.domain.symbols import Symbol


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a text; a localized one has words per language, a list one line an item."""

    id: str
    label: str
    localized: bool
    is_list: bool

    def body(self) -> Body:
        """Return its part of the game's record."""
        return {"id": self.id, "label": self.label, "localized": self.localized, "list": self.is_list}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as the ledger records it: its own record, and what others tell of it.

    The notice, the coverage and the symbols have records of their own.

    Attributes:
        zone: the IANA zone in which its days change; serves only to know today.
        language: the authoritative language of its errata.
        scopes: where texts may differ on one day; the first is meant when none is asked.
        verified_through: the last day through which the whole game was checked, if one is given.
        translations_of: what a translation renders when it doesn't say: ``base`` or ``effective``.
    """

    kind: ClassVar[str] = "game"

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

    @property
    def key(self) -> str:
        """The key of its record."""
        return self.id

    def body(self) -> Body:
        """Return the body of its own record."""
        return {
            "name": self.name,
            "publisher": self.publisher,
            "zone": self.zone,
            "language": self.language,
            "scopes": list(self.scopes),
            "translations_of": self.translations_of,
            "fields": [one.body() for one in self.fields],
        }

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


def game_of(
    key: str,
    body: Body,
    *,
    notice: str = "",
    verified_through: date | None = None,
    symbols: tuple[Symbol, ...] = (),
) -> Game:
    """Return the game that a record's key and body describe, with what the other records tell of it."""
    return Game(
        id=key,
        name=body["name"],
        publisher=body["publisher"],
        zone=body["zone"],
        language=body["language"],
        scopes=tuple(body["scopes"]),
        fields=tuple(Field(one["id"], one["label"], one["localized"], one["list"]) for one in body["fields"]),
        translations_of=body["translations_of"],
        verified_through=verified_through,
        notice=notice,
        symbols=symbols,
    )


@dataclass(frozen=True, slots=True)
class Notice:
    """What the publisher asks to be said wherever the game's texts stand."""

    kind: ClassVar[str] = "notice"

    game: str
    text: str

    @property
    def key(self) -> str:
        """The key of its record."""
        return self.game

    def body(self) -> Body:
        """Return the record's body."""
        return {"notice": self.text}


def notice_of(key: str, body: Body) -> Notice:
    """Return the notice that a record's key and body describe."""
    return Notice(key, body["notice"])
