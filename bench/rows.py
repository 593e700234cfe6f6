"""Which rows an import has made, in the order in which it must have: as steps for the reference."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Table, select
from sqlalchemy.engine import Row

from bench.reference_import import DELETE, INSERT, JSON_COLUMNS, Step
from service.domain.contents import named_contents
from service.domain.ids import subject_name
from service.domain.ledger import Fact
from service.store.connection import Connection, make_engine, reading
from service.store.facts import assertion_of, ending_of, record_of
from service.store.models import LEDGER, AssertionRow, Base, ContentRow, EndingRow, RecordRow

CHUNK = 1000
"""How many rows a step has at most."""

_LEDGER = [table.__tablename__ for table in LEDGER]
_FACTS = ((AssertionRow, assertion_of), (EndingRow, ending_of), (RecordRow, record_of))


class _Dump(NamedTuple):
    """The rows of a table, as the drivers take them, and the columns."""

    table: Table
    rows: list[tuple[Any, ...]]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(map(str, self.table.columns.keys()))

    def key(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return the primary key of a row."""
        return tuple(row[self.columns.index(one.name)] for one in self.table.primary_key)


def steps_between(before: str, after: str) -> list[Step]:
    """Return what makes the database at one address equal to that at another.

    First rows of the index go that are others now; then come the rows of each entry: its own, its texts by
    their hash, its facts by their number, and the index rows of the subjects that it is the last to touch,
    subject by subject.
    """
    old, new = dump(before), dump(after)
    fresh = {
        name: _Dump(new[name].table, [row for row in new[name].rows if row not in old_rows])
        for name in new
        for old_rows in (set(old[name].rows),)
    }
    gone = [
        _Dump(old[name].table, [row for row in old[name].rows if row not in new_rows])
        for name in old
        if name not in _LEDGER
        for new_rows in (set(new[name].rows),)
    ]
    return [*_deletions(gone), *_insertions(fresh, _Places(after))]


def dump(url: str) -> dict[str, _Dump]:
    """Return all rows of each table of the models, by their keys; the tables of the ledger come first."""
    others = [name for name in Base.metadata.tables if name not in _LEDGER]
    engine = make_engine(url)
    with reading(engine) as conn:
        found = {name: _dump(conn, Base.metadata.tables[name]) for name in (*_LEDGER, *others)}
    engine.dispose()
    return found


def _dump(conn: Connection, table: Table) -> _Dump:
    found = _Dump(table, [tuple(map(_plain, row)) for row in conn.execute(select(table))])
    return found._replace(rows=sorted(found.rows, key=found.key))


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


class _Places:
    """In which entry each text was named first, and each subject touched last."""

    def __init__(self, url: str) -> None:
        self.texts: dict[str, int] = {}
        self.subjects: dict[str, int] = {}
        self.last = 0
        engine = make_engine(url)
        with reading(engine) as conn:
            for table, fact_of in _FACTS:
                for row in conn.execute(select(table.__table__).order_by(table.seq, table.n)):
                    self._take(row, fact_of(row))
        engine.dispose()

    def _take(self, row: Row[Any], fact: Fact) -> None:
        subject = row.subject if hasattr(row, "subject") else subject_name(row.key)
        self.subjects[subject] = max(row.seq, self.subjects.get(subject, 0))
        for sha256 in named_contents(fact):
            self.texts[sha256] = min(row.seq, self.texts.get(sha256, row.seq))
        self.last = max(row.seq, self.last)

    def of(self, table: Table, told: dict[str, Any]) -> int:
        """Return the entry that a row came with."""
        if table.name == ContentRow.__tablename__:
            return self.texts.get(told["sha256"], self.last)
        if table.name in _LEDGER:
            seq: int = told["seq"]
            return seq
        return self.subjects.get(told.get("subject", ""), self.last)


def _deletions(dumps: Iterable[_Dump]) -> Iterator[Step]:
    for one in dumps:
        names = tuple(str(column.name) for column in one.table.primary_key)
        yield from _chunks(DELETE, one.table, names, [one.key(row) for row in one.rows])


def _insertions(dumps: dict[str, _Dump], places: _Places) -> Iterator[Step]:
    by_entry: dict[int, dict[str, list[tuple[Any, ...]]]] = {}
    for name, one in dumps.items():
        told = [(dict(zip(one.columns, row, strict=True)), row) for row in one.rows]
        if name not in _LEDGER:  # they are written subject by subject
            told.sort(key=lambda each: each[0].get("subject", ""))
        for named, row in told:
            by_entry.setdefault(places.of(one.table, named), {}).setdefault(name, []).append(row)
    order = [_LEDGER[0], ContentRow.__tablename__, *dumps]
    for seq in sorted(by_entry):
        for name in dict.fromkeys(order):
            found = by_entry[seq].get(name, [])
            yield from _chunks(INSERT, dumps[name].table, dumps[name].columns, found)


def _chunks(
    does: str, table: Table, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> Iterator[Step]:
    json_columns = {place for place, name in enumerate(columns) if (str(table.name), name) in JSON_COLUMNS}
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        yield Step(does, str(table.name), columns, [_parsed(row, json_columns) for row in chunk])


def _parsed(row: tuple[Any, ...], places: Collection[int]) -> tuple[Any, ...]:
    """Return a row with lists and tables in the place of JSON."""
    if not places:
        return row
    told = list(row)
    for place in places:
        told[place] = None if told[place] is None else json.loads(told[place])
    return tuple(told)
