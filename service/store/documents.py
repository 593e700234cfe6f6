"""Documents as the ledger records them."""

from __future__ import annotations

from sqlalchemy import Connection

from service.domain.documents import Document, document_of
from service.store.records import load_record


def load_document(conn: Connection, document: str) -> Document | None:
    """Return the document of that id; None where none is recorded."""
    body = load_record(conn, Document.kind, document)
    return None if body is None else document_of(document, body)
