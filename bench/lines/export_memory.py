"""The most memory that an export takes, beside that of a ledger of a tenth of the size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.fresh import spend
from bench.line import Line, Sides
from bench.synthetic import NOW
from bench.targets import more_at_most
from bench.workplace import Workplace
from service.export.exporter import export_ledger
from service.store.connection import make_engine


def export(database_url: str, folder: str) -> None:
    """Export a ledger into a folder that isn't there yet."""
    export_ledger(make_engine(database_url), Path(folder), NOW)


@contextmanager
def _prepare(place: Workplace) -> Iterator[Sides]:
    whole, tenth = place.ledger(), place.ledger(place.cards // 10)

    def peak_mib(url: str) -> float:
        return spend(export, url, str(place.new_folder() / "export")).peak_mib

    yield Sides(lambda: peak_mib(whole), lambda: peak_mib(tenth))


LINE = Line(
    name="export-memory",
    what="the export of the made-up ledger: the most memory at once",
    against="the same of a tenth of its cards",
    target=more_at_most(25),
    prepare=_prepare,
    unit="MiB",
    rounds=3,
    warm_up=False,
)
