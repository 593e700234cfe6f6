"""Successions: what a source showed, put together from parts that overlap, in whatever order they come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from service.domain.sightings import Run


def merged(*successions: Iterable[Run]) -> list[Run]:
    """Return the succession of all these runs, in order of days; those of one text that overlap are one.

    Equal neighbours stay apart: somebody may still tell of another text between them. Where two different
    texts were seen on days that overlap, the one that was seen first keeps its days, and the other one begins
    after it. On one day there may be several: the source was asked as often, and they stay in their order.
    That there was another text is kept as long as no more is known of it.

    Args:
        successions: each in order of days; a text of which no more is known stands right before the next.
    """
    parts = [tuple(runs) for runs in successions]
    found: list[Run] = []
    for run in _in_order(parts):
        last = found[-1] if found else None
        if last is not None and last.says == run.says and run.first_on <= last.last_on:
            found[-1] = replace(last, last_on=max(last.last_on, run.last_on))
        elif last is None or last.last_on <= run.first_on:
            found.append(run)
        elif last.last_on <= run.last_on:
            found.append(replace(run, first_on=last.last_on))
    others = [pair for part in parts for pair in pairwise(part) if not pair[0].says]
    for other, following in sorted(others, key=lambda pair: pair[0].last_on, reverse=True):
        _put_before(found, other, following)
    return found


def _in_order(parts: Iterable[Sequence[Run]]) -> list[Run]:
    """Return the runs with a text, each once, those of one day in the order in which a part has them."""
    places: dict[tuple[date, date, tuple[tuple[str, str], ...]], int] = {}
    runs: dict[tuple[date, date, tuple[tuple[str, str], ...]], Run] = {}
    for part in parts:
        alike: Counter[tuple[date, date]] = Counter()
        for run in part:
            if run.says:
                key = (run.first_on, run.last_on, tuple(sorted(run.says.items())))
                runs[key] = run
                places[key] = max(places.get(key, 0), alike[key[:2]])
                alike[key[:2]] += 1
    longer = [run for run in runs.values() if run.first_on < run.last_on]
    order = sorted(runs, key=lambda key: (*key[:2], places[key], key[2]))
    return [runs[key] for key in order if not _within(runs[key], longer)]


def _within(run: Run, longer: Iterable[Run]) -> bool:
    """Whether a text was seen on a day, and by a longer run on that day as well."""
    return run.first_on == run.last_on and any(
        one.says == run.says and one.first_on <= run.first_on <= one.last_on for one in longer
    )


def _put_before(found: list[Run], other: Run, following: Run) -> None:
    """Put in that there was another text before one that follows, unless it is known which that was."""
    for place, run in enumerate(found):
        if run.says == following.says and run.first_on >= other.last_on:
            if place == 0 or found[place - 1].last_on < other.last_on:
                found.insert(place, other)
            return
