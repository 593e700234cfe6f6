"""Histories of subjects out of the ledger."""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, and_, bindparam, func, or_, select

from service.domain.belongings import ANSWER_KINDS
from service.domain.coverage import Coverage, checked_through, set_coverage
from service.domain.games import Game, Notice
from service.domain.history import History
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending
from service.domain.printings import Printing, printing_of
from service.store.facts import assertion_of, ending_of, record_of
from service.store.games import load_coverage
from service.store.models import AssertionRow, EndingRow, RecordRow
from service.store.records import iter_records
from service.store.subjects import load_subject

GAME_KINDS = (Game.kind, Coverage.kind, Notice.kind)
"""The records of a game that stand in every answer about its subjects."""


def load_history(conn: Connection, subject: SubjectId, game: Game, as_of: int | None = None) -> History:
    """Return all that the ledger holds of a subject's texts; empty where it holds nothing.

    Args:
        game: as it stood at the pin, if there is one.
        as_of: the last entry that counts; None: the ledger's last.
    """
    return History(
        subject=subject,
        assertions=tuple(load_assertions(conn, subject, as_of)),
        endings=tuple(load_endings(conn, subject, as_of)),
        language=game.language,
        translations_of=game.translations_of,
        verified_through=load_verified_through(conn, subject, game, as_of),
    )


_ASSERTIONS = (
    select(AssertionRow.__table__)
    .where(AssertionRow.subject == bindparam("subject"))
    .order_by(AssertionRow.seq, AssertionRow.n)
)
_ENDINGS = (
    select(EndingRow.__table__)
    .where(EndingRow.subject == bindparam("subject"))
    .order_by(EndingRow.seq, EndingRow.n)
)


def load_assertions(conn: Connection, subject: SubjectId, as_of: int | None = None) -> list[Assertion]:
    """Return every assertion about a subject, corrected ones too, in ledger order, up to a pin."""
    query = _ASSERTIONS if as_of is None else _ASSERTIONS.where(AssertionRow.seq <= as_of)
    return [assertion_of(row) for row in conn.execute(query, {"subject": str(subject)})]


def load_endings(conn: Connection, subject: SubjectId, as_of: int | None = None) -> list[Ending]:
    """Return every ending about a subject, corrections too, in ledger order, up to a pin."""
    query = _ENDINGS if as_of is None else _ENDINGS.where(EndingRow.seq <= as_of)
    return [ending_of(row) for row in conn.execute(query, {"subject": str(subject)})]


def load_verified_through(
    conn: Connection, subject: SubjectId, game: Game, as_of: int | None = None
) -> date | None:
    """Return the last day through which all faces of a subject were checked, up to a pin."""
    found = load_subject(conn, subject, as_of)
    sets = {set_coverage(subject.game, one.set) for one in load_printings(conn, subject, as_of)}
    return checked_through(
        subject,
        found.faces if found is not None else 1,
        [game.verified_through, *(load_coverage(conn, key, as_of) for key in sorted(sets))],
        lambda key: load_coverage(conn, key, as_of),
    )


def load_last_record_seq(conn: Connection, subject: SubjectId, as_of: int | None = None) -> int:
    """Return the last entry with a record that an answer about a subject depends on, up to a pin."""
    name = str(subject)
    own = and_(RecordRow.key >= f"{name}/", RecordRow.key < f"{name}0")
    sets = [set_coverage(subject.game, one.set) for one in load_printings(conn, subject, as_of)]
    queries = [
        select(func.max(RecordRow.seq)).where(
            RecordRow.kind.in_(ANSWER_KINDS), or_(RecordRow.key == name, own)
        ),
        select(func.max(RecordRow.seq)).where(RecordRow.kind.in_(GAME_KINDS), RecordRow.key == subject.game),
        select(func.max(RecordRow.seq)).where(RecordRow.kind == Coverage.kind, RecordRow.key.in_(sets)),
    ]
    if as_of is not None:
        queries = [query.where(RecordRow.seq <= as_of) for query in queries]
    return max(conn.scalar(query) or 0 for query in queries)


def load_printings(conn: Connection, subject: SubjectId, as_of: int | None = None) -> list[Printing]:
    """Return the printings of a subject, by release (unknown last), language and id, up to a pin."""
    printings = [
        printing_of(one.key, one.body or {}) for one in iter_records(conn, Printing.kind, str(subject), as_of)
    ]
    return sorted(
        printings, key=lambda one: (one.released_on or one.released_by or date.max, one.lang, one.id)
    )


def load_first_printing(conn: Connection, card: SubjectId) -> Printing | None:
    """Return the printing of a card that was recorded first, as it was recorded then; None without any.

    Neither a correction nor a withdrawal of it, nor a printing that is recorded later, changes the answer.
    """
    query = (
        select(RecordRow.__table__)
        .where(
            RecordRow.kind == Printing.kind,
            RecordRow.key >= f"{card}/",
            RecordRow.key < f"{card}0",
            RecordRow.body.is_not(None),
        )
        .order_by(RecordRow.seq, RecordRow.n)
        .limit(1)
    )
    row = conn.execute(query).one_or_none()
    if row is None:
        return None
    record = record_of(row)
    return printing_of(record.key, record.body or {})
