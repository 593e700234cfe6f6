"""``errata diff``: what changed between two ends of a card's history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from service.cli.asking import opened
from service.cli.cards import CardName, asked, card_options
from service.cli.command import ErrataCommand
from service.cli.faces import leads_of
from service.cli.phrases import NOBODY_SAID, is_computed_wording, place_of
from service.cli.sights import AskedSight, sight_options
from service.cli.terminal import Terminal, write_json
from service.cli.timeline import print_erratum
from service.config import read_settings
from service.serving.answers.diff import diff_answer
from service.serving.answers.parts import Asked
from service.store.connection import Connection

STYLES = {"-": "red strike", "+": "green underline"}
BREAK = "↵"
"""Stands for a line break that was put in or taken out, which nobody would see otherwise."""
BLANK = "␣"
"""Stands for a blank where nothing else was put in or taken out; a struck blank looks like a hyphen."""


@click.command(cls=ErrataCommand)
@card_options
@click.option("--from", "before", metavar="END", required=True, help="What is compared.")
@click.option(
    "--to", "after", metavar="END", required=True, help="What it is compared with; it may be earlier."
)
@sight_options
def diff(
    card: CardName,
    before: str,
    after: str,
    lang: str | None,
    scope: str | None,
    as_json: bool,
    looked: AskedSight,
) -> None:
    """Print what changed in a card between two ends, and by which errata.

    An END is a day, a version, the word base (the first printed text), or printed:ID. The ends may
    stand in any order: what --to has and --from hasn't was put in, the rest taken out.
    Without colour, [-old-] was taken out and {+new+} put in; ↵ is a line break, ␣ a blank.

    \b
    Examples:
      errata diff riftbound/deathgrip --from 2026-01-13 --to 2026-01-14
      errata diff riftbound/deathgrip --from base --to 2026-08-01
      errata diff riftbound/deathgrip --from printed:sfd-163-en --to 2026-08-01 --json
    """
    settings = read_settings()
    with opened(settings) as conn:
        question = asked(conn, card, lang, scope, looked.sight(conn, settings.clock()))
        answer = diff_answer(conn, question, before, after)
        if as_json:
            write_json(answer)
        else:
            _print(Terminal(), conn, question, answer)


def _print(terminal: Terminal, conn: Connection, question: Asked, answer: Mapping[str, Any]) -> None:
    terminal.say((f"{place_of(answer)}, from {answer['from']} to {answer['to']}", "dim"))
    print_compared(terminal, conn, question, answer)
    terminal.say("")
    terminal.say((answer["notice"], "dim"))


def print_compared(terminal: Terminal, conn: Connection, question: Asked, answer: Mapping[str, Any]) -> None:
    """Print what differs between two ends: its class, every field word by word, and the errata between."""
    words = "no words differ; class: " if answer["identical"] else "class: "
    terminal.say(words, (answer["class"], "bold"))
    if any(is_computed_wording(one) for one in answer["fields"]):
        terminal.say(NOBODY_SAID)
    leads = leads_of(conn, question)
    for field in answer["fields"]:
        terminal.say("")
        terminal.say((f"{leads[field['face']]}{field['field']}", "bold"), f" ({field['class']})")
        terminal.say(*marked(field["spans"], coloured=terminal.coloured))
    for one in answer["errata"]:
        terminal.say("")
        print_erratum(terminal, conn, question, one)


def marked(spans: Sequence[Sequence[str]], *, coloured: bool) -> list[tuple[str, str]]:
    """Return spans as words and their styles; without colour, brackets tell what a style would.

    >>> marked([["=", "Draw"], ["-", " 1"], ["+", "\\n2"]], coloured=False)
    [('Draw', ''), ('[- 1-]', ''), ('{+↵\\n2+}', '')]
    """
    shown = []
    for sign, words in spans:
        if sign == "=":
            shown.append((words, ""))
            continue
        words = words.replace(" ", BLANK) if words.isspace() else words
        # A break that was taken out at the end doesn't break the line: the words now go on.
        words = words.removesuffix("\n") + BREAK if sign == "-" and words.endswith("\n") else words
        seen = words.replace("\n", f"{BREAK}\n")
        if coloured:
            shown.append((seen, STYLES[sign]))
        else:
            shown.append((f"[-{seen}-]" if sign == "-" else f"{{+{seen}+}}", ""))
    return shown
