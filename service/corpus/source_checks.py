"""Rules on sources of observations: what they say of fields, languages, days and documents."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import PurePosixPath

from service.corpus.codes import Code
from service.corpus.faults import Fault, line_of, or_nearest
from service.corpus.files import Corpus, DocumentFile, GameFile
from service.corpus.source_files import LanguageFile, LeadFile, SourceFieldFile, SourceFile


def check_source_ids(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two sources of one id in a game."""
    seen: dict[tuple[str, str], int] = {}
    for game, path, source in _each_source(corpus):
        line, place = line_of(source, "id"), (game.id, source.id)
        if place in seen:
            found = f"a second source is called {source.id}; line {seen[place]} is the first"
            yield Fault(path, line, Code.REPEATED_ID, found, "choose another id; it is for ever")
        seen.setdefault(place, line)


def check_source_fields(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a field that the game doesn't have."""
    for game, path, one in _each_field(corpus):
        known = [field.id for field in game.fields]
        for name in one.fields:
            if name not in known:
                found = f"game {game.id!r} has no field {name!r}"
                todo = or_nearest(name, known, f"one of: {', '.join(known)}")
                yield Fault(path, line_of(one, "fields"), Code.UNKNOWN_FIELD, found, todo)


def check_source_joins(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse several fields without what joins them, and a single one with it."""
    for _, path, one in _each_field(corpus):
        if len(one.fields) > 1 and one.joined_by is None:
            found = f"{one.key} holds {' and '.join(one.fields)}, and nothing says what stands between them"
            yield Fault(path, line_of(one, "fields"), Code.JOINED_BY_NEEDED, found, "add joined_by")
        if len(one.fields) == 1 and one.joined_by is not None:
            found = f"{one.key} holds {one.fields[0]} alone, and joined_by joins nothing"
            todo = "take it out, or name the other fields"
            yield Fault(path, line_of(one, "joined_by"), Code.JOINED_BY_ALONE, found, todo)


def check_joined_fields(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a localized field or a list among several fields that one value holds."""
    for game, path, one in _each_field(corpus):
        for field in game.fields:
            if len(one.fields) > 1 and field.id in one.fields and (field.localized or field.is_list):
                kind = "localized" if field.localized else "a list"
                found = f"{field.id} is {kind}, and can't be a part of one value"
                todo = "name fields here that have one value for all languages"
                yield Fault(path, line_of(one, "fields"), Code.NOT_JOINABLE, found, todo)


def check_source_languages(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a word that means two languages."""
    for _, path, source in _each_source(corpus):
        seen: dict[str, LanguageFile] = {}
        for one in source.languages:
            for word in one.words:
                if word in seen:
                    found = f"{word} means {seen[word].lang} already, on line {seen[word].line}"
                    yield Fault(path, one.line, Code.TWO_LANGUAGES, found, "keep it at one of the two")
                seen.setdefault(word, one)


def check_lags(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a lag that is over before it begins."""
    for _, path, source in _each_source(corpus):
        for one in source.lags:
            if one.after is not None and one.through is not None and one.through <= one.after:
                found = f"through {one.through} is not after {one.after}"
                todo = "the first is the last day before the lag, the second its last day"
                yield Fault(path, line_of(one, "through"), Code.EMPTY_PERIOD, found, todo)


def check_leads(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a lead whose document is another game's, states no day, or one that isn't later."""
    documents = {document.id: document for document in corpus.documents}
    for game, path, source in _each_source(corpus):
        for one in source.leads:
            if one.document in documents:
                yield from _lead_faults(game, path, one, documents[one.document])


def _lead_faults(
    game: GameFile, path: PurePosixPath, one: LeadFile, document: DocumentFile
) -> Iterator[Fault]:
    if document.game != game.id:
        found = f"{document.id} is a document of game {document.game!r}"
        todo = f"name one of {game.id}/documents"
        yield Fault(path, line_of(one, "document"), Code.FOREIGN_DOCUMENT, found, todo)
    elif document.effective_from is None:
        found = f"{document.id} states no effective_from"
        todo = "add it to the document if it does, or take the lead out"
        yield Fault(path, line_of(one, "document"), Code.LEAD_WITHOUT_DAY, found, todo)
    elif document.effective_from <= one.seen_on:
        found = f"effective_from {document.effective_from} of {document.id} is not after {one.seen_on}"
        todo = "mend one of the two days, or take out what is no lead"
        yield Fault(path, line_of(one, "seen_on"), Code.LEAD_TOO_LATE, found, todo)


def check_lead_days(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse two leads of one day."""
    for _, path, source in _each_source(corpus):
        seen: dict[date, int] = {}
        for one in source.leads:
            line = line_of(one, "seen_on")
            if one.seen_on in seen:
                found = f"a second lead was seen on {one.seen_on}; line {seen[one.seen_on]} has the first"
                yield Fault(path, line, Code.REPEATED_LEAD, found, "keep one of the two")
            seen.setdefault(one.seen_on, line)


def _each_source(corpus: Corpus) -> Iterator[tuple[GameFile, PurePosixPath, SourceFile]]:
    for game in corpus.games:
        path = game.path.with_name("sources.yaml")
        yield from ((game, path, source) for source in game.sources)


def _each_field(corpus: Corpus) -> Iterator[tuple[GameFile, PurePosixPath, SourceFieldFile]]:
    for game, path, source in _each_source(corpus):
        yield from ((game, path, one) for one in source.fields)
