"""The chain: entries without a gap, each hashed over its header, its facts and the hash before it.

A line is put together from the columns as they are stored, JSON columns as they stand, so that a change of
any byte shows. That those hold one JSON value each is what ``forms`` checks.
"""

from __future__ import annotations

import hashlib
import heapq
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from typing import Any

from sqlalchemy import Connection, select

from service.store.integrity.faults import Code, Fault
from service.store.integrity.rows import Columns, Stored, instant_of, iter_entries, iter_facts, listed
from service.store.models import EntryRow

_HASH_FORMAT = 1
_JSON = frozenset({"scopes", "languages", "confirmed_by", "fields", "body"})
_BOOLEAN = frozenset({"provisional", "pending"})


def line_of(name: str, columns: Columns) -> bytes:
    """Return the line that stands for a row in the hash: sorted, without nulls, no blanks."""
    members = (
        f'"{column}":{_value(column, stored)}'
        for column, stored in sorted(columns.items())
        if stored is not None
    )
    return f'{{"{name}":{{{",".join(members)}}}}}'.encode("utf-8", "surrogateescape")


def _value(column: str, stored: Any) -> str:
    if column in _JSON:
        return str(stored)
    if column in _BOOLEAN and stored in (0, 1):
        stored = bool(stored)
    return json.dumps(stored, ensure_ascii=False, default=repr)  # bytes, which only a stranger writes


def chain_faults(conn: Connection, advance: Callable[[int], None]) -> Iterator[Fault]:
    """Yield what is wrong with entries and the numbers of their facts, in ledger order.

    Args:
        advance: is told of each fact that was read.
    """
    rows = heapq.merge(
        (entry for entry in iter_entries(conn) if entry.has_place),
        iter_facts(conn),
        key=lambda one: (one.seq, one.table != EntryRow.__tablename__, one.n),
    )
    before: Columns | None = None
    for _, together in groupby(rows, key=lambda one: one.seq):
        rest = iter(together)
        first = next(rest)
        if first.table == EntryRow.__tablename__:
            yield from _place_faults(first.columns, before)
            yield from _entry_faults(first.columns, rest, advance)
            before = first.columns
        else:
            for fact in chain([first], rest):
                advance(1)
                found = f"there is no entry {fact.seq} that this {fact.table} belongs to"
                yield _fault(fact, Code.FACT_WITHOUT_ENTRY, found)


def _fault(fact: Stored, code: Code, found: str) -> Fault:
    return Fault(code=code, seq=fact.seq, n=fact.n, subject=fact.subject, found=found)


def _place_faults(entry: Columns, before: Columns | None) -> Iterator[Fault]:
    """Yield what is wrong with the place of an entry behind the one before it."""
    seq = entry["seq"]
    due = 1 if before is None else before["seq"] + 1
    if seq < due:
        yield Fault(code=Code.ENTRY_NUMBER, seq=seq, found="entries are numbered from 1")
    elif seq > due:
        missing = f"entry {due} is missing" if seq == due + 1 else f"entries {due} to {seq - 1} are missing"
        yield Fault(code=Code.ENTRY_NUMBER, seq=due, found=missing)
    else:
        expected = None if before is None else before["hash"]
        if entry["prev_hash"] != expected:
            found = f"its prev_hash is {entry['prev_hash']}, the hash of the entry before is {expected}"
            yield Fault(code=Code.PREV_HASH, seq=seq, found=found)
    recorded = instant_of(entry["recorded_at"])
    earliest = None if before is None else instant_of(before["recorded_at"])
    if recorded is None:
        found = f"recorded_at is {entry['recorded_at']!r}, not an instant as the ledger writes it"
        yield Fault(code=Code.RECORDED_AT, seq=seq, found=found)
    elif earliest is not None and recorded < earliest:
        found = f"it was recorded at {entry['recorded_at']}, before the entry before it"
        yield Fault(code=Code.RECORDED_AT, seq=seq, found=found)


def _entry_faults(entry: Columns, facts: Iterable[Stored], advance: Callable[[int], None]) -> Iterator[Fault]:
    """Yield what is wrong with the numbers of an entry's facts, and with its hash over them."""
    header = {name: stored for name, stored in entry.items() if name != "hash"}
    digest = hashlib.sha256(line_of("entry", header))
    subjects: dict[str, None] = {}
    due = 1
    for fact in facts:
        advance(1)
        digest.update(b"\n" + line_of(fact.table, fact.columns))
        if fact.subject is not None and len(subjects) <= _NAMED:
            subjects[fact.subject] = None
        if fact.n < due:
            found = f"this {fact.table} has a number that is taken, or no number of a fact"
            yield _fault(fact, Code.FACT_NUMBER, found)
        elif fact.n > due:
            missing = f"fact {due} is" if fact.n == due + 1 else f"facts {due} to {fact.n - 1} are"
            yield Fault(code=Code.FACT_NUMBER, seq=fact.seq, n=due, found=f"{missing} missing")
        due = max(due, fact.n + 1)
    if entry["hash_format"] != _HASH_FORMAT:
        found = f"its hash_format is {entry['hash_format']!r}; this version knows {_HASH_FORMAT} alone"
        yield Fault(code=Code.HASH_FORMAT, seq=entry["seq"], found=found)
    elif entry["hash"] != digest.hexdigest():
        about = f"; it is about {listed([*subjects], _NAMED)}" if subjects else ""
        found = f"its hash is {entry['hash']}, that of its header and facts is {digest.hexdigest()}{about}"
        subject = next(iter(subjects)) if len(subjects) == 1 else None
        yield Fault(code=Code.ENTRY_HASH, seq=entry["seq"], subject=subject, found=found)


_NAMED = 3
"""How many subjects of an entry are named at most: its hash can't tell which of its facts was changed."""


def head_faults(conn: Connection, expected: str) -> Iterator[Fault]:
    """Yield a fault if no entry has a hash that was published as the head."""
    if find_entry(conn, expected) is None:
        found = f"no entry has the hash {expected}: what was recorded up to it is not what is here"
        yield Fault(code=Code.HEAD_UNEXPECTED, found=found)


def find_entry(conn: Connection, sha256: str) -> int | None:
    """Return the number of the last entry that has a hash; None where none has."""
    found = conn.scalars(select(EntryRow.seq).where(EntryRow.hash == sha256))
    return max((seq for seq in found if type(seq) is int), default=None)
