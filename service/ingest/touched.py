"""Which subjects new facts concern: their part of the index has to be made again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.belongings import RECORD_KINDS
from service.domain.coverage import Coverage, covered_set, covered_subject
from service.domain.ids import SubjectId
from service.domain.ledger import Fact, Record
from service.domain.migrations import Migration, migration_of
from service.domain.tombstones import Tombstone
from service.store.connection import Connection
from service.store.removals import load_naming_subjects
from service.store.sets import iter_printed_subjects
from service.store.subjects import iter_subject_ids
from service.store.timelines import GAME_KINDS


def touched_subjects(conn: Connection, facts: Iterable[Fact]) -> set[SubjectId]:
    """Return the subjects whose answers these facts can change.

    Args:
        facts: not recorded yet, or just now: where a set was checked, the index tells who is printed in it.
    """
    found: set[SubjectId] = set()
    records: list[Record] = []
    for fact in facts:
        if isinstance(fact, Record):
            records.append(fact)
        else:
            found.add(fact.subject)
    for record in records:
        found.update(_own(record))
    for game in sorted({one.key for one in records if one.kind in GAME_KINDS and "/" not in one.key}):
        found.update(iter_subject_ids(conn, game))
    for one in (covered_set(record.key) for record in records if record.kind == Coverage.kind):
        found.update(iter_printed_subjects(conn, *one) if one is not None else ())
    return found | load_naming_subjects(conn, removed_hashes(records))


def removed_hashes(facts: Iterable[Fact]) -> list[str]:
    """Return the hashes of the texts that tombstones among the facts remove, in order."""
    records = [one for one in facts if isinstance(one, Record) and one.kind == Tombstone.kind]
    return sorted(one.key for one in records if one.body is not None)


def _own(record: Record) -> Iterator[SubjectId]:
    """Yield the subjects that a record names by its key or body."""
    if record.kind == Coverage.kind:
        covered = covered_subject(record.key)
        if covered is not None:
            yield covered
    elif record.kind in RECORD_KINDS:
        yield SubjectId.of_key(record.key)
    elif record.kind == Migration.kind:
        yield SubjectId.parse(record.key)
        if record.body is not None:
            yield migration_of(record.key, record.body).into
