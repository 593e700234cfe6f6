"""What differs between two states of a card, and the errata between them."""

from __future__ import annotations

import re
from datetime import date

from service.domain.absence import check_language, no_text_on
from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import (
    BASE,
    State,
    StatedClass,
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
from service.domain.ids import parse_version
from service.domain.ledger import UNKNOWN, Assertion
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT
from service.serving.answers.loaded import judge_of, last_seq_of, printings_of, texts_of, timeline_of
from service.serving.answers.parts import Asked, field_value, head_of
from service.serving.answers.removed import is_removed, text_removed
from service.serving.answers.sights import Answer
from service.serving.answers.timeline import erratum_answer, no_text
from service.store.connection import Connection

_VERSION = re.compile("[0-9]+-[0-9]+")


def diff_answer(conn: Connection, asked: Asked, before: str, after: str) -> Answer:
    """Return the differences between two ends of a card's history in one language.

    Args:
        before: a day, a version id, ``base``, or ``printed:ID``; so is ``after``, which may be earlier.

    Raises:
        BadDate, BadParameter: if an end can't be understood.
        UnknownVersion, UnknownPrinting: if the card has none of that id.
        LanguageNotAvailable, NoEffectiveText: if there is no text at an end.
        TextUnknown: if the rules text of an end isn't known.
        TextRemoved: if words of an end were removed for good.
        DiffTooLarge: if two texts are too long to compare.
    """
    if not timeline_of(conn, asked).languages:
        raise no_text(asked)
    check_language(timeline_of(conn, asked), asked.lang)
    ends = [_state(conn, asked, name, end) for name, end in (("from", before), ("to", after))]
    latest = max((parse_day(end) for end in (before, after) if _is_day(end)), default=None)
    return head_of(asked, last_seq_of(conn, asked)) | {
        "from": before,
        "to": after,
        **compared(conn, asked, *ends, day=latest),
        "notice": asked.game.notice,
    }


def compared(conn: Connection, asked: Asked, before: State, after: State, *, day: date | None) -> Answer:
    """Return the fields that differ between two states, their class, and the errata between.

    Args:
        day: as in ``timeline_of``: what was known on it explains the differences.

    Raises:
        TextUnknown: if the rules text of a state isn't known.
        TextRemoved: if words of a state were removed for good.
        DiffTooLarge: if two texts are too long to compare.
    """
    timeline = timeline_of(conn, asked, day)
    changes = errata_between(timeline, before, after)
    fields: list[Answer] = []
    texts = ((face, TEXT) for face in range(timeline.faces))
    for key in dict.fromkeys((*before.contents, *after.contents, *texts)):
        old, new = before.contents.get(key, UNKNOWN), after.contents.get(key, UNKNOWN)
        if key[1] == TEXT and UNKNOWN in (old, new):
            raise TextUnknown(
                f"the rules text of {asked.subject} is not known at one end, so nothing can be compared",
                face=key[0],
            )
        if old != new and UNKNOWN not in (old, new):
            between = [change.assertion for change in errata_between(timeline, before, after, key)]
            fields.append(_field(conn, asked, key, old, new, stated_class(between)))
    explained = [change.assertion for change in changes if fields or not change.assertion.fields]
    classes = [ChangeClass(one["class"]) for one in fields]
    spans = timeline.own_spans(asked.lang, asked.scope)
    return {
        "identical": not fields,
        "class": strongest([*classes, stated_class(explained).change_class]),
        "fields": fields,
        "errata": [erratum_answer(timeline, change, spans.get(change.order)) for change in changes],
    }


def _field(
    conn: Connection, asked: Asked, key: tuple[int, str], old: str, new: str, stated: StatedClass
) -> Answer:
    """Return what differs in a field: its class is what the errata say, else what the words alone tell."""
    texts = texts_of(conn, asked)
    for content in (old, new):
        if is_removed(content, texts):
            raise text_removed(conn, content, _source(conn, asked, content))
    before, after = texts.get(old, ""), texts.get(new, "")
    computed = field_class(key[1], before, after, judge_of(conn, asked).canonical)
    told = stated.change_class is not ChangeClass.NONE
    return {
        "face": key[0],
        "field": key[1],
        "class": stated.change_class if told else computed,
        "class_basis": stated.basis if told else "computed",
        "computed_class": computed,
        "before": field_value(asked.game, key[1], old, texts),
        "after": field_value(asked.game, key[1], new, texts),
        "spans": [list(span) for span in diff_spans(before, after)],
    }


def _source(conn: Connection, asked: Asked, content: str) -> Assertion | None:
    """Return the assertion that has a content, the latest of several; None where only a printing has it."""
    having = (
        one
        for one in timeline_of(conn, asked).assertions
        if content in (value.content for value in one.fields)
    )
    return max(having, key=lambda one: one.version, default=None)


def _is_day(end: str) -> bool:
    """Whether an end is meant as a day: it begins with a digit, and is no version."""
    return end[:1].isdigit() and _VERSION.fullmatch(end) is None


def _state(conn: Connection, asked: Asked, name: str, end: str) -> State:
    timeline = timeline_of(conn, asked)
    if end.startswith("printed:"):
        printing = end.removeprefix("printed:")
        for one in printings_of(conn, asked):
            if (one.id, one.lang) == (printing, asked.lang):
                return judge_of(conn, asked).printed_state(one)
        raise UnknownPrinting(f"{name}={end}: {asked.subject} has no such printing in {asked.lang!r}")
    if end == "base" or _VERSION.fullmatch(end):
        version = parse_version(end)
        order = BASE if end == "base" else order_of(timeline, version) if version else None
        state = None if order is None else state_of(timeline, order, asked.lang, asked.scope)
        if state is None and end == "base":
            raise no_text(asked)
        if state is None:
            raise UnknownVersion(f"{name}={end}: {asked.subject} has no version {end} that still stands")
        if not any(field == TEXT for _, field in state.contents):
            raise UnknownVersion(f"{name}={end}: version {end} has no text in {asked.lang!r}")
        return state
    if _is_day(end):
        day = parse_day(end, name)
        return day_state(asked, timeline_of(conn, asked, day), day)
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
        raise no_text_on(timeline, day, asked.lang, asked.scope)
    return state
