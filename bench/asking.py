"""Look-ups: in the process itself, timed by the processor's time, and over HTTP, timed by the clock.

The processor's time of one process is what others on the machine disturb least, and it leaves out a client,
which would have to be fast not to be what is measured.
"""

from __future__ import annotations

import gc
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from werkzeug.test import EnvironBuilder

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

LEAST_S = 0.2
"""How long one side of a round takes at least, where asking again is allowed."""

RIGHT = "200"
"""How the status of every answer that is measured begins."""

CONNECTIONS = 8
"""How many requests are under way at once over HTTP."""


class WrongAnswer(Exception):
    """Something else was answered than is to be measured."""


def environs(asked: Iterable[str]) -> list[WSGIEnvironment]:
    """Return the WSGI environments of addresses, as a server would make them."""
    return [EnvironBuilder(one, headers=[("Accept", "*/*")]).get_environ() for one in asked]


def answer(app: WSGIApplication, environ: WSGIEnvironment) -> tuple[str, bytes]:
    """Return the status and the body that an application answers."""
    told: list[str] = []

    def start(status: str, headers: Any, exc_info: Any = None) -> Callable[[bytes], object]:
        told.append(status)
        return lambda body: None

    given = app(environ.copy(), start)
    try:
        return told[0], b"".join(given)
    finally:
        if callable(close := getattr(given, "close", None)):
            close()


def bodies(app: WSGIApplication, asked: Sequence[str]) -> dict[str, bytes]:
    """Return what an application answers to each address.

    Raises:
        WrongAnswer: if one of them isn't answered with 200.
    """
    found = {}
    for one, environ in zip(asked, environs(asked), strict=True):
        status, body = answer(app, environ)
        if not status.startswith(RIGHT):
            raise WrongAnswer(f"{one} answers {status}: {body[:200].decode(errors='replace')}")
        found[one] = body
    return found


def check_bodies(app: WSGIApplication, answers: Mapping[str, bytes]) -> None:
    """Do nothing if an application answers these bodies to these addresses.

    Raises:
        WrongAnswer: if it doesn't.
    """
    found = bodies(app, list(answers))
    if others := [one for one, body in answers.items() if found[one] != body]:
        raise WrongAnswer(f"{others[0]} is answered otherwise")


def cpu_s(app: WSGIApplication, asked: Sequence[WSGIEnvironment], least_s: float = LEAST_S) -> float:
    """Return the processor's time of one request, in seconds.

    Args:
        least_s: all are asked again until this is spent; 0: each is asked once.

    Raises:
        WrongAnswer: if one of them isn't answered with 200.
    """
    gc.collect()  # what the other side left behind is not cleared away in this one's time
    passes, began = 0, time.process_time()
    while True:
        for environ in asked:
            status, _ = answer(app, environ)
            if not status.startswith(RIGHT):
                raise WrongAnswer(f"{environ['PATH_INFO']} answers {status}")
        passes += 1
        spent = time.process_time() - began
        if spent >= least_s:
            return spent / (passes * len(asked))


def wall_s(address: str, asked: Sequence[str]) -> float:
    """Return the time of one request over HTTP, in seconds: all of it by how many were answered.

    Several connections are kept busy: on each the next request is sent as soon as the last was answered.

    Raises:
        WrongAnswer: if one of them isn't answered with 200.
    """
    parts = urlsplit(address)
    requests = [
        f"GET {one} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: */*\r\n\r\n".encode() for one in asked
    ]
    with ExitStack() as stack:
        open_sockets = [
            stack.enter_context(socket.create_connection((parts.hostname or "", parts.port or 80)))
            for _ in range(CONNECTIONS)
        ]
        for each in open_sockets:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        began = time.perf_counter()
        _exchange(open_sockets, requests)
        return (time.perf_counter() - began) / len(requests)


def _exchange(sockets: Sequence[socket.socket], requests: Sequence[bytes]) -> None:
    ahead = len(sockets)
    for each, request in zip(sockets, requests, strict=False):
        each.sendall(request)
    for number in range(len(requests)):
        each = sockets[number % ahead]
        _receive(each)
        if number + ahead < len(requests):
            each.sendall(requests[number + ahead])


def _receive(connection: socket.socket) -> None:
    """Read one answer to its end."""
    got = b""
    while b"\r\n\r\n" not in got:
        got += _more(connection)
    head, _, body = got.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise WrongAnswer(f"the server answers {head.splitlines()[0].decode(errors='replace')}")
    _, _, behind = head.lower().partition(b"content-length:")
    missing = int(behind.split(b"\r\n", 1)[0]) - len(body)
    while missing > 0:
        missing -= len(_more(connection))


def _more(connection: socket.socket) -> bytes:
    got = connection.recv(65_536)
    if not got:
        raise WrongAnswer("the server has closed the connection")
    return got
