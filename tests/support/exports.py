"""Exports in folders: reading them whole, and falsifying them as somebody else might."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from service.domain.manifest import MANIFEST, FileSum, Manifest, manifest_of
from service.domain.texts import text_sha256  # the sum of a file that is UTF-8 is that of its text
from service.export.exporter import ExportReport, export_ledger
from service.store.connection import make_engine, reading
from service.store.models import LEDGER, Base, IndexStateRow

NOW = datetime(2026, 2, 1, 12, tzinfo=UTC)
"""The instant of every export, unless the test names another."""


def export(engine: Engine, folder: Path, on: str | None = None, now: datetime = NOW) -> ExportReport:
    """Export the ledger, for a day written as text."""
    return export_ledger(engine, folder, now, None if on is None else date.fromisoformat(on))


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a folder, by its path."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}


def manifest_in(folder: Path) -> Manifest:
    """Return the manifest of an export, which must be one."""
    manifest = manifest_of((folder / MANIFEST).read_bytes())
    assert manifest is not None
    return manifest


def edit(folder: Path, path: str, change: Callable[[bytes], bytes]) -> None:
    """Change the bytes of a file."""
    before = (folder / path).read_bytes()
    after = change(before)
    assert after != before
    (folder / path).write_bytes(after)


def relist(folder: Path, **changes: Any) -> None:
    """Write the manifest anew for the files that are there, as somebody would who hides what he did."""
    found = {path: data for path, data in files_of(folder).items() if path != MANIFEST}
    sums = {path: FileSum(len(data), text_sha256(data.decode())) for path, data in found.items()}
    manifest = replace(manifest_in(folder), files=sums, **changes)
    (folder / MANIFEST).write_bytes(manifest.written())


def rows_of(engine: Engine, tables: tuple[type[Base], ...] = LEDGER) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of tables, sorted; by default those of the ledger."""
    with reading(engine) as conn:
        return {
            table.__tablename__: sorted(map(tuple, conn.execute(select(table.__table__))), key=repr)
            for table in tables
        }


def index_of(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Return the rows of the index; of its state only the entry that it stands for."""
    tables = tuple(mapper.class_ for mapper in Base.registry.mappers if mapper.class_ not in LEDGER)
    found = rows_of(engine, tables)
    name = IndexStateRow.__tablename__
    return found | {name: [row[:2] for row in found[name]]}


@contextmanager
def engine_on(url: str) -> Iterator[Engine]:
    """Yield an engine on a database that is there."""
    engine = make_engine(url)
    yield engine
    engine.dispose()
