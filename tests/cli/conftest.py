"""Running commands: inside the test's process, or as processes of their own."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
from tests.support.places import Databases

Errata = Callable[..., Result]


@pytest.fixture
def empty_url(new_database: Callable[..., str], migrated: str) -> str:
    """The address of a database with the tables of this version and nothing in them."""
    return new_database(migrated)


@pytest.fixture
def copied_url(new_database: Callable[..., str], real_cards: str) -> str:
    """The address of a database with the real card files loaded, to write into."""
    return new_database(real_cards)


@pytest.fixture(scope="session")
def demo_url(databases: Databases, migrated: str) -> str:
    """The address of a database with made-up cards: faces, windows, endings, unknown words."""
    url = databases.new(migrated)
    engine = make_engine(url)
    load_corpus(engine, Path("tests/corpus/good"), datetime(2026, 8, 1, 12, tzinfo=UTC))
    engine.dispose()
    return url


@pytest.fixture
def errata(database_url: str) -> Errata:
    """Run a command inside this process, on the real card files unless told otherwise."""

    def run(*arguments: str, url: str = database_url, **environ: str) -> Result:
        given = {"ERRATA_DATABASE_URL": url, **environ}
        return CliRunner().invoke(main, arguments, env=given, catch_exceptions=False, prog_name="errata")

    return run


@pytest.fixture
def shell(database_url: str) -> Callable[[str], "subprocess.CompletedProcess[str]"]:
    """Run a command line in a shell, which may close or redirect its streams."""

    def run(line: str) -> "subprocess.CompletedProcess[str]":
        given = {**os.environ, "ERRATA_DATABASE_URL": database_url}
        command = ["sh", "-c", f'"$0" -m service.cli {line}', sys.executable]
        return subprocess.run(command, env=given, capture_output=True, text=True, check=False, timeout=60)

    return run


@pytest.fixture
def process(database_url: str) -> Callable[..., "subprocess.Popen[str]"]:
    """Start a command as a process of its own, on the real card files unless told otherwise."""

    def start(*arguments: str, url: str = database_url, **environ: str) -> "subprocess.Popen[str]":
        given = {**os.environ, "ERRATA_DATABASE_URL": url, **environ}
        command = [sys.executable, "-m", "service.cli", *arguments]
        return subprocess.Popen(
            command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )

    return start
