"""A load that fails anywhere leaves no trace, and the next one works."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError

from service.domain.errors import NotReady
from service.store.connection import make_engine, writing
from service.store.models import Base
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Loaded
from tests.support.databases import copied
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
import os, shutil, signal, sys
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from sqlalchemy import event
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
migrated, root, place, first, step = sys.argv[1:]
for last in range(int(first), 100_000, int(step)):
    path = Path(place, f"{last}.db")
    shutil.copyfile(migrated, path)
    child = os.fork()
    if child == 0:
        steps = count(1)
        def take_a_step(*_):
            if next(steps) == last:
                os.kill(os.getpid(), signal.SIGKILL)
        engine = make_engine(f"sqlite:///{path}")
        event.listen(engine, "before_cursor_execute", take_a_step)
        event.listen(engine, "commit", take_a_step)
        load_corpus(engine, Path(root), datetime(2026, 2, 1, tzinfo=UTC))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    print(last)
    if not os.WIFSIGNALED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
"""

TIMEOUT_S = 60

TABLES = [table.name for table in Base.metadata.sorted_tables]

FIRST_LOAD = {"index_state": 1, "entry": 1, "ending": 1}
"""The tables that a first load of the small corpus writes to once."""


@contextmanager
def failing_insert(engine, table, nth):
    """Let the nth row that is written to a table from now on fail, in the database itself."""
    condition = f"(SELECT count(*) FROM {table}) >= {nth - 1} + (SELECT had FROM failing)"
    with writing(engine) as conn:
        conn.exec_driver_sql(f"CREATE TABLE failing AS SELECT count(*) AS had FROM {table}")
        conn.exec_driver_sql(
            f"CREATE TRIGGER failing_insert BEFORE INSERT ON {table} WHEN {condition} "
            "BEGIN SELECT RAISE(ABORT, 'no more of this'); END"
        )
    yield
    with writing(engine) as conn:
        conn.exec_driver_sql("DROP TRIGGER failing_insert")
        conn.exec_driver_sql("DROP TABLE failing")


@pytest.mark.parametrize("table", TABLES)
def test_whichever_row_of_a_first_load_fails_nothing_is_recorded(
    migrated_file, tmp_path, corpus, loaded, table
):
    loaded.load(corpus)
    written = len(loaded.rows(table))
    assert written >= FIRST_LOAD.get(table, 2)
    expected = loaded.everything()
    with copied(migrated_file, tmp_path / "other.db") as engine:
        again = Loaded(engine)
        empty = again.everything()
        for nth in range(1, written + 1):
            with failing_insert(engine, table, nth), pytest.raises(DatabaseError, match="no more of this"):
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
    with writing(loaded.engine) as conn:
        conn.exec_driver_sql(
            f"CREATE TRIGGER failing_insert BEFORE INSERT ON {table} "
            f"WHEN (SELECT count(*) FROM {table}) >= {had} BEGIN SELECT RAISE(ABORT, 'no more'); END"
        )
    with pytest.raises(DatabaseError, match="no more"):
        loaded.load(corpus)
    with writing(loaded.engine) as conn:
        conn.exec_driver_sql("DROP TRIGGER failing_insert")
    assert loaded.everything() == before
    assert loaded.load(corpus).entry.seq == 2
    loaded.check_chain()


def test_a_disk_that_is_full_at_any_page_records_nothing(loaded, corpus):
    # a text that needs pages of its own
    corpus.edit(LYNX_FILE, "Ward 2.", "\n      ".join(f"Ward {number}." for number in range(5000)))
    empty = loaded.everything()
    limit = {}

    @event.listens_for(loaded.engine, "checkout")
    def shrink(connection, _record, _proxy):
        [(pages,)] = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count = {pages + limit.get('pages', 1_000_000)}")

    for pages in range(0, 200, 5):
        limit["pages"] = pages
        try:
            loaded.load(corpus)
            break
        except NotReady:
            assert loaded.everything() == empty, f"{pages} pages"
    assert 15 < pages < 195
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


def url_of(loaded):
    return loaded.engine.url.render_as_string(hide_password=False)


@pytest.mark.parametrize("empty", [True, False], ids=["a first load", "a later load"])
def test_of_two_loads_at_once_exactly_one_records(loaded, corpus, empty):
    if not empty:
        loaded.load(corpus)
        corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    url = url_of(loaded)
    processes = [start(url, corpus.root) for _ in range(2)]
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(finish(process) for process in processes) == ["nothing new", "recorded"]
    assert len(loaded.entries()) == (1 if empty else 2)
    loaded.check_chain()


def test_a_load_waits_for_another_writer_and_then_compares_with_what_that_one_wrote(loaded, corpus):
    process = start(url_of(loaded), corpus.root)
    with writing(loaded.engine):
        process.stdin.write("go\n")
        process.stdin.flush()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
    assert finish(process) == "recorded"


def test_a_database_that_another_writer_never_leaves_is_not_ready(loaded, corpus, monkeypatch):
    monkeypatch.setattr("service.store.connection.BUSY_TIMEOUT_MS", 1)
    with writing(loaded.engine):
        impatient = Loaded(make_engine(url_of(loaded)))
        with pytest.raises(NotReady, match="can't be used"):
            impatient.load(corpus)
        impatient.engine.dispose()
    assert loaded.load(corpus).entry.seq == 1


def check_after_a_kill(engine, folder):
    """Refuse a database that holds a part of a first load, or in which that can't be finished."""
    loaded = Loaded(engine)
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


def check_killed_at_steps(migrated_file, folder, place, first, step):
    """Kill a load before its first, next, ... statement, until one ends by itself; check what each left."""
    arguments = [str(migrated_file), str(folder.root), str(place), str(first), str(step)]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S * 4,
        check=True,
    )
    steps = [int(line) for line in done.stdout.split()]
    for number in steps:
        engine = make_engine(f"sqlite:///{place / str(number)}.db")
        recorded = check_after_a_kill(engine, folder)
        assert recorded == (number == steps[-1])
        engine.dispose()
    return steps


def test_a_load_that_is_killed_leaves_nothing_and_can_be_run_again(migrated_file, corpus, tmp_path):
    steps = check_killed_at_steps(migrated_file, corpus, tmp_path, 1, 23)
    assert len(steps) > 3


@pytest.mark.proof
def test_a_load_that_is_killed_before_any_statement_leaves_nothing(migrated_file, corpus, tmp_path):
    steps = check_killed_at_steps(migrated_file, corpus, tmp_path, 1, 1)
    assert len(steps) > 60


@pytest.mark.proof
def test_a_long_load_that_is_killed_at_any_moment_leaves_all_or_nothing(migrated_file, corpus, tmp_path):
    for number in range(60):
        text = corpus.read(WARDEN_FILE).replace("one-001", f"one-{number}x")
        corpus.write(f"demo/cards/warden-{number}.yaml", text)
    for moment in range(12):
        with copied(migrated_file, tmp_path / "killed.db") as engine:
            process = start(url_of(Loaded(engine)), corpus.root)
            process.stdin.write("go\n")
            process.stdin.flush()
            time.sleep(moment * 0.08)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=TIMEOUT_S)
            check_after_a_kill(engine, corpus)
