"""Whether a text in another language still says what the authoritative text says.

A translation is the last text published in its language. It is stale while a change that alters what is
said stands between the words that it renders and those of the day: one that came since, or one that it
renders and that has ended. Reminder text, notation and typography make nothing stale; neither does a
change that mends one language only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import state_of
from service.domain.ledger import UNKNOWN, Assertion
from service.domain.spans import Span
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT, Track, class_of, content_on, winners

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
    since = [
        since
        for track, span in held.items()
        if track.field == TEXT and track.lang == lang
        for one, since in changes_behind(timeline, span.assertion, day, lang, scope)
        if alters(one)
    ]
    contents = [UNKNOWN] * timeline.faces
    for track, span in winners(timeline.spans(timeline.history.language, scope), day):
        if track.field == TEXT:
            contents[track.face] = content_on(span.assertion, track)
    return Translation(bool(since), min(since, default=None), tuple(contents))


def changes_behind(
    timeline: Timeline, rendered: Assertion, day: date, lang: str, scope: str
) -> list[tuple[Assertion, date]]:
    """Return the errata that stand between the words that a translation renders and those of ``day``.

    Those are the ones that stand on the day and weren't rendered, each with the day from which it holds,
    and the ones that were rendered and no longer stand, each with the day on which it ended. In declared
    order; wordless changes are not among them.

    Args:
        rendered: the assertion that brought the translated words.
        lang: the translation's language; errata that mend other languages only don't count.
    """
    language = timeline.history.language
    known = _rendered_errata(timeline, rendered, lang, scope)
    now = timeline.errata_on(day, language, scope)
    spans = timeline.own_spans(language, scope)
    found = []
    for order in sorted(known ^ now):
        one, span = timeline.changes[order].assertion, spans[order]
        if one.fields and (not one.languages or lang in one.languages):
            found.append((one, span.start if order in now else span.until or span.start))
    return found


def _rendered_errata(timeline: Timeline, rendered: Assertion, lang: str, scope: str) -> frozenset[int]:
    """Return the errata in the words that a translation renders, by place in the declared order.

    A printing may say what it translates; else its game does. An erratum in the language itself renders
    the words of its own first day.
    """
    language = timeline.history.language
    policy = timeline.history.translations_of if rendered.kind == "printing" else "effective"
    if rendered.translates is not None:
        for change in timeline.errata():
            state = None
            if change.assertion.erratum == rendered.translates:
                state = state_of(timeline, change.order, language, scope)
            if state is not None and state.errata is not None:
                return state.errata
        return frozenset()
    released = rendered.effective_from or rendered.effective_by
    if policy == "base" or released is None:
        return frozenset()
    return timeline.errata_on(released, language, scope)


def alters(one: Assertion) -> bool:
    """Whether a change makes translations stale: by its class, or because it is not in the rules text."""
    return class_of(one) in ALTERING or any(value.field != TEXT for value in one.fields)


def lineage_class(timeline: Timeline, rendered: Assertion, day: date, lang: str, scope: str) -> ChangeClass:
    """Return the class of what a translated copy doesn't show; ``none`` if it shows all.

    That is what changed since the words that it translates, and the errata in its own language since.
    """
    classes = [class_of(one) for one, _ in changes_behind(timeline, rendered, day, lang, scope)]
    released = rendered.effective_from or rendered.effective_by
    for order in timeline.errata_on(day, lang, scope):
        span = timeline.own_spans(lang, scope)[order]
        mends = any(value.lang == lang for value in span.assertion.fields)
        if mends and released is not None and span.start > released:
            classes.append(class_of(span.assertion))
    return strongest(classes)
