"""Does what only reads in processes of their own, while this one writes what comes of it."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from queue import Queue
from tempfile import TemporaryFile
from threading import Condition, Thread
from types import TracebackType
from typing import IO, Any, NamedTuple

from service.domain.errors import NotReady
from service.store.connection import Engine, make_engine, reading

_AHEAD = 4
"""How many values may have come and not be taken yet: each of them is some megabytes."""

_LENGTH_BYTES = 8
"""How long the number is that tells how long what follows is."""

# Not by multiprocessing: that would run again whatever program this process was started with.
_PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from service.ingest.elsewhere import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"
)

Make = Callable[..., Iterator[Any]]
"""A function of a module: of a connection that reads one state, what is fed to it, and further arguments."""


class Come(NamedTuple):
    """A value that has come of the process of that place, and the bytes in which it was sent."""

    place: int
    value: Any
    sent: bytes


class Elsewhere:
    """Processes that work side by side. They end with this one, however that is ended.

    Args:
        makes: for each process the function that is called in it, and its arguments, which can be pickled, as
            can what it yields and raises.
    """

    def __init__(self, engine: Engine, *makes: tuple[Make, tuple[object, ...]]) -> None:
        self._come: Queue[tuple[int, bytes]] = Queue(_AHEAD)
        url = engine.url.render_as_string(hide_password=False)
        self._workers = [
            _Worker(url, make, told, lambda sent, place=place: self._come.put((place, sent)))  # type: ignore[misc]
            for place, (make, told) in enumerate(makes)
        ]

    def __enter__(self) -> Elsewhere:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.end()
        while any(worker.receives for worker in self._workers):
            while not self._come.empty():
                self._come.get_nowait()  # so that the threads see that nobody sends any longer

    def feed(self, place: int, sent: bytes) -> None:
        """Let the process of a place take a value that another one sent; empty bytes: there are no more."""
        self._workers[place].waiting.put(sent)

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

    def __init__(self, url: str, make: Make, told: tuple[object, ...], come: Callable[[bytes], None]) -> None:
        self._running = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.waiting = _Waiting()
        self.waiting.put(pickle.dumps(sys.path), framed=False)
        self.waiting.put(pickle.dumps((url, make, told)), framed=False)
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        self._receiver = Thread(target=_receive, args=(self._running.stdout, come), daemon=True)
        self._receiver.start()
        self._feeder = Thread(target=_feed, args=(self.waiting, self._running.stdin), daemon=True)
        self._feeder.start()

    @property
    def receives(self) -> bool:
        """Whether anything may still come of it."""
        self._receiver.join(0.01)
        return self._receiver.is_alive()

    def end(self) -> None:
        """End the process, if it hasn't ended by itself."""
        self.waiting.put(b"")
        try:
            self._running.wait(0.5)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        self._feeder.join()
        self.waiting.close()


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

    def put(self, value: bytes, *, framed: bool = True) -> None:
        """Put a value behind the others, with its length before it; an empty one is the end."""
        told = len(value).to_bytes(_LENGTH_BYTES, "big") + value if framed else value
        with self._more:
            self._file.seek(self._written)
            self._written += self._file.write(told)
            self._lengths.append(len(told) if value else 0)
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
        while told := _frame(sent):
            come(told)
    come(b"")


def _frame(file: IO[bytes]) -> bytes:
    """Return the next value in a file; empty bytes where there is none, or no whole one."""
    length = int.from_bytes(file.read(_LENGTH_BYTES), "big")
    told = file.read(length)
    return told if len(told) == length else b""


def serve(asked: IO[bytes], sent: IO[bytes]) -> None:
    """Do in this process what another one asks, and send it what comes of that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked ends this one
    url, make, arguments = pickle.load(asked)
    engine = make_engine(url)
    try:
        with reading(engine) as conn:
            for value in make(conn, _fed(asked), *arguments):
                _send(sent, (value, None, False))
        _send(sent, (None, None, True))
    except BrokenPipeError:
        sys.stdout = None  # nobody listens any longer
    except Exception as error:
        _send(sent, (None, error, False))
    finally:
        engine.dispose()


def _fed(asked: IO[bytes]) -> Iterator[Any]:
    """Yield what is fed to this process."""
    while told := _frame(asked):
        yield pickle.loads(told)[0]


def _send(sent: IO[bytes], told: object) -> None:
    packed = pickle.dumps(told, pickle.HIGHEST_PROTOCOL)
    sent.write(len(packed).to_bytes(_LENGTH_BYTES, "big"))
    sent.write(packed)
    sent.flush()
