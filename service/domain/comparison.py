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

from service.domain.changes import ChangeClass, computed_class, strongest
from service.domain.ids import VersionId
from service.domain.ledger import Assertion
from service.domain.spans import Change
from service.domain.symbols import Canonical
from service.domain.timeline import Timeline
from service.domain.tracks import NAME, TEXT, class_of, content_on, winners

FieldKey = tuple[int, str]
"""A face, counted from 0, and a field."""


@dataclass(frozen=True, slots=True)
class State:
    """What a subject says at one end of a comparison.

    Attributes:
        contents: per face and field, a SHA-256, ``none`` or ``unknown``, in the order of the tracks.
        errata: places in the declared order of what stands in it; None where no version has these words.
    """

    contents: Mapping[FieldKey, str]
    errata: frozenset[int] | None


def state_on(
    timeline: Timeline, day: date, lang: str, scope: str, without: frozenset[int] = frozenset()
) -> State:
    """Return the state of a day. Its contents are empty where no text is in effect.

    Args:
        without: places in the declared order of what is left out, as if it had never been.
    """
    held = winners(timeline.spans(lang, scope, without), day)
    contents = {track[:2]: content_on(span.assertion, track) for track, span in held}
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
    spans = timeline.own_spans(lang, scope)
    own = spans.get(order)
    if own is None:
        return None
    later = frozenset(other for other, span in spans.items() if other > order and span.start == own.start)
    return state_on(timeline, own.start, lang, scope, later)


BASE = -1
"""In place of a place in the declared order: the first printed words."""


def _base_state(timeline: Timeline, lang: str, scope: str) -> State | None:
    """Return the first printed words: the base, or in another language those of its first printing."""
    wanted = "base" if lang == timeline.history.language else "printing"
    spans = timeline.own_spans(lang, scope).values()
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


def errata_between(timeline: Timeline, before: State, after: State) -> list[Change]:
    """Return the changes that stand in one state and not in the other, in declared order.

    Empty where the words of one of them are no version's.
    """
    if before.errata is None or after.errata is None:
        return []
    return [timeline.changes[order] for order in sorted(before.errata ^ after.errata)]


def stated_class(changes: Iterable[Change], key: FieldKey | None = None) -> ChangeClass:
    """Return the strongest class of these changes; of those alone that set the field, where one is given."""
    wanted = [
        change.assertion
        for change in changes
        if key is None or any((value.face, value.field) == key for value in change.assertion.fields)
    ]
    return strongest(class_of(one) for one in wanted)


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
