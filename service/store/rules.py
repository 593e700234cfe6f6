"""The rules of time, kept as facts are recorded: the writer asks here before it writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending, Entry, Fact, Record
from service.domain.refusals import Broken, refusal
from service.domain.rules import broken_rules
from service.store.facts import ASSERTIONS_OF, ENDINGS_OF, assertion_of, ending_of
from service.store.readable import readable
from service.store.records import load_record

_CHUNK = 500
"""How many subjects go into one statement."""


@dataclass(slots=True)
class _Told:
    """What is said of the texts of one subject, in ledger order."""

    assertions: list[Assertion] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)

    def add(self, fact: Assertion | Ending) -> None:
        """Take in a fact."""
        if isinstance(fact, Assertion):
            self.assertions.append(fact)
        else:
            self.endings.append(fact)


class _Bounds(NamedTuple):
    """What a game says of its rules: the day of an entry in its zone, and its scopes."""

    today: date
    scopes: tuple[str, ...]


def check_rules(conn: Connection, entry: Entry, facts: Sequence[Fact]) -> None:
    """Do nothing if the facts of a new entry break no rule, together with those that were recorded before.

    What is broken without them is none of their business.

    Args:
        facts: all of the entry's, numbered.

    Raises:
        BrokenRule: if they break one; the first is told.
        DamagedLedger: if what was recorded of their subjects, or of a game, can't be read.
    """
    new: dict[SubjectId, _Told] = {}
    for fact in facts:
        if not isinstance(fact, Record):
            new.setdefault(fact.subject, _Told()).add(fact)
    games = {game: _bounds(conn, game, entry, facts) for game in sorted({subject.game for subject in new})}
    for subject, recorded in _recorded(conn, list(new)):
        for broken in _newly_broken(recorded, new[subject], games[subject.game], entry.seq):
            raise refusal(broken, subject)


def _newly_broken(recorded: _Told, new: _Told, bounds: _Bounds, seq: int) -> list[Broken]:
    def broken(assertions: list[Assertion], endings: list[Ending]) -> Iterator[Broken]:
        return broken_rules(assertions, endings, bounds.scopes, {seq: bounds.today}.get)

    found = list(broken([*recorded.assertions, *new.assertions], [*recorded.endings, *new.endings]))
    if not found:
        return []
    before = {(one.code, one.involved) for one in broken(recorded.assertions, recorded.endings)}
    return [one for one in found if (one.code, one.involved) not in before]


def _bounds(conn: Connection, game: str, entry: Entry, facts: Sequence[Fact]) -> _Bounds:
    """Return the bounds of a game as these facts leave it; of one that there isn't, in UTC."""
    new = [
        fact.body for fact in facts if isinstance(fact, Record) and (fact.kind, fact.key) == (Game.kind, game)
    ]
    with readable(f"the game {game}"):
        body = new[-1] if new else load_record(conn, Game.kind, game)
        zone = ZoneInfo("UTC" if body is None else body["zone"])
        scopes = () if body is None else tuple(body["scopes"])
    return _Bounds(datetime.fromisoformat(entry.recorded_at).astimezone(zone).date(), scopes)


def _recorded(conn: Connection, subjects: Sequence[SubjectId]) -> Iterator[tuple[SubjectId, _Told]]:
    """Yield what was recorded of each subject, in the given order."""
    for start in range(0, len(subjects), _CHUNK):
        chunk = {str(subject): _Told() for subject in subjects[start : start + _CHUNK]}
        with readable("the subjects of these facts"):
            for row in conn.execute(ASSERTIONS_OF, {"subjects": list(chunk)}):
                chunk[row.subject].add(assertion_of(row))
            for row in conn.execute(ENDINGS_OF, {"subjects": list(chunk)}):
                chunk[row.subject].add(ending_of(row))
        yield from ((SubjectId.parse(name), told) for name, told in chunk.items())
