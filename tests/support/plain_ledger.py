"""What holds on each day by what was recorded up to a pin and announced by a day, worked out the slow way.

Imports nothing of the service, so that a fault there can't hide here. Days are whole numbers from 1 on; what
was recorded is told apart by ``at``, the number of its entry and its own in it.
"""

from collections.abc import Sequence
from typing import NamedTuple

At = tuple[int, int]


class Said(NamedTuple):
    """A recorded change; ``first`` is its exact day, or it began in the days ``after`` < d <= ``by``.

    ``told`` is the day on which it was announced, ``until`` the first day without it and ``until_told`` when
    that was; None: nobody knows. It holds in every scope where it names none. ``track`` names what it sets.
    """

    at: At
    name: str
    tracks: frozenset[str] = frozenset()
    scopes: tuple[str, ...] = ()
    first: int | None = None
    after: int | None = None
    by: int | None = None
    told: int | None = None
    until: int | None = None
    until_told: int | None = None
    promised: bool = False
    replaces: str | None = None
    corrects: At | None = None


class Ended(NamedTuple):
    """A recorded end; ``kind`` is ``void``, ``lapsed`` or ``withdrawn`` (by whoever recorded what is meant).

    ``first`` is the first day without it; or it surely held through ``sure`` and not from ``by`` on.
    """

    at: At
    kind: str
    name: str | None = None
    of: At | None = None
    first: int | None = None
    sure: int | None = None
    by: int | None = None
    told: int | None = None
    corrects: At | None = None


class Outcome(NamedTuple):
    """What a track says on a day: what holds, whether that is in doubt, and what may hold instead."""

    holds: At | None
    doubtful: bool
    others: tuple[At, ...]


class Asked(NamedTuple):
    """What is known: recorded up to ``pin`` and announced by ``day`` (None: ever), in one scope."""

    pin: int
    day: int | None
    scope: str

    def heard(self, told: int | None, otherwise: int | None) -> bool:
        """Whether something was announced by then; if nobody knows when, it counts as on another day."""
        counts = told if told is not None else otherwise
        return self.day is None or counts is None or counts <= self.day


def standing(said: Sequence[Said], ended: Sequence[Ended], asked: Asked) -> tuple[list[Said], list[Ended]]:
    """Return what stands: recorded by the pin, neither corrected nor withdrawn by then, nor known as void.

    Args:
        said: all that was ever recorded, in the declared order.
    """
    said = [one for one in said if one.at[0] <= asked.pin]
    ended = [one for one in ended if one.at[0] <= asked.pin]
    gone = {one.corrects for one in said} | {one.corrects for one in ended}
    gone |= {one.of for one in ended if one.kind == "withdrawn"}
    ends = [one for one in ended if one.at not in gone and one.kind != "withdrawn"]
    voids = [one for one in ends if one.kind == "void"]

    def is_void(one: Said) -> bool:
        found = (void for void in voids if one.at == void.of or (void.of is None and one.name == void.name))
        return any(asked.heard(void.told, one.first or one.by) for void in found)

    return [one for one in said if one.at not in gone and not is_void(one)], ends


def outcomes(
    line: Sequence[Said], ended: Sequence[Ended], released: int, asked: Asked, calendar: range
) -> dict[int, Outcome]:
    """Return what one track says on each day of the calendar.

    Args:
        line: what stands and sets the track in the scope asked for, in the declared order.
        ended: the ends that stand.
        released: the first day of the card.
        calendar: every day that matters; nothing begins or ends outside it.
    """
    lapses = {one.name: one for one in ended if one.kind == "lapsed"}
    replaced = {one.replaces for one in line if asked.heard(one.told, max(one.first or 0, released))}
    lives = [one for one in line if one.name != "base" and one.name not in replaced and not one.promised]

    def latest(one: Said) -> int | None:
        """The last day on which it can begin: ends count, announced or not."""
        lapse = lapses.get(one.name)
        ends = [one.until, lapse and (lapse.first or lapse.by)]
        before = min((end - 1 for end in ends if end is not None), default=None)
        return next((day for day in (one.first, one.by, before) if day is not None), None)

    def surely_begun(place: int, on: int) -> bool:
        followers = [lives[place].first] if lives[place].first else [latest(one) for one in lives[place:]]
        return on >= released and any(day is not None and on >= day for day in followers)

    def perhaps_begun(place: int, on: int) -> bool:
        floors = [one.first or one.after for one in lives[:place]] + [lives[place].after]
        return lives[place].first is None and all(floor is None or on > floor for floor in floors)

    def end(one: Said) -> tuple[int | None, int | None]:
        """The first day surely without it, and the last one surely with it, as far as was announced."""
        lapse = lapses.get(one.name)
        ends: list[tuple[int, int | None]] = []
        if one.until is not None and asked.heard(one.until_told, one.until):
            ends.append((one.until, None))
        over = lapse and (lapse.first or lapse.by)
        if lapse and over and asked.heard(lapse.told, over):
            ends.append((over, lapse.sure))
        if ends or lapse is None:
            return min(ends, key=lambda one: one[0], default=(None, None))
        perhaps = asked.day is not None and lapse.told is None and (lapse.sure or asked.day) < asked.day
        return None, lapse.sure if perhaps else None

    begun: list[tuple[int, int, Said, bool]] = []
    for place, one in enumerate(lives):
        start = next((on for on in calendar if surely_begun(place, on)), None)
        if start is not None and asked.heard(one.told, start):
            begun.append((start, place, one, False))
        elif start is not None and one.told is None and asked.day and perhaps_begun(place, asked.day):
            begun.append((start, place, one, True))
    printed = [one.at for one in line if one.name == "base" and asked.heard(one.told, one.first or one.by)]

    def outcome(on: int) -> Outcome:
        holding, perhaps = [], []
        for start, place, one, doubted in begun:
            until, sure = end(one)
            if until is not None and on >= until:
                continue
            if on >= start and not doubted:
                holding.append((start, place, one.at, sure is not None and on > sure))
            elif perhaps_begun(place, on):
                perhaps.append((start, place, one.at))
        stack = sorted(holding, reverse=True)
        sure_one = next((one for one in stack if not one[3]), None)
        # What stands below one that surely holds is no alternative, whenever it was announced.
        others = [one[2] for one in perhaps if sure_one is None or one[:2] > sure_one[:2]]
        names = [one[2] for one in stack] + (printed if on >= released else [])
        in_doubt = stack.index(sure_one) if sure_one else len(stack)
        others += names[1 : in_doubt + 1]
        return Outcome(names[0] if names else None, bool(others) or in_doubt > 0, tuple(sorted(others)))

    return {on: outcome(on) for on in calendar}


class Page(NamedTuple):
    """What is known of a card on each day: of each track, and of each change that alters no words."""

    tracks: dict[str, dict[int, Outcome]]
    mute: list[dict[int, Outcome]]
    pending: list[At]

    def holding(self, day: int) -> tuple[list[At | None], list[At]]:
        """Return what holds on a day: of each track, and without words."""
        mute = [found for each in self.mute if (found := each[day].holds) is not None]
        return [each[day].holds for each in self.tracks.values()], mute

    def in_doubt(self, day: int) -> bool:
        """Whether other words may hold on a day, or what holds without words may be over."""
        mute = any(each[day].doubtful for each in self.mute if each[day].holds)
        return mute or any(each[day].doubtful for each in self.tracks.values())


def page(
    said: Sequence[Said], ended: Sequence[Ended], asked: Asked, tracks: Sequence[str], days: range
) -> Page:
    """Return what is known of a card.

    Args:
        said: all that was ever recorded, in the declared order.
        ended: likewise, in any order.
    """
    stands, ends = standing(said, ended, asked)
    released = next(one.first or one.by or 0 for one in stands if one.name == "base")
    there = [one for one in stands if not one.scopes or asked.scope in one.scopes]
    mute = [one for one in there if not one.tracks]
    gone = {one.replaces for one in mute if asked.heard(one.told, max(one.first or 0, released))}
    lines = {track: [one for one in there if track in one.tracks] for track in tracks}
    return Page(
        tracks={track: outcomes(line, ends, released, asked, days) for track, line in lines.items()},
        mute=[outcomes([one], ends, released, asked, days) for one in mute if one.name not in gone],
        pending=[one.at for one in there if one.promised and asked.heard(one.told, None)],
    )
