"""The base, the errata and the translations of a card file as assertions of the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from service.corpus.contents import Contents, words
from service.corpus.endings import stated_or_announced
from service.corpus.files import CardFile, DocumentFile, ErratumFile, GameFile, PrintingFile
from service.corpus.symbols import game_symbols
from service.corpus.tracks import words_language
from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import field_class
from service.domain.days import day_before
from service.domain.ids import card_id
from service.domain.ledger import Assertion, FieldValue
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


def errata_assertions(
    card: CardFile, game: GameFile, documents: Mapping[str, DocumentFile], contents: Contents
) -> Iterator[Assertion]:
    """Yield the errata of a card in file order, each following the one before.

    The first follows the last of ``printing_assertions``: an erratum wins over a printing of its day.
    """
    canonical = card_symbols(card, game).canonical
    follows = next((one.erratum for one in reversed(list(printing_assertions(card, game, contents)))), None)
    for place, one in enumerate(card.errata):
        change_class, basis = _class_of(one, _words_before(card, game, place), canonical)
        until_document = one.ended_by_document
        confirmed = [documents[name].announced_on for name in one.confirmed_by]
        document = documents[one.document] if one.document is not None else None
        yield Assertion(
            subject=card_id(card.game, card.id),
            kind=one.kind,
            erratum=one.id,
            change_class=change_class,
            class_basis=basis,
            follows=follows,
            replaces=one.replaces,
            scopes=one.scopes,
            languages=one.languages,
            effective_from=one.effective_from,
            effective_after=one.effective_after,
            effective_by=one.effective_by,
            effective_until=one.effective_until,
            until_announced_on=stated_or_announced(one.until_announced_on, until_document, documents),
            until_document=until_document,
            date_basis=one.date_basis,
            announced_on=stated_or_announced(one.announced_on, one.document, documents),
            document=one.document,
            confirmed_by=one.confirmed_by,
            confirmed_on=min((day for day in confirmed if day is not None), default=None),
            provisional=one.provisional
            if one.provisional is not None
            else document is not None and document.provisional,
            reason=one.reason,
            fields=contents.values(one.faces, game, words_language(one, game)),
        )
        follows = one.id


def printing_assertions(card: CardFile, game: GameFile, contents: Contents) -> Iterator[Assertion]:
    """Yield the texts that printings in other languages bring, by release and then file order.

    In each language the first printing brings one, and each later printing with other words. A printing
    whose day is unknown brings none: nobody can say from when it holds.
    """
    canonical = card_symbols(card, game).canonical
    latest: dict[str, tuple[tuple[FieldValue, ...], str | None]] = {}
    follows: str | None = None
    dated = [one for one in card.printings if one.lang != game.language and _release(one) is not None]
    for one in sorted(dated, key=lambda one: _release(one) or date.max):
        fields = tuple(
            value for value in contents.values(one.faces, game, one.lang) if value.lang is not None
        )
        known, translates = latest.get(one.lang, (None, None))
        if fields == known and one.translates in (None, translates):
            continue
        latest[one.lang] = (fields, one.translates)
        yield Assertion(
            subject=card_id(card.game, card.id),
            kind="printing",
            erratum=f"printing:{one.id}",
            change_class=None if known is None else _between(known, fields, contents, canonical),
            class_basis=None if known is None else "computed",
            follows=follows,
            effective_from=one.released_on,
            effective_after=one.released_after,
            effective_by=one.released_by,
            date_basis="release",
            announced_on=_release(one),
            translates=one.translates,
            fields=fields,
        )
        follows = f"printing:{one.id}"


def card_symbols(card: CardFile, game: GameFile) -> Symbols:
    """Return the game's symbols as the card uses them."""
    domains = words(card.base[0].values, DOMAINS)
    return Symbols(game_symbols(game), domains.split("\n") if domains else ())


def _release(one: PrintingFile) -> date | None:
    return one.released_on or one.released_by


def _words_before(card: CardFile, game: GameFile, place: int) -> dict[tuple[int, str], str | None]:
    """Return the words that an erratum altered: those of the base and of what stood above it on its day.

    In the erratum's language and first scope; in another language the base has no words.
    """
    one = card.errata[place]
    start, lang = one.effective_from or one.effective_by, words_language(one, game)
    scope = (one.scopes or game.scopes)[0]
    ends = {ending.of: ending.ended_on or ending.ended_by for ending in card.endings}
    stood = [(game.language, card.base)]
    for other in card.errata[:place]:
        until = other.effective_until or ends.get(other.id)
        over = start is not None and until is not None and until <= start
        if not over and (not other.scopes or scope in other.scopes):
            stood.append((words_language(other, game), other.faces))
    return {
        (face.index, name): words(face.values, name)
        for spoken, faces in stood
        for face in faces
        for name in face.values
        if spoken == lang or not game.field(name).localized
    }


def _class_of(
    one: ErratumFile, before: Mapping[tuple[int, str], str | None], canonical: Canonical
) -> tuple[str, str]:
    if one.change_class is not None:
        return one.change_class, one.class_basis or "stated"
    if not one.faces:
        return ChangeClass.RULES, "computed"
    classes = [
        field_class(name, before.get((face.index, name)), words(face.values, name), canonical)
        for face in one.faces
        for name in face.values
    ]
    return strongest(classes), "computed"


def _between(
    known: tuple[FieldValue, ...], fields: tuple[FieldValue, ...], contents: Contents, canonical: Canonical
) -> str:
    old = {value[:2]: contents.text(value) for value in known}
    new = {value[:2]: contents.text(value) for value in fields}
    return strongest(
        field_class(key[1], old.get(key), new.get(key), canonical) for key in old.keys() | new.keys()
    )
