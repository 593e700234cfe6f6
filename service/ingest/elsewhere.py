"""Runs what only reads in a process of its own, while this one writes what comes of it."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from queue import Queue
from threading import Thread
from typing import IO, TypeVar

from service.domain.errors import NotReady
from service.store.connection import Engine, make_engine, reading

_AHEAD = 4
"""How many things may have come of it and not be taken yet: each of them is some megabytes."""

_LENGTH_BYTES = 8
"""How long the number is that tells how long what follows is."""

# Not by multiprocessing: that would run again whatever program this process was started with.
_PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from service.ingest.elsewhere import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"
)

T = TypeVar("T")
Make = Callable[..., Iterator[T]]


def run_elsewhere(engine: Engine, make: Make[T], *arguments: object) -> Generator[T]:
    """Yield what ``make(conn, *arguments)`` yields in another process, and raise what it raises there.

    The process ends with the iterator, and with this process however that one ends.

    Args:
        make: a function of a module, which is called with a connection that reads one state of the database.
        arguments: what can be pickled; so must be what it yields and raises.
    """
    url = engine.url.render_as_string(hide_password=False)
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        pickle.dump(sys.path, process.stdin)
        pickle.dump((url, make, arguments), process.stdin)
        process.stdin.close()
        yield from _received(process.stdout)
    finally:
        process.kill()
        process.wait()


def _received(sent: IO[bytes]) -> Generator[T]:
    ahead: Queue[bytes] = Queue(_AHEAD)
    reader = Thread(target=_receive, args=(sent, ahead), daemon=True)
    reader.start()
    try:
        while told := ahead.get():
            value, error, ended = pickle.loads(told)
            if error is not None:
                raise error
            if ended:
                return
            yield value
        raise NotReady("the process that prepares this was ended; nothing was recorded; try again")
    finally:
        # Whoever sends is killed; the reader comes to the end as soon as it can put down what it holds.
        while reader.is_alive():
            _drain(ahead)
            reader.join(0.01)
        sent.close()


def _drain(ahead: Queue[bytes]) -> None:
    while not ahead.empty():
        ahead.get_nowait()


def _receive(sent: IO[bytes], ahead: Queue[bytes]) -> None:
    """Take what is sent, as bytes: reading lets the thread that writes go on. Empty bytes are the end."""
    told = b"begin"
    while told:
        length = int.from_bytes(sent.read(_LENGTH_BYTES), "big")
        told = sent.read(length)
        ahead.put(told if len(told) == length else b"")


def serve(asked: IO[bytes], sent: IO[bytes]) -> None:
    """Do in this process what another one asks, and send it what comes of that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asked ends this one
    url, make, arguments = pickle.load(asked)
    engine = make_engine(url)
    try:
        with reading(engine) as conn:
            for value in make(conn, *arguments):
                _send(sent, (value, None, False))
        _send(sent, (None, None, True))
    except BrokenPipeError:
        sys.stdout = None  # nobody listens any longer
    except Exception as error:
        _send(sent, (None, error, False))
    finally:
        engine.dispose()


def _send(sent: IO[bytes], told: object) -> None:
    packed = pickle.dumps(told, pickle.HIGHEST_PROTOCOL)
    sent.write(len(packed).to_bytes(_LENGTH_BYTES, "big"))
    sent.write(packed)
    sent.flush()
