"""Loads that tell each statement before it is run, and are killed in the midst of them.

One process reads the corpus; each load is a child that it forks before a connection to the database is made,
and that goes on from there.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from tests.support.shared import ROOT

TIMEOUT_S = 120

_LOADS = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from sqlalchemy import event
from service.ingest.loader import load_corpus
from service.store.connection import make_engine
url, root = sys.argv[1:]
engine = make_engine(url)
def tell(what):
    os.write(1, what.encode() + b"\\n")
def fork(*_):
    while sys.stdin.readline():
        child = os.fork()
        if child == 0:
            tell(f"child {os.getpid()}")
            event.listen(engine, "before_cursor_execute", lambda *_: tell("statement"))
            event.listen(engine, "commit", lambda *_: tell("commit"))
            return
        os.waitpid(child, 0)
        tell("over")
    os._exit(0)
event.listen(engine, "do_connect", fork)
load_corpus(engine, Path(root), datetime(2026, 2, 1, tzinfo=UTC))
tell("done")
os._exit(0)
"""


class Log(NamedTuple):
    """What a load told: how many statements it began, whether it began to commit, and whether it was done."""

    statements: int
    commits: bool
    done: bool


class Loads:
    """Loads of one corpus into one database, one after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, kill_at: int | None = None) -> Log:
        """Load; with ``kill_at`` the load is killed once it tells that it begins that statement."""
        told, asked = _ends(self._process)
        asked.write("load\n")
        asked.flush()
        word, _, child = told.readline().partition(" ")
        assert word == "child", f"the corpus could not be read: {word}"
        log: list[str] = []
        for line in iter(told.readline, ""):
            if line == "over\n":
                break
            log.append(line.strip())
            if len(log) == kill_at:
                os.kill(int(child), signal.SIGKILL)
        return Log(log.count("statement"), "commit" in log, "done" in log)


@contextmanager
def loads(url: str, root: Path) -> Iterator[Loads]:
    """Yield how to load a corpus again and again; it is read once."""
    with subprocess.Popen(
        [sys.executable, "-c", _LOADS, url, str(root)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Loads(process)
        _ends(process)[1].close()
        process.wait(TIMEOUT_S)


def _ends(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    assert process.stdout is not None
    assert process.stdin is not None
    return process.stdout, process.stdin
