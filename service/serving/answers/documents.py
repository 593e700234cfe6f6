"""Documents: where changes were announced."""

from __future__ import annotations

from collections.abc import Iterable

from service.serving.answers.parts import Answer
from service.store.connection import Connection
from service.store.records import load_record


def documents_answer(conn: Connection, names: Iterable[str]) -> dict[str, Answer]:
    """Return what is recorded of these documents, by id; one of which nothing is recorded is left out."""
    found: dict[str, Answer] = {}
    for name in sorted(set(names)):
        body = load_record(conn, "document", name)
        if body is not None:
            keys = ("game", "title", "publisher", "url", "lang", "announced_on", "effective_from", "summary")
            found[name] = {"document": name, **{key: body.get(key) for key in keys}}
    return found
