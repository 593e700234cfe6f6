"""Fixtures for exports: a ledger with a small made-up corpus, and where its export goes."""

import os
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.support.corpora import Folder, Loaded


@pytest.fixture(autouse=True)
def _no_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a hook or a user said to git reaches a test."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def corpus(tmp_path: Path) -> Folder:
    """The small corpus, in a folder of its own."""
    return Folder(tmp_path / "card_texts")


@pytest.fixture
def loaded(engine: Engine, corpus: Folder) -> Loaded:
    """A database that the small corpus is loaded into."""
    made = Loaded(engine)
    made.load(corpus)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the export goes; nothing is there."""
    (tmp_path / "exports").mkdir()
    return tmp_path / "exports" / "out"
