"""``errata text``: the effective text of a card on a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from service.cli.asking import opened
from service.cli.cards import CardName, asked, card_options, on_option
from service.cli.command import ErrataCommand
from service.cli.faces import face_leads
from service.cli.phrases import (
    NOBODY_SAID,
    announcement_of,
    is_computed_wording,
    place_of,
    rules_change_of,
    start_of,
    value_of,
)
from service.cli.sights import AskedSight, sight_options
from service.cli.terminal import Terminal, write_json
from service.config import read_settings
from service.domain.changes import ChangeClass, strongest
from service.domain.days import parse_day
from service.domain.tracks import NAME, TEXT
from service.serving.answers.parts import Asked
from service.serving.answers.text import text_answer
from service.serving.answers.timeline import replaced_chain, timeline_answer
from service.serving.calendar import today
from service.store.connection import Connection


@click.command(cls=ErrataCommand)
@card_options
@on_option
@sight_options
def text(
    card: CardName, on: str | None, lang: str | None, scope: str | None, as_json: bool, looked: AskedSight
) -> None:
    """Print what a card says on a day, since when, and why.

    CARD is the card's id, or a name that it bears or bore.

    \b
    Examples:
      errata text riftbound/deathgrip
      errata text riftbound/deathgrip --on 2026-01-13
      errata text "riftbound/Falling Star" --on 2025-10-20 --json
      errata text riftbound/deathgrip --on 2026-01-13 --view contemporary
    """
    settings = read_settings()
    named = None if on is None else parse_day(on, "--on")
    with opened(settings) as conn:
        question = asked(conn, card, lang, scope, looked.sight(conn, settings.clock()))
        answer = text_answer(conn, question, named or today(question.game, settings.clock()))
        if as_json:
            write_json(answer)
        else:
            _print(Terminal(), conn, question, answer)


def _print(terminal: Terminal, conn: Connection, question: Asked, answer: Mapping[str, Any]) -> None:
    terminal.say((answer["name"] or "(its name is not known)", "bold"))
    terminal.say((f"{place_of(answer)}, on {answer['on']}", "dim"))
    terminal.say("")
    terminal.say(
        answer["oracle_text"] if answer["text_known"] else "(the words of this version are not known)"
    )
    terminal.say("")
    for name, words in _explanation(conn, question, answer):
        terminal.say_named(name, words)
    terminal.say("")
    terminal.say((answer["notice"], "dim"))


def _explanation(conn: Connection, question: Asked, answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    leads = face_leads([face["fields"][NAME] for face in answer["faces"]])
    if answer["translation"] and answer["translation"]["stale"]:
        yield "outdated", _outdated(answer["translation"])
    yield "certainty", _certainty(answer)
    for field, one in _sources(answer, leads):
        origin = {"base": "first printed", "printing": f"printing {one['printing']}"}.get(
            one["kind"], f"{one['kind']} {one['erratum']}, {one['class']}"
        )
        yield field, f"version {one['version']}, since {start_of(one)}: {origin}"
        if one["kind"] in ("erratum", "reprint"):
            yield "announced", announcement_of(conn, question.sight, one)
        if is_computed_wording(one):
            yield "class", NOBODY_SAID
        if one["reason"]:
            yield "why", one["reason"]
        if one["replaces"]:
            yield from _replaced(conn, question, one)
    if answer["retroactive"]:
        yield "note", "announced after this day: nobody could know it then"
    for one in answer["rules_changes"]:
        yield "rules", rules_change_of(one)
    for one in answer["alternatives"]:
        yield "or already", _alternative(one, leads[one["face"]])
    for one in answer["pending"]:
        announced = announcement_of(conn, question.sight, one)
        told = filter(None, [f"erratum {one['erratum']}, without a day", announced, one["reason"]])
        yield "promised", "\n".join(told)
    if answer["next_change"]:
        coming = answer["next_change"]
        what = f"erratum {', '.join(coming['errata'])}" if coming["errata"] else "a change"
        day = coming["effective_from"]
        exact = coming["certainty"] == "exact"
        yield "next", f"{what}, {day}" if exact else f"{what}, on an unknown day, {day} at the latest"


def _replaced(conn: Connection, question: Asked, one: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what an erratum replaced on its own day, and what that had replaced; then the day's class."""
    classes = [one["class"]]
    for each in replaced_chain(timeline_answer(conn, question)["errata"], one):
        classes.append(each["class"])
        yield "replaces", f"erratum {each['erratum']}, {each['class']}"
        yield "announced", announcement_of(conn, question.sight, each)
        if each["reason"]:
            yield "why", each["reason"]
    strongest_class = strongest(ChangeClass(each or ChangeClass.WORDING) for each in classes)
    yield "together", f"the change of that day is {strongest_class}"


def _outdated(translation: Mapping[str, Any]) -> str:
    authoritative = translation["authoritative"]
    words = authoritative["oracle_text"] or "(its words are not known)"
    return f"since {translation['stale_since']}; in {authoritative['lang']} the card reads:\n{words}"


def _sources(answer: Mapping[str, Any], leads: Sequence[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield where the rules text of each face comes from, and every other field that was changed."""
    for face in answer["faces"]:
        lead = leads[face["index"]]
        sources = face["provenance"]
        seen = {sources[TEXT]["version"]} if TEXT in sources else set()
        if TEXT in sources:
            yield f"{lead}{TEXT if lead else 'text'}", sources[TEXT]
        for field, one in sources.items():
            if one["kind"] != "base" and one["version"] not in seen:
                seen.add(one["version"])
                yield f"{lead}{field}", one


def _certainty(answer: Mapping[str, Any]) -> str:
    checked = answer["verified_through"]
    if answer["certainty"] == "exact":
        return "exact"
    if answer["certainty"] == "uncertain":
        return "uncertain: a change fell on an unknown day about this time; it may have been in force already"
    if checked is None:
        return "assumed: nobody has checked yet whether the card was changed"
    return f"assumed: checked through {checked}; of later changes nothing is known here"


def _alternative(one: Mapping[str, Any], lead: str) -> str:
    # Without an erratum, one has ended on an unknown day, and the text from before it is back.
    what = f"erratum {one['erratum']}" if one["erratum"] else "the text from before"
    window = f"from a day after {one['effective_after']} on, {one['effective_by']} at the latest"
    words = value_of(one["value"]) if one["known"] else "(its words are not known)"
    return f"{lead}{one['field']}: {what}, {window}:\n{words}"
