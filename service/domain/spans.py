"""When each assertion of one track can hold, and which one wins on a day.

A track is one field of one face in one language. An erratum whose day is known only as a window
``(after, by]`` holds from ``by`` on; before that, inside the window, it is an alternative. Errata of one
track clip each other's windows by their declared order; the base and printings clip nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from service.domain.days import day_after, day_before
from service.domain.ledger import Assertion


@dataclass(frozen=True, slots=True)
class Span:
    """The days on which one assertion holds on one track.

    Attributes:
        order: its place in the declared order.
        start: the first day on which it holds: the exact day, or the end of its window.
        windowed: whether ``start`` is the last possible first day rather than the known one.
        after: the last day on which it can't hold yet; None with ``windowed``: no such day is known.
        until: the first day on which it no longer holds; None: it has no end.
        until_after: with an end known as a window, the last day on which it surely holds.
        ground: whether it is the first words in its language, which any erratum outranks.
        doubted: whether nobody knows if it had been announced by the day of which the knowledge is asked: it
            never holds then, and may on every day behind ``after``.
    """

    assertion: Assertion
    order: int
    ground: bool
    start: date
    windowed: bool
    after: date | None
    until: date | None
    until_after: date | None
    doubted: bool = False

    @property
    def rank(self) -> tuple[bool, date, int]:
        """What decides between spans that hold on one day: the greatest wins."""
        return (not self.ground, self.start, self.order)

    def holds(self, day: date) -> bool:
        """Whether it holds on that day, as far as is known."""
        return not self.doubted and self.start <= day and (self.until is None or day < self.until)

    def may_hold(self, day: date) -> bool:
        """Whether the day lies inside its window, before its start."""
        return (
            self.windowed
            and (self.doubted or day < self.start)
            and (self.after is None or self.after < day)
            and (self.until is None or day < self.until)
        )

    def may_be_over(self, day: date) -> bool:
        """Whether it holds on that day but lies in the window of its end."""
        return self.until_after is not None and self.until_after < day and self.holds(day)

    def edges(self) -> Iterable[date]:
        """Yield the days on which anything about it changes, in no order."""
        yield self.start
        if self.windowed and self.after is not None:
            yield from _next(self.after)
        if self.until is not None:
            yield self.until
        if self.until_after is not None:
            yield from _next(self.until_after)
        for known in (self.assertion.announced_on, self.assertion.confirmed_on):
            if known is not None:
                yield known


def _next(day: date) -> Iterable[date]:
    following = day_after(day)
    if following is not None:
        yield following


@dataclass(frozen=True, slots=True)
class Change:
    """A standing assertion with its place in the declared order and its end, if it has one.

    ``until``, ``until_after`` and ``ground`` are as in ``Span``; ``void``: the publisher withdrew it, so that
    it never applied. ``ends_by`` is the first day surely without it, whether its end was announced or not.
    """

    assertion: Assertion
    order: int
    ground: bool
    until: date | None
    until_after: date | None
    ends_by: date | None
    void: bool = False


def track_spans(changes: Sequence[Change], released: date | None) -> list[Span]:
    """Return the spans of one track, with windows clipped by their neighbours, in declared order.

    A window lies not before the earliest possible day of the erratum before it, and not after the
    latest possible day of the one behind it; what it lacks it takes from them. One that has no latest
    day even then has no start and is left out. Nothing starts before the first release of the subject.

    Args:
        changes: those that set the track, in declared order.
        released: the subject's first release; None where nothing of it was released.
    """
    earliest = _running(changes, _earliest, max)
    latest = _running(changes[::-1], _latest, min)[::-1]  # errata behind clip those before them
    spans = []
    for change, after, by in zip(changes, earliest, latest, strict=True):
        windowed = change.assertion.effective_from is None
        start = by if windowed else change.assertion.effective_from
        if start is not None:
            spans.append(
                Span(
                    assertion=change.assertion,
                    order=change.order,
                    ground=change.ground,
                    start=start if released is None else max(start, released),
                    windowed=windowed,
                    after=after if windowed else None,
                    until=change.until,
                    until_after=change.until_after,
                )
            )
    return spans


def _earliest(change: Change) -> date | None:
    return change.assertion.effective_from or change.assertion.effective_after


def _latest(change: Change) -> date | None:
    """Return the latest day on which a change can begin: where no other is known, the last before its end."""
    last = day_before(change.ends_by) if change.ends_by is not None else None
    return change.assertion.effective_from or change.assertion.effective_by or last


def _running(
    changes: Sequence[Change],
    bound: Callable[[Change], date | None],
    strictest: Callable[[date, date], date],
) -> list[date | None]:
    """Return for each change its bound, for errata the strictest so far, their own included."""
    so_far: date | None = None
    result = []
    for change in changes:
        own = bound(change)
        if not change.assertion.is_erratum:
            result.append(own)
            continue
        if own is not None:
            so_far = own if so_far is None else strictest(own, so_far)
        result.append(so_far)
    return result


def winner(spans: Iterable[Span], day: date) -> Span | None:
    """Return the span that holds on that day: any erratum before the base, then the latest start."""
    best: Span | None = None
    for span in spans:
        if span.holds(day) and (best is None or best.rank < span.rank):
            best = span
    return best


def rivals(spans: Sequence[Span], day: date) -> list[Span]:
    """Return what may have begun by that day and would come before what surely holds, in declared order."""
    begun = [span for span in spans if span.may_hold(day)]
    if not begun:
        return []
    sure = (span.rank for span in spans if span.holds(day) and not span.may_be_over(day))
    least = max(sure, default=None)
    return [span for span in begun if least is None or least < span.rank]


def is_doubtful(spans: Sequence[Span], day: date) -> bool:
    """Whether what holds on that day may be over, or something else may hold."""
    best = winner(spans, day)
    return (best is not None and best.may_be_over(day)) or bool(rivals(spans, day))


@dataclass(frozen=True, slots=True)
class Doubt:
    """A span that may hold instead of the winner, and the window ``(after, by]`` in which that is open."""

    span: Span
    after: date | None
    by: date | None


def doubts(spans: Sequence[Span], day: date) -> list[Doubt]:
    """Return what may hold instead of the winner on that day, in declared order.

    That is what may have begun already, and, where the winner may be over already, what stands below it.
    """
    found = [Doubt(span, span.after, span.start) for span in rivals(spans, day)]
    best, after = winner(spans, day), date.min
    by: date | None = date.min
    while best is not None and best.may_be_over(day):
        # What stands below two doubtful ends is reached when both have come; of one whose announcement is
        # open no last day is known.
        after = max(after, best.until_after or after)
        by = None if by is None or best.until is None else max(by, best.until)
        rank = best.rank
        best = winner([span for span in spans if span.rank < rank], day)
        if best is not None:
            found.append(Doubt(best, after, by))
    return sorted(found, key=lambda doubt: doubt.span.order)
