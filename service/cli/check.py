"""``errata check``: whether everything in the corpus is right."""

from __future__ import annotations

from pathlib import Path

import click

from service.cli.asking import corpus_root, json_option
from service.cli.command import ErrataCommand
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.domain.wording import counted
from service.ingest.loader import read_checked


@click.command(cls=ErrataCommand)
@click.argument("path", required=False, type=click.Path(path_type=Path))
@json_option
def check(path: Path | None, as_json: bool) -> None:
    """Read every file of the corpus and say what is wrong, with file and line.

    PATH is the folder of the corpus; by default ERRATA_CARD_TEXTS. No database is needed.

    \b
    Examples:
      errata check
      errata check card_texts
    """
    settings = read_settings()
    corpus = read_checked(corpus_root(path, settings), settings.clock())
    cards, documents, games = len(corpus.cards), len(corpus.documents), len(corpus.games)
    if as_json:
        write_json({"cards": cards, "documents": documents, "games": games, "faults": []})
        return
    found = f"{counted(cards, 'card')}, {counted(documents, 'document')} in {counted(games, 'game')}"
    Terminal().say(f"{found}: no faults")
