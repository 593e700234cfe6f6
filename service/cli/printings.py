"""``errata printings``: whether the printings of a card still say what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

import click

from service.cli.asking import json_option, opened
from service.cli.cards import CardName, CardType, asked, lang_option, on_option, scope_option
from service.cli.command import ErrataCommand
from service.cli.completing import complete_card
from service.cli.diff import print_compared
from service.cli.faces import leads_of
from service.cli.phrases import rules_change_of, sight_of, value_of
from service.cli.sights import AskedSight, sight_options
from service.cli.terminal import Terminal, write_json
from service.cli.verdicts import release_of, verdict_of
from service.config import read_settings
from service.domain.days import parse_day
from service.domain.errors import TextRemoved
from service.domain.tracks import TEXT
from service.domain.verdicts import SAME
from service.serving.answers.cards import card_answer
from service.serving.answers.parts import Asked
from service.serving.answers.printings import (
    asked_printing,
    printing_answer,
    printing_by_number,
    printings_answer,
)
from service.serving.answers.text import text_answer
from service.serving.calendar import today
from service.store.connection import Connection


class Numbered(NamedTuple):
    """A printing as a copy names it: by set and collector number."""

    game: str
    set_code: str
    number: str


Printed = CardName | Numbered | str
"""A card with all its printings, or one printing: by its number, or by its id."""


class _PrintedType(click.ParamType[Printed]):
    """How many slashes there are tells what is meant, so that nothing is guessed."""

    name = "GAME/CARD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Printed:
        parts = str(value).split("/")
        if len(parts) == 3 and all(parts):
            return Numbered(*parts)
        return str(value) if len(parts) == 1 else CardType().convert(value, param, ctx)


@click.command(cls=ErrataCommand)
@click.argument(
    "printed", type=_PrintedType(), metavar="GAME/CARD|GAME/SET/NUMBER|PRINTING", shell_complete=complete_card
)
@on_option
@lang_option("Of GAME/SET/NUMBER: in which language.  [default: the game's own]")
@scope_option
@json_option
@sight_options
def printings(
    printed: Printed,
    on: str | None,
    lang: str | None,
    scope: str | None,
    as_json: bool,
    looked: AskedSight,
) -> None:
    """Print the printings of a card, and whether each still tells the truth on a day.

    Of one printing, named by set and number as the copy bears them or by its id, what differs is
    shown word by word. Nothing is guessed: riftbound/OGN/029 is found, riftbound/ogn/29 is not.

    \b
    Examples:
      errata printings riftbound/falling-star
      errata printings riftbound/OGN/029 --on 2026-01-14
      errata printings riftbound/OGN/029 --lang zh-CN
      errata printings ogn-029-en --json
    """
    if lang is not None and not isinstance(printed, Numbered):
        raise click.UsageError(
            "--lang says which printing GAME/SET/NUMBER means; leave it out here: "
            "of a card the printings in every language are shown, and a PRINTING has one language"
        )
    settings = read_settings()
    named = None if on is None else parse_day(on, "--on")
    with opened(settings) as conn:
        sight = looked.sight(conn, settings.clock())
        if isinstance(printed, CardName):
            question = asked(conn, printed, None, scope, sight)
            day = named or today(question.game, settings.clock())
            answer = printings_answer(conn, question, day)
        else:
            one = (
                printed if isinstance(printed, str) else printing_by_number(conn, *printed, lang, sight.as_of)
            )
            question = asked_printing(conn, one, scope, sight)
            day = named or today(question.game, settings.clock())
            answer = printing_answer(conn, question, one, day)
        if as_json:
            write_json(answer)
        else:
            # Verdicts don't say how sure the day's text is, and copies are laid beside its words.
            _print(Terminal(), conn, question, answer, _effective(conn, question, day))


def _effective(conn: Connection, question: Asked, day: date) -> Mapping[str, Any] | None:
    """Return the text of a day; None where its words were removed."""
    try:
        return text_answer(conn, question, day)
    except TextRemoved:
        return None


def _print(
    terminal: Terminal,
    conn: Connection,
    question: Asked,
    answer: Mapping[str, Any],
    effective: Mapping[str, Any] | None,
) -> None:
    alone = "printing" in answer
    listed = [answer] if alone else answer["printings"]
    name = card_answer(conn, question)["name"] if effective is None else effective["name"]
    place = [f"{answer['game']}/{answer['card']}", answer["scope"], f"on {answer['on']}", *sight_of(answer)]
    terminal.say((name or "(its name is not known)", "bold"))
    terminal.say((", ".join(place), "dim"))
    if effective is None:
        terminal.say("what the card says on this day was removed, so that no copy can be compared with it")
    elif effective["certainty"] == "uncertain":
        terminal.say("what the card says on this day is uncertain, and so is every verdict")
    for one in listed:
        terminal.say("")
        _print_printing(terminal, one, answer["on"])
        if not alone and effective is not None:
            _print_differing(terminal, one, effective, leads_of(conn, question))
    if not listed:
        terminal.say("no printings")
    if alone:
        terminal.say("")
        terminal.say(answer["printed_text"] if answer["text_known"] else "(its words are not known)")
        if answer["diff"]:
            terminal.say("")
            print_compared(terminal, conn, question, answer["diff"])
    changes = {one["erratum"]: one for each in listed for one in each["rules_changes"]}
    # A diff has named them already, with where they were announced.
    if changes and not answer.get("diff"):
        terminal.say("")
        for one in changes.values():
            terminal.say_named("rules", rules_change_of(one))
    terminal.say("")
    terminal.say((answer["notice"], "dim"))


def _print_printing(terminal: Terminal, one: Mapping[str, Any], day: str) -> None:
    named = [one["set"], *filter(None, [one["number"]])]
    more = [*filter(None, [one["variant"]]), one["lang"], release_of(one, day)]
    terminal.say((one["printing"], "bold"), f"  {', '.join([' '.join(named), *more])}")
    terminal.say("  ", verdict_of(one))
    if one["superseded_before_release"]:
        terminal.say("  superseded before its own release")
    if one["rules_changes"]:
        errata = ", ".join(each["erratum"] for each in one["rules_changes"])
        terminal.say(f"  no copy can show: erratum {errata}")


def _print_differing(
    terminal: Terminal, one: Mapping[str, Any], effective: Mapping[str, Any], leads: Sequence[str]
) -> None:
    """Print what a printing bears where the card says something else on the day."""
    for name, value in _differing(one, effective, leads) if one["verdict"] != SAME else ():
        terminal.say("  ", name, ":")
        for line in value.split("\n"):
            terminal.say("    ", line)


def _differing(
    one: Mapping[str, Any], effective: Mapping[str, Any], leads: Sequence[str]
) -> Iterator[tuple[str, str]]:
    for face, now in zip(one["faces"], effective["faces"], strict=True):
        for field, value in face["fields"].items():
            # Words of another language differ anyhow; of these the rules text says what was superseded.
            differs = value != now["fields"][field] and (one["lang"] == effective["lang"] or field == TEXT)
            if differs and field not in face["unknown_fields"]:
                yield f"{leads[face['index']]}{field}", value_of(value)
