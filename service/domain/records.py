"""What records have in common: a kind, a key, and a body that is read back as what it was made of.

A body is written once and hashed, so its form stays for ever: days as ``YYYY-MM-DD``, and what is null or an
empty list left out. Each kind has a class with ``key`` and ``body()``, and a function ``..._of(key, body)``.
"""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar, Protocol

from service.domain.ledger import Record

Body = dict[str, Any]


class Recordable(Protocol):
    """Something that the ledger keeps as a record."""

    kind: ClassVar[str]

    @property
    def key(self) -> str:
        """What tells it from others of its kind."""

    def body(self) -> Body:
        """Return it as JSON values."""


def as_record(one: Recordable) -> Record:
    """Return the record of a thing, not yet numbered."""
    return Record(kind=one.kind, key=one.key, body=one.body())


def told(**values: Any) -> Body:
    """Return the values that are told: no nulls, no empty lists and tables. Days become text, tuples lists.

    >>> told(title="Page", announced_on=date(2026, 1, 14), url=None, provisional=False, superseded_by=())
    {'title': 'Page', 'announced_on': '2026-01-14', 'provisional': False}
    """
    return {name: _plain(value) for name, value in values.items() if value not in (None, (), [], {})}


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def day_in(body: Body, name: str) -> date | None:
    """Return the day that a body has under a name; None where it has none."""
    return date.fromisoformat(body[name]) if name in body else None
