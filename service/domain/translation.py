"""Whether a text in another language still says what the authoritative text says.

A translation is the last text published in its language. It is stale while a change that alters what is
said stands between the words that it renders and those of the day. Reminder text, notation and typography
make nothing stale; neither does a change that mends one language only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.changes import ChangeClass, strongest
from service.domain.ledger import UNKNOWN, Assertion
from service.domain.spans import Change, Span
from service.domain.timeline import TEXT, Timeline, Track, content_on, winners

ALTERING = (ChangeClass.FUNCTIONAL, ChangeClass.WORDING)
"""The classes of change that make a translation stale."""


@dataclass(frozen=True, slots=True)
class Translation:
    """How a translation stands on a day; ``contents`` are the authoritative rules texts, face by face."""

    stale: bool
    stale_since: date | None
    contents: tuple[str, ...]


def translation_on(
    timeline: Timeline, held: Mapping[Track, Span], day: date, lang: str, scope: str
) -> Translation | None:
    """Return how the text in ``lang`` stands to the authoritative one; None in that language itself.

    Args:
        held: what holds on the day in ``lang``, track by track.
    """
    if lang == timeline.history.language:
        return None
    since: list[date] = []
    for track, span in held.items():
        if track.field == TEXT and track.lang == lang:
            behind = changes_behind(timeline, span.assertion, day, lang, scope)
            since += [start for change, start in behind if alters(timeline, change.assertion)]
    texts = dict(winners(timeline.spans(timeline.history.language, scope), day))
    contents = [UNKNOWN] * timeline.faces
    for track, span in texts.items():
        if track.field == TEXT:
            contents[track.face] = content_on(span.assertion, track)
    return Translation(bool(since), min(since, default=None), tuple(contents))


def changes_behind(
    timeline: Timeline, rendered: Assertion, day: date, lang: str, scope: str
) -> list[tuple[Change, date]]:
    """Return the errata that stand on ``day`` between the words that a translation renders and the day's.

    Args:
        rendered: the assertion that brought the translated words.
        lang: the translation's language; errata that mend other languages only don't count.

    Returns:
        Each with the day from which it holds, in declared order. Wordless changes are not among them.
    """
    known = _rendered_order(timeline, rendered)
    found: dict[int, tuple[Change, date]] = {}
    for spans in timeline.spans(timeline.history.language, scope).values():
        for span in spans:
            one = span.assertion
            counts = one.kind != "base" and (not one.languages or lang in one.languages)
            if counts and span.holds(day) and not known(span) and span.order not in found:
                found[span.order] = (timeline.changes[span.order], span.start)
    return [found[order] for order in sorted(found)]


def _rendered_order(timeline: Timeline, rendered: Assertion) -> _Known:
    order = None
    for change in timeline.changes:
        if change.assertion.kind != "base" and change.assertion.erratum == rendered.translates:
            order = change.order
    policy = rendered.translates or timeline.history.translations_of
    released = rendered.effective_from or rendered.effective_by
    return _Known(order, released if policy == "effective" else None)


@dataclass(frozen=True, slots=True)
class _Known:
    """Whether a translation knew an erratum: it renders it or a later one, or came out while it stood."""

    order: int | None
    released: date | None

    def __call__(self, span: Span) -> bool:
        if self.order is not None:
            return span.order <= self.order
        return self.released is not None and span.start <= self.released


def alters(timeline: Timeline, one: Assertion) -> bool:
    """Whether a change makes translations stale: by its class, or because it is not in the rules text."""
    return timeline.class_of(one) in ALTERING or any(value.field != TEXT for value in one.fields)


def lineage_class(timeline: Timeline, rendered: Assertion, day: date, lang: str, scope: str) -> ChangeClass:
    """Return the class of what changed since the words that a translation renders; ``none`` if nothing."""
    behind = changes_behind(timeline, rendered, day, lang, scope)
    return strongest(timeline.class_of(change.assertion) for change, _ in behind)
