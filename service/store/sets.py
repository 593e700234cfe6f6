"""Sets as the ledger records them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from service.domain.ids import SubjectId
from service.domain.sets import Set, set_key, set_of
from service.store.models import PrintingRow
from service.store.records import iter_records, load_record


def load_set(conn: Connection, game: str, code: str) -> Set | None:
    """Return the set of a game that has that code; None where none is recorded."""
    key = set_key(game, code)
    body = load_record(conn, Set.kind, key)
    return None if body is None else set_of(key, body)


def iter_sets(conn: Connection) -> Iterator[Set]:
    """Yield every set of every game, by game and code."""
    for record in iter_records(conn, Set.kind):
        yield set_of(record.key, record.body or {})


def iter_printed_subjects(conn: Connection, game: str, code: str) -> list[SubjectId]:
    """Return the subjects of a game that have a printing in a set, in order."""
    query = select(PrintingRow.subject).where(
        PrintingRow.standing, PrintingRow.game == game, PrintingRow.set_code == code
    )
    return [SubjectId.parse(one) for one in conn.scalars(query.distinct().order_by(PrintingRow.subject))]
