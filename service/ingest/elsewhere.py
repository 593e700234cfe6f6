"""Does what only reads in processes of their own, while this one writes what comes of it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from os.path import isabs
from pathlib import Path
from queue import Queue
from tempfile import TemporaryFile
from threading import Condition, Thread
from types import TracebackType
from typing import IO, Any, NamedTuple

from service.domain.errors import NotReady
from service.ingest.worker import Make, framed, read_frame
from service.store.connection import Engine

_ROOT = str(Path(__file__).resolve().parents[2])
"""The folder in which this package lies."""

_AHEAD = 4
"""How many values may have come and not be taken yet: each of them is some megabytes."""

# Not by multiprocessing: that would run again whatever program this process was started with.
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[2:]; from service.ingest.worker import serve; "
    "serve(int(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer)"
)


class Come(NamedTuple):
    """A value that has come of the process of that place, and the bytes in which it was sent."""

    place: int
    value: Any
    sent: bytes


class Elsewhere:
    """Processes that work side by side, from entering it on. They end with this one, however that is ended.

    Args:
        makes: for each process the function that is called in it, and its arguments, which can be pickled, as
            can what it yields and raises.
    """

    def __init__(self, engine: Engine, *makes: tuple[Make, tuple[object, ...]]) -> None:
        url = engine.url.render_as_string(hide_password=False)
        self._asked = [pickle.dumps((url, make, told)) for make, told in makes]
        self._come: Queue[tuple[int, bytes]] = Queue(_AHEAD)
        self._workers: list[_Worker] = []
        self._open = ExitStack()

    def __enter__(self) -> Elsewhere:
        with ExitStack() as started:  # where one can't be started, those before it end
            started.callback(self._drain)
            for place, asked in enumerate(self._asked):
                come = partial(self._put, place)
                self._workers.append(started.enter_context(_Worker(asked, come)))
            self._open = started.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _put(self, place: int, sent: bytes) -> None:
        self._come.put((place, sent))

    def _drain(self) -> None:
        """Take what has come, so that the threads see that nobody sends any longer."""
        while any(worker.receives for worker in self._workers):
            while not self._come.empty():
                self._come.get_nowait()

    def feed(self, place: int, sent: bytes) -> None:
        """Let the process of a place take a value that another one sent; empty bytes: there are no more."""
        self._workers[place].waiting.put(framed(sent))

    def __iter__(self) -> Iterator[Come]:
        """Yield what comes, in the order in which it does, until no process has any more.

        Raises:
            NotReady: if one was ended before it was done.
            Exception: what is raised in one of them.
        """
        done: set[int] = set()
        while len(done) < len(self._workers):
            place, sent = self._come.get()
            if not sent and place in done:
                continue
            if not sent:
                raise NotReady("a process of this command was ended; nothing was recorded; run it again")
            value, error, ended = pickle.loads(sent)
            if error is not None:
                raise error
            if ended:
                done.add(place)
            else:
                yield Come(place, value, sent)


class _Worker:
    """One process, and the threads that read from it and write to it."""

    def __init__(self, asked: bytes, come: Callable[[bytes], None]) -> None:
        self.waiting = _Waiting()
        self.waiting.put(framed(asked))
        self._come = come

    def __enter__(self) -> _Worker:
        with ExitStack() as failed:
            failed.callback(self.waiting.close)
            end, self._lifeline = os.pipe()
            failed.callback(os.close, self._lifeline)
            try:
                self._start(end)
            finally:
                os.close(end)
            failed.pop_all()
        return self

    def _start(self, end: int) -> None:
        self._running = subprocess.Popen(
            # What isn't absolute is a place in whatever folder somebody works in.
            [sys.executable, "-P", "-c", _PROGRAM, str(end), *filter(isabs, sys.path), _ROOT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[end],
            process_group=0,  # a terminal interrupts this process, and that one ends with it
        )
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._receiver = Thread(target=_receive, args=(self._running.stdout, self._come), daemon=True)
        self._receiver.start()
        self._feeder = Thread(target=_feed, args=(self.waiting, self._running.stdin), daemon=True)
        self._feeder.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process, if it hasn't ended by itself."""
        self.waiting.put(b"")
        os.close(self._lifeline)
        try:
            self._running.wait(0.5)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        self._feeder.join()
        self.waiting.close()

    @property
    def receives(self) -> bool:
        """Whether anything may still come of it."""
        self._receiver.join(0.01)
        return self._receiver.is_alive()


class _Waiting:
    """Values, first in, first out: on disk until somebody takes them, however many there are."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  # closed by close
        self._more = Condition()
        self._read = self._written = 0
        self._lengths: list[int] = []

    def close(self) -> None:
        """Forget what is still there."""
        self._file.close()

    def put(self, value: bytes) -> None:
        """Put a value behind the others; an empty one is the end."""
        with self._more:
            self._file.seek(self._written)
            self._written += self._file.write(value)
            self._lengths.append(len(value))
            self._more.notify()

    def take(self) -> bytes:
        """Return the first value as soon as there is one; the end is empty."""
        with self._more:
            self._more.wait_for(lambda: self._lengths)
            length = self._lengths.pop(0)
            self._file.seek(self._read)
            self._read += length
            return self._file.read(length)


def _feed(waiting: _Waiting, asked: IO[bytes]) -> None:
    """Write what waits, until there is no more or nobody reads any longer."""
    try:
        with asked:
            while told := waiting.take():
                asked.write(told)
                asked.flush()
    except BrokenPipeError:
        pass


def _receive(sent: IO[bytes], come: Callable[[bytes], None]) -> None:
    """Hand on what is sent, as bytes: reading lets other threads go on. Empty ones are the end."""
    with sent:
        while told := read_frame(sent):
            come(told)
    come(b"")
