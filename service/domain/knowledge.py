"""What had been announced by a day: of a change, of its end, of its withdrawal.

In hindsight everything is known. In the contemporary view a change, an end and a withdrawal count only from
the day on which each was announced. Where that day is unknown it is the first effective day of what was
announced; a day inside the window of that day leaves it open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from enum import Enum, auto

from service.domain.days import day_after, day_before
from service.domain.ledger import Assertion, Ending
from service.domain.spans import Change, Span


class Known(Enum):
    """Whether something had been announced by a day."""

    YES = auto()
    NO = auto()
    OPEN = auto()
    """Nobody knows: the day lies in the window in which it was announced."""


def known_by(
    day: date | None, announced_on: date | None, first: date | None, after: date | None, windowed: bool
) -> Known:
    """Return whether something had been announced by a day.

    Args:
        day: the last day of which the announcements count; None: all count.
        announced_on: when it was announced; None: that isn't known.
        first: the first day on which it takes effect; with ``windowed`` the last possible one.
        after: with ``windowed``, the last day on which it can't have taken effect; None: none is known.
    """
    if day is None:
        return Known.YES
    if announced_on is not None:
        return Known.YES if announced_on <= day else Known.NO
    if first is None or first <= day:
        return Known.YES
    return Known.OPEN if windowed and (after is None or after < day) else Known.NO


def announced(spans: Iterable[Span], day: date | None) -> Iterator[Span]:
    """Yield the spans of what had been announced by a day; where that is open, as no more than a doubt."""
    for span in spans:
        known = known_by(day, span.assertion.announced_on, span.start, span.after, span.windowed)
        if known is Known.OPEN:
            yield replace(span, doubted=True)
        elif known is Known.YES:
            yield span


def known_itself(one: Assertion, released: date | None, day: date | None) -> Known:
    """Return whether a change had been announced by a day, by its own days alone.

    Args:
        released: the subject's first release, before which nothing begins.
    """
    windowed = one.effective_from is None
    first = one.effective_from or one.effective_by
    if first is not None and released is not None:
        first = max(first, released)
    return known_by(day, one.announced_on, first, one.effective_after, windowed)


def is_own_end_known(one: Assertion, day: date | None) -> bool:
    """Whether the end that a change was recorded with had been announced by a day."""
    return known_by(day, one.until_announced_on, one.effective_until, None, False) is Known.YES


def known_change(
    one: Assertion, order: int, ground: bool, endings: Sequence[Ending], day: date | None
) -> Change:
    """Return a change with the end that was known by a day: the earlier of its own and the recorded one.

    Args:
        endings: those recorded for it. Each counts by itself: what was announced as void later than its
            end had ended till then.
        day: the last day of which the announcements count; None: all count.
    """
    void, until, until_after, ends = False, None, None, [one.effective_until]
    if is_own_end_known(one, day):
        until = one.effective_until
    for ending in endings:
        if ending.kind == "void":
            void = void or is_ending_known(ending, one, day)
            continue
        end, end_after = _lapse(ending, day)
        if until is None or (end is not None and end < until):
            until, until_after = end, end_after
        ends.append(ending.ended_on or ending.ended_by)
    ends_by = min((end for end in ends if end is not None), default=None)
    return Change(one, order, ground, until, until_after, ends_by, void)


def _lapse(ending: Ending, day: date | None) -> tuple[date | None, date | None]:
    """Return the first day without the change, and with a window of it the last day surely with it."""
    end = ending.ended_on or ending.ended_by
    known = known_by(day, ending.announced_on, end, ending.ended_after, ending.ended_on is None)
    if known is Known.YES:
        return end, ending.ended_after
    return None, ending.ended_after if known is Known.OPEN else None


def is_ending_known(ending: Ending, one: Assertion, day: date | None) -> bool:
    """Whether the end of a change had been announced by a day, or may have been."""
    if ending.kind == "void":
        start = one.effective_from or one.effective_by
        return known_by(day, ending.announced_on, start, None, False) is Known.YES
    return _lapse(ending, day) != (None, None)


def turning_days(assertions: Iterable[Assertion], endings: Iterable[Ending]) -> set[date]:
    """Return a set of days that holds every one on which what is known of these facts, or holds, can change.

    Each day that a fact names, and its neighbours: windows open behind a day, and end before one.
    """
    named: set[date | None] = set()
    for one in assertions:
        named |= {one.effective_from, one.effective_after, one.effective_by, one.effective_until}
        named |= {one.announced_on, one.until_announced_on, one.confirmed_on}
    for ending in endings:
        named |= {ending.ended_on, ending.ended_after, ending.ended_by, ending.announced_on}
    days = {day for day in named if day is not None}
    near = {neighbour for day in days for neighbour in (day_before(day), day_after(day))}
    return days | {day for day in near if day is not None}
