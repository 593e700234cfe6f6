"""Fixtures for loading: a small made-up corpus, and a ledger to load it into."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.support.corpora import Folder, Loaded
from tests.support.planting import faults


@pytest.fixture(autouse=True)
def _no_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a hook or a user said to git reaches a test."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def loaded(engine: Engine) -> Iterator[Loaded]:
    """An empty database to load into; after the test its chain and its index must be whole."""
    made = Loaded(engine)
    yield made
    made.check_chain()
    made.check_index()
    assert faults(engine) == []


@pytest.fixture
def corpus(tmp_path: Path) -> Folder:
    """The small corpus, in a folder of its own."""
    return Folder(tmp_path / "card_texts")
