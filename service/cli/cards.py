"""The card that a command is about: how it is named, and the options that such commands share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from service.cli.asking import Command, json_option
from service.cli.completing import complete_card, complete_lang, complete_scope
from service.domain.ids import SLUG
from service.serving.answers.cards import card_by_name
from service.serving.answers.parts import Asked, asked_card
from service.serving.answers.sights import Sight
from service.store.connection import Connection


class CardName(NamedTuple):
    """A card as it is asked for: its game, and its id or its name."""

    game: str
    card: str


class CardType(click.ParamType[CardName]):
    """A card by its game, and its id or a name that it bears or bore."""

    name = "GAME/CARD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> CardName:
        """Return the card that is named so."""
        if isinstance(value, CardName):
            return value
        game, slash, card = str(value).partition("/")
        if not (game and slash and card):
            self.fail(f"{value!r} is not GAME/CARD; write for example riftbound/deathgrip", param, ctx)
        return CardName(game, card)


def card_options(command: Command) -> Command:
    """Give a command the card that it is about, ``--lang``, ``--scope`` and ``--json``."""
    command = scope_option(json_option(command))
    command = lang_option("In which language.  [default: the game's own]")(command)
    return click.argument("card", type=CardType(), metavar="GAME/CARD", shell_complete=complete_card)(command)


def lang_option(words: str) -> Callable[[Command], Command]:
    """Return what gives a command ``--lang``, explained by these words."""
    return click.option("--lang", help=words, shell_complete=complete_lang)


def scope_option(command: Command) -> Command:
    """Give a command ``--scope``."""
    words = "Where it is played.  [default: the game's first]"
    return click.option("--scope", help=words, shell_complete=complete_scope)(command)


def on_option(command: Command) -> Command:
    """Give a command ``--on``: the day, as it was written."""
    words = "YYYY-MM-DD.  [default: today where the game is played]"
    return click.option("--on", metavar="DAY", help=words)(command)


def asked(conn: Connection, card: CardName, lang: str | None, scope: str | None, sight: Sight) -> Asked:
    """Return what is asked of a card that is named by its id, or by a name it bears or bore.

    Raises:
        UnknownGame, UnknownCard, UnknownScope: if there is none such.
        Moved: if the card goes by another id.
        AmbiguousName: if several cards bear the name.
    """
    find = asked_card if re.fullmatch(SLUG, card.card) else card_by_name
    return find(conn, card.game, card.card, lang, scope, sight)
