"""``errata rebuild-index``: the index made again from the ledger."""

from __future__ import annotations

import click

from service.cli.asking import engine_of, json_option
from service.cli.command import ErrataCommand
from service.cli.heads import head_answer, head_line
from service.cli.progress import progress
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.domain.wording import counted
from service.ingest.reindex import rebuild_index as make_index_again
from service.store.connection import writing
from service.store.games import iter_game_ids
from service.store.ledger import load_head
from service.store.schema import check_revision
from service.store.subjects import iter_subject_ids


@click.command("rebuild-index", cls=ErrataCommand)
@json_option
def rebuild_index(as_json: bool) -> None:
    """Make the whole index again from the ledger.

    Until it is done, answers are those of the old index. The ledger itself is only read.

    \b
    Examples:
      errata rebuild-index
      errata rebuild-index --json
    """
    with engine_of(read_settings()) as engine, writing(engine) as conn:
        check_revision(conn)
        total = sum(len(iter_subject_ids(conn, game)) for game in iter_game_ids(conn))
        with progress("indexing", total) as advance:
            count = make_index_again(conn, advance)
        head = head_answer(load_head(conn))
    if as_json:
        write_json({"state": "rebuilt", "subjects": count, "head": head})
        return
    terminal = Terminal()
    terminal.say(f"the index of {counted(count, 'subject')} was made again")
    terminal.say(head_line(head))
