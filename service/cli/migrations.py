"""``errata migrations``: the cards that were renamed or merged."""

from __future__ import annotations

import click

from service.cli.asking import json_option, opened
from service.cli.command import ErrataCommand
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.serving.answers.feeds import migrations_answer
from service.store.games import load_game


@click.command(cls=ErrataCommand)
@click.argument("game", required=False, metavar="[GAME]")
@json_option
def migrations(game: str | None, as_json: bool) -> None:
    """Print the cards that were renamed or merged, of every game or of one, and why.

    \b
    Examples:
      errata migrations
      errata migrations mtg --json
    """
    with opened(read_settings()) as conn:
        if game is not None:
            load_game(conn, game)
        answer = migrations_answer(conn, game)
    if as_json:
        write_json(answer)
        return
    terminal = Terminal()
    for one in answer["migrations"]:
        into = f"{one['into']['game']}/{one['into']['card']}"
        terminal.say((f"{one['game']}/{one['card']}", "bold"), f"  {one['act']}: {into}")
        if one["reason"]:
            terminal.say("  ", one["reason"])
        terminal.say("  ", f"entry {one['seq']}, {one['recorded_at']}")
    if not answer["migrations"]:
        terminal.say("no card was renamed or merged")
