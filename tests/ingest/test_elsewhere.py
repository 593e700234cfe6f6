"""Work in processes of their own: what they yield and raise comes, and none outlives who asked."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from types import ModuleType

import pytest
from sqlalchemy import Connection, Engine

from service.domain.errors import NotReady
from service.domain.refusals import ImportRefused
from service.ingest.elsewhere import Elsewhere
from tests.support.places import url_of
from tests.support.processes import is_gone, wait_until_gone
from tests.support.shared import ROOT


def count(_conn: Connection, _fed: Iterable[int], most: int) -> Iterator[int]:
    """Yield the numbers up to one."""
    yield from range(most)


def double(_conn: Connection, fed: Iterable[int]) -> Iterator[int]:
    """Yield twice what is fed."""
    for one in fed:
        yield 2 * one


def refuse(_conn: Connection, _fed: Iterable[int]) -> Iterator[int]:
    """Yield one number, and raise an error that has members of its own."""
    yield 1
    raise ImportRefused("a line is bad", path="a.ndjson", line=7, field="key")


def last(_conn: Connection, _fed: Iterable[int]) -> Iterator[int]:
    """Yield the id of this process, and never end."""
    yield os.getpid()
    while True:
        time.sleep(60)


def flood(_conn: Connection, _fed: Iterable[int]) -> Iterator[int | bytes]:
    """Yield the id of this process, and more than anybody takes."""
    yield os.getpid()
    while True:
        yield bytes(100_000)


def test_what_one_process_yields_another_takes(engine):
    found: list[int] = []
    with Elsewhere(engine, (count, (1_000,)), (double, ())) as elsewhere:
        for place, value, sent in elsewhere:
            if place == 1:
                found.append(value)
            else:
                elsewhere.feed(1, sent)
                if value == 999:
                    elsewhere.feed(1, b"")
    assert found == [2 * number for number in range(1_000)]


def test_an_error_comes_as_it_was_raised(engine):
    found: list[int] = []
    with Elsewhere(engine, (refuse, ())) as elsewhere, pytest.raises(ImportRefused, match="a line") as caught:
        found.extend(value for _, value, _ in elsewhere)
    assert found == [1]
    assert caught.value.extra == {"path": "a.ndjson", "line": 7, "field": "key"}


@pytest.mark.parametrize("place", ["", "."])
def test_no_code_is_run_that_lies_in_the_working_directory(engine, tmp_path, monkeypatch, place):
    (tmp_path / "pickle.py").write_text("raise SystemExit('this was run')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(place)
    with Elsewhere(engine, (count, (1,))) as elsewhere:
        assert [value for _, value, _ in elsewhere] == [0]


def test_a_process_that_is_killed_is_told(engine):
    with Elsewhere(engine, (last, ())) as elsewhere:
        come = iter(elsewhere)
        os.kill(next(come).value, signal.SIGKILL)
        with pytest.raises(NotReady, match="nothing was recorded"):
            next(come)


@pytest.mark.parametrize("make", [last, flood])
def test_a_process_ends_with_who_asked(engine, make):
    with Elsewhere(engine, (make, ())) as elsewhere:
        _, process, _ = next(iter(elsewhere))
        assert not is_gone(process)
    assert is_gone(process)


def fail_with(engine: Engine, found: list[int]) -> None:
    """Ask a process, keep its id, and fail."""
    with Elsewhere(engine, (flood, ())) as elsewhere:
        found.append(next(iter(elsewhere)).value)
        raise ZeroDivisionError


def test_an_error_of_who_asked_ends_the_process_too(engine):
    found: list[int] = []
    with pytest.raises(ZeroDivisionError):
        fail_with(engine, found)
    assert is_gone(found[0])


class Untold(Exception):
    """An error that can be sent and not be read."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)
        self.second = second


def refuse_untold(_conn: Connection, _fed: Iterable[int]) -> Iterator[int]:
    """Raise an error that can't be read where it arrives."""
    yield 1
    raise Untold("first", "second")


def refuse_unsent(_conn: Connection, _fed: Iterable[int]) -> Iterator[int]:
    """Raise an error that can't be sent."""
    yield 1
    error = ValueError("of a lock")
    error.lock = Lock()  # type: ignore[attr-defined]
    raise error


def yield_unsent(_conn: Connection, _fed: Iterable[int]) -> Iterator[object]:
    """Yield what can't be sent."""
    yield 1
    yield Lock()


def stumble(_conn: Connection, _fed: Iterable[int]) -> Iterator[int]:
    """Raise what nobody foresaw."""
    yield 1
    raise KeyError("a key of mine")


def leave(_conn: Connection, _fed: Iterable[int]) -> Iterator[int]:
    """Leave the process."""
    yield 1
    sys.exit(3)


FAILING = {
    "an error that can't be read": (refuse_untold, RuntimeError, "Untold: first"),
    "an error that can't be sent": (refuse_unsent, RuntimeError, "ValueError: of a lock"),
    "a value that can't be sent": (yield_unsent, TypeError, "cannot pickle"),
    "an error that nobody foresaw": (stumble, KeyError, "a key of mine"),
    "an end of the process": (leave, NotReady, "run it again"),
}


@pytest.mark.parametrize(("make", "kind", "words"), FAILING.values(), ids=FAILING)
def test_what_goes_wrong_in_a_process_is_an_error_of_who_asked(engine, capfd, make, kind, words):
    found: list[object] = []
    with Elsewhere(engine, (make, ()), (last, ())) as elsewhere, pytest.raises(kind, match=words):
        found.extend(come.value for come in elsewhere if come.place == 0)
    assert found == [1]
    assert capfd.readouterr().err == ""


def test_an_error_tells_where_in_the_process_it_was_raised(engine):
    with Elsewhere(engine, (stumble, ())) as elsewhere, pytest.raises(KeyError) as caught:
        list(elsewhere)
    assert "in stumble" in "".join(caught.value.__notes__)


def test_a_function_that_the_process_cannot_import_is_told(engine):
    made = {"__name__": "nowhere"}
    exec("def make(conn, fed):\n    yield 1", made)
    module = ModuleType("nowhere")
    vars(module).update(made)
    sys.modules["nowhere"] = module
    try:
        with Elsewhere(engine, (made["make"], ())) as elsewhere, pytest.raises(ModuleNotFoundError):
            list(elsewhere)
    finally:
        del sys.modules["nowhere"]


def test_where_a_second_process_cannot_be_started_the_first_one_ends(engine, monkeypatch):
    started = []
    popen = subprocess.Popen

    def start(*arguments, **more):
        if started:
            raise OSError("no more processes")
        started.append(popen(*arguments, **more))
        return started[0]

    monkeypatch.setattr(subprocess, "Popen", start)
    with pytest.raises(OSError, match="no more"), Elsewhere(engine, (last, ()), (last, ())):
        pass
    assert is_gone(started[0].pid)


ASK = """
import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup has it ignored, and so has what it starts
signal.signal(signal.SIGINT, signal.default_int_handler)  # so has a shell what runs in its background
from service.ingest.elsewhere import Elsewhere
from service.store.connection import make_engine
from tests.ingest.test_elsewhere import flood, last
with Elsewhere(make_engine(sys.argv[1]), (globals()[sys.argv[2]], ()), (last, ())) as elsewhere:
    come = iter(elsewhere)
    told = {}
    while len(told) < 2:
        one = next(come)
        told.setdefault(one.place, one.value)
    print(*told.values(), flush=True)
    sys.stdin.read()
"""


@contextmanager
def asking(engine: Engine, make: str) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """Yield a process, in a group of its own, that asks two others, and the ids of these."""
    given = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", ASK, url_of(engine), make]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, env=given, process_group=0, **pipes) as process:
        others = [int(one) for one in process.stdout.readline().split()]
        try:
            yield process, others
        finally:
            for one in (process.pid, *others):
                if not is_gone(one):
                    os.kill(one, signal.SIGKILL)


@pytest.mark.parametrize("make", ["last", "flood"])
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], ids=lambda one: one.name)
def test_processes_end_with_who_asked_however_that_is_ended(engine, make, sent):
    with asking(engine, make) as (process, others):
        assert len(others) == 2
        process.send_signal(sent)
        assert process.wait() == -sent
        wait_until_gone(others)
        assert process.stderr.read() == ""


def test_an_interrupt_from_a_terminal_is_told_by_who_asked_alone(engine):
    """A terminal sends it to every process of the group that is in the foreground."""
    with asking(engine, "flood") as (process, others):
        os.killpg(process.pid, signal.SIGINT)
        process.wait()
        wait_until_gone(others)
        assert process.stderr.read().count("KeyboardInterrupt") == 1
