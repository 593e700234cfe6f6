"""Successions: what a source showed, put together from parts that overlap, in whatever order they come.

Nothing that was seen is dropped: where it contradicts itself, ``observations`` decides, and tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from service.domain.sightings import Run, Says


def merged(*successions: Iterable[Run]) -> list[Run]:
    """Return the succession of all these runs, in order of days; those of one text that overlap are one.

    Equal neighbours stay apart: somebody may still tell of another text between them. Different texts that
    were seen on the same days all stay, whichever contradicts the other. On one day there may be several: the
    source was asked as often, and they stay in their order. That there was another text is kept as long as no
    more is known of it.

    Args:
        successions: each in order of days; a text of which no more is known stands right before the next.
    """
    parts = [tuple(runs) for runs in successions]
    found = _in_order(parts)
    others = [pair for part in parts for pair in pairwise(part) if not pair[0].says]
    for other, following in sorted(others, key=lambda pair: pair[0].last_on, reverse=True):
        _put_before(found, other, following)
    return found


def _in_order(parts: Iterable[Sequence[Run]]) -> list[Run]:
    """Return each stretch of days of each text; those of one day in the order in which a part has them."""
    places: dict[tuple[date, date, Says], int] = {}
    seen: dict[Says, list[Run]] = {}
    for part in parts:
        alike: Counter[tuple[date, date]] = Counter()
        for run in part:
            if run.says:
                days, content = (run.first_on, run.last_on), tuple(sorted(run.says.items()))
                seen.setdefault(content, []).append(run)
                places[*days, content] = max(places.get((*days, content), 0), alike[days])
                alike[days] += 1
    found = [
        ((run.first_on, run.last_on, places.get((run.first_on, run.last_on, content), 0), content), run)
        for content, runs in seen.items()
        for run in _stretches(runs)
    ]
    return [run for _, run in sorted(found, key=lambda told: told[0])]


def _stretches(runs: Iterable[Run]) -> list[Run]:
    """Return the runs of one text, in order of days, those that overlap as one."""
    found: list[Run] = []
    for run in sorted(runs, key=lambda run: (run.first_on, run.last_on)):
        if found and run.first_on <= found[-1].last_on:
            found[-1] = replace(found[-1], last_on=max(found[-1].last_on, run.last_on))
        else:
            found.append(run)
    return found


def _put_before(found: list[Run], other: Run, following: Run) -> None:
    """Put in that there was another text before one that follows, unless it is known which that was."""
    last: date | None = None
    for place, run in enumerate(found):
        if run.says == following.says and run.first_on >= other.last_on:
            if last is None or last < other.last_on:
                found.insert(place, other)
            return
        last = run.last_on if last is None else max(last, run.last_on)
