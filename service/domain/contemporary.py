"""What was known on each day itself: the text that a judge could have known, day after day."""

from __future__ import annotations

from service.domain.days import day_after
from service.domain.history import History
from service.domain.knowledge import turning_days
from service.domain.reader import Reader
from service.domain.reading import Segment, stretches
from service.domain.timeline import Timeline


def contemporary_segments(history: History, lang: str, scope: str) -> list[Segment]:
    """Return the stretches of days on which one reading was known, in order of days.

    Each day is read as the announcements up to it tell.

    Raises:
        LanguageNotAvailable: if the subject has no rules text in the language.
    """
    days = turning_days(history.assertions, history.endings)
    through = history.verified_through
    unchecked = day_after(through) if through is not None else None
    if unchecked is not None:
        days.add(unchecked)
    readings = ((day, Reader(Timeline(history, day), lang, scope).reading(day)) for day in sorted(days))
    return stretches(readings)
