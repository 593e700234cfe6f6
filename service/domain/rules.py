"""What may not stand of one subject at once: the rules of time that no constraint of a table can state.

The ledger's writer refuses facts that would break one, and the checker finds those that came in by another
way. What was corrected breaks no rule any more; what is void or only promised is not live.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import combinations
from typing import NamedTuple

from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending
from service.domain.order import ending_of, standing, standing_endings
from service.domain.references import bad_references
from service.domain.refusals import (
    AlreadyEnded,
    AnnouncedInTheFuture,
    Broken,
    EmptyPeriod,
    ReplacementAnnouncedTooEarly,
    SameStartConflict,
)
from service.domain.tracks import Track, covers

_ELSEWHERE = "elsewhere"
"""Stands for the scopes that nobody names, of a game that isn't known."""

RecordedOn = Callable[[int], date | None]
"""Returns the day, in the game's zone, on which an entry was recorded; None: nobody knows."""


class _Stand(NamedTuple):
    """The facts of a subject that were not corrected.

    Attributes:
        live: the errata that can hold on some day, in the declared order.
    """

    assertions: list[Assertion]
    endings: list[Ending]
    live: list[Assertion]


def broken_rules(
    assertions: Sequence[Assertion],
    endings: Sequence[Ending],
    scopes: Iterable[str],
    recorded_on: RecordedOn,
) -> Iterator[Broken]:
    """Yield what stands of a subject and may not, rule by rule.

    Args:
        assertions: all of the subject, in ledger order.
        endings: likewise.
        scopes: those of its game; none where the game isn't known.
    """
    if not endings and all(one.kind == "base" and one.corrects is None for one in assertions):
        return  # nothing can contradict a first text, and most subjects have no more
    placed, ended = standing(assertions, endings), standing_endings(endings)
    stand = _Stand(placed, ended, [one for one in placed if _is_live(one, ended)])
    named = {*scopes, *(name for one in placed for name in one.scopes)}
    yield from bad_references(assertions, endings)
    yield from _empty_periods(stand)
    yield from _second_ends(stand)
    yield from _same_starts(stand.live, sorted(named if scopes else {*named, _ELSEWHERE}))
    yield from _early_replacements(stand)
    yield from _future_announcements(stand, recorded_on)


def _is_live(one: Assertion, endings: list[Ending]) -> bool:
    return one.is_erratum and not one.pending and not _is_void(one, endings)


def _is_void(one: Assertion, endings: list[Ending]) -> bool:
    ending = ending_of(endings, one)
    return ending is not None and ending.kind == "void"


def _empty_periods(stand: _Stand) -> Iterator[Broken]:
    """Yield each end that isn't after the start; what is void has no end to compare."""
    todo = "mend the end, the first day on which it no longer holds, or the start"
    for one in stand.assertions:
        start = one.effective_from or one.effective_by
        ending = ending_of(stand.endings, one)
        ends = [(one.effective_until, frozenset({one.version}))]
        if ending is not None and ending.kind == "lapsed":
            ends.append((ending.ended_on or ending.ended_by, frozenset({one.version, ending.version})))
        for end, involved in ends:
            if start is not None and end is not None and end <= start:
                found = f"{_name(one)} ends on {end}, which is not after its start on {start}"
                yield Broken(EmptyPeriod.code, involved, found, todo)


def _second_ends(stand: _Stand) -> Iterator[Broken]:
    """Yield each end beside another one.

    An ending of a whole erratum is none of a version that is void by itself, which was given another day.
    What had an end of its own can be withdrawn all the same.
    """
    todo = "keep one of the ends"
    if not stand.endings:
        return  # what a change was recorded with is one end at most
    own: dict[VersionId, list[Ending]] = {}
    whole: dict[str, list[Ending]] = {}
    for ending in stand.endings:
        if ending.of is not None:
            own.setdefault(ending.of, []).append(ending)
        elif ending.erratum is not None:
            whole.setdefault(ending.erratum, []).append(ending)
    pairs = {
        (ends[0].version, later.version) for ends in (*own.values(), *whole.values()) for later in ends[1:]
    }
    names = {ending.version: f"erratum {ending.erratum or ending.of}" for ending in stand.endings}
    for one in stand.assertions:
        mine = own.get(one.version, [])
        others = whole.get(one.erratum, []) if one.is_erratum and one.erratum is not None else []
        if any(ending.kind == "void" for ending in mine):
            continue
        its = [*mine[:1], *others[:1]]
        ends = [ending.version for ending in its]
        if one.effective_until is not None and any(ending.kind == "lapsed" for ending in its):
            ends.insert(0, one.version)
        pairs |= {(ends[0], later) for later in ends[1:]}
        names[one.version] = _name(one)
    for pair in sorted(pairs):
        found = f"{names[max(pair)]} has an end already, by version {min(pair)}"
        yield Broken(AlreadyEnded.code, frozenset(pair), found, todo)


def _same_starts(live: list[Assertion], scopes: list[str]) -> Iterator[Broken]:
    """Yield each two errata that start on one exact day with one text, unless one replaces the other."""
    todo = "let one replace the other, or mend a day"
    tracks: dict[Track, list[Assertion]] = {}
    for one in live:
        for value in one.fields:
            tracks.setdefault(Track(value.face, value.field, value.lang), []).append(one)
    clashes: dict[frozenset[VersionId], tuple[Assertion, Assertion]] = {}
    for setting in tracks.values():
        for scope in scopes if len(setting) > 1 else ():
            covering = [one for one in setting if covers(one, scope)]
            for pair in combinations(_unreplaced(covering), 2):
                if pair[0].effective_from is not None and pair[0].effective_from == pair[1].effective_from:
                    clashes.setdefault(frozenset(one.version for one in pair), pair)
    for involved, pair in clashes.items():
        first, second = sorted(pair, key=lambda one: one.version)
        day = second.effective_from
        found = f"{_name(second)} starts on {day}, as {_name(first)} does with the same text"
        yield Broken(SameStartConflict.code, involved, found, todo)


def _unreplaced(covering: list[Assertion]) -> list[Assertion]:
    return [
        one
        for place, one in enumerate(covering, start=1)
        if not any(later.replaces == one.erratum for later in covering[place:])
    ]


def _early_replacements(stand: _Stand) -> Iterator[Broken]:
    """Yield each replacement that was announced before what it replaces was for the first time."""
    todo = "let the later announced one replace the other"
    for place, one in enumerate(stand.assertions):
        if one.replaces is None or one.announced_on is None or _is_void(one, stand.endings):
            continue
        known = [
            (before.announced_on, before.version)
            for before in stand.assertions[:place]
            if before.is_erratum and before.erratum == one.replaces and before.announced_on is not None
        ]
        day, version = min(known, default=(date.min, one.version))
        if one.announced_on < day:
            found = f"{_name(one)} was announced on {one.announced_on}, what it replaces later, on {day}"
            involved = frozenset({one.version, version})
            yield Broken(ReplacementAnnouncedTooEarly.code, involved, found, todo)


def _future_announcements(stand: _Stand, recorded_on: RecordedOn) -> Iterator[Broken]:
    """Yield what was announced after the day on which it was recorded; a printing may come out later."""
    todo = "mend the day, or record it when that day has come"
    for name, version, days in _announced(stand):
        recorded = recorded_on(version.seq)
        for day in days:
            if recorded is not None and day is not None and day > recorded:
                found = f"{name} was announced on {day}, after the day on which it was recorded, {recorded}"
                yield Broken(AnnouncedInTheFuture.code, frozenset({version}), found, todo)


def _announced(stand: _Stand) -> Iterator[tuple[str, VersionId, tuple[date | None, ...]]]:
    for one in stand.assertions:
        if one.is_erratum:
            yield _name(one), one.version, (one.announced_on, one.until_announced_on)
    for ending in stand.endings:
        yield f"the end of {ending.of or ending.erratum}", ending.version, (ending.announced_on,)


def _name(one: Assertion) -> str:
    return f"erratum {one.erratum}" if one.is_erratum else f"the {one.kind} text"
