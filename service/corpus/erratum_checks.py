"""Rules on one erratum by itself: its words, its class, its days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from service.corpus.codes import Code
from service.corpus.faults import Fault, line_of
from service.corpus.files import (
    CardFile,
    Corpus,
    EndingFile,
    ErratumFile,
    FaceFile,
    Marker,
    RedatingFile,
    Removed,
    Value,
)
from service.corpus.tracks import each_erratum, first_days


def check_languages(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse several languages without the authoritative one: the words can be in one only."""
    for game, card, erratum in each_erratum(corpus):
        if game.language not in erratum.languages and len(erratum.languages) > 1:
            found = f"the words can't be in {' and '.join(erratum.languages)} at once"
            todo = "write an erratum for each language"
            line = line_of(erratum, "languages")
            yield Fault(card.path, line, Code.LANGUAGES_WITHOUT_WORDS, found, todo)


def check_languages_of_fields(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a field without a language in an erratum that names languages.

    Such a field has one value, which stands in the answer of every language.
    """
    for game, card, erratum in each_erratum(corpus):
        if not erratum.languages:
            continue
        unlocalized = {field.id for field in game.fields if not field.localized}
        for face in erratum.faces:
            for name in face.values.keys() & unlocalized:
                found = f"{name} has one value for every language, and erratum {erratum.id} is of "
                found += f"{' and '.join(erratum.languages)} alone"
                todo = "take it out, or write an erratum for all languages"
                line = face.lines.get(name, face.line)
                yield Fault(card.path, line, Code.FIELD_NOT_LOCALIZED, found, todo)


def check_wordless(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an erratum without words that isn't a dated change of the rules."""
    for _, card, erratum in each_erratum(corpus):
        if _has_words(erratum):
            continue
        if erratum.change_class != "rules":
            found = f"erratum {erratum.id} has no words, and its class isn't rules"
            todo = "write the new words, or class: rules if it changes none"
            line = line_of(erratum, "class")
            yield Fault(card.path, line, Code.WORDLESS, found, todo)
        elif erratum.effective_from is None and not erratum.scope_days and not erratum.pending:
            found = f"erratum {erratum.id} has no words and no effective_from"
            yield Fault(card.path, erratum.line, Code.WORDLESS, found, "write its first day")


def check_rules_class(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse words of an erratum of class ``rules``, which changes none."""
    for _, card, erratum in each_erratum(corpus):
        if erratum.change_class == "rules" and _has_words(erratum):
            found = f"erratum {erratum.id} is of class rules, which changes no words, and has words"
            todo = "take the words out, or choose the class of their change"
            line = line_of(erratum, "class")
            yield Fault(card.path, line, Code.RULES_WITH_WORDS, found, todo)


def check_unknown_words(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse unknown words without a class, for it can't be computed from them."""
    for _, card, erratum in each_erratum(corpus):
        if erratum.change_class is None and _has_unread_words(erratum):
            found = f"words of erratum {erratum.id} are unknown, so that no class can be computed"
            yield Fault(card.path, erratum.line, Code.CLASS_NEEDED, found, "write its class")


def check_removed_before(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an erratum without a class on a text whose former words were removed."""
    for card in corpus.cards:
        removed: set[tuple[int, str]] = set(_removed(card.base))
        for erratum in card.errata:
            named = {(face.index, name) for face in erratum.faces for name in face.values}
            if erratum.change_class is None and named & removed:
                found = (
                    f"words that erratum {erratum.id} altered were removed, so that no class can be computed"
                )
                todo = "write its class, and class_basis: computed if it was computed before"
                yield Fault(card.path, erratum.line, Code.CLASS_NEEDED, found, todo)
            removed |= set(_removed(erratum.faces))


def _removed(faces: Iterable[FaceFile]) -> Iterator[tuple[int, str]]:
    for face in faces:
        yield from ((face.index, name) for name, value in face.values.items() if isinstance(value, Removed))


def check_bases(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse the basis of a class or day that isn't there."""
    for _, card, erratum in each_erratum(corpus):
        if erratum.class_basis is not None and erratum.change_class is None:
            found = "class_basis stands here without class"
            line = line_of(erratum, "class_basis")
            yield Fault(card.path, line, Code.BASIS_ALONE, found, "write the class or take it out")
        dated = first_days(erratum) or erratum.effective_after
        if erratum.date_basis is not None and not dated:
            found = "date_basis stands here without a day"
            line = line_of(erratum, "date_basis")
            yield Fault(card.path, line, Code.BASIS_ALONE, found, "write the day or take it out")


def check_windows(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a window beside an exact day, or one that ends before it begins."""
    for _, card, erratum in each_erratum(corpus):
        after, by = erratum.effective_after, erratum.effective_by
        if erratum.effective_from is not None and (after or by):
            key = "effective_after" if after else "effective_by"
            found = f"{key} stands beside effective_from"
            todo = "keep the exact day if it is known, otherwise the window"
            yield Fault(card.path, line_of(erratum, key), Code.DAY_AND_WINDOW, found, todo)
        if after is not None and by is not None and after >= by:
            found = f"effective_after {after} is not before effective_by {by}"
            todo = "the first is the last day of the old words, the second the latest first day"
            line = line_of(erratum, "effective_after")
            yield Fault(card.path, line, Code.EMPTY_WINDOW, found, todo)


def check_temporary(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a temporary change that ends before it starts, and the words of an end without day."""
    for _, card, erratum in each_erratum(corpus):
        until = erratum.effective_until
        start = max(first_days(erratum), default=erratum.effective_after)
        if until is not None and start is not None and until <= start:
            found = f"effective_until {until} is not after the start, {start}"
            todo = "write the first day on which the words no longer hold"
            line = line_of(erratum, "effective_until")
            yield Fault(card.path, line, Code.EMPTY_PERIOD, found, todo)
        for key in ("ended_by_document", "until_announced_on"):
            if until is None and getattr(erratum, key) is not None:
                found = f"{key} stands here without effective_until"
                line = line_of(erratum, key)
                todo = "write effective_until or take it out"
                yield Fault(card.path, line, Code.END_WITHOUT_DAY, found, todo)


def check_announcements(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse an erratum or an end that was announced after today."""
    for card in corpus.cards:
        for record in _claims(card):
            for key in ("announced_on", "until_announced_on"):
                day = getattr(record, key, None)
                if isinstance(day, date) and day > today:
                    found = f"{key} {day} is after today, {today}"
                    line = line_of(record, key)
                    todo = "write the day on which it became known"
                    yield Fault(card.path, line, Code.ANNOUNCED_IN_THE_FUTURE, found, todo)


def check_document_values(corpus: Corpus, today: date) -> Iterator[Fault]:
    """Refuse a value that repeats the document's, for it would not follow when that is mended."""
    documents = {document.id: document for document in corpus.documents}
    for card in corpus.cards:
        for record in _claims(card):
            document = documents.get(record.document or "")
            for key in ("announced_on", "provisional"):
                value = getattr(record, key, None)
                stated = document and (getattr(document, key) or _ABSENT[key])
                if value is not None and document is not None and value == stated:
                    found = f"{key} is the same as in documents/{document.id}.yaml"
                    line = line_of(record, key)
                    yield Fault(card.path, line, Code.REPEATS_THE_DOCUMENT, found, "take it out")


def _claims(card: CardFile) -> list[ErratumFile | EndingFile | RedatingFile]:
    return [*card.errata, *card.endings, *(one for erratum in card.errata for one in erratum.redated)]


_ABSENT = {"announced_on": Marker.UNKNOWN, "provisional": False}


def _has_unread_words(erratum: ErratumFile) -> bool:
    unread = (value is Marker.UNKNOWN or isinstance(value, Removed) for value in _values(erratum))
    return any(unread)


def _values(erratum: ErratumFile) -> Iterator[Value]:
    for face in erratum.faces:
        yield from face.values.values()


def _has_words(erratum: ErratumFile) -> bool:
    return any(face.values for face in erratum.faces)
