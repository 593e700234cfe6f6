"""The import of a file that was imported before and is as it was, on either database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bench.fresh import spend
from bench.importing import copied, imported, our_import
from bench.line import Line, Sides
from bench.needs import HISTORY, IMPORT, POSTGRESQL
from bench.reference_import import compare
from bench.targets import cost_at_most
from bench.workplace import Workplace
from tests.support.places import SQLITE


def _line(kind: str, *needs: str) -> Line:
    @contextmanager
    def prepare(place: Workplace) -> Iterator[Sides]:
        made = imported(place, kind)
        with copied(place, kind, made.after) as url:
            yield Sides(
                lambda: our_import(url, made.source).wall_s,
                lambda: spend(compare, str(made.source), str(made.digests)).wall_s,
            )

    return Line(
        name=f"reimport-{kind}",
        what="the import of a file of which nothing is new",
        against="a loop that reads it and compares the hash of each line with those of a file",
        target=cost_at_most(1.5),
        prepare=prepare,
        warm_up=False,
        whole=True,
        needs=(IMPORT, HISTORY, *needs),
    )


LINES = (_line(SQLITE), _line(POSTGRESQL, POSTGRESQL))
