"""Fixtures for every folder: databases with the real tables."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import settings
from sqlalchemy import Engine

from service.config import Settings
from service.ingest.loader import load_corpus
from tests.support.databases import copied, migrate_file
from tests.support.shared import required

# How long an example takes depends on the machine; one failure at a time is enough to read.
# `make test` draws the same examples everywhere; the long profile, of `make proofs`, draws others each time.
settings.register_profile(
    "long", deadline=None, report_multiple_bugs=False, print_blob=True, max_examples=500
)
settings.register_profile("errata", deadline=None, report_multiple_bugs=False, derandomize=True)
settings.load_profile("errata")


def pytest_configure() -> None:
    """Refuse a misspelt need before any test runs."""
    required()


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the tables of this version and nothing in them; to be copied."""
    return migrate_file(tmp_path_factory.mktemp("migrated") / "errata.db")


@pytest.fixture
def database_path(tmp_path: Path) -> Path:
    """Where the file of ``engine`` lies, for what opens it as a stranger would."""
    return tmp_path / "errata.db"


@pytest.fixture
def engine(migrated_file: Path, database_path: Path) -> Iterator[Engine]:
    """An engine on an empty database with the tables of this version."""
    with copied(migrated_file, database_path) as made:
        yield made


@pytest.fixture
def other_engine(migrated_file: Path, tmp_path: Path) -> Iterator[Engine]:
    """An engine on a second empty database."""
    with copied(migrated_file, tmp_path / "other.db") as made:
        yield made


@pytest.fixture(scope="session")
def loaded_file(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the real card files loaded; to be read, or copied."""
    path = tmp_path_factory.mktemp("loaded") / "errata.db"
    with copied(migrated_file, path) as made:
        load_corpus(made, Path("card_texts"), datetime.now(UTC))
    return path


@pytest.fixture(scope="session")
def database_url(loaded_file: Path) -> str:
    """The address of the database with the real card files."""
    return f"sqlite:///{loaded_file}"


@pytest.fixture(scope="session")
def client(database_url: str) -> FlaskClient:
    """An HTTP client of the whole application on the real card files."""
    from service.app import create_app  # here, so that the domain's tests don't load the server

    return create_app(Settings(database_url=database_url)).test_client()
