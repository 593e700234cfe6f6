"""Two states of a subject side by side: what differs, which errata lie between, and of what class.

A state is what the subject says at one end of a diff: on a day, as a version left it, as first printed,
or as one printing has it. The class between two states is the strongest of the errata that stand in one
and not in the other, replaced ones included: what a document states comes first, the words are only
compared where no erratum explains the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from service.domain.changes import ChangeClass, computed_class, strongest
from service.domain.ids import VersionId
from service.domain.ledger import Assertion
from service.domain.spans import Change
from service.domain.symbols import Canonical
from service.domain.timeline import Standing, Timeline
from service.domain.tracks import NAME, TEXT, class_of, content_on, phases_on

FieldKey = tuple[int, str]
"""A face, counted from 0, and a field."""


@dataclass(frozen=True, slots=True)
class State:
    """What a subject says at one end of a comparison.

    Attributes:
        contents: per face and field, a SHA-256, ``none`` or ``unknown``, in the order of the tracks.
        errata: what stands in it, field by field; None where no version has these words.
    """

    contents: Mapping[FieldKey, str]
    errata: frozenset[Standing] | None


def state_on(
    timeline: Timeline, day: date, lang: str, scope: str, without: frozenset[int] = frozenset()
) -> State:
    """Return the state of a day. Its contents are empty where no text is in effect.

    Args:
        without: places in the declared order of what is left out, as if it had never been.
    """
    return timeline.once(_state_since, timeline.begun(day, lang, scope, without), lang, scope, without)


def _state_since(timeline: Timeline, day: date, lang: str, scope: str, without: frozenset[int]) -> State:
    contents = {
        track[:2]: content_on(phase.span.assertion, track)
        for track, phase in phases_on(timeline.courses(lang, scope, without), day)
        if phase.span is not None
    }
    return State(contents, timeline.errata_on(day, lang, scope, without))


def state_of(timeline: Timeline, order: int, lang: str, scope: str) -> State | None:
    """Return the state as a version left it: that of its own first day, before what came later that day.

    Args:
        order: the version's place in the declared order; ``BASE``: the first printed words in ``lang``.

    Returns:
        None where the version has no day on which it could begin.
    """
    if order == BASE:
        return _base_state(timeline, lang, scope)
    spans = timeline.field_spans(lang, scope)
    mine = {standing: span for standing, span in spans.items() if standing.order == order}
    if not mine:
        return None
    day = max(span.start for span in mine.values())
    later = {
        standing.order for standing, span in spans.items() if standing.order > order and span.start == day
    }
    there = state_on(timeline, day, lang, scope, frozenset(later))
    # What was squeezed to nothing never was the text of a day; still these are its words.
    own = {
        (value.face, value.field): value.content
        for value in timeline.assertions[order].fields
        if value.lang in (None, lang)
    }
    return State({**there.contents, **own}, (there.errata or frozenset()) | mine.keys())


BASE = -1
"""In place of a place in the declared order: the first printed words."""


def _base_state(timeline: Timeline, lang: str, scope: str) -> State | None:
    """Return the first printed words: the base, or in another language those of its first printing."""
    wanted = "base" if lang == timeline.history.language else "printing"
    spans = timeline.field_spans(lang, scope).values()
    first = min(
        (span for span in spans if span.assertion.kind == wanted and _speaks(span.assertion, lang)),
        key=lambda span: (span.start, span.order),
        default=None,
    )
    if first is None:
        return None
    without = frozenset(
        change.order
        for change in timeline.changes
        if change.assertion.kind != "base" and change.order != first.order
    )
    return state_on(timeline, first.start, lang, scope, without)


def _speaks(one: Assertion, lang: str) -> bool:
    return any(value.lang == lang for value in one.fields)


def order_of(timeline: Timeline, version: VersionId) -> int | None:
    """Return the place of a version in the declared order, ``BASE`` for the base; None if it is gone."""
    for change in timeline.changes:
        if change.assertion.version == version:
            return BASE if change.assertion.kind == "base" else change.order
    return None


def errata_between(
    timeline: Timeline, before: State, after: State, key: FieldKey | None = None
) -> list[Change]:
    """Return the changes that stand in one state and not in the other, in declared order.

    Empty where the words of one of them are no version's.

    Args:
        key: only those that made this field so.
    """
    if before.errata is None or after.errata is None:
        return []
    lying = before.errata ^ after.errata
    orders = {one.order for one in lying if key in (None, one.key)}
    return [timeline.changes[order] for order in sorted(orders)]


class StatedClass(NamedTuple):
    """A class of change and its basis, one of ``BASES``; None with ``none``."""

    change_class: ChangeClass
    basis: str | None


BASES = ("stated", "inferred", "computed")
"""Where a class comes from, the surest first."""


def stated_class(changes: Iterable[Assertion]) -> StatedClass:
    """Return the strongest class of these changes, and the best basis that one of them has for it."""
    known = [(class_of(one), one.class_basis or "computed") for one in changes]
    found = strongest(one for one, _ in known)
    bases = [basis for one, basis in known if one is found]
    return StatedClass(found, min(bases, key=BASES.index, default=None))


def field_class(name: str, before: str | None, after: str | None, canonical: Canonical) -> ChangeClass:
    """Return the class that two values of a field give by themselves.

    Type line and stats count as functional; names and texts are compared word by word.

    Args:
        before: the value; None where there is none or it isn't known. So is ``after``.
    """
    if before == after:
        return ChangeClass.NONE
    if name not in (TEXT, NAME):
        return ChangeClass.FUNCTIONAL
    return computed_class(before or "", after or "", canonical)
