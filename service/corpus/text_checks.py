"""Rules about the words of texts and the days on which they could stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from service.corpus.assertions import card_release, card_symbols
from service.corpus.codes import Code
from service.corpus.faults import Fault, line_of
from service.corpus.files import CardFile, Corpus, FaceFile, GameFile
from service.domain.tracks import TEXT

_SYMBOL = re.compile(r"\{[^{}\s]+\}|\[[A-Z0-9]\]")
"""What can only be meant as a symbol; longer words in brackets are keywords."""


def check_symbols(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a symbol in an authoritative text that the game's file doesn't list."""
    for card in corpus.cards:
        game = corpus.game(card.game)
        symbols = card_symbols(card, game)
        for face in _authoritative_faces(card, game):
            text = face.values.get(TEXT)
            for spelling in dict.fromkeys(_SYMBOL.findall(text) if isinstance(text, str) else ()):
                if game.symbols and not symbols.knows(spelling):
                    found = f"no symbol of the game is written {spelling}"
                    todo = "mend it, or add it to symbols.yaml"
                    yield Fault(card.path, line_of(face, TEXT), Code.UNKNOWN_SYMBOL, found, todo)


def _authoritative_faces(card: CardFile, game: GameFile) -> Iterator[FaceFile]:
    yield from card.base
    for printing in card.printings:
        if printing.lang == game.language:
            yield from printing.faces
    for erratum in card.errata:
        if not erratum.languages or game.language in erratum.languages:
            yield from erratum.faces


def check_ends_after_release(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a temporary erratum that was over before anybody had the card."""
    for card in corpus.cards:
        release = card_release(card, corpus.game(card.game))
        released = release.on or release.by
        ends = {ending.of: ending.ended_on or ending.ended_by for ending in card.endings}
        for erratum in card.errata:
            until = erratum.effective_until or ends.get(erratum.id)
            if until is not None and released is not None and until <= released:
                found = f"erratum {erratum.id} was over before the card came out on {released}"
                todo = "mend a day, or take the erratum out"
                yield Fault(card.path, erratum.line, Code.ENDED_BEFORE_RELEASE, found, todo)
