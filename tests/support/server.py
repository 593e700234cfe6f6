"""A real server on the loopback, for tests that speak HTTP over a socket."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO

START_S = 30
"""How long a server may take to answer its first request, in seconds."""


def free_port() -> int:
    """Return a port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running_server(database_url: str, **settings: str) -> Iterator[str]:
    """Yield the address of a server on this database; it is ended by its process id afterwards.

    Args:
        settings: further settings, as ``ERRATA_...`` in lower case without the prefix.

    Raises:
        AssertionError: if it doesn't answer in time; what it printed is in the message.
    """
    port = free_port()
    given = {f"ERRATA_{name.upper()}": value for name, value in settings.items()}
    environ = {**os.environ, "ERRATA_DATABASE_URL": database_url, "ERRATA_WORKERS": "1", **given}
    with listening([sys.executable, "-m", "service.cli", "serve", "--port", str(port)], environ, port) as url:
        yield url


@contextmanager
def listening(command: Sequence[str], environ: Mapping[str, str], port: int) -> Iterator[str]:
    """Yield the address of whatever a command serves; it is ended by its process id afterwards.

    Raises:
        AssertionError: if ``/readyz`` doesn't answer in time; what it printed is in the message.
    """
    with TemporaryFile() as log:
        process = subprocess.Popen(command, env=environ, stdout=log, stderr=log)
        try:
            _wait(f"http://127.0.0.1:{port}/readyz", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=START_S)


def _wait(url: str, process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    log.seek(0)
    raise AssertionError(f"no server at {url}: {log.read().decode()}")
