"""Servers on the real card files and on others, with a fixed clock, and clients that check every answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
from tests.support.conformance import ConformingClient
from tests.support.corpora import Folder
from tests.support.odd_cards import load_odd_cards
from tests.support.places import Databases

NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)
"""The instant at which everything is asked, unless a test says otherwise."""


def client_at(database_url: str, now: datetime = NOW) -> FlaskClient:
    """Return a client of a server on a database whose clock stands still."""
    app = create_app(Settings(database_url=database_url, now=now))
    app.test_client_class = ConformingClient
    return app.test_client()


@pytest.fixture(scope="session")
def client(database_url: str) -> FlaskClient:
    """A client of a server on the real card files."""
    return client_at(database_url)


@pytest.fixture
def client_on(database_url: str) -> Callable[[datetime], FlaskClient]:
    """Makes clients of servers on the real card files, by what their clock says."""
    return lambda now: client_at(database_url, now)


@pytest.fixture
def client_of() -> Callable[[str], FlaskClient]:
    """Makes clients of servers on a database, by its address."""
    return client_at


@pytest.fixture(scope="session")
def odd_client(databases: Databases, migrated: str, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client of a server on made-up cards that are odd where real ones aren't."""
    folder = tmp_path_factory.mktemp("odd")
    corpus = Folder(folder / "card_texts")
    url = databases.new(migrated)
    engine = make_engine(url)
    load_odd_cards(corpus, lambda: load_corpus(engine, corpus.root, NOW))
    engine.dispose()
    return client_at(url)
