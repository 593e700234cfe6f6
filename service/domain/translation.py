"""Whether a text in another language still says what the authoritative text says.

A translation is the last text published in its language. It is stale while a change that alters what is
said stands between the words that it renders and those of the day: one that came since, or one that it
renders and that has ended. Reminder text, notation and typography make nothing stale; neither does a
change that mends one language only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from service.domain.changes import ChangeClass
from service.domain.comparison import BASE, State, StatedClass, state_of, state_on, stated_class
from service.domain.ledger import UNKNOWN, Assertion
from service.domain.spans import Span
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT, Track, class_of

ALTERING = (ChangeClass.FUNCTIONAL, ChangeClass.WORDING)
"""The classes of change that make a translation stale."""


@dataclass(frozen=True, slots=True)
class Translation:
    """How a translation stands on a day; ``contents`` are the authoritative rules texts, face by face."""

    stale: bool
    stale_since: date | None
    contents: tuple[str, ...]


def translation_on(
    timeline: Timeline, held: Iterable[Track], day: date, lang: str, scope: str
) -> Translation | None:
    """Return how the text in ``lang`` stands to the authoritative one; None in that language itself.

    Args:
        held: the tracks that have a value on the day in ``lang``.
    """
    language = timeline.history.language
    if lang == language:
        return None
    tracks = timeline.courses(lang, scope)
    since = [
        since
        for track in held
        if track.field == TEXT and track.lang == lang
        for one, since in changes_behind(timeline, _rendering(tracks[track].spans, day), day, lang, scope)
        if alters(one)
    ]
    words = state_on(timeline, day, language, scope).contents
    contents = tuple(words.get((face, TEXT), UNKNOWN) for face in range(timeline.faces))
    return Translation(bool(since), min(since, default=None), contents)


def _rendering(spans: Sequence[Span], day: date) -> Assertion:
    """Return the assertion that rendered the authoritative words: not one that only mended signs since."""
    holding = sorted((span for span in spans if span.holds(day)), key=lambda span: span.rank, reverse=True)
    rendered = [
        span for span in holding if not span.assertion.is_erratum or class_of(span.assertion) in ALTERING
    ]
    return (rendered or holding)[0].assertion


def changes_behind(
    timeline: Timeline, rendered: Assertion, day: date, lang: str, scope: str
) -> list[tuple[Assertion, date]]:
    """Return the errata that stand between the words that a translation renders and those of ``day``.

    Those are the ones that stand on the day and weren't rendered, each with the day from which it holds,
    and the ones that were rendered and don't stand, each with the day on which it ended. In declared order;
    neither wordless changes are among them, nor one of stats or names that came to the same values.

    Args:
        rendered: the assertion that brought the translated words.
        lang: the translation's language; errata that mend other languages only don't count.
    """
    language = timeline.history.language
    known = _rendered_state(timeline, rendered, scope)
    now = state_on(timeline, day, language, scope)
    spans = timeline.field_spans(language, scope)
    since: dict[int, date] = {}
    for standing in (known.errata or frozenset()) ^ (now.errata or frozenset()):
        one, span = timeline.changes[standing.order].assertion, spans[standing]
        key = standing.key
        if key is None or (one.languages and lang not in one.languages):
            continue
        other = known if standing in (now.errata or ()) else now
        says = {(value.face, value.field): value.content for value in one.fields}[key]
        moved = known.contents.get(key) != now.contents.get(key) and says != other.contents.get(key)
        if key[1] == TEXT or moved:
            began = _since(span, day, rendered)
            since[standing.order] = min(began, since.get(standing.order, began))
    return [(timeline.changes[order].assertion, since[order]) for order in sorted(since)]


def _since(span: Span, day: date, rendered: Assertion) -> date:
    """Return since when a translation is behind a change: it began, it ended, or it is yet to come."""
    if span.holds(day):
        return span.start
    if span.until is not None and span.until <= day:
        return span.until
    return rendered.effective_from or rendered.effective_by or day


def _rendered_state(timeline: Timeline, rendered: Assertion, scope: str) -> State:
    """Return the state of the authoritative text that a translation renders.

    A printing may say what it translates; else its game does. An erratum in the language itself renders
    the words of its own first day.
    """
    language = timeline.history.language
    policy = timeline.history.translations_of if rendered.kind == "printing" else "effective"
    if rendered.translates is not None:
        states = (
            state_of(timeline, change.order, language, scope)
            for change in timeline.errata()
            if change.assertion.erratum == rendered.translates
        )
        return next((state for state in states if state is not None), None) or _base(timeline, scope)
    released = rendered.effective_from or rendered.effective_by
    if policy == "base" or released is None:
        return _base(timeline, scope)
    return state_on(timeline, released, language, scope)


def _base(timeline: Timeline, scope: str) -> State:
    return state_of(timeline, BASE, timeline.history.language, scope) or State({}, frozenset())


def alters(one: Assertion) -> bool:
    """Whether a change makes translations stale: by its class, or because it is not in the rules text."""
    return class_of(one) in ALTERING or any(value.field != TEXT for value in one.fields)


def lineage_class(timeline: Timeline, rendered: Assertion, day: date, lang: str, scope: str) -> StatedClass:
    """Return the class of what a translated copy doesn't show; ``none`` if it shows all.

    That is what changed since the words that it translates, and the errata in its own language since.
    """
    changes = [one for one, _ in changes_behind(timeline, rendered, day, lang, scope)]
    released = rendered.effective_from or rendered.effective_by
    spans = timeline.field_spans(lang, scope)
    for standing in sorted(timeline.errata_on(day, lang, scope), key=lambda one: one.order):
        one = timeline.changes[standing.order].assertion
        mends = any(value[:3] == (*standing.key, lang) for value in one.fields) if standing.key else False
        if mends and released is not None and spans[standing].start > released:
            changes.append(one)
    return stated_class(changes)
