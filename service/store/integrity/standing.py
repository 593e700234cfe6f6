"""What may not stand of one subject at once: the rules of time that no constraint of a table can state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from itertools import combinations
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from service.domain.ids import VersionId
from service.domain.ledger import Assertion
from service.domain.spans import Change
from service.domain.timeline import Timeline
from service.store.integrity.faults import Code
from service.store.integrity.rows import instant_of


class Broken(NamedTuple):
    """A rule that a version breaks, and how."""

    code: Code
    version: VersionId
    found: str


def broken_rules(timeline: Timeline, zone: str, recorded_at: Mapping[int, Any]) -> Iterator[Broken]:
    """Yield what stands of a subject and may not, rule by rule.

    Args:
        zone: in which the days of the game change.
        recorded_at: of the entries that the facts are in, as stored.

    Raises:
        ZoneInfoNotFoundError: if there is no such zone.
    """
    yield from _ends(timeline)
    yield from _ended_twice(timeline)
    yield from _same_starts(timeline)
    yield from _early_replacements(timeline)
    yield from _future_announcements(timeline, ZoneInfo(zone), recorded_at)


def _ends(timeline: Timeline) -> Iterator[Broken]:
    for change in timeline.changes:
        one = change.assertion
        start = one.effective_from or one.effective_by
        if start is not None and change.until is not None and change.until <= start:
            ending = timeline.ending_of(one)
            version = one.version if ending is None or change.until == one.effective_until else ending.version
            found = f"{_name(one)} ends on {change.until}, which is not after its start on {start}"
            yield Broken(Code.EMPTY_PERIOD, version, found)


def _ended_twice(timeline: Timeline) -> Iterator[Broken]:
    temporary = {
        one.erratum for one in timeline.assertions if one.is_erratum and one.effective_until is not None
    }
    ended: set[Any] = set()
    for ending in timeline.endings:
        what = ending.of or ending.erratum
        if what in ended or (what in temporary and ending.kind != "void"):
            yield Broken(Code.ALREADY_ENDED, ending.version, f"erratum {what} has an end already")
        ended.add(what)


def _same_starts(timeline: Timeline) -> Iterator[Broken]:
    """Yield each erratum that starts on the exact day of another one of its text, and neither replaces."""
    starting: dict[tuple[Any, ...], list[Change]] = {}
    for change in timeline.errata():
        one = change.assertion
        if one.effective_from is not None and not change.void:
            for face, field, lang, _ in one.fields:
                starting.setdefault((one.effective_from, face, field, lang), []).append(change)
    clashing: dict[VersionId, str] = {}
    for (day, *_), changes in starting.items():
        replaced = {change.assertion.replaces for change in changes}
        live = [change.assertion for change in changes if change.assertion.erratum not in replaced]
        for first, second in combinations(live, 2):
            if _share_a_scope(first, second):
                found = f"{_name(second)} starts on {day}, as {_name(first)} does with the same text"
                clashing[second.version] = found
    for version, found in clashing.items():
        yield Broken(Code.SAME_START_CONFLICT, version, found)


def _share_a_scope(first: Assertion, second: Assertion) -> bool:
    return not first.scopes or not second.scopes or not set(first.scopes).isdisjoint(second.scopes)


def _early_replacements(timeline: Timeline) -> Iterator[Broken]:
    for place, one in enumerate(timeline.assertions):
        for before in timeline.assertions[:place]:
            if one.replaces is not None and before.is_erratum and before.erratum == one.replaces:
                day, earlier = one.announced_on, before.announced_on
                if day is not None and earlier is not None and day < earlier:
                    found = f"{_name(one)} was announced on {day}, what it replaces later, on {earlier}"
                    yield Broken(Code.REPLACEMENT_ANNOUNCED_TOO_EARLY, one.version, found)


def _future_announcements(
    timeline: Timeline, zone: ZoneInfo, recorded_at: Mapping[int, Any]
) -> Iterator[Broken]:
    """Yield what was announced after the day on which it was recorded; a printing may come out later."""
    for name, fact, days in _announced(timeline):
        instant = instant_of(recorded_at.get(fact.seq))
        for day in days:
            if instant is not None and day is not None and day > instant.astimezone(zone).date():
                recorded = instant.astimezone(zone).date()
                found = f"{name} was announced on {day}, after the day on which it was recorded, {recorded}"
                yield Broken(Code.ANNOUNCED_IN_THE_FUTURE, fact, found)


def _announced(timeline: Timeline) -> Iterator[tuple[str, VersionId, tuple[date | None, ...]]]:
    for change in timeline.errata():
        one = change.assertion
        yield _name(one), one.version, (one.announced_on, one.until_announced_on)
    for ending in timeline.endings:
        yield f"the end of {ending.of or ending.erratum}", ending.version, (ending.announced_on,)


def _name(one: Assertion) -> str:
    return f"erratum {one.erratum}" if one.is_erratum else f"the {one.kind} text"
