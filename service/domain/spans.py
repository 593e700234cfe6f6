"""When each assertion of one track can hold, and which one wins on a day.

A track is one field of one face in one language. An erratum whose day is known only as a window
``(after, by]`` holds from ``by`` on; before that, inside the window, it is an alternative. Errata of one
track clip each other's windows by their declared order; the base clips nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from service.domain.days import day_after
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
    """

    assertion: Assertion
    order: int
    start: date
    windowed: bool
    after: date | None
    until: date | None
    until_after: date | None

    @property
    def rank(self) -> tuple[bool, date, int]:
        """What decides between spans that hold on one day: the greatest wins."""
        return (self.assertion.kind != "base", self.start, self.order)

    def holds(self, day: date) -> bool:
        """Whether it holds on that day, as far as is known."""
        return self.start <= day and (self.until is None or day < self.until)

    def may_hold(self, day: date) -> bool:
        """Whether the day lies inside its window, before its start."""
        return (
            self.windowed
            and day < self.start
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

    ``until`` and ``until_after`` are as in ``Span``.
    """

    assertion: Assertion
    order: int
    until: date | None
    until_after: date | None


def track_spans(changes: Sequence[Change], released: date | None) -> list[Span]:
    """Return the spans of one track, with windows clipped by their neighbours, in declared order.

    A window lies not before the earliest possible day of the erratum before it, and not after the latest
    possible day of the one behind it; what it lacks it takes from them. One that has no latest day even
    then has no start and is left out. Nothing starts before the first release of the subject.

    Args:
        changes: those that set the track, in declared order.
        released: the subject's first release; None where nothing of it was released.
    """
    earliest = _running(changes, _earliest, max)
    latest = _running(changes[::-1], _latest, min)[::-1]
    spans = []
    for change, after, by in zip(changes, earliest, latest, strict=True):
        one = change.assertion
        windowed = one.effective_from is None
        start = by if windowed and one.kind != "base" else _latest(one)
        if start is not None:
            spans.append(
                Span(
                    assertion=one,
                    order=change.order,
                    start=start if released is None else max(start, released),
                    windowed=windowed,
                    after=(one.effective_after if one.kind == "base" else after) if windowed else None,
                    until=change.until,
                    until_after=change.until_after,
                )
            )
    return spans


def _earliest(one: Assertion) -> date | None:
    return one.effective_from or one.effective_after


def _latest(one: Assertion) -> date | None:
    return one.effective_from or one.effective_by


def _running(
    changes: Sequence[Change],
    bound: Callable[[Assertion], date | None],
    strictest: Callable[[date, date], date],
) -> list[date | None]:
    """Return for each change the strictest bound so far, its own included; the base sets none."""
    so_far: date | None = None
    result = []
    for change in changes:
        own = None if change.assertion.kind == "base" else bound(change.assertion)
        if own is not None:
            so_far = own if so_far is None else strictest(own, so_far)
        result.append(so_far)
    return result


def winner(spans: Iterable[Span], day: date) -> Span | None:
    """Return the span that holds on that day: any erratum before the base, then the latest start."""
    return max((span for span in spans if span.holds(day)), key=lambda span: span.rank, default=None)


def alternatives(spans: Sequence[Span], day: date) -> list[Span]:
    """Return the spans that may hold instead of the winner on that day, in declared order."""
    best = winner(spans, day)
    found = [span for span in spans if span.may_hold(day)]
    while best is not None and best.may_be_over(day):
        rest = [span for span in spans if span.rank < best.rank]
        best = winner(rest, day)
        if best is not None:
            found.append(best)
    return sorted(found, key=lambda span: span.order)
