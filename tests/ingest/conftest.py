"""Fixtures for loading: a small made-up corpus, a ledger to load it into, and an export of one."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import Engine

from tests.support.corpora import WARDEN_FILE, Folder, Loaded
from tests.support.exports import engine_on, export
from tests.support.importing import PAGE, PAGE_FILE, SOURCES, SOURCES_FILE
from tests.support.places import Databases
from tests.support.planting import faults


def _without_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _no_git_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a hook or a user said to git reaches a test."""
    _without_git_settings(monkeypatch)


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


@pytest.fixture
def described(loaded: Loaded, corpus: Folder) -> Loaded:
    """A ledger of the small corpus with two sources, in entry 1."""
    corpus.write(SOURCES_FILE, SOURCES)
    corpus.write(PAGE_FILE, PAGE)
    loaded.load(corpus)
    return loaded


class Twice(NamedTuple):
    """A ledger of two entries and its export, both to be copied."""

    url: str
    folder: Path


@pytest.fixture(scope="session")
def twice(databases: Databases, migrated: str, tmp_path_factory: pytest.TempPathFactory) -> Twice:
    """A ledger of the small corpus and an edit of it, and its export."""
    top = tmp_path_factory.mktemp("twice")
    made = Twice(databases.new(migrated), top / "out")
    with pytest.MonkeyPatch.context() as monkeypatch, engine_on(made.url) as engine:
        _without_git_settings(monkeypatch)
        corpus = Folder(top / "card_texts")
        Loaded(engine).load(corpus)
        edit_once(corpus)
        Loaded(engine).load(corpus)
        export(engine, made.folder)
    return made


def edit_once(corpus: Folder) -> None:
    """Edit the small corpus as it was for the second entry."""
    corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")


@pytest.fixture
def original(databases: Databases, twice: Twice) -> Iterator[Engine]:
    """The ledger that was exported; a copy, so that a test may do with it as it likes."""
    with databases.copied(twice.url) as made:
        yield made


@pytest.fixture
def exported(twice: Twice, tmp_path: Path) -> Path:
    """The export of a ledger of two entries; a copy."""
    return Path(shutil.copytree(twice.folder, tmp_path / "out"))


@pytest.fixture
def edited_corpus(corpus: Folder) -> Folder:
    """The small corpus as the second entry of ``original`` has it."""
    edit_once(corpus)
    return corpus
