"""All that the ledger tells of subjects, many at a time: what the rows of the index are made of.

Nothing is resolved here. What is told can be made without a database, too, by whoever records it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    Select,
    bindparam,
    func,
    select,
)

from service.domain.belongings import OWN_KINDS, PART_KINDS
from service.domain.coverage import Coverage, coverage_of, set_coverage
from service.domain.games import Game
from service.domain.ids import SubjectId, subject_name
from service.domain.ledger import Assertion, Ending, Record
from service.domain.subjects import Subject
from service.store.bulk import BulkRow
from service.store.facts import (
    ASSERTIONS_OF,
    ENDINGS_OF,
    assertion_in,
    assertion_of,
    ending_of,
    record_in,
    record_of,
)
from service.store.ledger import load_texts
from service.store.listed import one_of
from service.store.models import AssertionRow, RecordRow
from service.store.timelines import GAME_KINDS


@dataclass(slots=True)
class SubjectTold:
    """What was ever said of a subject, corrections and withdrawals too, each in ledger order.

    Attributes:
        records: those whose keys begin with the subject.
        texts: the words of its assertions by their hash, without those that were removed.
    """

    subject: SubjectId
    assertions: list[Assertion] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameTold:
    """What is said of a game and of its sets, as far as the index rows of its subjects depend on it.

    Attributes:
        game: None where the ledger has it no longer.
        seq: the last entry with a record that stands in every answer about its subjects; 0 without one.
        sets: by the code of each set of which a coverage was ever told, the last entry with one, and the day.
    """

    game: Game | None
    seq: int = 0
    sets: Mapping[str, tuple[int, date | None]] = field(default_factory=dict)


def load_game_told(conn: Connection, name: str, game: Game | None) -> GameTold:
    """Return what is said of a game.

    Args:
        game: as it stands; None where the ledger has it no longer.
    """
    last = select(func.max(RecordRow.seq)).where(RecordRow.kind.in_(GAME_KINDS), RecordRow.key == name)
    begins = set_coverage(name, "")
    query = select(RecordRow.__table__).where(
        RecordRow.kind == Coverage.kind, RecordRow.key >= begins, RecordRow.key < f"{begins[:-1]}0"
    )
    sets: dict[str, tuple[int, date | None]] = {}
    for record in map(record_of, conn.execute(query.order_by(RecordRow.seq, RecordRow.n))):
        day = None if record.body is None else coverage_of(record.key, record.body).verified_through
        sets[record.key.removeprefix(begins)] = (record.seq, day)
    return GameTold(game, conn.scalar(last) or 0, sets)


def load_told(conn: Connection, subjects: Sequence[SubjectId]) -> list[SubjectTold]:
    """Return what was said of each of these subjects, in the given order.

    Args:
        subjects: one or more, and so many that one statement takes them.
    """
    found = {str(subject): SubjectTold(subject) for subject in subjects}
    for row in _of(conn, ASSERTIONS_OF, found):
        found[row.subject].assertions.append(assertion_of(row))
    for row in _of(conn, ENDINGS_OF, found):
        found[row.subject].endings.append(ending_of(row))
    records = [*_of(conn, _OWN_RECORDS, found), *_records_under(conn, found)]
    for row in sorted(records, key=lambda row: (row.seq, row.n)):
        name = subject_name(row.key)
        if name in found:
            found[name].records.append(record_of(row))
    told = list(found.values())
    texts = load_texts(conn, (content for one in told for content in _contents(one.assertions)))
    for one in told:
        one.texts = {key: texts[key] for key in _contents(one.assertions) if key in texts}
    return told


def told_in_rows(
    facts: Mapping[str, Iterable[BulkRow]], subjects: Collection[str], texts: Mapping[str, str]
) -> list[SubjectTold]:
    """Return what the rows of facts, not written yet, say of subjects of which nothing else was ever said.

    Args:
        facts: the rows of each table, by its name, in ledger order.
        subjects: by name; rows of others are passed over.
        texts: all that the facts name.
    """
    found = {name: SubjectTold(SubjectId.parse(name), texts=texts) for name in subjects}
    for row in facts.get(AssertionRow.__tablename__, ()):
        assertion = assertion_in(row)
        if (told := found.get(str(assertion.subject))) is not None:
            told.assertions.append(assertion)
    for row in facts.get(RecordRow.__tablename__, ()):
        record = record_in(row)
        if (told := found.get(subject_name(record.key))) is not None:
            told.records.append(record)
    return list(found.values())


def _contents(assertions: Iterable[Assertion]) -> Iterator[str]:
    return (value.content for one in assertions for value in one.fields)


def _of(conn: Connection, query: Select[Any], subjects: Iterable[str]) -> Iterable[Row[Any]]:
    return conn.execute(query, {"subjects": list(subjects)})


_OWN_RECORDS = select(RecordRow.__table__).where(
    RecordRow.kind.in_(OWN_KINDS), one_of(RecordRow.key, "subjects")
)


_UNDER = select(RecordRow.__table__).where(
    RecordRow.kind.in_(PART_KINDS),
    RecordRow.key >= bindparam("first"),
    RecordRow.key < bindparam("behind"),
)
_SUBJECTS_BETWEEN = select(func.count(RecordRow.key.distinct())).where(
    RecordRow.kind == Subject.kind,
    RecordRow.key >= bindparam("first"),
    RecordRow.key < bindparam("behind"),
)

_DENSE = 4
"""How many subjects are read for each one that is asked for, rather than each by a statement of its own."""


def _records_under(conn: Connection, subjects: Iterable[str]) -> Iterator[Row[Any]]:
    """Yield the records of printings and faces of subjects, in no order, and maybe those of others.

    A range of keys is what an index serves on every database, however little is known of a table just filled.
    """
    # "0" is the character after "/".
    each = [{"first": f"{name}/", "behind": f"{name}0"} for name in subjects]
    whole = {"first": min(one["first"] for one in each), "behind": max(one["behind"] for one in each)}
    dense = (conn.scalar(_SUBJECTS_BETWEEN, whole) or 0) <= _DENSE * len(each)
    for keys in [whole] if dense else each:
        yield from conn.execute(_UNDER, keys)
