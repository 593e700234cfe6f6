"""All checks, one after the other, over one state of the database."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, func, select

from service.domain.coverage import Coverage, coverage_of, set_coverage
from service.domain.errors import UNREADABLE, ErrataError
from service.domain.games import Game
from service.domain.history import History
from service.domain.ids import SubjectId
from service.domain.rules import broken_rules
from service.domain.subjects import Subject
from service.domain.timeline import Timeline
from service.store.games import load_game
from service.store.integrity.chain import chain_faults, head_faults
from service.store.integrity.expected import expected_rows, former_rows
from service.store.integrity.faults import Code, Fault
from service.store.integrity.forms import form_faults
from service.store.integrity.guards import guard_faults
from service.store.integrity.index import index_faults, index_head_faults, unexpected_rows
from service.store.integrity.rows import FACTS, as_stored, instant_of
from service.store.integrity.subjects import (
    SubjectRows,
    assertion_of,
    count_subjects,
    ending_of,
    iter_subjects,
    verified_through,
)
from service.store.integrity.tables import table_faults
from service.store.integrity.texts import text_faults
from service.store.models import Base, ContentRow, EntryRow, RecordRow
from service.store.records import iter_all_records
from service.store.timelines import GAME_KINDS


class Head(NamedTuple):
    """The ledger's last entry: its number and its hash."""

    seq: int
    hash: str


@dataclass(frozen=True, slots=True)
class Extent:
    """What there is to check; ``head`` is None while nothing was recorded."""

    head: Head | None
    entries: int
    facts: int
    texts: int
    subjects: int


def load_extent(conn: Connection) -> Extent:
    """Return what there is to check."""
    with as_stored(conn):
        last = conn.execute(select(EntryRow.seq, EntryRow.hash).order_by(EntryRow.seq.desc()))
        head = next((Head(seq, sha256) for seq, sha256 in last if type(seq) is int), None)
        last.close()
    return Extent(
        head=head,
        entries=_count(conn, EntryRow),
        facts=sum(_count(conn, table) for table in FACTS),
        texts=_count(conn, ContentRow),
        subjects=count_subjects(conn),
    )


def _count(conn: Connection, table: type[Base]) -> int:
    return conn.scalar(select(func.count()).select_from(table)) or 0


def iter_faults(
    conn: Connection,
    *,
    expect_head: str | None = None,
    advance: Callable[[int], None] = lambda _: None,
) -> Generator[Fault]:
    """Yield everything that is wrong with the ledger and its index, check by check.

    Args:
        conn: from ``reading``: all checks see one state of the database.
        expect_head: a hash, in lower case, that was published as the head: an entry must have it.
        advance: is told of each fact of the chain and of each subject that was checked.
    """
    with as_stored(conn):
        yield from table_faults(conn)
        yield from guard_faults(conn)
        if expect_head is not None:
            yield from head_faults(conn, expect_head)
        yield from chain_faults(conn, advance)
        yield from form_faults(conn)
        yield from text_faults(conn)
        yield from index_head_faults(conn)
        yield from _subject_faults(conn, advance)


def _subject_faults(conn: Connection, advance: Callable[[int], None]) -> Iterator[Fault]:
    games: dict[str, _Told] = {}
    for rows in iter_subjects(conn):
        try:
            # As a list: what can't be read must not come after half of what can.
            yield from list(_faults_of(conn, rows, games))
        except (*UNREADABLE, ErrataError) as error:
            found = f"its texts can't be resolved: {type(error).__name__}: {error}"
            yield Fault(code=Code.UNRESOLVABLE, subject=rows.label, found=found)
        advance(1)


class _Told(NamedTuple):
    """What the ledger says of a whole game: when last, and how far each set was checked, and when last."""

    game: Game
    seq: int
    sets: dict[str, date]
    set_seqs: dict[str, int]


def _faults_of(conn: Connection, rows: SubjectRows, games: dict[str, _Told]) -> Iterator[Fault]:
    rows.name.encode()  # what isn't UTF-8 in the database can't be asked for
    subject = SubjectId.parse(rows.name)
    if rows.body(Subject.kind) is None:
        yield from unexpected_rows(rows)
        yield from index_faults(rows, former_rows(rows, subject.game))
        return
    if subject.game not in games:
        games[subject.game] = _told(conn, subject.game)
    game, game_seq, sets, set_seqs = games[subject.game]
    history = History(
        subject=subject,
        assertions=tuple(assertion_of(row) for row in rows.assertions),
        endings=tuple(ending_of(row) for row in rows.endings),
        language=game.language,
        translations_of=game.translations_of,
        verified_through=verified_through(rows, game, sets),
    )
    timeline = Timeline(history)
    zone = ZoneInfo(game.zone)

    def recorded_on(seq: int) -> date | None:
        instant = instant_of(rows.recorded_at.get(seq))
        return None if instant is None else instant.astimezone(zone).date()

    for broken in broken_rules(history.assertions, history.endings, game.scopes, recorded_on):
        seq, n = broken.version
        yield Fault(code=Code(broken.code), seq=seq, n=n, subject=rows.label, found=broken.found)
    record_seq = max([game_seq, *(set_seqs.get(code, 0) for code in rows.printed_sets())])
    yield from index_faults(rows, expected_rows(rows, timeline, game, record_seq))


def _told(conn: Connection, game: str) -> _Told:
    query = select(func.max(RecordRow.seq)).where(RecordRow.kind.in_(GAME_KINDS), RecordRow.key == game)
    sets: dict[str, date] = {}
    seqs: dict[str, int] = {}
    for record in iter_all_records(conn, Coverage.kind, under=set_coverage(game, "").removesuffix("/")):
        code = record.key.removeprefix(set_coverage(game, ""))
        seqs[code] = record.seq
        sets.pop(code, None)
        if record.body is not None:
            sets[code] = coverage_of(record.key, record.body).verified_through
    return _Told(load_game(conn, game), conn.scalar(query) or 0, sets, seqs)
