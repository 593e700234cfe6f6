"""Makes the index of the cards that an import records, out of the rows of their facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.ingest.shelves import load_source_shelf
from service.ingest.steps import Indexed, Prepared
from service.store.bulk import BulkRow
from service.store.connection import Connection
from service.store.drafts import pack, unpack
from service.store.index_rows import index_rows
from service.store.told import load_game_told, told_in_rows


def iter_indexed(conn: Connection, prepared: Iterable[Prepared]) -> Iterator[Indexed]:
    """Yield for each step that prepares facts the index of their cards.

    Args:
        conn: sees the ledger as it will be until the entry is written.
    """
    games = load_source_shelf(conn).games
    grounds = {name: load_game_told(conn, name, game) for name, game in games.items()}
    for step in prepared:
        made: dict[str, list[BulkRow]] = {}
        facts = {name: unpack(packed) for name, packed in step.facts.items()}
        for told in told_in_rows(facts, step.fresh, step.texts):
            for table, rows in index_rows(told, grounds[told.subject.game]).by_table().items():
                made.setdefault(table.__tablename__, []).extend(rows)
        yield Indexed({name: pack(rows) for name, rows in made.items() if rows})
