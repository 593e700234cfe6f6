"""Places where databases of either kind are made, copied and looked into by a stranger.

Migrating takes a while and copying doesn't: one database is migrated, and every test has a copy of it.
"""

from __future__ import annotations

import shutil
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakSet, finalize

import psycopg
from sqlalchemy import Connection, Engine, event, make_url

from service.store.connection import make_engine, writing
from service.store.schema import upgrade
from tests.support.postgres import Cluster, running_cluster

SQLITE, POSTGRESQL = "sqlite", "postgresql"

_GUARDS = {
    SQLITE: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
    POSTGRESQL: "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ?::regclass",
}


class Stranger:
    """A connection of whoever found the database, by its driver alone: nothing of ours is between.

    Each statement is kept at once. Values stand in the place of ``?``.
    """

    def __init__(self, raw: Any, kind: str) -> None:
        self._raw = raw
        self.kind = kind

    def execute(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; in a transaction, one that fails leaves that as it was.

        Raises:
            sqlite3.Error: if an SQLite database refuses.
            psycopg.Error: if PostgreSQL refuses.
        """
        if self.kind == SQLITE or self._raw.info.transaction_status != psycopg.pq.TransactionStatus.INTRANS:
            return self._run(statement, values)
        with self._raw.transaction():  # there a failure ends the transaction that it stands in
            return self._run(statement, values)

    def _run(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        if self.kind == SQLITE:
            return list(self._raw.execute(statement, values))
        done = self._raw.execute(statement.replace("?", "%s"), values or None)
        return list(done) if done.description else []

    @contextmanager
    def rolled_back(self) -> Iterator[None]:
        """Run statements in a transaction of which nothing is kept."""
        self._run("BEGIN", ())
        try:
            yield
        finally:
            self._run("ROLLBACK", ())

    def guards(self, table: str) -> set[str]:
        """Return the names of the triggers of a table."""
        return {name for (name,) in self.execute(_GUARDS[self.kind], [table])}

    def drop_guards(self, table: str, guards: Iterable[str]) -> None:
        """Take triggers of a table away."""
        for guard in sorted(guards):
            self.execute(f"DROP TRIGGER {guard}" + (f" ON {table}" if self.kind == POSTGRESQL else ""))

    def close(self) -> None:
        """Go away; what wasn't committed is gone."""
        self._raw.close()


REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
"""What a guard or a constraint raises."""


class Databases(ABC):
    """A place where databases of one kind are made, copied and dropped."""

    kind: str

    @abstractmethod
    def new(self, like: str | None = None) -> str:
        """Make a database and return its address.

        Args:
            like: the address of one that it is to equal, to which nobody is connected; None: without tables.
        """

    @abstractmethod
    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""

    @abstractmethod
    def stranger(self, url: str) -> Stranger:
        """Return a connection by the driver alone."""

    @contextmanager
    def copied(self, template: str | None) -> Iterator[Engine]:
        """Yield an engine on a copy of a database, or on one without tables; it is dropped afterwards."""
        url = self.new(template)
        engine = make_engine(url)
        try:
            yield engine
        finally:
            engine.dispose()
            self.drop(url)

    def migrated(self) -> str:
        """Make a database with the tables of this version and nothing in them, and return its address."""
        url = self.new()
        engine = make_engine(url)
        with writing(engine) as conn:
            upgrade(conn)
        engine.dispose()  # nobody may be connected to what is copied
        return url


class SqliteFiles(Databases):
    """SQLite files in a folder."""

    kind = SQLITE

    def __init__(self, folder: Path) -> None:
        self._paths = (folder / f"{number}.db" for number in count(1))

    def new(self, like: str | None = None) -> str:
        """Make a file, or copy one."""
        path = next(self._paths)
        if like is not None:
            shutil.copyfile(path_of(like), path)
        return f"sqlite:///{path}"

    def drop(self, url: str) -> None:
        """Remove the file and what lies beside it."""
        path = path_of(url)
        for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            each.unlink(missing_ok=True)

    def stranger(self, url: str) -> Stranger:
        """Open the file."""
        return Stranger(sqlite3.connect(path_of(url), isolation_level=None), self.kind)


class PostgresDatabases(Databases):
    """Databases of a cluster."""

    kind = POSTGRESQL

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._names = (f"errata_{number}" for number in count(1))
        self._server = psycopg.connect(dsn(cluster.url("postgres")), autocommit=True)

    def new(self, like: str | None = None) -> str:
        """Create a database, from a template if it is to equal another one."""
        name = next(self._names)
        template = "template1" if like is None else make_url(like).database
        self._server.execute(f'CREATE DATABASE {name} TEMPLATE "{template}" STRATEGY FILE_COPY')
        return self.cluster.url(name)

    def drop(self, url: str) -> None:
        """Drop the database and end what is connected to it."""
        self._server.execute(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)')

    def stranger(self, url: str) -> Stranger:
        """Connect to the database."""
        return Stranger(psycopg.connect(dsn(url), autocommit=True), self.kind)

    def close(self) -> None:
        """Go away from the cluster."""
        self._server.close()


@contextmanager
def databases_of(kind: str, folder: Path) -> Iterator[Databases]:
    """Yield a place for databases of a kind; ``folder`` serves SQLite.

    Raises:
        pytest.skip.Exception: if PostgreSQL is asked for and not here.
    """
    if kind == SQLITE:
        yield SqliteFiles(folder)
        return
    with running_cluster() as cluster:
        made = PostgresDatabases(cluster)
        yield made
        made.close()


def close_forgotten_connections() -> None:
    """Close what the pool of an engine still holds when nobody holds the engine any more.

    A server is never asked to end, so that nothing but its process closes its connections; a test makes many
    servers in one process, and the driver warns of each connection that it has to close itself.
    """
    seen: WeakSet[Engine] = WeakSet()

    @event.listens_for(Engine, "engine_connect")
    def remember(connection: Connection) -> None:
        engine = connection.engine
        if engine not in seen:
            seen.add(engine)
            finalize(engine, engine.pool.dispose)


def path_of(url: str) -> Path:
    """Return where an SQLite file lies."""
    return Path(make_url(url).database or "")


def dsn(url: str) -> str:
    """Return an address of PostgreSQL as its own driver writes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def url_of(engine: Engine) -> str:
    """Return the address of an engine's database."""
    return engine.url.render_as_string(hide_password=False)
