"""Sets of a game, and when they came out where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from service.domain.records import Body, day_in, told


@dataclass(frozen=True, slots=True)
class Release:
    """One release of a set in a region and language; ``released_on`` is None where the day is unknown."""

    region: str
    lang: str
    released_on: date | None

    def body(self) -> Body:
        """Return its part of the set's record."""
        return told(region=self.region, lang=self.lang, released_on=self.released_on)


@dataclass(frozen=True, slots=True)
class Set:
    """A set and its releases, in the order in which they are told."""

    kind: ClassVar[str] = "set"

    game: str
    code: str
    name: str
    releases: tuple[Release, ...]

    @property
    def key(self) -> str:
        """The key of its record: codes are unique within a game."""
        return set_key(self.game, self.code)

    def body(self) -> Body:
        """Return the record's body."""
        return {"code": self.code, "name": self.name, "releases": [one.body() for one in self.releases]}


def set_key(game: str, code: str) -> str:
    """Return the key of the record of a game's set."""
    return f"{game}/{code}"


def set_of(key: str, body: Body) -> Set:
    """Return the set that a record's key and body describe."""
    game, _, _ = key.partition("/")
    releases = (Release(one["region"], one["lang"], day_in(one, "released_on")) for one in body["releases"])
    return Set(game, body["code"], body["name"], tuple(releases))
