"""Fixtures: ledgers that are loaded entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.cases import PRINTED, Ledger, empty_ledger, load_three
from tests.support.places import Databases


@pytest.fixture
def ledger(databases: Databases, migrated: str, tmp_path: Path) -> Iterator[Ledger]:
    """An empty ledger and a folder with a game and a set."""
    with empty_ledger(databases, migrated, tmp_path) as made:
        yield made


@pytest.fixture(scope="session")
def three(databases: Databases, migrated: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """The ledger of three entries, to be read."""
    with empty_ledger(databases, migrated, tmp_path_factory.mktemp("three")) as made:
        load_three(made)
        yield made


@pytest.fixture
def three_own(ledger: Ledger) -> Ledger:
    """The ledger of three entries, to be written."""
    load_three(ledger)
    return ledger


Errata = Callable[..., Ledger]


@pytest.fixture
def with_errata(ledger: Ledger) -> Errata:
    """Make a card with these lines of errata, and whatever stands behind them; loaded as one entry."""

    def make(*errata: str, behind: str = "", now: str = "2025-01-01T00:00", printed: str = PRINTED) -> Ledger:
        lines = "".join(f"  - {one}\n" for one in errata)
        ledger.card(f"{printed}errata:\n{lines}{behind}" if errata else f"{printed}{behind}")
        ledger.load(now)
        return ledger

    return make
