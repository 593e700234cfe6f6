"""Work in processes of their own: what they yield and raise comes, and none outlives who asked."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine

from service.domain.errors import NotReady
from service.domain.refusals import ImportRefused
from service.ingest.elsewhere import Elsewhere


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


def is_gone(process: int) -> bool:
    """Whether a process has ended."""
    return not Path(f"/proc/{process}").exists()


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


def test_no_code_is_run_that_lies_in_the_working_directory(engine, tmp_path, monkeypatch):
    (tmp_path / "pickle.py").write_text("raise SystemExit('this was run')")
    monkeypatch.chdir(tmp_path)
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
