"""Facts of the ledger as rows, and back. A list is JSON in its column, and null when it is empty."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Entry, FieldValue, Record, canonical_json

_LISTS = ("scopes", "languages", "confirmed_by")


def assertion_row(one: Assertion) -> dict[str, Any]:
    """Return the columns of an assertion."""
    row = {name: getattr(one, name) for name in Assertion.__slots__}
    for name in (*_LISTS, "fields"):
        row[name] = _json(row[name])
    return row | {"subject": str(one.subject), "corrects": one.corrects and str(one.corrects)}


def assertion_of(row: Row[Any]) -> Assertion:
    """Return the assertion of a row."""
    columns = dict(row._mapping)
    for name in _LISTS:
        columns[name] = tuple(json.loads(columns[name] or "[]"))
    columns["fields"] = tuple(FieldValue(*value) for value in json.loads(columns["fields"] or "[]"))
    columns["subject"] = SubjectId.parse(columns["subject"])
    columns["corrects"] = _version(columns["corrects"])
    return Assertion(**columns)


def ending_row(one: Ending) -> dict[str, Any]:
    """Return the columns of an ending."""
    row = {name: getattr(one, name) for name in Ending.__slots__}
    versions = {name: row[name] and str(row[name]) for name in ("of", "corrects")}
    return row | versions | {"subject": str(one.subject)}


def ending_of(row: Row[Any]) -> Ending:
    """Return the ending of a row."""
    columns = dict(row._mapping)
    columns["subject"] = SubjectId.parse(columns["subject"])
    for name in ("of", "corrects"):
        columns[name] = _version(columns[name])
    return Ending(**columns)


def record_row(one: Record) -> dict[str, Any]:
    """Return the columns of a record."""
    body = None if one.body is None else canonical_json(one.body).decode()
    return {"seq": one.seq, "n": one.n, "kind": one.kind, "key": one.key, "body": body}


def record_of(row: Row[Any]) -> Record:
    """Return the record of a row."""
    body = None if row.body is None else json.loads(row.body)
    return Record(seq=row.seq, n=row.n, kind=row.kind, key=row.key, body=body)


def entry_row(one: Entry) -> dict[str, Any]:
    """Return the columns of an entry."""
    return {name: getattr(one, name) for name in Entry.__slots__}


def entry_of(row: Row[Any]) -> Entry:
    """Return the entry of a row."""
    return Entry(**row._mapping)


def _json(values: tuple[Any, ...]) -> str | None:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else None


def _version(text: str | None) -> VersionId | None:
    return None if text is None else VersionId.parse(text)
