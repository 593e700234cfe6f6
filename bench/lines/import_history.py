"""The import of a file of histories into an empty ledger, on either database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.importing import import_by_reference, import_by_us, imported
from bench.line import Line, Sides
from bench.needs import HISTORY, IMPORT, POSTGRESQL
from bench.targets import speed_at_least
from bench.workplace import Workplace
from tests.support.places import SQLITE


def _line(kind: str, way: str, *needs: str) -> Line:
    @contextmanager
    def prepare(place: Workplace) -> Iterator[Sides]:
        made = imported(place, kind)
        yield Sides(
            lambda: import_by_us(place, kind, made).wall_s,
            lambda: import_by_reference(place, kind, made).wall_s,
        )

    return Line(
        name=f"import-{kind}",
        what="the import of a file of histories into an empty ledger",
        against=f"a loop that parses, hashes and inserts the same rows by {way}",
        target=speed_at_least(0.6),
        prepare=prepare,
        rounds=5,
        warm_up=False,
        # Copies of a cluster's databases take most of a minute, and processes begin slower than they import.
        whole=kind == POSTGRESQL,
        needs=(IMPORT, HISTORY, *needs),
    )


LINES = (_line(SQLITE, "executemany"), _line(POSTGRESQL, "COPY", POSTGRESQL))
