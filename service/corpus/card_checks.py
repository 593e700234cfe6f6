"""Rules on cards and printings: what must be there so that a day has an answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from service.corpus.codes import Code
from service.corpus.faults import Fault, line_of
from service.corpus.files import CardFile, Corpus, GameFile, Marker, PrintingFile, Removed
from service.domain.tracks import NAME, TEXT


def check_base_texts(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a base without name or rules text on its first face, or with a face without words."""
    for card in corpus.cards:
        first = card.base[0].values
        if not isinstance(first.get(NAME), str | Removed):
            found, todo = "the base has no name", "write the name in the authoritative language"
            yield Fault(card.path, card.base_line, Code.NO_BASE_TEXT, found, todo)
        if TEXT not in first:
            found = "the base has no rules_text"
            todo = 'write the first printed words, unknown, or "" if it bears none'
            yield Fault(card.path, card.base_line, Code.NO_BASE_TEXT, found, todo)
        for face in card.base[1:]:
            if not face.values:
                found = f"face {face.index} has no values"
                yield Fault(card.path, face.line, Code.NO_BASE_TEXT, found, "write its fields")


def check_first_releases(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a card without any known day on which it can have come out."""
    for card in corpus.cards:
        days = {
            one.code
            for one in corpus.game(card.game).sets
            if any(release.released_on is not None for release in one.releases)
        }
        if not any(_is_dated(printing) or printing.set in days for printing in card.printings):
            found = "no printing of the card has a day, and no set of theirs has one"
            todo = "date a printing or its set; otherwise the base has no first day"
            yield Fault(card.path, line_of(card, "printings"), Code.NO_RELEASE, found, todo)


def check_release_windows(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a printing whose window ends before it begins."""
    for card in corpus.cards:
        for printing in card.printings:
            after, by = printing.released_after, printing.released_by
            if after is not None and by is not None and after >= by:
                found = f"released_after {after} is not before released_by {by}"
                line = line_of(printing, "released_after")
                todo = "the first is the last day on which it was not out, the second the latest day"
                yield Fault(card.path, line, Code.EMPTY_WINDOW, found, todo)


def check_translated_texts(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a printing in another language that is silent on its rules text."""
    for game, card, printing in _each_printing(corpus):
        if printing.lang == game.language:
            continue
        given = {face.index for face in printing.faces if TEXT in face.values}
        for face in card.base:
            if TEXT in face.values and face.index not in given:
                where = f" of face {face.index}" if len(card.base) > 1 else ""
                found = f"the {printing.lang} printing {printing.id} has no rules_text{where}"
                todo = "write the printed words, or unknown"
                yield Fault(card.path, printing.line, Code.NO_TRANSLATED_TEXT, found, todo)


def check_translations(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a printing in the authoritative language that claims to translate."""
    for game, card, printing in _each_printing(corpus):
        if printing.translates is not None and printing.lang == game.language:
            found = f"the printing is in {printing.lang}, the language of the errata themselves"
            line = line_of(printing, "translates")
            yield Fault(card.path, line, Code.TRANSLATES_NOTHING, found, "take translates out")


def check_transcriptions(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a transcription of words that are unknown."""
    for _, card, printing in _each_printing(corpus):
        for face in printing.faces:
            for name, raw in face.raw.items():
                if face.values.get(name) is Marker.UNKNOWN and raw is not Marker.UNKNOWN:
                    found = f"{name} is unknown, and raw has its words"
                    todo = f"write the words under {name} too, or take them out of raw"
                    line = line_of(face, name)
                    yield Fault(card.path, line, Code.RAW_OF_UNKNOWN, found, todo)


def check_names(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a lone name in a language that has a text of the card."""
    for card in corpus.cards:
        for language in card.names:
            if language in _text_languages(card, corpus.game(card.game)):
                found = f"names has a name in {language}, which has a text of the card"
                todo = f"write it as name of the {language} printing, or of the base"
                line = line_of(card, "names")
                yield Fault(card.path, line, Code.NAME_BESIDE_TEXT, found, todo)


def _text_languages(card: CardFile, game: GameFile) -> set[str]:
    """Return the languages that have rules text of the card."""
    return {game.language} | {
        printing.lang
        for printing in card.printings
        if any(isinstance(face.values.get(TEXT), str | Removed) for face in printing.faces)
    }


def _is_dated(printing: PrintingFile) -> bool:
    return printing.released_on is not None or printing.released_by is not None


def _each_printing(corpus: Corpus) -> Iterator[tuple[GameFile, CardFile, PrintingFile]]:
    for card in corpus.cards:
        for printing in card.printings:
            yield corpus.game(card.game), card, printing
