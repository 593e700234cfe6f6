"""What the lines of one run share: a folder, databases, a made-up ledger. Each is made when asked for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from bench.databases import Databases, databases
from bench.synthetic import write_ledger
from service.store.connection import make_engine
from tests.support.memory import memory_folder
from tests.support.places import SQLITE

ROOT = Path(__file__).resolve().parents[1]
"""The root of the project."""

SEED = 20260114
"""Of everything that is drawn in a run."""

CARDS, QUICK_CARDS = 5000, 500
"""How many cards the made-up ledger has."""

T = TypeVar("T")


class Workplace:
    """A folder in memory that goes away with the run, and what is in it.

    Attributes:
        quick: whether less of everything is wanted.
    """

    def __init__(self, folder: Path, stack: ExitStack, *, quick: bool) -> None:
        self.quick = quick
        self._folder = folder
        self._stack = stack
        self._folders = 0
        self._made: dict[Hashable, Any] = {}

    @property
    def cards(self) -> int:
        """How many cards the made-up ledger has."""
        return QUICK_CARDS if self.quick else CARDS

    def new_folder(self) -> Path:
        """Make an empty folder and return it."""
        self._folders += 1
        made = self._folder / str(self._folders)
        made.mkdir()
        return made

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under a key, making it where nothing was yet; lines share it so."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def databases(self, kind: str) -> Databases:
        """Return the place of databases of a kind.

        Raises:
            NotRunnable: if there is no PostgreSQL.
        """
        return self.once(
            ("databases", kind), lambda: self._stack.enter_context(databases(kind, self.new_folder()))
        )

    def migrated(self, kind: str) -> str:
        """Return the address of a database with our tables and nothing in them; to be copied.

        Raises:
            NotRunnable: if there is no PostgreSQL.
        """
        return self.once(("migrated", kind), lambda: self.databases(kind).migrated())

    def ledger(self, cards: int | None = None) -> str:
        """Return the address of an SQLite database with the made-up ledger; only to be read.

        Args:
            cards: how many it has; None: ``self.cards``.
        """
        count = self.cards if cards is None else cards
        return self.once(("ledger", count), lambda: self._new_ledger(count))

    def _new_ledger(self, cards: int) -> str:
        url = self.databases(SQLITE).new(self.migrated(SQLITE))
        engine = make_engine(url)
        write_ledger(engine, cards=cards, seed=SEED)
        engine.dispose()
        return url


@contextmanager
def workplace(*, quick: bool) -> Iterator[Workplace]:
    """Yield an empty workplace; all that was made in it goes away afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="errata-bench-", dir=memory_folder()) as folder,
        ExitStack() as stack,
    ):
        yield Workplace(Path(folder), stack, quick=quick)
