"""A small ledger of three entries, to be spoilt."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.support.planting import recorded


@pytest.fixture
def ledger(engine: Engine, tmp_path: Path) -> Engine:
    """The engine of a sound ledger: see ``recorded``."""
    recorded(engine, tmp_path / "card_texts")
    return engine
