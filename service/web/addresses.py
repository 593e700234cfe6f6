"""Where pages of a card and their twins in the API are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from urllib.parse import quote, urlencode

from service.domain.days import day_before
from service.serving.answers.cards import card_path
from service.serving.answers.parts import Asked
from service.web.parts import Day
from service.web.words import day_words


@dataclass(frozen=True, slots=True)
class CardAddress:
    """The page of a card; language and scope are None where they are the game's first."""

    game: str
    card: str
    lang: str | None
    scope: str | None

    @property
    def path(self) -> str:
        """The path of the page, without parameters."""
        return f"/{quote(self.game)}/cards/{quote(self.card)}"

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """The parameters that stay when another day is asked."""
        given = (("lang", self.lang), ("scope", self.scope))
        return tuple((name, value) for name, value in given if value is not None)

    def page(self, day: str | None = None) -> str:
        """Return the page on a day; None: without one, which means today."""
        return _with(self.path, (("on", day), *self.kept))

    def text(self, day: str) -> str:
        """Return the effective text of a day in the API."""
        return _with(f"{card_path(self.game, self.card)}/text", (("on", day), *self.kept))

    def in_language(self, lang: str | None) -> CardAddress:
        """Return the page in another language; None: the game's own."""
        return CardAddress(self.game, self.card, lang, self.scope)

    def day(self, iso: str) -> Day:
        """Return a day with the page of that day."""
        return Day(iso, day_words(iso), self.page(iso))

    def last_before(self, until: str) -> Day | None:
        """Return the day before a day, with its page: the last one of what ends there, excluded."""
        last = day_before(date.fromisoformat(until))
        return None if last is None else self.day(last.isoformat())


def address_of(asked: Asked) -> CardAddress:
    """Return the page of what is asked."""
    lang = None if asked.lang == asked.game.language else asked.lang
    scope = None if asked.scope == asked.game.scopes[0] else asked.scope
    return CardAddress(asked.subject.game, asked.subject.name, lang, scope)


def _with(path: str, given: tuple[tuple[str, str | None], ...]) -> str:
    known = [(name, value) for name, value in given if value is not None]
    return f"{path}?{urlencode(known)}" if known else path
