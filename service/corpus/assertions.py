"""The base of a card file and the words of its printings as assertions of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from service.corpus.contents import Contents, words
from service.corpus.endings import stated_or_announced
from service.corpus.files import CardFile, DocumentFile, GameFile, PrintingFile
from service.corpus.symbols import game_symbols
from service.domain.changes import strongest
from service.domain.comparison import field_class
from service.domain.days import day_before
from service.domain.ids import card_id
from service.domain.ledger import UNKNOWN, Assertion, FieldValue
from service.domain.symbols import DOMAINS, Canonical, Symbols


class Release(NamedTuple):
    """A first release: the day, or the window ``(after, by]`` in which it lies."""

    on: date | None
    after: date | None
    by: date | None


def first_release(card: CardFile, game: GameFile) -> Release:
    """Return the first release of a card anywhere, by its sets or its printings.

    It is a window where a printing known only by a window may have come before every known day.
    """
    codes = {printing.set for printing in card.printings}
    days = [release.released_on for one in game.sets if one.code in codes for release in one.releases]
    days += [printing.released_on for printing in card.printings]
    exact = min((day for day in days if day is not None), default=None)
    windows = [
        (printing.released_after, printing.released_by)
        for printing in card.printings
        if printing.released_after is not None and printing.released_by is not None
    ]
    after = min((after for after, _ in windows), default=None)
    by = min((day for day in (exact, *(by for _, by in windows)) if day is not None), default=None)
    if after is None or by is None or after >= by:
        return Release(exact, None, None)
    return Release(by, None, None) if after == day_before(by) else Release(None, after, by)


def base_assertion(
    card: CardFile, game: GameFile, documents: Mapping[str, DocumentFile], contents: Contents
) -> Assertion:
    """Return the base of a card: in effect, and announced at the latest, on its first release."""
    released = first_release(card, game)
    announced = stated_or_announced(None, card.base_document, documents)
    known = [day for day in (released.on or released.by, announced) if day is not None]
    return Assertion(
        subject=card_id(card.game, card.id),
        kind="base",
        effective_from=released.on,
        effective_after=released.after,
        effective_by=released.by,
        date_basis="release",
        announced_on=min(known, default=None),
        document=card.base_document,
        fields=contents.values(card.base, game, game.language),
    )


def printing_assertions(card: CardFile, game: GameFile, contents: Contents) -> Iterator[Assertion]:
    """Yield the texts that printings in other languages bring, by release and then file order.

    In each language the first printing brings one, and each later printing with other words. A printing
    whose day is unknown brings none: nobody can say from when it holds.
    """
    canonical = card_symbols(card, game).canonical
    latest: dict[str, dict[tuple[int, str], FieldValue]] = {}
    rendered: dict[str, str | None] = {}
    follows: str | None = None
    dated = [one for one in card.printings if one.lang != game.language and _release(one) is not None]
    for one in sorted(dated, key=lambda one: _release(one) or date.max):
        known = latest.setdefault(one.lang, {})
        fields = tuple(_news(contents.values(one.faces, game, one.lang), known))
        if known and not fields and one.translates in (None, rendered[one.lang]):
            continue
        first = not known
        change_class = None if first else _between(known, fields, contents, canonical)
        known |= {value[:2]: value for value in fields}
        rendered[one.lang] = one.translates
        yield Assertion(
            subject=card_id(card.game, card.id),
            kind="printing",
            erratum=f"printing:{one.id}",
            change_class=change_class,
            class_basis=None if first else "computed",
            follows=follows,
            effective_from=one.released_on,
            effective_after=one.released_after,
            effective_by=one.released_by,
            date_basis="release",
            announced_on=_release(one),
            translates=one.translates,
            fields=tuple(known.values()),
        )
        follows = f"printing:{one.id}"


def _news(values: Iterable[FieldValue], known: Mapping[tuple[int, str], FieldValue]) -> Iterator[FieldValue]:
    """Yield the localized values that a printing has and its language didn't.

    What it doesn't say is as it was; words that nobody has read don't take known ones away.
    """
    for value in values:
        told = known.get(value[:2])
        if value.lang is not None and value != told and (told is None or value.content != UNKNOWN):
            yield value


def card_symbols(card: CardFile, game: GameFile) -> Symbols:
    """Return the game's symbols as the card uses them."""
    domains = words(card.base[0].values, DOMAINS)
    return Symbols(game_symbols(game), domains.split("\n") if domains else ())


def _release(one: PrintingFile) -> date | None:
    return one.released_on or one.released_by


def _between(
    known: Mapping[tuple[int, str], FieldValue],
    fields: Iterable[FieldValue],
    contents: Contents,
    canonical: Canonical,
) -> str:
    """Return the class of what a later printing says otherwise."""
    return strongest(
        field_class(
            value.field,
            contents.text(known[value[:2]]) if value[:2] in known else None,
            contents.text(value),
            canonical,
        )
        for value in fields
    )
