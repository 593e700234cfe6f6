"""A load that fails anywhere leaves no trace, and the next one works."""

import os
import signal
import subprocess
import sys

import pytest
from sqlalchemy.exc import DatabaseError

from service.domain.errors import NotReady
from service.store import postgresql, sqlite
from service.store.connection import make_engine, writing
from service.store.models import Base, KnownIdRow
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Loaded
from tests.support.faults import NO_MORE, filling_disk, incompressible, refused_from
from tests.support.places import SQLITE, url_of
from tests.support.shared import ROOT

LOAD = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
url, root = sys.argv[1:]
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
report = load_corpus(make_engine(url), Path(root), datetime(2026, 2, 1, tzinfo=UTC))
sys.stdout.write("recorded" if report.entry else "nothing new")
"""

KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from sqlalchemy import event
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
root, step = sys.argv[1:]
for last in range(1, 100_000, int(step)):
    print("ready", flush=True)
    url = sys.stdin.readline().strip()
    child = os.fork()
    if child == 0:
        steps = count(1)
        def take_a_step(*_):
            if next(steps) == last:
                os.kill(os.getpid(), signal.SIGKILL)
        engine = make_engine(url)
        event.listen(engine, "before_cursor_execute", take_a_step)
        event.listen(engine, "commit", take_a_step)
        load_corpus(engine, Path(root), datetime(2026, 2, 1, tzinfo=UTC))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print(-os.waitstatus_to_exitcode(status), flush=True)
    if not os.WIFSIGNALED(status):
        break
"""

TIMEOUT_S = 60

TABLES = [table.name for table in Base.metadata.sorted_tables if table is not KnownIdRow.__table__]
"""The tables that a load writes to; card files give no ids of other catalogues."""

FIRST_LOAD = {"index_state": 1, "entry": 1, "ending": 1}
"""The tables that a first load of the small corpus writes to once."""


@pytest.mark.parametrize("table", TABLES)
def test_whichever_row_of_a_first_load_fails_nothing_is_recorded(databases, migrated, corpus, loaded, table):
    loaded.load(corpus)
    written = len(loaded.rows(table))
    assert written >= FIRST_LOAD.get(table, 2)
    expected = loaded.everything()
    with databases.copied(migrated) as engine:
        again = Loaded(engine)
        empty = again.everything()
        for nth in range(1, written + 1):
            had = len(empty[table])
            with refused_from(engine, table, had + nth - 1), pytest.raises(DatabaseError, match=NO_MORE):
                again.load(corpus)
            assert again.everything() == empty, f"row {nth}"
        again.load(corpus)
        assert again.everything() == expected


@pytest.mark.parametrize("table", ["entry", "assertion", "ending", "record", "content", "segment"])
def test_a_later_load_that_fails_leaves_the_ledger_and_the_index_as_they_were(loaded, corpus, table):
    loaded.load(corpus)
    before = loaded.everything()
    text = corpus.read(WARDEN_FILE).replace("you may draw 1.", "you may draw a card.")
    corpus.write(WARDEN_FILE, text[: text.index("endings:")])
    corpus.edit("demo/documents/faq.yaml", "Questions and Answers", "Answers")
    # the index rows of the card are deleted before they are written, so fewer stand there by then
    had = 0 if table == "segment" else len(before[table])
    with refused_from(loaded.engine, table, had), pytest.raises(DatabaseError, match=NO_MORE):
        loaded.load(corpus)
    assert loaded.everything() == before
    assert loaded.load(corpus).entry.seq == 2
    loaded.check_chain()


def test_a_disk_that_is_full_at_any_page_records_nothing(loaded, corpus):
    corpus.edit(LYNX_FILE, "Ward 2.", incompressible(-1, 60_000))
    with filling_disk(loaded.engine) as leave:
        before = loaded.everything()
        for pages in range(0, 200, 2):
            leave(pages)
            try:
                loaded.load(corpus)
                break
            except NotReady:
                assert loaded.everything() == before, f"{pages} pages"
    assert 4 < pages < 190
    loaded.check_chain()


def start(url, folder):
    """Start a load in a process of its own, and return it once it waits for a line."""
    process = subprocess.Popen(
        [sys.executable, "-c", LOAD, url, str(folder)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline() == "ready\n", process.communicate(timeout=TIMEOUT_S)[1]
    return process


def finish(process):
    """Return what a process that was told to go on said last."""
    said, errors = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0, errors
    return said


@pytest.mark.parametrize("empty", [True, False], ids=["a first load", "a later load"])
def test_of_two_loads_at_once_exactly_one_records(loaded, corpus, empty):
    if not empty:
        loaded.load(corpus)
        corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    url = url_of(loaded.engine)
    processes = [start(url, corpus.root) for _ in range(2)]
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(finish(process) for process in processes) == ["nothing new", "recorded"]
    assert len(loaded.entries()) == (1 if empty else 2)
    loaded.check_chain()


def test_a_load_waits_for_another_writer_and_then_compares_with_what_that_one_wrote(loaded, corpus):
    process = start(url_of(loaded.engine), corpus.root)
    with writing(loaded.engine):
        process.stdin.write("go\n")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
    assert finish(process) == "recorded"


def test_a_database_that_another_writer_never_leaves_is_not_ready(loaded, corpus, monkeypatch):
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_MS", 1)
    monkeypatch.setattr(postgresql, "LOCK_TIMEOUT_MS", 1)
    with writing(loaded.engine):
        impatient = Loaded(make_engine(url_of(loaded.engine)))
        with pytest.raises(NotReady, match="another command is writing the ledger"):
            impatient.load(corpus)
        impatient.engine.dispose()
    assert loaded.load(corpus).entry.seq == 1


def check_after_a_kill(engine, folder):
    """Refuse a database that holds a part of a first load, or in which that can't be finished."""
    loaded = Loaded(engine)
    if engine.dialect.name == SQLITE:
        assert loaded.rows("pragma_integrity_check") == [("ok",)]
    loaded.check_chain()
    before = loaded.everything()
    report = loaded.load(folder)
    if before["entry"]:
        assert report.entry is None
        assert loaded.everything() == before
    else:
        assert not any(before.values())
        assert len(loaded.entries()) == 1
        assert loaded.load(folder).entry is None
    loaded.check_chain()
    return bool(before["entry"])


def check_killed_at_steps(databases, migrated, folder, step):
    """Kill a load before its first, next, ... statement, until one ends by itself; check what each left."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder.root), str(step)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    ends = []
    with process:
        for killed in iter(process.stdout.readline, ""):
            if killed == "ready\n":
                url = databases.new(migrated)
                process.stdin.write(f"{url}\n")
                process.stdin.flush()
                continue
            ends.append(int(killed))
            engine = make_engine(url)
            assert check_after_a_kill(engine, folder) == (ends[-1] == 0)
            engine.dispose()
            databases.drop(url)
    assert ends == [signal.SIGKILL] * (len(ends) - 1) + [0]
    return len(ends)


def test_a_load_that_is_killed_leaves_nothing_and_can_be_run_again(databases, migrated, corpus):
    assert check_killed_at_steps(databases, migrated, corpus, 13) > 3


@pytest.mark.proof
def test_a_load_that_is_killed_before_any_statement_leaves_nothing(databases, migrated, corpus):
    assert check_killed_at_steps(databases, migrated, corpus, 1) > 40
