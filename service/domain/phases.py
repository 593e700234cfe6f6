"""What the spans of one track make of its days: who holds, for how long, and what is in doubt.

Between two of the days that its spans name nothing about a track changes: that is a phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from service.domain.spans import Doubt, Span, doubts, is_doubtful, winner


@dataclass(frozen=True, slots=True, eq=False)
class Phase:
    """Days on which nothing about a track changes; it lasts until the next one.

    Attributes:
        start: the first of them.
        span: what holds; None: nothing does.
        until: the first day on which something else holds, or nothing; None: there is none.
        doubts: what may hold instead, in declared order.
        doubtful: whether something else may hold, or nothing.
    """

    start: date
    span: Span | None
    until: date | None
    doubts: list[Doubt]
    doubtful: bool


class Course:
    """The spans of one track, in declared order, the days on which it can change, and its phases."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        self.days = {day for span in spans for day in span.edges()}

    @cached_property
    def phases(self) -> list[Phase]:
        """The phases of the track, the last one first; the first of all begins with the calendar."""
        found: list[Phase] = []
        until: date | None = None
        for day in sorted(self.days | {date.min}, reverse=True):
            best = winner(self.spans, day)
            if found and found[-1].span is not best:
                until = found[-1].start
            found.append(Phase(day, best, until, doubts(self.spans, day), is_doubtful(self.spans, day)))
        return found

    def on(self, day: date) -> Phase:
        """Return the phase of a day."""
        for phase in self.phases:
            if phase.start <= day:
                break
        return phase

    def periods(self) -> Iterator[tuple[Span, date, date | None]]:
        """Yield who holds, from which day and until which (excluded), in order of days.

        A span that gives way and returns is yielded twice; days on which none holds are left out.
        """
        before: Span | None = None
        for phase in reversed(self.phases):
            if phase.span is not None and phase.span is not before:
                yield phase.span, phase.start, phase.until
            before = phase.span
