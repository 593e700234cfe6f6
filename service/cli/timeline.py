"""``errata timeline``: every erratum of a card, and the periods that they make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from service.cli.asking import opened
from service.cli.cards import CardName, asked, card_options
from service.cli.command import ErrataCommand
from service.cli.faces import fields_of
from service.cli.phrases import (
    NOBODY_SAID,
    announcement_of,
    document_of,
    end_of,
    is_computed_wording,
    place_of,
    start_of,
    stretch,
)
from service.cli.sights import AskedSight, sight_options
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.serving.answers.parts import Asked
from service.serving.answers.timeline import timeline_answer
from service.store.connection import Connection

NOT_KNOWN = "(the words of this version are not known)"


@click.command(cls=ErrataCommand)
@card_options
@sight_options
def timeline(card: CardName, lang: str | None, scope: str | None, as_json: bool, looked: AskedSight) -> None:
    """Print the history of a card: its errata, oldest first, and its texts.

    \b
    Examples:
      errata timeline riftbound/deathgrip
      errata timeline riftbound/deathgrip --lang zh-CN
      errata timeline riftbound/deathgrip --view contemporary
      errata timeline "riftbound/Falling Star" --json
    """
    settings = read_settings()
    with opened(settings) as conn:
        question = asked(conn, card, lang, scope, looked.sight(conn, settings.clock()))
        answer = timeline_answer(conn, question)
        if as_json:
            write_json(answer)
        else:
            _print(Terminal(), conn, question, answer)


def _print(terminal: Terminal, conn: Connection, question: Asked, answer: Mapping[str, Any]) -> None:
    checked = answer["verified_through"]
    terminal.say((answer["name"] or "(its name is not known)", "bold"))
    terminal.say(
        (f"{place_of(answer)}; {f'checked through {checked}' if checked else 'never checked'}", "dim")
    )
    terminal.say("")
    base = answer["base"]
    if base["superseded_before_release"]:
        terminal.say(("never in effect", "bold"), "  first printed text: an erratum came before the release")
    else:
        terminal.say((start_of(base), "bold"), "  first printed text")
    if base["document"]:
        terminal.say("  ", document_of(conn, question.sight, base["document"]))
    for one in answer["errata"]:
        print_erratum(terminal, conn, question, one)
    if not answer["errata"]:
        terminal.say("no errata")
    for period in answer["periods"]:
        terminal.say("")
        days = stretch(period["effective_from"], period["effective_until"])
        more = [period["class"]] if period["class"] else []
        more += [period["certainty"]] if period["certainty"] != "exact" else []
        terminal.say((days, "bold"), f"  version {', '.join([period['version'], *more])}")
        unknown = "(the words were removed)" if period["text_removed"] else NOT_KNOWN
        terminal.say(unknown if period["oracle_text"] is None else period["oracle_text"])
    terminal.say("")
    terminal.say((answer["notice"], "dim"))


def print_erratum(terminal: Terminal, conn: Connection, question: Asked, one: Mapping[str, Any]) -> None:
    """Print one erratum: its day, what it changed, where it was announced, why, what became of it."""
    fields = fields_of(conn, question, one["erratum"])
    start = "promised" if one["pending"] else start_of(one)
    terminal.say((start, "bold"), f"  {one['erratum']}: {one['class']} ({fields})")
    if is_computed_wording(one):
        terminal.say("  ", NOBODY_SAID)
    for line in announcement_of(conn, question.sight, one).split("\n"):
        terminal.say("  ", line)
    if one["reason"]:
        terminal.say("  ", one["reason"])
    if one["replaced_by"]:
        terminal.say("  ", f"replaced by {one['replaced_by']}")
    if one["ended"]:
        terminal.say("  ", _ended(one["ended"]))


def _ended(one: Mapping[str, Any]) -> str:
    if one["kind"] == "void":
        return f"void: withdrawn {one['announced_on'] or 'on an unknown day'}, and never in force"
    return f"{one['kind']}: no longer in force from {end_of(one)}"
