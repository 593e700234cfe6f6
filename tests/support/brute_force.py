"""What holds on a day, worked out the slow way: day by day, from plain descriptions of the changes.

Imports nothing of the service, so that a fault there can't hide here. Days are whole numbers from 1 on.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Plain(NamedTuple):
    """A change in plain numbers; ``first`` is its exact day, or it began in the days ``after`` < d <= ``by``.

    ``until`` is the first day without it; if that is the last possible one, it surely held through ``sure``.
    """

    name: str
    first: int | None = None
    after: int | None = None
    by: int | None = None
    until: int | None = None
    sure: int | None = None
    replaces: str | None = None


class Outcome(NamedTuple):
    """What a track says on a day: what holds, whether that is in doubt, and what may hold instead."""

    holds: str | None
    doubtful: bool
    others: tuple[str, ...]


def outcome(released: int, printed: bool, errata: Sequence[Plain], day: int, calendar: range) -> Outcome:
    """Return what holds on ``day``.

    Args:
        released: the first day of the card.
        printed: whether the card was printed with words on this track; they are called ``base``.
        errata: those of the track, in their order of effect.
        calendar: every day that matters; nothing begins or ends outside it.
    """
    gone = {one.replaces for one in errata}
    lives = [one for one in errata if one.name not in gone]

    def latest(one: Plain) -> int | None:
        before_its_end = one.until - 1 if one.until is not None else None
        return next((day for day in (one.first, one.by, before_its_end) if day is not None), None)

    def surely_begun(place: int, on: int) -> bool:
        own = lives[place].first
        followers = [latest(one) for one in lives[place:]]
        return on >= own if own is not None else any(last is not None and on >= last for last in followers)

    def perhaps_begun(place: int, on: int) -> bool:
        floors = [one.first or one.after for one in lives[:place]] + [lives[place].after]
        return lives[place].first is None and all(floor is None or on > floor for floor in floors)

    holding, others = [], []
    for place, one in enumerate(lives):
        start = next((on for on in calendar if surely_begun(place, on)), None)
        if start is None or (one.until is not None and day >= one.until):
            continue
        if day >= max(start, released):
            holding.append((max(start, released), place, one))
        elif perhaps_begun(place, day):
            others.append(one.name)
    stack = [one for _, _, one in sorted(holding, reverse=True)]
    names = [one.name for one in stack] + (["base"] if printed and day >= released else [])
    doubts = [one.sure is not None and day > one.sure for one in stack]
    in_doubt = doubts.index(False) if False in doubts else len(doubts)
    others += names[1 : in_doubt + 1]
    return Outcome(names[0] if names else None, bool(others) or in_doubt > 0, tuple(sorted(others)))
