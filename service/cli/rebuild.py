"""``errata rebuild``: an empty ledger made again from an export."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.asking import engine_of, json_option
from service.cli.command import ErrataCommand
from service.cli.heads import head_answer, head_line
from service.cli.progress import progress
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.domain.wording import counted
from service.ingest.rebuild import count_steps, rebuild_ledger
from service.store.connection import reading
from service.store.schema import check_revision


@click.command(cls=ErrataCommand)
@click.option(
    "--from", "folder", required=True, metavar="DIR", type=click.Path(path_type=Path), help="The export."
)
@json_option
def rebuild(folder: Path, as_json: bool) -> None:
    """Make an empty ledger again from an export: the same entries, hashes and answers.

    DIR is an export; of its folders ledger/ alone is enough. Every file, every text and the whole chain of
    hashes is checked, and nothing is kept if anything is wrong.

    \b
    Examples:
      errata db upgrade && errata rebuild --from export
      errata rebuild --from export --json
    """
    with engine_of(read_settings()) as engine:
        with reading(engine) as conn:
            check_revision(conn)
        with progress("rebuilding", count_steps(folder)) as advance:
            head = rebuild_ledger(engine, folder, advance)
    told = head_answer(head)
    if as_json:
        write_json({"state": "rebuilt", "from": str(folder), "head": told})
    else:
        Terminal().say(f"rebuilt from {counted(head.seq, 'entry', 'entries')}")
        Terminal().say(head_line(told))
