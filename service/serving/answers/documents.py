"""Documents: where changes were announced."""

from __future__ import annotations

from collections.abc import Iterable

from service.domain.documents import Document
from service.serving.answers.parts import Answer, iso
from service.store.connection import Connection
from service.store.documents import load_document


def documents_answer(conn: Connection, names: Iterable[str]) -> dict[str, Answer]:
    """Return what is recorded of these documents, by id; one of which nothing is recorded is left out."""
    found = {name: load_document(conn, name) for name in sorted(set(names))}
    return {name: _document(one) for name, one in found.items() if one is not None}


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
        "summary": one.summary,
    }
