"""The ledger as a feed: what was recorded, what we showed wrongly, which identities went over into others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from service.domain.coverage import Coverage
from service.domain.games import Game, Notice
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Entry, Fact, Record, serial
from service.domain.migrations import migration_of
from service.domain.printings import Printing
from service.domain.sets import Set
from service.domain.sources import Source
from service.domain.symbols import GameSymbols
from service.serving.answers.parts import FORMAT, erratum_id
from service.serving.answers.sights import Answer
from service.store.connection import Connection
from service.store.feed import (
    load_corrections_after,
    load_entries,
    load_fact,
    load_facts_after,
    load_migrations,
)

START = VersionId(0, 0)
"""The place before the first fact."""


def changes_answer(conn: Connection, after: VersionId, limit: int) -> Answer:
    """Return a page of the ledger's facts, in the order in which they were recorded.

    Args:
        after: the last fact that is known.
        limit: how many at most.
    """
    found = load_facts_after(conn, after, limit + 1)
    page = found[:limit]
    entries = load_entries(conn, [one.seq for one in page])
    return _feed(after, found, limit) | {"changes": [_change(one, entries[one.seq]) for one in page]}


def _feed(after: VersionId, found: Sequence[Fact], limit: int) -> Answer:
    """Return what every page of a feed says.

    Args:
        found: what is behind ``after``, one more than the page may hold if there is more.
    """
    last = _place(found[:limit][-1]) if found else after
    return {"format": FORMAT, "after": str(after), "next_after": str(last), "more": len(found) > limit}


def _change(fact: Fact, entry: Entry) -> Answer:
    return {
        "version": str(_place(fact)),
        "recorded_at": entry.recorded_at,
        "fact": type(fact).__name__.lower(),
        "kind": fact.kind,
        **_about(fact),
        "body": fact.body if isinstance(fact, Record) else _told(fact),
    }


def _place(fact: Fact) -> VersionId:
    return VersionId(fact.seq, fact.n)


def _about(fact: Fact) -> Answer:
    subject = _subject(fact)
    return {
        "game": subject.game if subject is not None else _game(fact),
        "card": subject.name if subject is not None and subject.kind == "cards" else None,
        "key": fact.key if isinstance(fact, Record) else None,
    }


def _subject(fact: Fact) -> SubjectId | None:
    if not isinstance(fact, Record):
        return fact.subject
    if fact.kind == Printing.kind:
        return SubjectId.of_key(fact.key)
    parts = fact.key.split("/")
    return SubjectId(parts[0], parts[1], parts[2]) if len(parts) > 2 and parts[1] == "cards" else None


def _game(fact: Fact) -> str | None:
    """Return the game whose record it is; None where the key doesn't say."""
    known = (Game.kind, Notice.kind, GameSymbols.kind, Set.kind, Source.kind, Coverage.kind)
    return fact.key.partition("/")[0] if isinstance(fact, Record) and fact.kind in known else None


_PLACE = ("seq", "n", "subject", "kind")


def _told(fact: Assertion | Ending) -> dict[str, Any]:
    """Return what a fact says, without what is null: texts by their hash."""
    return {name: value for name, value in serial(fact).items() if name not in _PLACE}


def corrections_answer(conn: Connection, after: VersionId, limit: int) -> Answer:
    """Return a page of what we showed wrongly: from which entry on, and until which.

    A correction stands where it was recorded; what it corrects was answered from ``from_seq`` on, and from
    ``to_seq`` on no longer.

    Args:
        after: the last correction that is known.
        limit: how many at most.
    """
    found = load_corrections_after(conn, after, limit + 1)
    page = found[:limit]
    entries = load_entries(conn, [one.seq for one in page])
    told = [_correction(conn, one, entries[one.seq]) for one in page]
    return _feed(after, found, limit) | {"corrections": told}


def _correction(conn: Connection, one: Assertion | Ending, entry: Entry) -> Answer:
    withdraws = isinstance(one, Ending) and one.kind == "correction"
    wrong = one.of if isinstance(one, Ending) and withdraws else one.corrects
    assert wrong is not None
    former = load_fact(conn, wrong)
    told = None if withdraws else one
    changed = [] if former is None or told is None else _changed(former, told)
    return {
        "version": str(_place(one)),
        "act": "withdrawn" if withdraws else _act(changed, former),
        "wrong": str(wrong),
        "right": None if told is None else str(_place(told)),
        "from_seq": wrong.seq,
        "to_seq": one.seq,
        "recorded_at": entry.recorded_at,
        "game": one.subject.game,
        "card": one.subject.name,
        "erratum": _erratum(former),
        "changed": changed,
        "reason": entry.message,
    }


def _erratum(one: Assertion | Ending | None) -> str | None:
    return erratum_id(one) if isinstance(one, Assertion) else one.erratum if one is not None else None


_CONFIRMING = frozenset({"confirmed_by", "confirmed_on"})
_ENDING = frozenset({"effective_until", "until_announced_on", "until_document"})


def _act(changed: list[str], former: Assertion | Ending | None) -> str:
    """Return what was done: put right, or added because the publisher confirmed or ended it since."""
    if changed and _CONFIRMING.issuperset(changed):
        return "confirmed"
    open_ended = isinstance(former, Assertion) and former.effective_until is None
    return "ended" if changed and open_ended and _ENDING.issuperset(changed) else "corrected"


_BOOKKEEPING = ("seq", "n", "corrects", "follows")


def _changed(former: Assertion | Ending, told: Assertion | Ending) -> list[str]:
    """Return the names of what a correction says otherwise."""
    names = [one.name for one in fields(told) if one.name not in _BOOKKEEPING]
    return [name for name in names if getattr(former, name, None) != getattr(told, name)]


def migrations_answer(conn: Connection, game: str | None) -> Answer:
    """Return the identities that went over into others, by game and card.

    Args:
        game: of this one only; None: of every game.
    """
    records = load_migrations(conn, game)
    entries = load_entries(conn, [record.seq for record in records])
    return {
        "format": FORMAT,
        "migrations": [_migration(record, entries[record.seq]) for record in records],
    }


def _migration(record: Record, entry: Entry) -> Answer:
    one = migration_of(record.key, record.body or {})
    return {
        "act": one.act,
        "game": one.subject.game,
        "card": one.subject.name,
        "into": {"game": one.into.game, "card": one.into.name},
        "reason": one.reason,
        "seq": record.seq,
        "recorded_at": entry.recorded_at,
    }
