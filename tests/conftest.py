"""Fixtures for every folder: databases with the real tables."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Engine

from service.config import Settings
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
from tests.support.databases import REAL_CARDS_AT
from tests.support.memory import use_memory
from tests.support.places import POSTGRESQL, SQLITE, Databases, close_forgotten_connections, databases_of
from tests.support.shared import required
from tests.support.sizes import use_profiles

use_profiles()


def pytest_configure() -> None:
    """Refuse a misspelt need before any test runs."""
    required()
    use_memory()
    close_forgotten_connections()


@pytest.fixture(scope="session", params=[SQLITE, POSTGRESQL])
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    """Where databases are made: every test that asks for one runs on both kinds."""
    folder = request.getfixturevalue("tmp_path_factory").mktemp("databases")
    with databases_of(request.param, folder) as made:
        yield made


@pytest.fixture
def other_engine(databases: Databases, migrated: str) -> Iterator[Engine]:
    """An engine on a second empty database."""
    with databases.copied(migrated) as made:
        yield made


@pytest.fixture(scope="session")
def migrated(databases: Databases) -> str:
    """A database with the tables of this version and nothing in them; to be copied."""
    return databases.migrated()


@pytest.fixture
def new_database(databases: Databases) -> Iterator[Callable[..., str]]:
    """Makes databases, like another one or without tables, and returns their addresses."""
    made: list[str] = []

    def make(like: str | None = None) -> str:
        made.append(databases.new(like))
        return made[-1]

    yield make
    for url in made:
        databases.drop(url)


@pytest.fixture
def engine(databases: Databases, migrated: str) -> Iterator[Engine]:
    """An engine on an empty database with the tables of this version."""
    with databases.copied(migrated) as made:
        yield made


@pytest.fixture(scope="session")
def real_cards(databases: Databases, migrated: str) -> str:
    """A database with the real card files loaded; to be copied."""
    url = databases.new(migrated)
    engine = make_engine(url)
    load_corpus(engine, Path("card_texts"), REAL_CARDS_AT)
    engine.dispose()
    return url


@pytest.fixture(scope="session")
def database_url(databases: Databases, real_cards: str) -> Iterator[str]:
    """The address of a database with the real card files, to be read."""
    url = databases.new(real_cards)
    yield url
    databases.drop(url)


@pytest.fixture(scope="session")
def client(database_url: str) -> FlaskClient:
    """An HTTP client of the whole application on the real card files."""
    from service.app import create_app  # here, so that the domain's tests don't load the server

    return create_app(Settings(database_url=database_url)).test_client()
