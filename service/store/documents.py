"""Documents as the ledger records them, and what cites them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection, or_, select

from service.domain import order
from service.domain.documents import Document, document_of
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending
from service.domain.subjects import Subject
from service.store.facts import assertion_of, ending_of
from service.store.models import AssertionRow, EndingRow
from service.store.records import iter_records, load_record


def load_document(conn: Connection, document: str, as_of: int | None = None) -> Document | None:
    """Return the document of that id, up to a pin; None where none is recorded."""
    body = load_record(conn, Document.kind, document, as_of)
    return None if body is None else document_of(document, body)


def load_documents(conn: Connection, game: str | None = None) -> list[Document]:
    """Return the documents of a game, or of all, by announcement (unknown last) and id."""
    found = [document_of(one.key, one.body or {}) for one in iter_records(conn, Document.kind)]
    return sorted(
        (one for one in found if game in (None, one.game)),
        key=lambda one: (one.announced_on or date.max, one.id),
    )


class Citation(NamedTuple):
    """That a document announced, confirmed or ended something: ``did`` says which."""

    did: str
    assertion: Assertion


def load_citations(conn: Connection, documents: Collection[str]) -> dict[str, list[Citation]]:
    """Return what was announced, confirmed or ended in each of these documents, as far as it stands.

    By subject, and in its declared order; of one assertion the end comes last. A document that nothing
    cites is left out.
    """
    wanted = set(documents)
    # Which documents a list in JSON holds is not asked of the database: each says that in its own way.
    citing = or_(
        AssertionRow.document.in_(wanted),
        AssertionRow.confirmed_by.is_not(None),
        AssertionRow.until_document.in_(wanted),
    )
    ending = select(EndingRow.subject).where(EndingRow.document.in_(wanted))
    citers = select(AssertionRow.subject).where(citing).union(ending)
    subjects = [name for name in conn.scalars(citers) if load_record(conn, Subject.kind, name) is not None]
    assertions: dict[SubjectId, list[Assertion]] = defaultdict(list)
    asserted = select(AssertionRow.__table__).where(AssertionRow.subject.in_(subjects))
    for row in conn.execute(asserted.order_by(AssertionRow.seq, AssertionRow.n)):
        assertion = assertion_of(row)
        assertions[assertion.subject].append(assertion)
    endings: dict[SubjectId, list[Ending]] = defaultdict(list)
    ended = select(EndingRow.__table__).where(EndingRow.subject.in_(subjects))
    for row in conn.execute(ended.order_by(EndingRow.seq, EndingRow.n)):
        one = ending_of(row)
        endings[one.subject].append(one)
    found: dict[str, list[Citation]] = defaultdict(list)
    for subject, made in sorted(assertions.items()):
        for document, citation in _citations(made, endings[subject]):
            if document in wanted:
                found[document].append(citation)
    return dict(found)


def _citations(assertions: list[Assertion], endings: list[Ending]) -> Iterator[tuple[str, Citation]]:
    """Yield each document that what stands of a subject names, once for each thing that it did."""
    ends = order.standing_endings(endings)
    for one in order.standing(assertions, endings):
        if one.document is not None:
            yield one.document, Citation("announced", one)
        for document in dict.fromkeys(one.confirmed_by):
            if document != one.document:
                yield document, Citation("confirmed", one)
        own = one.until_document if one.effective_until is not None else None
        end = order.ending_of(ends, one)
        ended = [own, end.document if end is not None else None]
        for document in filter(None, dict.fromkeys(ended)):
            yield document, Citation("ended", one)
