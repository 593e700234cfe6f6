"""Documents as the ledger records them, and what cites them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import date

from sqlalchemy import Connection, or_, select

from service.domain.documents import Document, document_of
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending
from service.domain.order import standing
from service.store.facts import assertion_of, ending_of
from service.store.models import AssertionRow, EndingRow
from service.store.records import iter_records, load_record


def load_document(conn: Connection, document: str) -> Document | None:
    """Return the document of that id; None where none is recorded."""
    body = load_record(conn, Document.kind, document)
    return None if body is None else document_of(document, body)


def load_documents(conn: Connection, game: str | None = None) -> list[Document]:
    """Return the documents of a game, or of all, by announcement (unknown last) and id."""
    found = [document_of(one.key, one.body or {}) for one in iter_records(conn, Document.kind)]
    return sorted(
        (one for one in found if game in (None, one.game)),
        key=lambda one: (one.announced_on or date.max, one.id),
    )


def load_citations(conn: Connection, documents: Collection[str]) -> dict[str, list[Assertion]]:
    """Return what was announced or confirmed in each of these documents, as far as it stands.

    By subject, and in its declared order. A document that nothing cites is left out.
    """
    wanted = set(documents)
    # Which documents a list in JSON holds is not asked of the database: each says that in its own way.
    citing = select(AssertionRow.subject).where(
        or_(AssertionRow.document.in_(wanted), AssertionRow.confirmed_by.is_not(None))
    )
    assertions: dict[SubjectId, list[Assertion]] = defaultdict(list)
    asserted = select(AssertionRow.__table__).where(AssertionRow.subject.in_(citing))
    for row in conn.execute(asserted.order_by(AssertionRow.seq, AssertionRow.n)):
        assertion = assertion_of(row)
        assertions[assertion.subject].append(assertion)
    endings: dict[SubjectId, list[Ending]] = defaultdict(list)
    ended = select(EndingRow.__table__).where(EndingRow.subject.in_(citing))
    for row in conn.execute(ended.order_by(EndingRow.seq, EndingRow.n)):
        ending = ending_of(row)
        endings[ending.subject].append(ending)
    found: dict[str, list[Assertion]] = defaultdict(list)
    for subject, made in sorted(assertions.items()):
        for one in standing(made, endings[subject]):
            for document in wanted.intersection((one.document, *one.confirmed_by)):
                found[document].append(one)
    return dict(found)
