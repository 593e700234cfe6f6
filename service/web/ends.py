"""How long something holds: answers exclude the day of an end, and pages show the last day that is included.

An end may be known as a window only: a later change came, or an erratum lapsed, on some day of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from service.serving.answers.sights import Answer
from service.web.parts import End
from service.web.sources import Sources, is_withdrawn

Place = tuple[int, str]
"""A field of a face."""


def end_of_erratum(sources: Sources, one: Answer) -> End | None:
    """Return the end that an erratum has by itself, whatever came after it; None where it has none."""
    ended, until = one["ended"], one["effective_until"]
    if until is None or is_withdrawn(one):
        return None
    if ended and ended["ended_on"] is None:
        return _end(sources, until, known=False, after=ended["ended_after"])
    return _end(sources, until)


def end_of_words(sources: Sources, until: str | None, places: Collection[Place]) -> End | None:
    """Return the last day of the words of some fields; None where they have no end.

    Args:
        until: the first day on which they no longer stand, as far as is known.
    """
    if until is None:
        return None
    windows = list(_windows(sources, until, places))
    if windows:
        known = [after for after in windows if after is not None]
        return _end(sources, until, known=False, after=max(known, default=None))
    coming = sources.text["next_change"]
    begun = any(one["effective_from"] == until and _sets(sources, one, places) for one in sources.holding())
    unsure = coming and (coming["effective_from"], coming["certainty"]) == (until, "uncertain")
    return _end(sources, until, known=begun or not unsure)


def _windows(sources: Sources, until: str, places: Collection[Place]) -> Iterator[str | None]:
    """Yield the last sure day of each change whose window ends on a day; None where it isn't known."""
    for one in sources.holding():
        if _sets(sources, one, places):
            if one["effective_from"] is None and one["effective_by"] == until:
                yield one["effective_after"]
            if one["ended"] and one["ended"]["ended_by"] == until:
                yield one["ended"]["ended_after"]


def _sets(sources: Sources, one: Answer, places: Collection[Place]) -> bool:
    return any(
        (value.face, value.field) in places and value.lang in (None, sources.asked.lang)
        for value in sources.changed[one["erratum"]]
    )


def _end(sources: Sources, until: str, *, known: bool = True, after: str | None = None) -> End | None:
    last = sources.address.last_before(until)
    if last is None:
        return None
    at_least = None if after is None or after > last.iso else sources.address.day(after)
    return End(last, known or after == last.iso, at_least)
