"""Writers that go one step at a time, each in a thread and on an engine of its own, in an order that is told.

A writer's transaction has four steps: it asks for the lock, reads, writes its first row (and whatever follows
that), commits. Each begins only once it is let; that it is blocked by the lock of another writer is found
out, not waited for: the writer has asked and another one holds the lock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from sqlalchemy import Connection, Engine, event, text

from service.store.connection import make_engine, reading
from tests.support.places import POSTGRESQL

LOCK, READ, WRITE, COMMIT = range(1, 5)
"""The steps of a writer, in the order in which it takes them."""

TIMEOUT_S = 60
"""After so long something is stuck that never should be."""

BLOCKED_S = 0.005
"""How long a writer that asked is watched for getting a lock that it must not get."""

_WRITES = ("INSERT", "UPDATE", "DELETE")

_WAITING = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def orders() -> list[str]:
    """Return every order of the steps of two writers, A and B: 70 words such as ``AABABBAB``."""
    steps = range(2 * COMMIT)
    return ["".join("A" if step in own else "B" for step in steps) for own in combinations(steps, COMMIT)]


class Writer:
    """One writer and how far it has come.

    Attributes:
        allowed: the last step that it may begin.
        before: the step before which it waits; None while it is at work.
        asks: whether it has asked for the lock and hasn't got it.
        holds: whether it has the lock.
        done: whether its transaction is over.
        result, error: what its act returned or raised.
    """

    def __init__(self, race: Race, name: str, url: str, act: Callable[[Engine], Any]) -> None:
        self.race, self.name, self.act = race, name, act
        self.allowed = 0
        self.before: int | None = None
        self.asks = self.holds = self.done = False
        self.result: Any = None
        self.error: BaseException | None = None
        self._passed = 0
        self.engine = make_engine(url)
        event.listen(self.engine, "set_connection_execution_options", self._ask)  # as a writer's first act
        event.listen(self.engine, "begin", self._have)
        event.listen(self.engine, "before_cursor_execute", self._execute)
        event.listen(self.engine, "commit", self._commit)
        self.thread = threading.Thread(target=self._run, name=name)

    @property
    def commits(self) -> bool:
        """Whether it was let to commit."""
        return self._passed == COMMIT

    @property
    def is_blocked(self) -> bool:
        """Whether it has asked for a lock that another writer has."""
        return self.asks and any(other.holds for other in self.race.writers if other is not self)

    @property
    def is_settled(self) -> bool:
        """Whether nothing happens until another step is let."""
        return self.done or self.is_blocked or (self.before is not None and self.before > self.allowed)

    def _run(self) -> None:
        try:
            self.result = self.act(self.engine)
        except BaseException as error:
            self.error = error
        with self.race.changed:
            self.asks = self.holds = False
            self.done = True
            self.race.changed.notify_all()

    def _commit(self, _connection: Connection) -> None:
        self._wait_for(COMMIT)
        with self.race.changed:  # while it has the lock, so that nobody who waits for that can be first
            self.race.committed.append(self)

    def _wait_for(self, step: int) -> None:
        if self._passed >= step:
            return
        with self.race.changed:
            self.before = step
            self.race.changed.notify_all()
            self.race.changed.wait_for(lambda: self.allowed >= step, TIMEOUT_S)
            self.before, self._passed = None, step

    def _ask(self, _connection: Connection, options: dict[str, Any]) -> None:
        assert options == {"errata_writes": True}
        self._wait_for(LOCK)
        with self.race.changed:
            self.asks = True
            self.race.changed.notify_all()

    def _have(self, _connection: Connection) -> None:
        with self.race.changed:
            held = [one.name for one in self.race.writers if one.holds and not one.commits]
            if held:
                self.race.broken.append(f"{self.name} got the lock while {held[0]} had it")
            self.asks, self.holds = False, True
            self.race.changed.notify_all()

    def _execute(self, _conn: object, _cursor: object, statement: str, *_more: object) -> None:
        if self.holds:
            self._wait_for(WRITE if statement.lstrip().upper().startswith(_WRITES) else READ)


class Race:
    """Writers called A, B, ... that are let go one step at a time.

    Attributes:
        committed: those that came to commit, in that order.
        broken: what the lock let happen and never should.
    """

    def __init__(self, url: str, *acts: Callable[[Engine], Any]) -> None:
        self.changed = threading.Condition()
        self.committed: list[Writer] = []
        self.broken: list[str] = []
        self.writers: Sequence[Writer] = ()
        self._watch = make_engine(url)
        self.writers = [Writer(self, "ABCDEF"[place], url, act) for place, act in enumerate(acts)]

    def __enter__(self) -> Race:
        for writer in self.writers:
            writer.thread.start()
        self._settle()
        return self

    def __exit__(self, *_: object) -> None:
        with self.changed:
            for writer in self.writers:
                writer.allowed = COMMIT
            self.changed.notify_all()
        for writer in self.writers:
            writer.thread.join(TIMEOUT_S)
            assert not writer.thread.is_alive(), f"{writer.name} never came to an end"
            writer.engine.dispose()
        self._watch.dispose()

    def let(self, name: str) -> Writer:
        """Let a writer begin its next step, come back once nothing happens any more, and return the writer.

        Raises:
            AssertionError: if two writers had the lock at once.
        """
        writer = next(one for one in self.writers if one.name == name)
        with self.changed:
            writer.allowed += 1
            self.changed.notify_all()
        self._settle()
        assert self.broken == []
        return writer

    def _settle(self) -> None:
        with self.changed:
            settled = self.changed.wait_for(self._is_settled, TIMEOUT_S)
        assert settled, "a writer neither goes on nor waits for a lock"
        for writer in self.writers:
            if writer.is_blocked:
                self._see_blocked(writer)

    def _is_settled(self) -> bool:
        return all(one.is_settled for one in self.writers)

    def _see_blocked(self, writer: Writer) -> None:
        """Watch a writer that asked: on PostgreSQL until the server says that it waits, else for a while."""
        if self._watch.dialect.name == POSTGRESQL:
            until = time.monotonic() + TIMEOUT_S
            while writer.asks and not self._is_waiting():
                assert time.monotonic() < until, f"{writer.name} never came to wait"
        else:
            with self.changed:
                self.changed.wait_for(lambda: not writer.asks, BLOCKED_S)
        assert self.broken == []
        assert writer.asks, f"{writer.name} doesn't wait"

    def _is_waiting(self) -> bool:
        with reading(self._watch) as conn:
            return bool(conn.scalar(text(_WAITING)))
