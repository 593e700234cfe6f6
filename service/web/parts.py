"""What pages are made of: small pieces that templates show and builders fill. They hold words, no markup."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a card text: plain words, one line break, or a symbol and what it ``means``."""

    text: str
    means: str | None = None


Text = tuple[Piece, ...]
"""A card text; its pieces joined are its letters again."""


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere; ``lang`` is their language where it isn't English."""

    words: str
    href: str
    lang: str | None = None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Day:
    """A civil day: as machines read it, in words, and the page of that day, if there is one."""

    iso: str
    words: str
    href: str | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The last day of something; where ``known`` is false, the last that is possible.

    ``at_least`` is then the day up to which it surely held, if that is known.
    """

    last: Day
    known: bool = True
    at_least: Day | None = None


@dataclass(frozen=True, slots=True)
class When:
    """When something holds: from a day, or from some day in a window; and through which day."""

    on: Day | None
    after: Day | None
    by: Day | None
    end: End | None
    basis: str | None


@dataclass(frozen=True, slots=True)
class Document:
    """Where a change was announced; ``url`` is None where nobody has an address."""

    title: str
    publisher: str | None
    url: str | None


class Tone(StrEnum):
    """How good news is: it decides the colour, which never says anything that the words don't."""

    GOOD = "good"
    PLAIN = "plain"
    WARN = "warn"


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to know about an answer: a word that names it, and a sentence or two."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class DayForm:
    """The control that asks for a day: where it leads and what it keeps."""

    action: str
    day: str
    kept: tuple[tuple[str, str], ...]
    scopes: tuple[str, ...] = ()
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class GameCards:
    """A game on the front page, with its cards; ``more`` leads to the rest of a long list."""

    id: str
    name: str
    publisher: str
    cards: tuple[Link, ...]
    more: str | None


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem; every other part of ``words`` is a name in code."""

    code: str
    status: int
    title: str
    words: tuple[str, ...]
