"""The most memory that an import takes, beside that of a tenth of the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.fresh import spend
from bench.importing import (
    check_command,
    copied,
    count_lines,
    described,
    import_by_three,
    source_of,
    write_sample,
)
from bench.line import Line, Sides
from bench.needs import HISTORY, IMPORT
from bench.targets import more_at_most
from bench.workplace import Workplace
from tests.support.places import SQLITE


@contextmanager
def _prepare(place: Workplace) -> Iterator[Sides]:
    check_command()
    whole = source_of(place)
    tenth = place.new_folder() / "tenth.ndjson.gz"
    write_sample(whole, count_lines(whole) // 10, tenth)

    def peak_mib(source: Path) -> float:
        with copied(place, SQLITE, described(place, SQLITE)) as url:
            return spend(import_by_three, url, str(source)).peak_mib

    yield Sides(lambda: peak_mib(whole), lambda: peak_mib(tenth))


LINE = Line(
    name="import-memory",
    what="the import of a file of histories: the most memory of its three processes",
    against="the same of every tenth line",
    target=more_at_most(25),
    prepare=_prepare,
    unit="MiB",
    rounds=3,
    warm_up=False,
    whole=True,
    needs=(IMPORT, HISTORY),
)
