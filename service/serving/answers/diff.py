"""What differs between two states of a card, and the errata between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import (
    State,
    errata_between,
    field_class,
    order_of,
    state_of,
    state_on,
    stated_class,
)
from service.domain.days import parse_day
from service.domain.diff import diff_spans
from service.domain.errors import BadParameter, TextUnknown, UnknownPrinting, UnknownVersion
from service.domain.games import Game
from service.domain.ids import parse_version
from service.domain.ledger import UNKNOWN
from service.domain.printings import Printing
from service.domain.symbols import DOMAINS, Canonical, Symbols
from service.domain.timeline import TEXT, Timeline
from service.domain.verdicts import equal_order, printed_contents
from service.serving.answers.parts import Answer, Asked, field_value, head_of
from service.serving.answers.timeline import erratum_answer, load_timeline, placed_spans
from service.store.connection import Connection
from service.store.ledger import load_texts
from service.store.timelines import load_last_seq, load_printings


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two states of a card and what is needed to tell what lies between them."""

    asked: Asked
    timeline: Timeline
    before: State
    after: State
    texts: Mapping[str, str]
    canonical: Canonical


def diff_answer(conn: Connection, asked: Asked, before: str, after: str) -> Answer:
    """Return the differences between two ends of a card's history in one language.

    Args:
        before: a day, a version id, ``base``, or ``printed:ID``; so is ``after``, which may be earlier.

    Raises:
        BadDate, BadParameter: if an end can't be understood.
        UnknownVersion, UnknownPrinting: if the card has none of that id.
        LanguageNotAvailable, NoEffectiveText: if there is no text at an end.
        TextUnknown: if the rules text of an end isn't known.
    """
    timeline = load_timeline(conn, asked)
    timeline.check_language(asked.lang)
    printings = {one.id: one for one in load_printings(conn, asked.subject) if one.lang == asked.lang}
    hashes = (value.content for one in printings.values() for value in one.fields)
    texts = timeline_texts(conn, timeline) | load_texts(conn, hashes)
    canonical = canonical_of(timeline, asked.game, texts)

    def state(name: str, end: str) -> State:
        if end.startswith("printed:"):
            printing = printings.get(end.removeprefix("printed:"))
            if printing is None:
                raise UnknownPrinting(f"{name}={end}: {asked.subject} has no such printing in {asked.lang!r}")
            return printed_state(asked, timeline, printing, texts, canonical)
        return _state(asked, timeline, name, end)

    ends = state("from", before), state("to", after)
    found = compared(Comparison(asked, timeline, *ends, texts, canonical))
    return head_of(asked, load_last_seq(conn, asked.subject)) | {
        "from": before,
        "to": after,
        **found,
        "notice": asked.game.notice,
    }


def compared(one: Comparison) -> Answer:
    """Return the fields that differ between two states, their class, and the errata between.

    Raises:
        TextUnknown: if the rules text of a state isn't known.
    """
    changes = errata_between(one.timeline, one.before, one.after)
    fields: list[Answer] = []
    for key in dict.fromkeys((*one.before.contents, *one.after.contents)):
        old, new = one.before.contents.get(key), one.after.contents.get(key)
        if key[1] == TEXT and UNKNOWN in (old, new):
            raise TextUnknown(
                f"the rules text of {one.asked.subject} is not known at one end, so nothing can be compared",
                face=key[0],
            )
        if old == new or UNKNOWN in (old, new):
            continue
        before, after = one.texts.get(old or "", ""), one.texts.get(new or "", "")
        stated = stated_class(changes, key)
        explained = any((value.face, value.field) == key for c in changes for value in c.assertion.fields)
        computed = field_class(key[1], before, after, one.canonical)
        fields.append(
            {
                "face": key[0],
                "field": key[1],
                "class": stated if explained else computed,
                "class_basis": "stated" if explained else "computed",
                "computed_class": computed,
                "before": field_value(one.asked.game, key[1], old or UNKNOWN, one.texts),
                "after": field_value(one.asked.game, key[1], new or UNKNOWN, one.texts),
                "spans": [list(span) for span in diff_spans(before, after)],
            }
        )
    wordless = [change for change in changes if not change.assertion.fields]
    classes = [ChangeClass(field["class"]) for field in fields]
    if fields:
        classes.append(stated_class(changes))
    else:
        classes.append(stated_class(wordless))
    placed = placed_spans(one.timeline, one.asked)
    return {
        "identical": not fields,
        "class": strongest(classes),
        "fields": fields,
        "errata": [
            erratum_answer(one.timeline, change, placed[change.order])
            for change in changes
            if change.assertion.kind in ("erratum", "reprint")
        ],
    }


def _state(asked: Asked, timeline: Timeline, name: str, end: str) -> State:
    if end == "base":
        return state_of(timeline, -1, asked.lang, asked.scope)
    version = parse_version(end)
    if version is not None:
        order = order_of(timeline, version)
        if order is None:
            raise UnknownVersion(f"{name}={end}: {asked.subject} has no version {end} that still stands")
        return state_of(timeline, order, asked.lang, asked.scope)
    if end[:1].isdigit():
        return day_state(asked, timeline, parse_day(end, name))
    raise BadParameter(
        f"{name}={end!r} is no day, version, base or printed:ID; write for example 2026-01-14, 1-207, "
        "base, or printed:sfd-163-en",
        parameter=name,
    )


def day_state(asked: Asked, timeline: Timeline, day: date) -> State:
    """Return the state of a day.

    Raises:
        NoEffectiveText: if no text is in effect on it.
    """
    state = state_on(timeline, day, asked.lang, asked.scope)
    if not any(name == TEXT for _, name in state.contents):
        raise timeline.no_text(day, asked.lang, asked.scope)
    return state


def printed_state(
    asked: Asked, timeline: Timeline, printing: Printing, texts: Mapping[str, str], canonical: Canonical
) -> State:
    """Return what a printing bears, and the errata that stand in the version that it equals, if any."""
    contents = printed_contents(timeline, printing)
    order = None
    if printing.lang == asked.game.language:
        order = equal_order(timeline, contents, asked.scope, texts.get, canonical)
    standing = None if order is None else state_of(timeline, order, asked.lang, asked.scope).errata
    return State(contents, standing)


def canonical_of(timeline: Timeline, game: Game, texts: Mapping[str, str]) -> Canonical:
    """Return what maps every spelling of the game's symbols to its code, as the card uses them."""
    for one in timeline.assertions:
        for value in one.fields if one.kind == "base" else ():
            if (value.face, value.field) == (0, DOMAINS) and texts.get(value.content):
                return Symbols(game.symbols, texts[value.content].split("\n")).canonical
    return Symbols(game.symbols).canonical


def timeline_texts(conn: Connection, timeline: Timeline) -> dict[str, str]:
    """Return every text that the timeline's assertions name, by hash."""
    return load_texts(conn, (value.content for one in timeline.assertions for value in one.fields))
