"""The command: runs lines, prints what became of them and writes it as JSON. The one place that prints."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from bench.line import Line
from bench.needs import NEEDS
from bench.reporting import as_json, summary, table
from bench.results import Result, exit_code
from bench.running import run_line
from bench.workplace import workplace

ROUNDS, QUICK_ROUNDS = 9, 5
LEAST_ROUNDS = 3
"""With fewer nothing could be said of the noise."""

PATH = Path("var/bench.json")

_HELP = """Run our side and its reference in turn, and tell the ratios.

\b
Exit codes:
  0  every target of today was met
  1  one was missed by more than the noise, or a line wasn't run that nobody left out
  2  the command line is not valid
"""
_ONLY = "Run this line; may be given several times."
_WITHOUT = "Leave out the lines that need this; may be given several times."
_JSON = f"Where the figures are written.  [default: {PATH}]"


def command(lines: Sequence[Line]) -> click.Command:
    """Return the command that runs these lines."""

    @click.command(help=_HELP)
    @click.option("--quick", is_flag=True, help="Fewer rounds and less data: under a minute.")
    @click.option("--only", multiple=True, type=click.Choice([one.name for one in lines]), help=_ONLY)
    @click.option("--list", "listing", is_flag=True, help="Say what each line measures, and run none.")
    @click.option("--rounds", type=click.IntRange(LEAST_ROUNDS), help="How many rounds a line has.")
    @click.option("--without", multiple=True, type=click.Choice(list(NEEDS)), help=_WITHOUT)
    @click.option("--json", "path", type=click.Path(path_type=Path), default=PATH, help=_JSON)
    @click.pass_context
    def bench(
        ctx: click.Context,
        quick: bool,
        only: tuple[str, ...],
        listing: bool,
        rounds: int | None,
        without: tuple[str, ...],
        path: Path,
    ) -> None:
        chosen = [one for one in lines if (one.name in only if only else not (quick and one.whole))]
        if listing:
            say(*map(_told, lines))
            return
        count = rounds or (QUICK_ROUNDS if quick else ROUNDS)
        results = _run(chosen, quick=quick, rounds=count, without=without)
        left = [one.name for one in lines if quick and one.whole and not only]
        say(*table(results), *([""] if left else []), *(f"{name} is left to a whole run" for name in left))
        say("", summary(results))
        _write(path, as_json(results, machine=_machine(), quick=quick, without=without))
        ctx.exit(exit_code(results, without))

    return bench


def _run(lines: Sequence[Line], *, quick: bool, rounds: int, without: Collection[str]) -> list[Result]:
    results = []
    with workplace(quick=quick) as place:
        for line in lines:
            click.echo(f"{line.name} ...", err=True)
            results.append(run_line(line, place, rounds, without))
    return results


def _write(path: Path, told: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def say(*lines: str) -> None:
    """Print lines."""
    for line in lines:
        click.echo(line)


def _told(line: Line) -> str:
    more = "; not with --quick" if line.whole else ""
    more += "; a target of later work" if line.planned else ""
    return f"{line.name}: {line.what}, against {line.against}{more}"


def _machine() -> dict[str, Any]:
    return {"cores": os.cpu_count(), "system": platform.platform(), "python": sys.version.split()[0]}
