"""Rules on games, sets, symbols and documents: what their files say together and can't be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePosixPath

from service.corpus.codes import Code
from service.corpus.faults import Fault, line_of
from service.corpus.files import CardFile, Corpus, FaceFile, GameFile, SetFile, SymbolFile

_N = re.compile("(?<![A-Za-z0-9])N(?![A-Za-z0-9])")


def check_set_codes(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two sets of one code in a game."""
    for game in corpus.games:
        path = game.path.with_name("sets.yaml")
        seen: dict[str, int] = {}
        for one in game.sets:
            if one.code in seen:
                found = f"a second set has the code {one.code}; line {seen[one.code]} has the first"
                yield Fault(path, one.line, Code.REPEATED_SET, found, "give each its own code")
            seen.setdefault(one.code, one.line)


def check_set_releases(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two releases of one set in the same region and language."""
    for game in corpus.games:
        path = game.path.with_name("sets.yaml")
        for one in game.sets:
            places = [(release.region, release.lang) for release in one.releases]
            for place in sorted({place for place in places if places.count(place) > 1}):
                found = f"set {one.code} is released twice in {' and '.join(place)}"
                yield Fault(path, one.line, Code.REPEATED_RELEASE, found, "keep one of them")


def check_symbol_spellings(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a spelling that means two symbols, or stands twice at one."""
    for game in corpus.games:
        path = game.path.with_name("symbols.yaml")
        seen: dict[str, SymbolFile] = {}
        for symbol in game.symbols:
            for spelling in _spellings(symbol):
                if spelling in seen:
                    other = seen[spelling]
                    found = f"{spelling} means {other.code} already, on line {other.line}"
                    todo = "keep it at one of the two"
                    yield Fault(path, symbol.line, Code.REPEATED_SPELLING, found, todo)
                seen.setdefault(spelling, symbol)


def check_symbol_numbers(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a spelling of a symbol with a number that has no place for it."""
    for game in corpus.games:
        path = game.path.with_name("symbols.yaml")
        for symbol in game.symbols:
            for spelling in _spellings(symbol):
                if symbol.number and _N.search(spelling) is None:
                    found = f"{spelling} has no N, where the number of the symbol would stand"
                    todo = "write an N in its place, or take out number: yes"
                    yield Fault(path, symbol.line, Code.NUMBER_PLACE, found, todo)


def check_symbol_domains(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a symbol that has a domain and takes that of its card."""
    for game in corpus.games:
        for symbol in game.symbols:
            if symbol.by_domain and symbol.domain is not None:
                path = game.path.with_name("symbols.yaml")
                found = f"{symbol.code} stands for {symbol.domain} and for the card's domain"
                todo = "keep domain or by_domain"
                yield Fault(path, symbol.line, Code.TWO_DOMAINS, found, todo)


def check_verified_days(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a game, a set, a card or a face that is verified beyond today."""
    for path, record in _verified(corpus):
        if record.verified_through is not None and record.verified_through > today:
            found = f"verified_through {record.verified_through} is after today, {today}"
            line = line_of(record, "verified_through")
            todo = "write the last day that was really checked"
            yield Fault(path, line, Code.VERIFIED_IN_THE_FUTURE, found, todo)


def _verified(corpus: Corpus) -> Iterator[tuple[PurePosixPath, GameFile | SetFile | CardFile | FaceFile]]:
    for game in corpus.games:
        yield game.path, game
        yield from ((game.path.with_name("sets.yaml"), one) for one in game.sets)
    for card in corpus.cards:
        yield card.path, card
        yield from ((card.path, face) for face in card.base)


def check_document_days(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a document that was announced after today, or retired before it was announced."""
    for document in corpus.documents:
        announced, retired = document.announced_on, document.retired_on
        if announced is not None and announced > today:
            found = f"announced_on {announced} is after today, {today}"
            line = line_of(document, "announced_on")
            todo = "write the day on which it was published"
            yield Fault(document.path, line, Code.ANNOUNCED_IN_THE_FUTURE, found, todo)
        if announced is not None and retired is not None and retired < announced:
            found = f"retired_on {retired} is before announced_on {announced}"
            line = line_of(document, "retired_on")
            yield Fault(document.path, line, Code.RETIRED_TOO_EARLY, found, "mend one of the two")


def check_superseding(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse documents that supersede one another in a circle."""
    successors = {document.id: document.superseded_by for document in corpus.documents}
    for document in corpus.documents:
        line = line_of(document, "superseded_by")
        if document.id in document.superseded_by:
            found = f"{document.id} is superseded by itself"
            yield Fault(document.path, line, Code.NAMES_ITSELF, found, "name another document")
            continue
        reached: set[str] = set()
        ahead = list(document.superseded_by)
        while ahead:
            name = ahead.pop()
            if name not in reached:
                reached.add(name)
                ahead.extend(successors.get(name, ()))
        if document.id in reached:
            found = f"{document.id} is superseded by documents that it supersedes"
            todo = "name only later documents"
            yield Fault(document.path, line, Code.SUPERSEDED_IN_A_CIRCLE, found, todo)


def _spellings(symbol: SymbolFile) -> tuple[str, ...]:
    return (symbol.code, *symbol.former, *symbol.tokens)
