"""Observations: what the texts that sources showed say of the changes between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from service.domain.sightings import Says, Shown


class ObservedChange(NamedTuple):
    """From when a text stood that a source showed: an exact day, or the window ``(after, by]``.

    ``document`` dates it, where one does; ``seen_on`` and ``source`` tell who showed it first.
    """

    effective_from: date | None
    effective_after: date | None
    effective_by: date | None
    document: str | None
    seen_on: date
    source: str
    says: Mapping[str, str]


class Clash(NamedTuple):
    """That two texts were shown as standing on one day, by one source or two; the first one is kept."""

    day: date
    kept: Shown
    other: Shown


def observed_changes(shown: Iterable[Shown]) -> tuple[list[ObservedChange], list[Clash]]:
    """Return when each text began to stand, in order of days, and what contradicts that.

    The first of them has no ``effective_after`` unless another text is known to have been before.

    Args:
        shown: by whatever sources, in any order.
    """
    standing, clashes = _succession(shown)
    changes: list[ObservedChange] = []
    stood: date | None = None
    for one in standing:
        before = max((day for day in (stood, one.other_on) if day is not None), default=None)
        exact = one.document is not None or before == one.first_on
        changes.append(
            ObservedChange(
                effective_from=one.first_on if exact else None,
                effective_after=None if exact else before,
                effective_by=None if exact else one.first_on,
                document=one.document,
                seen_on=one.seen_on,
                source=one.source,
                says=one.says,
            )
        )
        stood = one.stood_on or stood
    return changes, clashes


def _succession(shown: Iterable[Shown]) -> tuple[list[Shown], list[Clash]]:
    found: list[Shown] = []
    clashes: list[Clash] = []
    for one in _in_order(shown):
        last = found[-1] if found else None
        if last is None:
            found.append(one)
        elif last.says == one.says:
            found[-1] = _joined(last, one)
        elif last.stood_on is None or last.stood_on <= one.first_on:
            found.append(one)
        else:
            there = next((kept for kept in reversed(found) if kept.first_on <= one.first_on), last)
            clashes.append(Clash(one.first_on, there, one))
            if one.stood_on is not None and one.stood_on > last.stood_on:
                found.append(one._replace(first_on=last.stood_on, document=None))  # it dates another day
    return found, clashes


def _in_order(shown: Iterable[Shown]) -> list[Shown]:
    """Return what was shown in order of days; texts of one day in the order in which a source has them.

    Where one of them was shown before that day as well, it comes first; where later as well, last.
    """
    contents = [(one, tuple(sorted(one.says.items()))) for one in shown]
    longer = [(one, content) for one, content in contents if one.first_on < _last(one)]
    begun = {(one.first_on, content) for one, content in longer}
    ended = {(_last(one), content) for one, content in longer}
    nth: dict[tuple[date, date, Says], tuple[int, str]] = {}
    for one, content in contents:
        key = (one.first_on, _last(one), content)
        most, source = nth.get(key, (one.nth, one.source))
        nth[key] = max(most, one.nth), min(source, one.source)

    def place(told: tuple[Shown, Says]) -> tuple[object, ...]:
        one, content = told
        days = one.first_on, _last(one)
        here = days[0] == days[1]
        outside = -1 if here and (days[0], content) in ended else here and (days[0], content) in begun
        return *days, outside, nth[*days, content], content, one.source

    return [one for one, _ in sorted(contents, key=place)]


def _last(one: Shown) -> date:
    return one.stood_on or one.first_on


def _joined(first: Shown, later: Shown) -> Shown:
    """Return one text that was shown twice; a document that dates it counts before what was seen."""
    others = [one.other_on for one in (first, later) if one.other_on is not None]
    dated = next((one for one in (first, later) if one.document is not None), first)
    days = [day for day in (first.stood_on, later.stood_on) if day is not None]
    seen_on, source = min((one.seen_on, one.source) for one in (first, later))
    return first._replace(
        first_on=dated.first_on,
        document=dated.document,
        stood_on=max(days, default=None),
        seen_on=seen_on,
        source=source,
        other_on=max((day for day in others if day <= dated.first_on), default=None),
    )
