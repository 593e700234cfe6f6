"""What runs in a process that another one started: it does what that one asks, and ends with it.

It reads what is asked, and what is fed to it, from its standard input, and sends what comes of it to its
standard output. No end of its input means anything but that who asked is gone.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from collections.abc import Callable, Iterator
from threading import Thread
from typing import IO, Any

from service.store.connection import make_engine, reading

Make = Callable[..., Iterator[Any]]
"""A function of a module: of a connection that reads one state, what is fed to it, and further arguments."""

_LENGTH_BYTES = 8
"""How long the number is that tells how long what follows is."""


def framed(value: bytes) -> bytes:
    """Return a value with its length before it, as it is sent."""
    return len(value).to_bytes(_LENGTH_BYTES, "big") + value


def read_frame(file: IO[bytes]) -> bytes | None:
    """Return the next value in a file; None where there is no whole one."""
    length = file.read(_LENGTH_BYTES)
    if len(length) < _LENGTH_BYTES:
        return None
    told = file.read(size := int.from_bytes(length, "big"))
    return told if len(told) == size else None


def serve(lifeline: int, asked: IO[bytes], sent: IO[bytes]) -> None:
    """Do in this process what another one asks, and send it what comes of that, or the error.

    Args:
        lifeline: a descriptor of a pipe whose other end who asked holds open, and nobody else.
    """
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    try:
        try:
            _do(asked, sent)
        except BrokenPipeError:
            raise
        except Exception as error:  # whatever it is: who asked raises it
            _send(sent, _packed(error))
    except BrokenPipeError:
        sys.stdout = None  # nobody listens any longer


def _end_with(lifeline: int) -> None:
    """Wait until who asked is gone, or has done with this process, and end it."""
    os.read(lifeline, 1)
    os._exit(1)


def _do(asked: IO[bytes], sent: IO[bytes]) -> None:
    told = read_frame(asked)
    if told is None:
        raise BrokenPipeError
    url, make, arguments = pickle.loads(told)
    engine = make_engine(url)
    try:
        with reading(engine) as conn:
            for value in make(conn, _fed(asked), *arguments):
                _send(sent, pickle.dumps((value, None, False), pickle.HIGHEST_PROTOCOL))
        _send(sent, pickle.dumps((None, None, True)))
    finally:
        engine.dispose()


def _fed(asked: IO[bytes]) -> Iterator[Any]:
    """Yield what is fed to this process, up to the empty value that ends it."""
    while told := read_frame(asked):
        yield pickle.loads(told)[0]
    if told is None:
        raise BrokenPipeError


def _packed(error: Exception) -> bytes:
    """Return an error so that it can be read where it arrives, with the place where it was raised as a note.

    One that can't be sent, or not be read again, goes as a ``RuntimeError`` of the same words.
    """
    where = f"In another process of this command:\n{''.join(traceback.format_exception(error))}"
    error.add_note(where)
    try:
        packed = pickle.dumps((None, error, False))
        pickle.loads(packed)
    except Exception:  # pickle lets through whatever a class of errors raises
        plain = RuntimeError(f"{type(error).__name__}: {error}")
        plain.add_note(where)
        packed = pickle.dumps((None, plain, False))
    return packed


def _send(sent: IO[bytes], packed: bytes) -> None:
    sent.write(framed(packed))
    sent.flush()
