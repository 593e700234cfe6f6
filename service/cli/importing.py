"""``errata import``: what the files of a source tell and the ledger doesn't hold, as one entry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from service.cli.asking import engine_of, json_option
from service.cli.command import ErrataCommand
from service.cli.heads import head_answer, head_line
from service.cli.progress import stages
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.domain.wording import counted
from service.ingest.formats import FORMATS
from service.ingest.importer import import_files
from service.ingest.reports import Disagreement, ImportReport, Remark
from service.store.connection import reading
from service.store.schema import check_revision

SHOWN = 20
"""How many disagreements are printed; with ``--json`` all of them are."""


@click.command("import", cls=ErrataCommand)
@click.argument("form", metavar="FORMAT", type=click.Choice(sorted(FORMATS)))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Record nothing; say what would be recorded.")
@json_option
def import_(form: str, files: tuple[Path, ...], dry_run: bool, as_json: bool) -> None:
    """Record what files of a source tell, as one entry of the ledger.

    FORMAT is history: JSON Lines, a line a card and language with its texts over the days; gzip is unpacked.
    The source must be described in the sources.yaml of its game, which errata load records. What is
    curated in the corpus stays as it is; where a file says otherwise, both texts are told.

    All or nothing: one line that can't be read, and nothing is recorded. What was imported before is known,
    so that an import can be run again at any time.

    \b
    Examples:
      errata import history mtg.ndjson.gz
      errata import history --dry-run mtg-2013.ndjson mtg-2014.ndjson
      errata import history mtg.ndjson.gz --json
    """
    settings = read_settings()
    with engine_of(settings) as engine:
        with reading(engine) as conn:
            check_revision(conn)
        with stages() as stage:
            report = import_files(engine, form, files, settings.clock(), dry_run=dry_run, stage=stage)
    outcome = _outcome(report, dry_run)
    if as_json:
        write_json(outcome)
    else:
        _print(Terminal(), outcome)


_COUNTS = (
    "pieces",
    "unchanged",
    "cards",
    "new",
    "curated",
    "texts",
    "corrected",
    "withdrawn",
    "records",
    "printings",
)


def _outcome(report: ImportReport, dry_run: bool) -> dict[str, Any]:
    """Return what was done, as JSON; ``entry`` is what was appended, or with a dry run would be."""
    state = "unchanged" if report.entry is None else "dry-run" if dry_run else "recorded"
    return {
        "state": state,
        "entry": report.entry and report.entry.seq,
        **{name: getattr(report, name) for name in _COUNTS},
        "disagreements": [_disagreement(one) for one in report.disagreements],
        "passed_over": [_remark(one) for one in report.passed_over],
        "damaged": [_remark(one) for one in report.damaged],
        "head": head_answer(report.head),
    }


def _disagreement(one: Disagreement) -> dict[str, str | None]:
    return {
        "game": one.subject.game,
        "card": one.subject.name,
        "source": one.source,
        "field": one.field,
        "on": one.on.isoformat(),
        "kept": one.kept,
        "shown": one.shown,
    }


def _remark(one: Remark) -> dict[str, str | int]:
    return {"path": str(one.path), "line": one.number, "reason": one.reason}


def _print(terminal: Terminal, outcome: Mapping[str, Any]) -> None:
    state = outcome["state"]
    read = f"{counted(outcome['pieces'], 'line')}, {outcome['unchanged']} unchanged"
    if state == "unchanged":
        terminal.say(f"unchanged: {read}")
    else:
        verb = "would hold" if state == "dry-run" else "holds"
        cards = f"{counted(outcome['new'], 'new card')} of {outcome['cards']}"
        texts = f"{counted(outcome['texts'], 'text')}, {outcome['corrected']} corrected"
        records = f"{outcome['withdrawn']} withdrawn, {counted(outcome['records'], 'record')}"
        printings = f"{counted(outcome['printings'], 'printing')} among them"
        terminal.say(f"read {read}")
        terminal.say(f"entry {outcome['entry']} {verb} {cards}; {texts}, {records}, {printings}")
    if outcome["curated"]:
        terminal.say(f"{counted(outcome['curated'], 'card')} kept by the corpus, and left as it says")
    _print_findings(terminal, outcome)
    if state == "dry-run":
        terminal.say("nothing was recorded")
    terminal.say(head_line(outcome["head"]))


def _print_findings(terminal: Terminal, outcome: Mapping[str, Any]) -> None:
    disagreements = outcome["disagreements"]
    if disagreements:
        terminal.say(f"{counted(len(disagreements), 'disagreement')}; what the ledger says stands:")
    for one in disagreements[:SHOWN]:
        terminal.say(f"  {one['game']}/{one['card']}, {one['field']}, seen by {one['source']} on {one['on']}")
        for who, words in (("ledger", one["kept"]), (one["source"], one["shown"])):
            terminal.say_named(f"    {who}", words if words is not None else "(not known)", width=16)
    if len(disagreements) > SHOWN:
        terminal.say(f"  and {len(disagreements) - SHOWN} more; all of them: --json")
    for what, told in (("passed over", "passed_over"), ("damaged", "damaged")):
        for one in outcome[told]:
            terminal.say(f"{what}: {one['path']}, line {one['line']}: {one['reason']}")
