"""A small ledger of three entries, to be spoilt."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from service.store.connection import make_engine
from tests.support.places import Databases
from tests.support.planting import recorded, sight


@pytest.fixture(scope="session")
def recorded_url(databases: Databases, migrated: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a sound ledger, to be copied: see ``recorded``."""
    url = databases.new(migrated)
    engine = make_engine(url)
    recorded(engine, tmp_path_factory.mktemp("recorded") / "card_texts")
    engine.dispose()
    return url


@pytest.fixture
def ledger(databases: Databases, recorded_url: str) -> Iterator[Engine]:
    """The engine of a sound ledger, to be spoilt."""
    with databases.copied(recorded_url) as engine:
        yield engine


@pytest.fixture(scope="session")
def sighted_url(databases: Databases, recorded_url: str) -> str:
    """The address of a sound ledger with rows in every table of the index: see ``sight``."""
    url = databases.new(recorded_url)
    engine = make_engine(url)
    sight(engine)
    engine.dispose()
    return url


@pytest.fixture
def sighted(databases: Databases, sighted_url: str) -> Iterator[Engine]:
    """The engine of a sound ledger with sightings and ids, to be spoilt."""
    with databases.copied(sighted_url) as engine:
        yield engine
