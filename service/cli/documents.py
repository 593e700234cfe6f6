"""``errata documents``: where changes were announced, and which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from service.cli.asking import json_option, opened
from service.cli.command import ErrataCommand
from service.cli.completing import complete_document
from service.cli.phrases import end_of, start_of
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.serving.answers.documents import document_answer, document_list_answer


@click.command(cls=ErrataCommand)
@click.argument("named", required=False, metavar="[GAME[/DOCUMENT]]", shell_complete=complete_document)
@json_option
def documents(named: str | None, as_json: bool) -> None:
    """Print the documents in which changes were announced, and what each announced, confirmed or ended.

    Those of every game or of one, oldest first; or one of them with its summary, the class and the
    first day of every change, and the day of every end.

    \b
    Examples:
      errata documents
      errata documents riftbound
      errata documents riftbound/spiritforged-faq
      errata documents riftbound/spiritforged-faq --json
    """
    game, slash, document = (named or "").partition("/")
    with opened(read_settings()) as conn:
        answer = (
            document_answer(conn, game, document)
            if slash
            else document_list_answer(conn, None if named is None else game)
        )
    if as_json:
        write_json(answer)
    elif slash:
        _print_one(Terminal(), answer)
    else:
        _print_all(Terminal(), answer)


def _print_all(terminal: Terminal, answer: Mapping[str, Any]) -> None:
    for one in answer["documents"]:
        terminal.say((one["announced_on"] or "an unknown day", "bold"), f"  {one['title']}")
        terminal.say("  ", ", ".join(filter(None, [_name_of(one), one["url"]])))
        for each in one["cited_by"]:
            terminal.say("  ", _citation_of(each))
        terminal.say("")
    if not answer["documents"]:
        terminal.say("no documents")
    for notice in filter(None, answer["notices"].values()):
        terminal.say((notice, "dim"))


def _print_one(terminal: Terminal, answer: Mapping[str, Any]) -> None:
    terminal.say((answer["title"], "bold"))
    terminal.say((_name_of(answer), "dim"))
    terminal.say("")
    for name, words in _facts(answer):
        terminal.say_named(name, words)
    terminal.say("")
    for one in answer["cited_by"]:
        ended = one["did"] == "ended"
        day = end_of(one["ended"]) if ended else start_of(one)
        change_class = f", {one['class']}" if one["class"] and not ended else ""
        terminal.say((day, "bold"), f"  {_citation_of(one)}{change_class}")
    if not answer["cited_by"]:
        terminal.say("nothing here cites it")
    terminal.say("")
    terminal.say((answer["notice"], "dim"))


def _facts(answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "announced", answer["announced_on"] or "on an unknown day"
    if answer["effective_from"]:
        yield "effective", f"from {answer['effective_from']}"
    if answer["provisional"]:
        yield "state", "provisional: a final text is expected"
    if answer["retired_on"]:
        yield "retired", answer["retired_on"]
    if answer["superseded_by"]:
        yield "superseded", f"by {', '.join(answer['superseded_by'])}"
    for name in ("publisher", "url", "summary"):
        if answer[name]:
            yield name, answer[name]


def _name_of(document: Mapping[str, Any]) -> str:
    return f"{document['game']}/{document['document']}"


def _citation_of(one: Mapping[str, Any]) -> str:
    """Return what cites a document: which card, which change, and whether it confirmed or ended that."""
    printed = f"printing {one['printing']}" if one["printing"] else "first printed text"
    what = f"erratum {one['erratum']}" if one["erratum"] else printed
    did = "" if one["did"] == "announced" else f", {one['did']}"
    return f"{one['game']}/{one['card']}: {what}{did}"
