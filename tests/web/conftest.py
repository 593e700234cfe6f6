"""Clients of the whole application on made-up cards: one that has everything, one whose words are hostile."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.config import Settings
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
from tests.support.places import Databases

NOW = datetime(2026, 8, 1, 12, tzinfo=UTC)
MADE_UP = Path("tests/corpus/good")

HOSTILE = "<script>alert(1)</script></p><img src=x onerror='alert(2)'> \"quoted\" & {{ 1 + 1 }} {% raw %}"


def client_of(databases: Databases, migrated: str, corpus: Path) -> FlaskClient:
    """Return a client of a server on a database with this corpus loaded."""
    url = databases.new(migrated)
    engine = make_engine(url)
    load_corpus(engine, corpus, NOW)
    engine.dispose()
    return create_app(Settings(database_url=url, now=NOW)).test_client()


@pytest.fixture(scope="session")
def demo(databases, migrated):
    """A client on cards with faces, scopes, windows, endings and unknown words."""
    return client_of(databases, migrated, MADE_UP)


@pytest.fixture(scope="session")
def hostile(databases, migrated, tmp_path_factory):
    """A client on a card with markup in every word that an editor writes."""
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copytree(MADE_UP, folder / "texts")
    quoted = "'" + HOSTILE.replace("'", "''") + "'"
    for name, pattern, new in (
        ("demo/cards/stone-lynx.yaml", "(name|type_line|variant|reason): (?!unknown).+", rf"\1: {quoted}"),
        ("demo/cards/stone-lynx.yaml", "    When you play me, you may draw 1.", f"    [1] {HOSTILE}"),
        ("demo/game.yaml", "^(name|publisher|notice): .+", rf"\1: {quoted}"),
        ("demo/documents/first-errata.yaml", "^title: .+", f"title: {quoted}"),
        ("demo/symbols.yaml", "^    means: .+", f"    means: {quoted}"),
        ("demo/sets.yaml", "    name: .+", f"    name: {quoted}"),
    ):
        path = folder / "texts" / name
        text, count = re.subn(pattern, new, path.read_text("utf-8"), flags=re.MULTILINE)
        assert count, f"{name} has nothing like {pattern}"
        path.write_text(text, "utf-8")
    return client_of(databases, migrated, folder / "texts")
