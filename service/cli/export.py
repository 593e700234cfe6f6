"""``errata export``: the ledger as a folder of files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import click

from service.cli.asking import engine_of, json_option
from service.cli.command import ErrataCommand
from service.cli.heads import head_line
from service.cli.phrases import stretch
from service.cli.progress import progress
from service.cli.terminal import Terminal, write_json
from service.config import Settings, read_settings
from service.domain.days import parse_day
from service.domain.wording import counted
from service.export.exporter import ExportReport, count_steps, export_ledger
from service.store.connection import reading
from service.store.schema import check_revision


@click.command(cls=ErrataCommand)
@click.option(
    "--to", "folder", required=True, metavar="DIR", type=click.Path(path_type=Path), help="The folder."
)
@click.option("--on", metavar="DAY", help="YYYY-MM-DD.  [default: today where each game is played]")
@json_option
def export(folder: Path, on: str | None, as_json: bool) -> None:
    """Write the texts in effect on a day, and the whole ledger, as files.

    DIR is a new or empty folder, or holds an earlier export, which is replaced in one step. Where nothing
    changed it is left as it is. docs/export.md says what the files hold.

    \b
    Examples:
      errata export --to export
      errata export --to export --on 2026-01-14
      errata export --to export --json
    """
    named = None if on is None else parse_day(on, "--on")
    outcome = _outcome(_export(read_settings(), folder, named), folder)
    if as_json:
        write_json(outcome)
    else:
        _print(Terminal(), outcome)


def _export(settings: Settings, folder: Path, on: date | None) -> ExportReport:
    with engine_of(settings) as engine:
        with reading(engine) as conn:
            check_revision(conn)
            steps = count_steps(conn)
        with progress("exporting", steps) as advance:
            return export_ledger(engine, folder, settings.clock(), on, advance, lambda: _say_waiting(folder))


def _say_waiting(folder: Path) -> None:
    Terminal(errors=True).say(f"another export into {str(folder)!r} is running; waiting for it to end")


def _outcome(report: ExportReport, folder: Path) -> dict[str, Any]:
    """Return what was done, as JSON; ``on`` has the day of each game."""
    manifest = report.manifest
    return {
        "state": "exported" if report.changed else "unchanged",
        "to": str(folder),
        "on": {game: day.isoformat() for game, day in report.days.items()},
        "right_for": manifest.right_for,
        "counts": manifest.counts,
        "sequence": manifest.sequence,
        "manifest_sha256": manifest.sha256,
        "head": {"seq": manifest.head_seq, "hash": manifest.head_hash},
    }


def _print(terminal: Terminal, outcome: Mapping[str, Any]) -> None:
    counts = outcome["counts"]
    entries = counted(counts["entries"], "entry", "entries")
    held = f"{counted(counts['cards'], 'card')} of {counted(counts['games'], 'game')}, {entries}"
    verb = "exported" if outcome["state"] == "exported" else "unchanged:"
    terminal.say(f"{verb} {held}")
    for game, day in outcome["on"].items():
        right_for = outcome["right_for"][game]
        terminal.say(f"  {game} on {day}, the same texts {_days(right_for['from'], right_for['until'])}")
    terminal.say(f"sequence {outcome['sequence']} {outcome['manifest_sha256']}")
    terminal.say(head_line(outcome["head"]))


def _days(since: str | None, until: str | None) -> str:
    """Return in words the days for which texts are right; each day is None where there is no such.

    >>> _days(None, "2002-10-07"), _days(None, None)
    ('on every day before 2002-10-07', 'on every day')
    """
    if since is not None:
        return stretch(since, until)
    return "on every day" if until is None else f"on every day before {until}"
