"""``errata serve``: the server, after a look whether it can answer."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer

import service
from service.cli.asking import opened
from service.cli.command import PROBLEM, ErrataCommand
from service.cli.examples import example_card
from service.cli.terminal import Terminal, write_error
from service.config import Settings, read_settings
from service.store.segments import load_head_seq

BLOCKING_THREADS = 4
"""How many requests one process works on at once; with one, a slow reader would starve it."""

MAX_PORT = 65_535


@click.command(cls=ErrataCommand)
@click.option("--host", help="The address to listen on.  [default: ERRATA_HOST, or 127.0.0.1]")
@click.option("--port", type=click.IntRange(1, MAX_PORT), help="Its port.  [default: ERRATA_PORT, or 8000]")
@click.option("--workers", type=click.IntRange(1, 256), help="How many processes.  [default: one a core]")
@click.pass_context
def serve(ctx: click.Context, host: str | None, port: int | None, workers: int | None) -> None:
    """Serve the API and the pages until SIGTERM or Ctrl-C.

    \b
    Examples:
      errata serve
      errata serve --host 0.0.0.0 --port 8080 --workers 4
    """
    given = {"host": host, "port": port, "workers": workers}
    overridden = {name: value for name, value in given.items() if value is not None}
    settings = replace(read_settings(), **overridden)  # type: ignore[arg-type]  # each has its field's type
    terminal = Terminal()
    _greet(terminal, settings)
    reason = _taken(settings)
    if reason is not None:
        write_error(
            f"{settings.host} port {settings.port} can't be listened on: {reason}; choose another: "
            f"errata serve --port {_another(settings.port)}, make serve ARGS='--port "
            f"{_another(settings.port)}', or ERRATA_PORT"
        )
        ctx.exit(PROBLEM)
    # The workers read their settings from the environment, as any server of ours does.
    os.environ.update({f"ERRATA_{name.upper()}": str(value) for name, value in overridden.items()})
    _serve(settings)


def _greet(terminal: Terminal, settings: Settings) -> None:
    """Print addresses worth opening, of what is in the ledger.

    Raises:
        NotReady: if the database can't be opened, or its tables are not those of this version.
    """
    with opened(settings) as conn:
        found = example_card(conn, settings.clock())
        empty = load_head_seq(conn) == 0
    paths = ["/", "/docs"] if found is None else ["/", found.page, found.text]
    if empty:
        terminal.say("the ledger is empty; stop, and run: errata load")
    for path in paths:
        terminal.say((f"{_origin(settings)}{path}", "bold"))


def _another(port: int) -> int:
    return port + 1 if port < MAX_PORT else port - 1


def _origin(settings: Settings) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _taken(settings: Settings) -> str | None:
    """Return why nobody can listen there now; None where one can.

    The server shares its port among its processes, so a second server would silently join the first.
    """
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, proto) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None


def _serve(settings: Settings) -> None:
    server: AbstractServer[Any] = Granian(
        "service.app:make_app",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        factory=True,
        workers=settings.workers or os.cpu_count() or 1,
        blocking_threads=BLOCKING_THREADS,
        respawn_failed_workers=True,
        log_access=False,
        log_level=LogLevels.warning,
        # Otherwise modules would be looked for in the working folder first.
        working_dir=Path(service.__file__).parent.parent,
    )
    server.serve()
