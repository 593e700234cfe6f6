"""The reference of imports: the loop of somebody who knows exactly which rows there will be.

It reads the source, hashes every text and every fact, and inserts the rows into our tables, with our guards
and indexes, in one transaction. The values come from a file, as a loop that knew them would hold them: what
columns keep as JSON it has as lists and tables, and writes. To find the values (to read what a source means,
to say which cards these are, to resolve which words hold on which days) is what an import does on top.
So the reference is what no importer can be faster than, and takes no shortcut in what it leaves behind.
"""

from __future__ import annotations

import gzip
import hashlib
import marshal
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import psycopg

from service.store.postgresql import LEDGER_LOCK
from tests.support.places import SQLITE, dsn, path_of

INSERT, DELETE = "insert", "delete"

FACTS = ("entry", "assertion", "ending", "record")
"""The tables whose rows are hashed, each as a line."""

JSON_COLUMNS = {
    *(("assertion", name) for name in ("scopes", "languages", "confirmed_by", "fields")),
    ("record", "body"),
    ("segment", "refs"),
}
"""The columns that keep JSON."""

TEXTS = ("name", "type_line", "text", "mana_cost")
"""The members of a version and of a printing in the source that are hashed."""


class Step(NamedTuple):
    """Rows that are inserted into a table, or deleted from it, together.

    Attributes:
        columns: of the rows; where they are deleted those of the key.
    """

    does: str
    table: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def write_steps(path: Path, steps: Iterable[Step]) -> None:
    """Write steps into a file, in their order."""
    with path.open("wb") as file:
        for step in steps:
            marshal.dump(tuple(step), file)


def iter_steps(path: Path) -> Iterator[Step]:
    """Yield the steps of a file, one after the other; none is kept."""
    with path.open("rb") as file:
        while True:
            try:
                yield Step(*marshal.load(file))
            except EOFError:
                return


def load(database_url: str, source: str, rows: str) -> None:
    """Import a file of histories into a database: all of it, in one transaction.

    Args:
        source: the path of the file, gzipped lines of JSON.
        rows: that of the steps.
    """
    hash_source(Path(source))
    steps = _hashed(_written(iter_steps(Path(rows))))
    if database_url.startswith(SQLITE):
        _load_sqlite(path_of(database_url), steps)
    else:
        _load_postgresql(dsn(database_url), steps)


def hash_source(source: Path) -> int:
    """Parse every line of the source, hash every text in it, and return how many there were."""
    count = 0
    with gzip.open(source) as lines:
        for line in lines:
            told = orjson.loads(line)
            for one in (*told["versions"], *told.get("printings", ())):
                for name in TEXTS:
                    if name in one:
                        hashlib.sha256(one[name].encode()).hexdigest()
                        count += 1
    return count


def _written(steps: Iterable[Step]) -> Iterator[Step]:
    """Pass steps on, with what columns keep as JSON written as such."""
    for step in steps:
        places = [place for place, name in enumerate(step.columns) if (step.table, name) in JSON_COLUMNS]
        if step.does == INSERT and places:
            for at, row in enumerate(step.rows):
                told = list(row)
                for place in places:
                    if told[place] is not None:
                        told[place] = orjson.dumps(told[place], option=orjson.OPT_SORT_KEYS).decode()
                step.rows[at] = tuple(told)
        yield step


def _hashed(steps: Iterable[Step]) -> Iterator[Step]:
    """Pass steps on, and hash the rows of facts on the way: a line each, in a chain."""
    digest = hashlib.sha256()
    for step in steps:
        if step.table in FACTS and step.does == INSERT:
            for row in step.rows:
                told = {
                    name: value for name, value in zip(step.columns, row, strict=True) if value is not None
                }
                digest.update(b"\n" + orjson.dumps(told, option=orjson.OPT_SORT_KEYS))
        yield step


def _load_sqlite(path: Path, steps: Iterable[Step]) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("BEGIN IMMEDIATE")
    for step in steps:
        if step.does == INSERT:
            marks = ", ".join("?" * len(step.columns))
            connection.executemany(f"INSERT INTO {_into(step)} VALUES ({marks})", step.rows)
        else:
            connection.executemany(_deletion(step, "?"), step.rows)
    connection.execute("COMMIT")
    connection.close()


def _load_postgresql(address: str, steps: Iterable[Step]) -> None:
    with psycopg.connect(address) as connection, connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE")
        cursor.execute(f"SELECT pg_advisory_xact_lock({LEDGER_LOCK})")
        for (does, _), group in groupby(steps, key=lambda step: (step.does, step.table)):
            first = next(group)
            if does == INSERT:
                with cursor.copy(f"COPY {_into(first)} FROM STDIN".encode()) as copy:
                    for step in chain((first,), group):
                        for row in step.rows:
                            copy.write_row(row)
            else:
                for step in chain((first,), group):
                    cursor.executemany(_deletion(step, "%s").encode(), step.rows)


def _into(step: Step) -> str:
    names = ", ".join(f'"{name}"' for name in step.columns)
    return f'"{step.table}" ({names})'


def _deletion(step: Step, mark: str) -> str:
    named = " AND ".join(f'"{name}" = {mark}' for name in step.columns)
    return f'DELETE FROM "{step.table}" WHERE {named}'


def write_digests(source: Path, path: Path) -> None:
    """Write the hash of each line of the source into a file, one after the other."""
    with gzip.open(source) as lines:
        path.write_bytes(b"".join(hashlib.sha256(line).digest() for line in lines))


def compare(source: str, digests: str) -> None:
    """Read a source that was imported already, and see by the hash of each line that nothing in it is new.

    Raises:
        ValueError: if a line is new.
    """
    told = Path(digests).read_bytes()
    known = {told[start : start + 32] for start in range(0, len(told), 32)}
    with gzip.open(source) as lines:
        for number, line in enumerate(lines, start=1):
            if hashlib.sha256(line).digest() not in known:
                raise ValueError(f"line {number} is new")
