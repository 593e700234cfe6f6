"""The errata of a card file as assertions of the ledger: one for each day on which an erratum starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from service.corpus.assertions import base_assertion, card_symbols, printing_assertions
from service.corpus.contents import Contents, words
from service.corpus.endings import ending_facts, stated_or_announced
from service.corpus.files import CardFile, DocumentFile, ErratumFile, GameFile
from service.corpus.tracks import days_of, latest_start, words_language
from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import field_class, state_on
from service.domain.history import History
from service.domain.ids import card_id
from service.domain.ledger import Assertion
from service.domain.symbols import Canonical
from service.domain.timeline import Timeline


def errata_assertions(
    card: CardFile, game: GameFile, documents: Mapping[str, DocumentFile], contents: Contents
) -> Iterator[Assertion]:
    """Yield the errata of a card in file order, each following the one before.

    Of one with a day for each scope, or that was re-dated, every assertion but the first follows the erratum
    itself. The first erratum follows the last of ``printing_assertions``: it wins over a printing of its day.
    """
    canonical = card_symbols(card, game).canonical
    printed = list(printing_assertions(card, game, contents))
    so_far = [base_assertion(card, game, documents, contents), *printed]
    follows = printed[-1].erratum if printed else None
    for one in card.errata:
        before = _words_before(so_far, one, card, game, contents) if one.change_class is None else {}
        change_class, basis = _class_of(one, before, canonical)
        told = replace(
            _undated(one, card, game, documents, contents),
            change_class=change_class,
            class_basis=basis,
            follows=follows,
        )
        versions = list(_dated(told, one, documents))
        # Of a change that was re-dated only the last day counts.
        so_far += versions[-1:] if one.redated else versions
        yield versions[0]
        yield from (replace(version, follows=one.id) for version in versions[1:])
        follows = one.id


def _undated(
    one: ErratumFile,
    card: CardFile,
    game: GameFile,
    documents: Mapping[str, DocumentFile],
    contents: Contents,
) -> Assertion:
    """Return what every assertion of an erratum says, whatever its day."""
    confirmed = [documents[name].announced_on for name in one.confirmed_by]
    document = documents[one.document] if one.document is not None else None
    return Assertion(
        subject=card_id(card.game, card.id),
        kind=one.kind,
        erratum=one.id,
        replaces=one.replaces,
        scopes=one.scopes,
        languages=one.languages,
        until_document=one.ended_by_document,
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


def _dated(told: Assertion, one: ErratumFile, documents: Mapping[str, DocumentFile]) -> Iterator[Assertion]:
    """Yield an erratum with each of its days: by scope in file order, or as the publisher re-dated it."""
    end = _end(told, one, documents)
    for part in days_of(replace(one, redated=())):
        yield replace(
            end,
            scopes=part.scopes,
            effective_from=part.effective_from,
            effective_after=part.effective_after,
            effective_by=part.effective_by,
            date_basis=part.date_basis,
        )
    if one.pending:
        yield replace(told, pending=True)
    for redating in one.redated:
        yield replace(
            told if redating.pending else end,
            pending=redating.pending or None,
            effective_from=redating.effective_from,
            date_basis=None if redating.pending else "stated",
            announced_on=stated_or_announced(redating.announced_on, redating.document, documents),
            document=redating.document or told.document,
        )


def _end(told: Assertion, one: ErratumFile, documents: Mapping[str, DocumentFile]) -> Assertion:
    """Return an assertion with the end of its erratum, known from the day on which that was announced.

    An end that nothing else announced was announced with the change.
    """
    if one.effective_until is None:
        return told
    announced = told.announced_on
    if one.ended_by_document is not None or one.until_announced_on is not None:
        announced = stated_or_announced(one.until_announced_on, one.ended_by_document, documents)
    return replace(told, effective_until=one.effective_until, until_announced_on=announced)


def _words_before(
    so_far: Sequence[Assertion], one: ErratumFile, card: CardFile, game: GameFile, contents: Contents
) -> dict[tuple[int, str], str | None]:
    """Return the words that an erratum altered: what is read on its first day without it.

    In its own language and first scope. Where it has no day yet, what was read last.
    """
    numbered = tuple(replace(each, seq=1, n=n) for n, each in enumerate(so_far, start=1))
    history = History(
        subject=card_id(card.game, card.id),
        assertions=numbered,
        endings=tuple(ending_facts(card, {})),
        language=game.language,
        translations_of=game.translations_of,
        verified_through=None,
    )
    part = next(iter(days_of(one)), one)
    day = latest_start(part) or date.max
    scope = (part.scopes or game.scopes)[0]
    state = state_on(Timeline(history), day, words_language(one, game), scope)
    return {key: contents.texts.get(content) for key, content in state.contents.items()}


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
