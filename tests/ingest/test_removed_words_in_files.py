"""Removed words leave the files of an SQLite database too, whoever was in the way and whatever was killed."""

import os
import signal
import subprocess
import sys

import pytest

from service.domain.texts import text_sha256
from service.store import sqlite
from service.store.connection import reading
from service.store.ledger import load_head
from tests.support.places import SQLITE, path_of, url_of
from tests.support.shared import ROOT

CARD = "demo/cards/stone-lynx.yaml"
WORDS = "SECRET WORDS " * 500 + "."  # more than a page, so that they have pages of their own

KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from sqlalchemy import event
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
engine, times = make_engine(sys.argv[1]), count(1)
def end_at_the_purge(*_):
    if next(times) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
event.listen(engine, "checkout", end_at_the_purge)
load_corpus(engine, Path(sys.argv[2]), datetime(2026, 2, 1, 12, tzinfo=UTC))
"""

pytestmark = pytest.mark.parametrize("databases", [SQLITE], indirect=True, scope="session")


@pytest.fixture
def to_be_removed(loaded, corpus, monkeypatch):
    """A corpus that names words for removal, which the ledger has."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 1)
    corpus.edit(CARD, "Ward 2.", WORDS)
    corpus.edit(
        CARD, "    effective_from: 2024-03-01\n", "    effective_from: 2024-03-01\n    class: wording\n"
    )
    loaded.load(corpus)
    corpus.write(CARD, corpus.read(CARD).replace("|-\n      " + WORDS, f"removed {text_sha256(WORDS)}"))
    removal = f"removals:\n  - {{sha256: {text_sha256(WORDS)}, reason: Asked for.}}\n"
    corpus.write("demo/removals.yaml", removal)
    return corpus


def files_with_words(loaded):
    """Return the names of the database's files in which the words stand."""
    path = path_of(url_of(loaded.engine))
    return [one.name for one in path.parent.glob(f"{path.name}*") if b"SECRET" in one.read_bytes()]


def test_removed_words_are_in_no_file_once_the_load_is_over(loaded, to_be_removed):
    assert files_with_words(loaded) != []
    with reading(loaded.engine) as conn:  # a connection stays in the pool, so that the log isn't removed
        assert load_head(conn).seq == 1
    report = loaded.load(to_be_removed)
    assert (report.removed, report.notes[1:]) == (1, ())
    assert files_with_words(loaded) == []


def test_a_reader_that_was_in_the_way_is_told_and_the_next_load_purges(loaded, to_be_removed):
    with reading(loaded.engine) as conn:
        assert load_head(conn).seq == 1
        report = loaded.load(to_be_removed)
        assert "another command is reading the database as it was" in report.notes[-1]
        assert files_with_words(loaded) != []
        assert load_head(conn).seq == 1
    report = loaded.load(to_be_removed)
    assert (report.entry, report.notes[1:]) == (None, ())
    assert files_with_words(loaded) == []


def test_a_load_that_is_killed_before_it_purges_leaves_that_to_the_next(loaded, to_be_removed):
    with reading(
        loaded.engine
    ) as conn:  # whoever serves: the last to leave would write the log into the file
        assert load_head(conn).seq == 1
    command = [sys.executable, "-c", KILLED, url_of(loaded.engine), str(to_be_removed.root)]
    killed = subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(loaded.entries()) == 2
    assert files_with_words(loaded) != []
    report = loaded.load(to_be_removed)
    assert (report.entry, report.notes[1:]) == (None, ())
    assert files_with_words(loaded) == []


def test_what_is_purged_is_not_purged_again(loaded, to_be_removed):
    loaded.load(to_be_removed)
    before = path_of(url_of(loaded.engine)).stat().st_mtime_ns
    assert loaded.load(to_be_removed).entry is None
    assert path_of(url_of(loaded.engine)).stat().st_mtime_ns == before
