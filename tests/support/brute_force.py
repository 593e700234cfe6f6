"""What holds on a day, worked out the slow way: day by day, from plain descriptions of the changes.

Imports nothing of the service, so that a fault there can't hide here. Days are whole numbers.
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
    """What a track says on a day: the change that holds, whether that is in doubt, and what may hold instead."""

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

    def begun(place: int, on: int) -> bool:
        if lives[place].first is not None:
            return on >= lives[place].first
        latest = [one.first if one.first is not None else one.by for one in lives[place:]]
        return any(last is not None and on >= last for last in latest)

    def possible(place: int, on: int) -> bool:
        floors = [one.first if one.first is not None else one.after for one in lives[:place]]
        return lives[place].first is None and all(
            floor is None or on > floor for floor in [*floors, lives[place].after]
        )

    def over(one: Plain) -> bool:
        return one.until is not None and day >= one.until

    def starts(place: int) -> int | None:
        return next((on for on in calendar if begun(place, on)), None)

    ranked = [
        (max(start, released), place)
        for place in range(len(lives))
        if (start := starts(place)) is not None and max(start, released) <= day and not over(lives[place])
    ]
    stack = [lives[place] for _, place in sorted(ranked, reverse=True)]
    names = [one.name for one in stack] + (["base"] if printed and day >= released else [])
    others = [
        lives[place].name
        for place, one in enumerate(lives)
        if starts(place) is not None and possible(place, day) and not begun(place, day) and not over(one)
    ]
    in_doubt = 0
    while in_doubt < len(stack) and stack[in_doubt].sure is not None and day > stack[in_doubt].sure:
        in_doubt += 1
    others += names[1 : in_doubt + 1]
    return Outcome(names[0] if names else None, bool(others) or in_doubt > 0, tuple(sorted(others)))
