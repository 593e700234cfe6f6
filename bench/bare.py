"""The reference of look-ups: Flask with one route, which gives bytes that were made before.

The route has the form of ours and finds its bytes by the same address, so that both sides are asked the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
from flask import Flask, Response, request
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer

from service.cli.serve import BLOCKING_THREADS
from tests.support.server import free_port, listening

ANSWERS = "BENCH_ANSWERS"
"""The variable that names the file of answers to a server."""

Answers = Mapping[str, bytes]
"""Bodies by path and query."""


def bare_app(answers: Answers) -> Flask:
    """Return the application."""
    app = Flask("bench.bare")

    @app.get("/v1/cards/<game>/<card>/text")
    def text(game: str, card: str) -> Response:
        asked = f"{request.environ['PATH_INFO']}?{request.environ['QUERY_STRING']}"
        return Response(answers[asked], content_type="application/json")

    @app.get("/readyz")
    def ready() -> Response:
        return Response(b"")

    return app


def make_app() -> Flask:
    """Return the application with the answers of the file that the environment names."""
    told = orjson.loads(Path(os.environ[ANSWERS]).read_bytes())
    return bare_app({asked: body.encode() for asked, body in told.items()})


@contextmanager
def running_bare(answers: Answers, folder: Path) -> Iterator[str]:
    """Yield the address of a server of the application, set up as ours is, with one process."""
    path = folder / "answers.json"
    path.write_bytes(orjson.dumps({asked: body.decode() for asked, body in answers.items()}))
    port = free_port()
    command = [sys.executable, "-m", "bench.bare", str(port)]
    with listening(command, {**os.environ, ANSWERS: str(path)}, port) as address:
        yield address


def _serve(port: int) -> None:
    server: AbstractServer[Any] = Granian(
        "bench.bare:make_app",
        address="127.0.0.1",
        port=port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=1,
        blocking_threads=BLOCKING_THREADS,
        log_access=False,
        log_level=LogLevels.warning,
    )
    server.serve()


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
