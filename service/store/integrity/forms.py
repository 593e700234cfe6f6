"""Rows by themselves: what each column may hold, and what the CHECK constraints of its table state.

Both are said here once more: a stranger may have dropped a constraint, and SQLite takes any value anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Column, Connection, Date, Integer

from service.domain.days import parse_day
from service.domain.errors import UNREADABLE, BadDate
from service.domain.ids import parse_version
from service.store.integrity.faults import Code, Fault
from service.store.integrity.rows import (
    Columns,
    Stored,
    columns_of,
    iter_entries,
    iter_table,
    shown,
)
from service.store.models import AssertionRow, Base, EndingRow, EntryRow, RecordRow


class Form(NamedTuple):
    """What a column may hold, in words and as a test."""

    words: str
    takes: Callable[[Any], bool]


def _is_day(stored: Any) -> bool:
    try:
        return parse_day(stored) is not None
    except (BadDate, TypeError):
        return False


def _is_subject(stored: Any) -> bool:
    return isinstance(stored, str) and stored.count("/") == 2 and all(stored.split("/"))


def _is_json(takes: Callable[[Any], bool]) -> Callable[[Any], bool]:
    def test(stored: Any) -> bool:
        try:
            return isinstance(stored, str) and takes(json.loads(stored))
        except UNREADABLE:
            return False

    return test


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(isinstance(one, str) for one in value)


def _is_fields(value: Any) -> bool:
    return isinstance(value, list) and value != [] and all(_is_field(*one) for one in value)


def _is_field(face: Any, field: Any, lang: Any, content: Any) -> bool:
    words = isinstance(field, str) and isinstance(content, str) and isinstance(lang, str | None)
    return words and type(face) is int and face >= 0


_TEXT = Form("a text", lambda stored: isinstance(stored, str))
_NUMBER = Form("a number from 1", lambda stored: type(stored) is int and stored >= 1)
_DAY = Form("a day written YYYY-MM-DD", _is_day)
_FLAG = Form("true or false", lambda stored: stored in (0, 1))
_VERSION = Form(
    "a version written seq-n", lambda stored: isinstance(stored, str) and parse_version(stored) is not None
)
_LIST = Form("a list of texts as JSON", _is_json(_is_list))

_BY_NAME = {
    "subject": Form("a subject written game/kind/name", _is_subject),
    "of": _VERSION,
    "corrects": _VERSION,
    "scopes": _LIST,
    "languages": _LIST,
    "confirmed_by": _LIST,
    "fields": Form("a list of face, field, language and content as JSON", _is_json(_is_fields)),
    "body": Form("an object as JSON", _is_json(lambda value: isinstance(value, dict))),
}


def _form_of(column: Column[Any]) -> Form:
    """Return what a column holds where it isn't null: by its name, else by its type."""
    if column.name in _BY_NAME:
        return _BY_NAME[column.name]
    match column.type:
        case Integer():
            return _NUMBER
        case Date():
            return _DAY
        case Boolean():
            return _FLAG
        case _:
            return _TEXT


class _Rule(NamedTuple):
    """What a constraint states: in words, and as a test of a well-formed row."""

    words: str
    holds: Callable[[Columns], bool]


def _in_order(first: str, later: str) -> _Rule:
    def holds(row: Columns) -> bool:
        one, other = row[first], row[later]
        return one is None or other is None or date.fromisoformat(one) < date.fromisoformat(other)

    return _Rule(f"{first} is before {later}", holds)


def _day_or_window(exact: str, after: str, by: str) -> _Rule:
    return _Rule(
        f"{exact} stands alone, or a window without it",
        lambda row: row[exact] is None or (row[after] is None and row[by] is None),
    )


def _kind(*kinds: str) -> _Rule:
    return _Rule(f"kind is one of {', '.join(kinds)}", lambda row: row["kind"] in kinds)


def _is_promise(row: Columns) -> bool:
    days = ("effective_from", "effective_after", "effective_by", "effective_until")
    return bool(row["pending"]) and all(row[day] is None for day in days)


_RULES: dict[type[Base], tuple[_Rule, ...]] = {
    EntryRow: (),
    AssertionRow: (
        _kind("base", "erratum", "reprint", "printing"),
        _Rule(
            "the base alone has no erratum", lambda row: (row["kind"] == "base") == (row["erratum"] is None)
        ),
        _day_or_window("effective_from", "effective_after", "effective_by"),
        _in_order("effective_after", "effective_by"),
        _in_order("effective_from", "effective_until"),
        _Rule("what is promised has no day", lambda row: row["pending"] is None or _is_promise(row)),
    ),
    EndingRow: (
        _kind("void", "lapsed", "correction"),
        _Rule(
            "a correction names a version", lambda row: row["kind"] != "correction" or row["of"] is not None
        ),
        _Rule("what ends is named", lambda row: row["of"] is not None or row["erratum"] is not None),
        _day_or_window("ended_on", "ended_after", "ended_by"),
        _in_order("ended_after", "ended_by"),
    ),
    RecordRow: (),
}


def form_faults(conn: Connection) -> Iterator[Fault]:
    """Yield what is wrong with rows by themselves: entries first, then facts table by table, in order."""
    for entry in iter_entries(conn):
        yield from _row_faults(entry, EntryRow)
    for table in (AssertionRow, EndingRow, RecordRow):
        for fact in iter_table(conn, table):
            yield from _row_faults(fact, table)


def _row_faults(row: Stored, table: type[Base]) -> Iterator[Fault]:
    code = Code.MALFORMED
    found = [
        f"{row.table}.{column.name} is {shown(stored)}, not {form.words}"
        for column, form in _COLUMNS[table]
        if not _is_allowed(column, form, stored := row.columns[column.name])
    ]
    if not found:  # a rule compares what is well formed
        code = Code.CONSTRAINT
        found = [
            f"this {row.table} breaks a rule: {rule.words}"
            for rule in _RULES[table]
            if not rule.holds(row.columns)
        ]
    seq, n = (stored if type(stored) is int else None for stored in (row.seq, row.n))
    for words in found:
        yield Fault(code=code, seq=seq, n=n or None, subject=row.subject, found=words)


_COLUMNS = {table: [(column, _form_of(column)) for column in columns_of(table)] for table in _RULES}


def _is_allowed(column: Column[Any], form: Form, stored: Any) -> bool:
    return bool(column.nullable) if stored is None else form.takes(stored)
