"""The same lines in several imports, each time into a ledger of its own, and what these ledgers say."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from service.store.connection import make_engine
from tests.support.corpora import Folder, Loaded
from tests.support.importing import SOURCES, SOURCES_FILE, Line, import_lines, readings
from tests.support.places import Databases

CUT_SOURCES = SOURCES.replace("    leads: [{seen_on: 2024-05-20, document: page}]\n", "").replace(
    "    title: A list\n", "    title: A list\n    joined_layouts: [split]\n"
)
"""Sources that name no document and that both tell faces one by one."""


@dataclass(frozen=True)
class Cutting:
    """Where to import: a database with the small corpus and its sources, which is copied."""

    databases: Databases
    url: str
    folder: Path

    def imported(self, *imports: Sequence[Line]) -> dict[str, Any]:
        """Return what a ledger says after imports of these lines, one after the other."""
        with self.databases.copied(self.url) as engine:
            for number, lines in enumerate(imports):
                folder = self.folder / f"{number}"
                folder.mkdir(exist_ok=True)
                import_lines(engine, folder, *lines)
            return said(engine)


def make_cutting(databases: Databases, migrated: str, corpus: Folder, folder: Path) -> Cutting:
    """Return where to import, with the small corpus and two sources."""
    corpus.write(SOURCES_FILE, CUT_SOURCES)
    url = databases.new(migrated)
    engine = make_engine(url)
    Loaded(engine).load(corpus)
    engine.dispose()
    return Cutting(databases, url, folder)


def said(engine: Engine) -> dict[str, Any]:
    """Return what a ledger says of the cards that were imported: their texts, days, errata and printings.

    Printings are told by set, number and language: their ids depend on what was known when they were given.
    """
    rows = Loaded(engine).rows("printing", "standing AND subject IN (SELECT subject FROM known_id)")
    ids = Loaded(engine).rows("known_id")
    told = readings(engine)
    return {
        subject: (told[subject], sorted(row[5:8] for row in rows if row[0] == subject))
        for subject in sorted({row[2] for row in ids})
    }
