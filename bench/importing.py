"""The import of a file of histories: the file, our command that imports it, and what the reference needs."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click

from bench.fresh import Spent, spend
from bench.needs import HISTORY, IMPORT, NotRunnable
from bench.reference_import import load, write_digests, write_steps
from bench.rows import dump, steps_between
from bench.workplace import ROOT, Workplace
from service.cli import main
from service.ingest.importer import import_files
from service.store.connection import make_engine

VARIABLE = "ERRATA_BENCH_HISTORY"
DEFAULT = "../shared/data/mtg-mtgjson3-2013-2018.ndjson.gz"

COMMAND = ("import", "history")
QUICK_LINES = 1000
"""How many lines of the file are imported with ``--quick``."""


class NotTheSame(Exception):
    """The reference has left other rows behind than our import."""


class Imported(NamedTuple):
    """An import of ours that is done, and what the reference needs to do the same.

    Attributes:
        before, after: the addresses of databases, to be copied: as the import finds it, and as it leaves it.
        source: the file.
        steps, digests: the reference's files.
    """

    before: str
    after: str
    source: Path
    steps: Path
    digests: Path


def our_import(database_url: str, file: Path) -> Spent:
    """Run our import in a fresh process that has the command's modules, and return what it took."""
    return spend(run_import, database_url, str(file), ready=check_command)


def import_by_three(database_url: str, file: str) -> None:
    """Import a file of histories in this process and two others, however little is new in it."""
    engine = make_engine(database_url)
    import_files(engine, COMMAND[1], [Path(file)], datetime.now(UTC), most_bytes_here=0)
    engine.dispose()


def run_import(database_url: str, file: str) -> None:
    """Import a file of histories by our command, in this process.

    Raises:
        RuntimeError: if the command ends with another exit code than 0.
    """
    _run(database_url, *COMMAND, file)


def _run(database_url: str, *words: str) -> None:
    os.environ["ERRATA_DATABASE_URL"] = database_url
    try:
        main.main([*words], prog_name="errata")
    except SystemExit as done:
        if done.code:
            raise RuntimeError(f"errata {' '.join(words)} ended with {done.code}") from None


def check_command(group: click.Group = main) -> None:
    """Do nothing if there is the command.

    Raises:
        NotRunnable: if there isn't.
    """
    if group.get_command(click.Context(group), COMMAND[0]) is None:
        raise NotRunnable(IMPORT, f"there is no command `errata {' '.join(COMMAND)}` yet")


def history() -> Path:
    """Return the file of histories; a relative path counts from the root of the project.

    Raises:
        NotRunnable: if it isn't there.
    """
    path = (ROOT / (os.environ.get(VARIABLE) or DEFAULT)).resolve()
    if not path.is_file():
        raise NotRunnable(HISTORY, f"the file of histories is not here: {path}; {VARIABLE} names another one")
    return path


def write_sample(source: Path, count: int, path: Path) -> None:
    """Write so many lines of a file into another one, evenly spaced from the first on; all if fewer."""
    total = count_lines(source)
    count = min(count, total)
    wanted = {number * total // count for number in range(count)}
    with gzip.open(source) as lines, gzip.open(path, "wb") as sample:
        sample.writelines(line for number, line in enumerate(lines) if number in wanted)


def count_lines(source: Path) -> int:
    """Return how many lines a file has."""
    with gzip.open(source) as lines:
        return sum(1 for _ in lines)


def source_of(place: Workplace) -> Path:
    """Return the file that is imported: the whole, or with ``--quick`` a sample.

    Raises:
        NotRunnable: if there is no file.
    """
    return place.once("source", lambda: sampled(place, QUICK_LINES) if place.quick else history())


def sampled(place: Workplace, count: int) -> Path:
    """Make a file with so many lines of the file of histories, and return it.

    Raises:
        NotRunnable: if there is no file.
    """
    path = place.new_folder() / "sample.ndjson.gz"
    write_sample(history(), count, path)
    return path


def imported(place: Workplace, kind: str) -> Imported:
    """Return an import into a database of a kind that is done; all lines of that kind share it.

    Raises:
        NotRunnable: if the command, the file or the database isn't there.
        NotTheSame: if the reference doesn't make the same of it.
    """
    check_command()
    return place.once(("imported", kind), lambda: _import(place, kind, source_of(place)))


def _import(place: Workplace, kind: str, source: Path) -> Imported:
    before, folder = described(place, kind), place.new_folder()
    after = place.databases(kind).new(before)
    our_import(after, source)
    made = Imported(before, after, source, folder / "steps", folder / "digests")
    write_steps(made.steps, steps_between(before, after))
    write_digests(source, made.digests)
    check_reference(place, kind, made)
    return made


def described(place: Workplace, kind: str) -> str:
    """Return the address of a database with our tables and the card files, which describe the sources."""
    return place.once(("described", kind), lambda: _describe(place, kind))


def _describe(place: Workplace, kind: str) -> str:
    url = place.databases(kind).new(place.migrated(kind))
    spend(run_load, url)
    return url


def run_load(database_url: str) -> None:
    """Load the card files into a database, in this process."""
    _run(database_url, "load", str(ROOT / "card_texts"))


def check_reference(place: Workplace, kind: str, made: Imported) -> None:
    """Do nothing if the reference leaves the same rows behind, in every table.

    Raises:
        NotTheSame: if it doesn't.
    """
    with copied(place, kind, made.before) as url:
        spend(load, url, str(made.source), str(made.steps))
        ours, theirs = dump(made.after), dump(url)
    others = [name for name in ours if ours[name].rows != theirs[name].rows]
    if others:
        raise NotTheSame(f"the reference's rows are others in: {', '.join(others)}")


def import_by_us(place: Workplace, kind: str, made: Imported) -> Spent:
    """Run our import into a fresh database and return what it took."""
    with copied(place, kind, made.before) as url:
        return our_import(url, made.source)


def import_by_reference(place: Workplace, kind: str, made: Imported) -> Spent:
    """Run the reference into a fresh database and return what it took."""
    with copied(place, kind, made.before) as url:
        return spend(load, url, str(made.source), str(made.steps))


@contextmanager
def copied(place: Workplace, kind: str, like: str) -> Iterator[str]:
    """Yield the address of a copy of a database; it is dropped afterwards."""
    databases = place.databases(kind)
    url = databases.new(like)
    try:
        yield url
    finally:
        databases.drop(url)
