"""Two states of a subject side by side: what differs, which errata lie between, and of what class.

A state is what the subject says at one end of a diff: on a day, as a version left it, as first printed, or
as one printing has it. The class between two states is the strongest of the errata that stand in one and not
in the other, replaced ones included: what a document states comes first, the words are only compared where
no erratum explains the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.changes import ChangeClass, computed_class, strongest
from service.domain.ids import VersionId
from service.domain.spans import Change, Span
from service.domain.symbols import Canonical
from service.domain.timeline import NAME, TEXT, Timeline, content_on, winners

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


def state_on(timeline: Timeline, day: date, lang: str, scope: str) -> State:
    """Return the state of a day. It is empty where no text is in effect."""
    held = winners(timeline.spans(lang, scope), day)
    every = [span for spans in timeline.spans(lang, scope, replaced=True).values() for span in spans]
    every += timeline.wordless(scope)
    standing = frozenset(span.order for span in every if span.assertion.kind != "base" and span.holds(day))
    return State({track[:2]: content_on(span.assertion, track) for track, span in held}, standing)


def state_of(timeline: Timeline, order: int, lang: str, scope: str) -> State:
    """Return the state after the change at ``order`` in the declared order; -1: the base alone."""
    contents: dict[FieldKey, str] = {}
    standing: set[int] = set()
    for track, spans in timeline.spans(lang, scope, replaced=True).items():
        upto = [span for span in spans if _within(span, order)]
        if upto:
            last = max(upto, key=lambda span: (span.assertion.kind != "base", span.order))
            contents[track[:2]] = content_on(last.assertion, track)
            standing |= {span.order for span in upto if span.assertion.kind != "base"}
    standing |= {span.order for span in timeline.wordless(scope) if span.order <= order}
    return State(contents, frozenset(standing))


def _within(span: Span, order: int) -> bool:
    return span.assertion.kind == "base" or span.order <= order


def order_of(timeline: Timeline, version: VersionId) -> int | None:
    """Return the place of a version in the declared order, -1 for the base; None if it doesn't stand."""
    for change in timeline.changes:
        if change.assertion.version == version:
            return -1 if change.assertion.kind == "base" else change.order
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
    return strongest(ChangeClass(one.change_class or ChangeClass.WORDING) for one in wanted)


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
