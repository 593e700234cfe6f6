"""A rebuild that ends anywhere leaves an empty ledger, which can be rebuilt."""

import os
import subprocess
import sys

import pytest
from sqlalchemy import event

from service.domain.errors import NotReady
from service.ingest.rebuild import rebuild_ledger
from service.ingest.reindex import rebuild_index
from service.store.connection import writing
from tests.support.building import Card
from tests.support.databases import record
from tests.support.exports import export, index_of, rows_of
from tests.support.faults import filling_disk, incompressible
from tests.support.shared import ROOT

TIMEOUT_S = 240

KILLED = """
import os, signal, sys
from itertools import count
from pathlib import Path
from sqlalchemy import event, func, select
from service.ingest.rebuild import rebuild_ledger
from service.store.connection import make_engine, reading
from service.store.models import Base
url, folder, first, step = sys.argv[1:]
for last in range(int(first), 100_000, int(step)):
    child = os.fork()
    if child == 0:
        steps = count(1)
        def take_a_step(*_):
            if next(steps) == last:
                os.kill(os.getpid(), signal.SIGKILL)
        engine = make_engine(url)
        event.listen(engine, "before_cursor_execute", take_a_step)
        event.listen(engine, "commit", take_a_step)
        rebuild_ledger(engine, Path(folder))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    engine = make_engine(url)
    with reading(engine) as conn:
        tables = Base.metadata.sorted_tables
        print(sum(conn.scalar(select(func.count()).select_from(table)) for table in tables))
    engine.dispose()
"""


def check_killed_at_steps(original, other_engine, folder, first, step):
    """Kill a rebuild before its first, next, ... statement until one ends; return how many were killed."""
    url = other_engine.url.render_as_string(hide_password=False)
    other_engine.dispose()
    done = subprocess.run(
        [sys.executable, "-c", KILLED, url, str(folder), str(first), str(step)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=True,
    )
    left = done.stdout.split()
    assert set(left) == {"0"}
    assert rows_of(other_engine) == rows_of(original)
    assert index_of(other_engine) == index_of(original)
    return len(left)


def test_a_rebuild_that_is_killed_leaves_an_empty_ledger_that_can_be_rebuilt(
    original, exported, other_engine
):
    assert check_killed_at_steps(original, other_engine, exported, 1, 13) > 3


@pytest.mark.proof
def test_a_rebuild_that_is_killed_before_any_statement_leaves_nothing(original, exported, other_engine):
    assert check_killed_at_steps(original, other_engine, exported, 1, 1) > 40


def test_a_rebuild_that_fails_after_the_last_entry_leaves_nothing(exported, other_engine):
    empty = rows_of(other_engine), index_of(other_engine)

    @event.listens_for(other_engine, "commit")
    def fail(_conn):
        raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        rebuild_ledger(other_engine, exported)
    event.remove(other_engine, "commit", fail)
    assert (rows_of(other_engine), index_of(other_engine)) == empty
    assert rebuild_ledger(other_engine, exported).seq == 2


def test_a_disk_that_is_full_leaves_an_empty_ledger_that_can_be_rebuilt(engine, other_engine, tmp_path):
    """More texts than a file may have bytes from the start, so that each limit falls in the midst of them."""
    words = [incompressible(number) for number in range(160)]
    card = Card()
    facts = [card.base("2024-01-10", each) for each in words]
    with writing(engine) as conn:
        record(conn, *facts, texts=words)
        rebuild_index(conn)
    export(engine, tmp_path / "out")
    refused = 0
    with filling_disk(other_engine, filled=False) as leave:
        empty = rows_of(other_engine), index_of(other_engine)
        for pages in range(0, 1200, 30):
            leave(pages)
            try:
                rebuild_ledger(other_engine, tmp_path / "out")
                break
            except NotReady:
                refused += 1
                assert (rows_of(other_engine), index_of(other_engine)) == empty, f"{pages} pages"
    assert refused > 1
    assert rows_of(other_engine) == rows_of(engine)
    assert index_of(other_engine) == index_of(engine)
