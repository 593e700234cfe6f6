"""The base of a card file and the words of its printings as assertions of the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from service.corpus.contents import Contents, words
from service.corpus.endings import stated_or_announced
from service.corpus.files import CardFile, DocumentFile, GameFile, PrintingFile
from service.corpus.symbols import game_symbols
from service.domain.ids import SubjectId, card_id
from service.domain.ledger import Assertion
from service.domain.printed import Release, first_release, printed_texts
from service.domain.printings import Printing
from service.domain.symbols import DOMAINS, Symbols


def card_release(card: CardFile, game: GameFile) -> Release:
    """Return the first release of a card anywhere, by its sets or its printings."""
    codes = {printing.set for printing in card.printings}
    days = [release.released_on for one in game.sets if one.code in codes for release in one.releases]
    days += [printing.released_on for printing in card.printings]
    return first_release(days, [(one.released_after, one.released_by) for one in card.printings])


def base_assertion(
    card: CardFile, game: GameFile, documents: Mapping[str, DocumentFile], contents: Contents
) -> Assertion:
    """Return the base of a card: in effect, and announced at the latest, on its first release."""
    released = card_release(card, game)
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


def card_printing(subject: SubjectId, one: PrintingFile, game: GameFile, contents: Contents) -> Printing:
    """Return a printing of a file as the ledger records it."""
    return Printing(
        subject=subject,
        id=one.id,
        set=one.set,
        number=one.number,
        lang=one.lang,
        variant=one.variant,
        released_on=one.released_on,
        released_after=one.released_after,
        released_by=one.released_by,
        fields=contents.values(one.faces, game, one.lang),
        raw=contents.raw_values(one.faces, game, one.lang),
    )


def printing_assertions(card: CardFile, game: GameFile, contents: Contents) -> Iterator[Assertion]:
    """Yield the texts that a card's printings in other languages bring, as ``printed_texts`` does."""
    subject = card_id(card.game, card.id)
    return printed_texts(
        [card_printing(subject, one, game, contents) for one in card.printings],
        game.language,
        contents.texts.get,
        card_symbols(card, game).canonical,
        translates={one.id: one.translates for one in card.printings},
    )


def card_symbols(card: CardFile, game: GameFile) -> Symbols:
    """Return the game's symbols as the card uses them."""
    domains = words(card.base[0].values, DOMAINS)
    return Symbols(game_symbols(game), domains.split("\n") if domains else ())
