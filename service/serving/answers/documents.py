"""Documents: where changes were announced, and what was."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from service.domain.documents import Document
from service.domain.errors import UnknownDocument
from service.domain.games import Game
from service.domain.ids import VersionId
from service.domain.ledger import Assertion
from service.domain.spans import Span
from service.domain.timeline import Timeline
from service.serving.answers.loaded import timeline_of
from service.serving.answers.parts import FORMAT, Asked, erratum_id
from service.serving.answers.sights import Answer, iso
from service.serving.answers.timeline import ended_answer, own_days, start_days
from service.store.connection import Connection
from service.store.documents import Citation, load_citations, load_document, load_documents
from service.store.games import iter_game_ids, load_game


def documents_answer(conn: Connection, names: Iterable[str], as_of: int | None = None) -> dict[str, Answer]:
    """Return what is recorded of these documents, by id; one of which nothing is recorded is left out.

    Args:
        as_of: the last entry that counts; None: the ledger's last.
    """
    found = {name: load_document(conn, name, as_of) for name in sorted(set(names))}
    return {name: _document(one) for name, one in found.items() if one is not None}


def document_list_answer(conn: Connection, game: str | None) -> Answer:
    """Return the documents by announcement (unknown last) and id, each with what it did.

    ``did`` says of every change whether the document ``announced``, ``confirmed`` or ``ended`` it.

    Args:
        game: of this one only; None: of every game.

    Raises:
        UnknownGame: if there is no such game.
    """
    games = [load_game(conn, name) for name in (iter_game_ids(conn) if game is None else [game])]
    documents = load_documents(conn, game)
    citations = load_citations(conn, [one.id for one in documents])
    return {
        "format": FORMAT,
        "documents": [
            _document(one) | {"cited_by": [_citation(each) for each in citations.get(one.id, ())]}
            for one in documents
        ],
        "notices": {one.id: one.notice for one in games},
    }


def document_answer(conn: Connection, game: str, document: str) -> Answer:
    """Return one document with what it announced, confirmed or ended, as ``did`` says.

    Each with its class, its first day, and how it ended, as the timeline has these.

    Raises:
        UnknownGame: if there is no such game.
        UnknownDocument: if the game has no such document; those it has are named.
    """
    found_game = load_game(conn, game)
    found = load_document(conn, document)
    if found is None or found.game != game:
        have = [one.id for one in load_documents(conn, game)]
        listed = ", ".join(have) or "none yet"
        raise UnknownDocument(
            f"{found_game.name} has no document {document!r}; it has: {listed}", documents=have
        )
    citations = load_citations(conn, [document]).get(document, [])
    return {
        "format": FORMAT,
        **_document(found),
        "cited_by": _dated(conn, found_game, citations),
        "notice": found_game.notice,
    }


def _document(one: Document) -> Answer:
    return {
        "document": one.id,
        "game": one.game,
        "title": one.title,
        "publisher": one.publisher,
        "url": one.url,
        "lang": one.lang,
        "announced_on": iso(one.announced_on),
        "effective_from": iso(one.effective_from),
        "provisional": one.provisional,
        "retired_on": iso(one.retired_on),
        "superseded_by": list(one.superseded_by),
        "summary": one.summary,
    }


def _citation(cited: Citation) -> Answer:
    one = cited.assertion
    return {
        "did": cited.did,
        "game": one.subject.game,
        "card": one.subject.name,
        "version": str(one.version),
        "kind": one.kind,
        "erratum": erratum_id(one),
        "printing": one.printing,
        "class": one.change_class,
        "class_basis": one.class_basis,
        "document": one.document,
        "confirmed_by": list(one.confirmed_by),
    }


def _dated(conn: Connection, game: Game, citations: Iterable[Citation]) -> list[Answer]:
    """Return what cards of a game say of a document, each with its first day and its end."""
    found = []
    for subject, cited in groupby(citations, key=lambda each: each.assertion.subject):
        asked = Asked(subject, game, game.language, game.scopes[0])
        timeline = timeline_of(conn, asked)
        spans = _spans(timeline, asked)
        for each in cited:
            one = each.assertion
            ended = {"ended": ended_answer(timeline, one)}
            found.append(_citation(each) | _first_day(one, spans.get(one.version)) | ended)
    return found


def _spans(timeline: Timeline, asked: Asked) -> dict[VersionId, Span]:
    """Return the days of every version of a card, in the first scope of its game that it covers."""
    scoped = (timeline.own_spans(asked.lang, scope) for scope in reversed(asked.game.scopes))
    return {span.assertion.version: span for spans in scoped for span in spans.values()}


def _first_day(one: Assertion, span: Span | None) -> Answer:
    """Return the first day of a version; of one that no day is known of, that it is so."""
    if span is not None:
        return start_days(span)
    return own_days(one)
