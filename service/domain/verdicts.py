"""Whether a printing still says what the card does: its verdict on a day.

A printing in the authoritative language is compared with the text of the day: ``same`` after normalising,
else notation, typography or reminder text where nothing more differs, else the class of the errata between
the version that it equals and the day's. A printing in another language is judged by lineage: the class
of the changes since the text that it translates. Raw transcriptions never count, only words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import (
    FieldKey,
    State,
    errata_between,
    field_class,
    state_of,
    state_on,
    stated_class,
)
from service.domain.ledger import NONE, UNKNOWN, Assertion
from service.domain.printings import Printing
from service.domain.symbols import Canonical
from service.domain.timeline import TEXT, Timeline
from service.domain.translation import lineage_class

SAME = "same"
"""The printing says what the card does."""

_NO_MORE_THAN_SIGNS = (
    ChangeClass.NONE,
    ChangeClass.NOTATION,
    ChangeClass.TYPOGRAPHY,
    ChangeClass.REMINDER,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """``verdict`` is ``same``, ``unknown`` or a class of change; ``basis`` is ``stated`` or ``computed``."""

    verdict: str
    basis: str | None


Words = Callable[[str], str | None]
"""Gives the words of a content; None where there are none or they are unknown."""


def printed_contents(timeline: Timeline, printing: Printing) -> dict[FieldKey, str]:
    """Return what a printing bears, field by field: what it says itself, else what the base says.

    A localized field that a printing in another language doesn't give is left out.
    """
    own = timeline.history.language
    contents: dict[FieldKey, str] = {}
    for one in timeline.assertions:
        if one.kind == "base":
            for value in one.fields:
                if value.lang in (None, printing.lang) or (value.lang == own == printing.lang):
                    contents[value.face, value.field] = value.content
    return contents | {(value.face, value.field): value.content for value in printing.fields}


def equal_order(
    timeline: Timeline,
    printed: Mapping[FieldKey, str],
    scope: str,
    words: Words,
    canonical: Canonical,
) -> int | None:
    """Return the place in the declared order whose words a printing has; -1: the base; None: of none.

    Words are the same where no more than notation, typography or reminder text differs; the latest version
    that has exactly these words comes before one that has them so.
    """
    lang = timeline.history.language
    orders = [*reversed([change.order for change in timeline.errata() if change.assertion.fields]), -1]
    states = {order: state_of(timeline, order, lang, scope).contents for order in orders}
    for order, contents in states.items():
        if all(contents.get(key) == content for key, content in printed.items()):
            return order
    for order, contents in states.items():
        classes = [
            field_class(key[1], words(contents.get(key, NONE)), words(content), canonical)
            for key, content in printed.items()
        ]
        if all(one in _NO_MORE_THAN_SIGNS for one in classes):
            return order
    return None


def verdict_on(
    timeline: Timeline,
    printing: Printing,
    day: date,
    scope: str,
    words: Words,
    canonical: Canonical,
) -> Verdict:
    """Return the verdict on a printing for a day on which the card has a text."""
    printed = printed_contents(timeline, printing)
    effective = state_on(timeline, day, timeline.history.language, scope)
    texts = [content for key, content in printed.items() if key[1] == TEXT]
    if not texts or UNKNOWN in texts:
        return Verdict("unknown", None)
    if printing.lang != timeline.history.language:
        return _by_lineage(timeline, printing, day, scope)
    if any(content == UNKNOWN for key, content in effective.contents.items() if key[1] == TEXT):
        return Verdict("unknown", None)
    order = equal_order(timeline, printed, scope, words, canonical)
    standing = None if order is None else state_of(timeline, order, printing.lang, scope).errata
    return _by_words(timeline, State(printed, standing), effective, words, canonical)


def _by_words(
    timeline: Timeline, printed: State, effective: State, words: Words, canonical: Canonical
) -> Verdict:
    changes = errata_between(timeline, printed, effective)
    classes: list[ChangeClass] = []
    basis = "computed"
    for key, content in printed.contents.items():
        now = effective.contents.get(key, UNKNOWN)
        if UNKNOWN in (content, now):
            continue
        found = field_class(key[1], words(content), words(now), canonical)
        if found not in _NO_MORE_THAN_SIGNS:
            stated = stated_class(changes, key)
            if stated is not ChangeClass.NONE:
                found, basis = stated, "stated"
        classes.append(found)
    verdict = strongest(classes)
    return Verdict(SAME, None) if verdict is ChangeClass.NONE else Verdict(verdict, basis)


def _by_lineage(timeline: Timeline, printing: Printing, day: date, scope: str) -> Verdict:
    rendered = _rendered(timeline, printing)
    if rendered is None:
        return Verdict("unknown", None)
    found = lineage_class(timeline, rendered, day, printing.lang, scope)
    return Verdict(SAME, None) if found is ChangeClass.NONE else Verdict(found, "stated")


def _rendered(timeline: Timeline, printing: Printing) -> Assertion | None:
    """Return the assertion that brought a translation's words, its own or that of an earlier printing."""
    mine = {value for value in printing.fields if value.lang is not None}
    for one in timeline.assertions:
        if one.kind == "printing" and set(one.fields) == mine:
            return one
    return None
