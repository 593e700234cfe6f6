"""Rules on ids: each names one thing, and what is named exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import PurePosixPath

from service.corpus.codes import Code
from service.corpus.faults import Fault, Placed, line_of, or_nearest
from service.corpus.files import CardFile, Corpus, ErratumFile, FaceFile, PrintingFile
from service.corpus.tracks import each_erratum


def check_document_ids(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two documents of one id, whatever their games."""
    seen: dict[str, PurePosixPath] = {}
    for document in corpus.documents:
        if document.id in seen:
            found = f"the document id {document.id} is that of {seen[document.id]} too"
            todo = "rename the newer file; document ids are unique over all games"
            yield Fault(document.path, 1, Code.REPEATED_ID, found, todo)
        seen.setdefault(document.id, document.path)


def check_printing_ids(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two printings of one id, whatever their cards and games."""
    seen: dict[str, str] = {}
    for card in corpus.cards:
        for printing in card.printings:
            line = line_of(printing, "id")
            if printing.id in seen:
                found = f"the printing id {printing.id} is that of {seen[printing.id]} too"
                todo = "choose another; printing ids are unique over all games"
                yield Fault(card.path, line, Code.REPEATED_ID, found, todo)
            seen.setdefault(printing.id, f"{card.path}:{line}")


def check_erratum_ids(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two errata of one id in a card, and an erratum that is called like the base."""
    for card in corpus.cards:
        seen: dict[str, int] = {}
        for erratum in card.errata:
            line = line_of(erratum, "id")
            if erratum.id == "base":
                found = "an erratum is called base, as the first printed words are"
                yield Fault(card.path, line, Code.BAD_ID, found, "choose another id")
            if erratum.id in seen:
                found = f"a second erratum is called {erratum.id}; line {seen[erratum.id]} is one"
                todo = "choose another id; it is for ever"
                yield Fault(card.path, line, Code.REPEATED_ID, found, todo)
            seen.setdefault(erratum.id, line)


def check_documents(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse the names of documents that aren't there."""
    known = {document.id for document in corpus.documents}
    for path, record, key, name in _document_names(corpus):
        if name not in known:
            found = f"{key} names the document {name!r}, and there is none"
            todo = or_nearest(name, known, f"add documents/{name}.yaml")
            yield Fault(path, line_of(record, key), Code.UNKNOWN_DOCUMENT, found, todo)


def check_confirmations(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an erratum that is confirmed by the document that announced it."""
    for _, card, erratum in each_erratum(corpus):
        if erratum.document in erratum.confirmed_by:
            found = f"{erratum.document} confirms what it announces itself"
            line = line_of(erratum, "confirmed_by")
            yield Fault(card.path, line, Code.NAMES_ITSELF, found, "name later documents only")


def check_sets(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a printing of a set that the game's ``sets.yaml`` doesn't have."""
    for card in corpus.cards:
        known = {one.code for one in corpus.game(card.game).sets}
        for printing in card.printings:
            if printing.set not in known:
                found = f"there is no set {printing.set!r}"
                todo = or_nearest(printing.set, known, f"add it to {card.game}/sets.yaml")
                line = line_of(printing, "set")
                yield Fault(card.path, line, Code.UNKNOWN_SET, found, todo)


def check_scopes(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a scope that the game doesn't have."""
    for game, card, erratum in each_erratum(corpus):
        for scope in erratum.scopes:
            if scope not in game.scopes:
                found = f"game {game.id!r} has no scope {scope!r}"
                todo = or_nearest(scope, game.scopes, f"one of: {', '.join(game.scopes)}")
                line = line_of(erratum, "scopes")
                yield Fault(card.path, line, Code.UNKNOWN_SCOPE, found, todo)


def check_erratum_names(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an ending or a translation of an erratum that the card doesn't have."""
    for card in corpus.cards:
        known = {erratum.id for erratum in card.errata}
        for ending in card.endings:
            if ending.of not in known:
                yield _unknown_erratum(card, ending, "of", ending.of, known)
        for printing in card.printings:
            if printing.translates is not None and printing.translates not in known | {"base"}:
                words = known | {"base"}
                yield _unknown_erratum(card, printing, "translates", printing.translates, words)


def check_faces(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a face that the base doesn't have, and one that is given twice."""
    for card in corpus.cards:
        parts: list[PrintingFile | ErratumFile] = [*card.printings, *card.errata]
        for part in parts:
            yield from _face_faults(card, part.faces)


def _face_faults(card: CardFile, faces: Iterable[FaceFile]) -> Iterator[Fault]:
    seen: set[int] = set()
    for face in faces:
        line = line_of(face, "face")
        if face.index >= len(card.base):
            found = f"the card has no face {face.index}; its base has {len(card.base)}"
            todo = "count faces from 0, or add the face under faces of the card"
            yield Fault(card.path, line, Code.UNKNOWN_FACE, found, todo)
        if face.index in seen:
            found = f"face {face.index} stands here twice"
            yield Fault(card.path, line, Code.REPEATED_FACE, found, "write all its fields once")
        seen.add(face.index)


def _unknown_erratum(card: CardFile, record: Placed, key: str, name: str, known: set[str]) -> Fault:
    found = f"the card has no erratum {name!r}"
    todo = or_nearest(name, known, "name one of its errata")
    return Fault(card.path, line_of(record, key), Code.UNKNOWN_ERRATUM, found, todo)


def _document_names(corpus: Corpus) -> Iterator[tuple[PurePosixPath, Placed, str, str]]:
    """Yield every name of a document: the file, what holds it, its key, the name."""
    for game in corpus.games:
        for source in game.sources:
            for lead in source.leads:
                yield game.path.with_name("sources.yaml"), lead, "document", lead.document
    for document in corpus.documents:
        for name in document.superseded_by:
            yield document.path, document, "superseded_by", name
    for card in corpus.cards:
        if card.base_document is not None:
            yield card.path, card, "base", card.base_document
        for erratum in card.errata:
            for key in ("document", "ended_by_document"):
                name = getattr(erratum, key)
                if name is not None:
                    yield card.path, erratum, key, name
            for redating in erratum.redated:
                if redating.document is not None:
                    yield card.path, redating, "document", redating.document
            for name in erratum.confirmed_by:
                yield card.path, erratum, "confirmed_by", name
        for ending in card.endings:
            if ending.document is not None:
                yield card.path, ending, "document", ending.document
