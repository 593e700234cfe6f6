"""``errata load``: what the corpus says and the ledger doesn't, as one entry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from service.cli.asking import corpus_root, engine_of, json_option
from service.cli.command import ErrataCommand
from service.cli.heads import head_answer, head_line
from service.cli.phrases import stretch
from service.cli.terminal import Terminal, write_json
from service.config import Settings, read_settings
from service.domain.ledger import Entry
from service.domain.wording import counted
from service.ingest.answer_changes import AnswerChange
from service.ingest.loader import LoadReport, load_corpus
from service.serving.answers.sights import iso
from service.store.connection import Engine, reading
from service.store.ledger import load_head
from service.store.models import EVERY_SCOPE
from service.store.schema import check_revision


@click.command(cls=ErrataCommand)
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Record nothing; list the answers that would change.")
@click.option("--if-empty", is_flag=True, help="Do nothing where something was recorded before.")
@json_option
def load(path: Path | None, dry_run: bool, if_empty: bool, as_json: bool) -> None:
    """Record what is new in the corpus, as one entry of the ledger.

    PATH is the folder of the corpus; by default ERRATA_CARD_TEXTS. Loading twice records nothing.
    One file with a fault, and nothing is recorded.

    \b
    Examples:
      errata load
      errata load --dry-run
      errata load --if-empty card_texts
    """
    settings = read_settings()
    with engine_of(settings) as engine:
        head = _head(engine)
        skipped = if_empty and head is not None
        report = None if skipped else _load(engine, settings, path, dry_run)
    outcome = _outcome(head, report, dry_run)
    if as_json:
        write_json(outcome)
    else:
        _print(Terminal(), outcome)


def _head(engine: Engine) -> Entry | None:
    with reading(engine) as conn:
        check_revision(conn)
        return load_head(conn)


def _load(engine: Engine, settings: Settings, path: Path | None, dry_run: bool) -> LoadReport:
    return load_corpus(engine, corpus_root(path, settings), settings.clock(), dry_run=dry_run)


def _outcome(head: Entry | None, report: LoadReport | None, dry_run: bool) -> dict[str, Any]:
    """Return what was done, as JSON; ``entry`` is what was appended, or with a dry run would be."""
    found = report or LoadReport(None, head)
    if report is None:
        state = "skipped"
    elif report.entry is None:
        state = "unchanged"
    else:
        state = "dry-run" if dry_run else "recorded"
    last = head if dry_run else found.head
    return {
        "state": state,
        "entry": found.entry and found.entry.seq,
        "new": found.new,
        "corrected": found.corrected,
        "withdrawn": found.withdrawn,
        "records": found.records,
        "removed": found.removed,
        "head": head_answer(last),
        "changes": [_change(one) for one in found.changes],
        "notes": list(found.notes),
    }


def _change(one: AnswerChange) -> dict[str, str | None]:
    return {
        "game": one.subject.game,
        "card": one.subject.name,
        "lang": one.lang,
        "scope": None if one.scope == EVERY_SCOPE else one.scope,
        "effective_from": one.effective_from.isoformat(),
        "effective_until": iso(one.effective_until),
    }


def _print(terminal: Terminal, outcome: Mapping[str, Any]) -> None:
    state, head = outcome["state"], outcome["head"]
    if state == "skipped":
        terminal.say("something was recorded before; nothing was loaded")
        terminal.say("to record what was edited in the files since, run: errata load")
    elif state == "unchanged":
        terminal.say("unchanged")
    else:
        verb = "would hold" if state == "dry-run" else "holds"
        counts = ", ".join(f"{outcome[name]} {name}" for name in ("new", "corrected", "withdrawn"))
        terminal.say(f"entry {outcome['entry']} {verb} {counts}, {counted(outcome['records'], 'record')}")
        if outcome["removed"]:
            gone = "would go" if state == "dry-run" else "are gone"
            terminal.say(f"the words of {counted(outcome['removed'], 'text')} {gone}")
    if state == "dry-run":
        terminal.say(f"nothing was recorded; {counted(len(outcome['changes']), 'answer')} would change")
        for one in outcome["changes"]:
            days = stretch(one["effective_from"], one["effective_until"])
            scope = one["scope"] or "every scope"
            terminal.say(f"  {one['game']}/{one['card']}  {one['lang']}  {scope}  {days}")
    terminal.say(head_line(head))
    for note in outcome["notes"]:
        terminal.say(f"note: {note}")
