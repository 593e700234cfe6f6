"""Reads a timeline: the reading of any day, and the stretches of days on which one reading holds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from service.domain.absence import check_language, no_text_on
from service.domain.days import day_after
from service.domain.phases import Phase
from service.domain.reading import Alternative, FieldReading, Reading, RulesChange, Segment, Step, stretches
from service.domain.spans import Span
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT, Track, content_on, phases_on
from service.domain.translation import Translation, translation_on


class Reader:
    """Reads a timeline in one language and scope.

    Raises:
        LanguageNotAvailable: if the subject has no rules text in the language.
    """

    def __init__(self, timeline: Timeline, lang: str, scope: str) -> None:
        check_language(timeline, lang)
        self.timeline = timeline
        self.lang = lang
        self.scope = scope
        self.courses = timeline.courses(lang, scope)
        self.wordless = timeline.wordless(lang, scope)
        self._pending = tuple(one.version for one in timeline.pending(lang, scope))
        language = timeline.history.language
        tracks = timeline.courses(language, scope) if lang != language else {}
        # The authoritative texts that a translation stands beside: doubt about them is doubt here, too.
        self._beside = [course for track, course in tracks.items() if track.lang is not None]

    def on(self, day: date) -> Reading:
        """Return the reading of that day.

        Raises:
            NoEffectiveText: if no rules text is in effect.
        """
        reading = self.reading(day)
        if reading is None:
            raise no_text_on(self.timeline, day, self.lang, self.scope)
        return reading

    def reading(self, day: date) -> Reading | None:
        """Return the reading of that day; None if no rules text is in effect."""
        moment = self._moment_on(day)
        if moment is None:
            return None
        through = self.timeline.history.verified_through
        checked = through is not None and day <= through
        place = bisect_right(self._steps, day, key=_first_day)
        past, coming = self._steps[:place][-1:], self._steps[place : place + 1]
        return Reading(
            certainty="uncertain" if moment.doubtful else "exact" if checked else "assumed",
            previous_change=past[0] if past and self._moment_on(past[0].effective_from) else None,
            next_change=coming[0] if coming else None,
            pending=self._pending,
            verified_through=through,
            **moment.parts,
        )

    def segments(self) -> list[Segment]:
        """Return the stretches of days with a text, in order of days; equal neighbours are one."""
        through = self.timeline.history.verified_through
        unchecked = day_after(through) if through is not None else None
        days = self._days if unchecked is None else sorted({*self._days, unchecked})
        return stretches((day, self.reading(day)) for day in days)

    @cached_property
    def _days(self) -> list[date]:
        """The days on which anything can change, in order."""
        courses = {*self.courses.values(), *self._beside}
        wordless = (span.edges() for span in self.wordless)
        return sorted(set().union(*(course.days for course in courses), *wordless))

    @cached_property
    def _moments(self) -> list[_Moment | None]:
        """What is read from each of these days until the next; None where there is no text."""
        return [self._moment(day) for day in self._days]

    def _moment_on(self, day: date) -> _Moment | None:
        place = bisect_right(self._days, day)
        return self._moments[place - 1] if place else None

    def _moment(self, day: date) -> _Moment | None:
        phases = phases_on(self.courses, day)
        held = [(track, phase) for track, phase in phases if phase.span is not None]
        if not any(track.field == TEXT for track, _ in held):
            return None
        rules = [span for span in self.wordless if span.holds(day)]
        spans = [*(phase.span for _, phase in held if phase.span is not None), *rules]
        announced = [span.assertion.announced_on for span in spans]
        translation = translation_on(self.timeline, [track for track, _ in held], day, self.lang, self.scope)
        around = [*(phase for _, phase in phases), *(course.on(day) for course in self._beside)]
        parts = {
            "retroactive": any(known_on is not None and day < known_on for known_on in announced),
            "announced_unknown": None in announced,
            "faces": self.timeline.once(_faces, *held),
            "rules_changes": tuple(
                RulesChange(span.assertion.version, span.start, span.until) for span in rules
            ),
            "alternatives": tuple(_alternatives(phases)),
            "translation": translation,
        }
        return _Moment(
            words=([(span.order, span.start) for span in spans], translation),
            doubtful=any(one.doubtful for one in around) or any(span.may_be_over(day) for span in rules),
            parts=parts,
        )

    @cached_property
    def _steps(self) -> list[Step]:
        """The days on which what is read changes or ends, in order."""
        words = [None if moment is None else moment.words for moment in self._moments]
        return [
            self._step(day)
            for day, before, now in zip(self._days[1:], words, words[1:], strict=False)
            if before is not None and now != before
        ]

    def _step(self, day: date) -> Step:
        tracks = [course.spans for course in (*self.courses.values(), *self._beside)]
        spans = (span for spans in (*tracks, self.wordless) for span in spans)
        moved = {span.order: span for span in spans if day in (span.start, span.until)}
        unsure = any(
            (span.windowed and span.start == day) or (span.until_after is not None and span.until == day)
            for span in moved.values()
        )
        errata = [moved[order].assertion for order in sorted(moved) if moved[order].assertion.is_erratum]
        names = tuple(dict.fromkeys(one.erratum for one in errata if one.erratum is not None))
        return Step(day, "uncertain" if unsure else "exact", names)


class _Moment(NamedTuple):
    """What is read on days between which nothing can change.

    Attributes:
        words: what makes up the words and the rules: where two moments differ in it, there is a step.
        doubtful: whether something else may be read.
        parts: what a reading says of all of these days.
    """

    words: tuple[list[tuple[int, date]], Translation | None]
    doubtful: bool
    parts: dict[str, Any]


def _first_day(step: Step) -> date:
    return step.effective_from


def _alternatives(phases: Iterable[tuple[Track, Phase]]) -> Iterator[Alternative]:
    for track, phase in phases:
        for doubt in phase.doubts:
            one = doubt.span.assertion
            yield Alternative(
                track.face, track.field, one.version, content_on(one, track), doubt.after, doubt.by
            )


def _faces(timeline: Timeline, *held: tuple[Track, Phase]) -> tuple[dict[str, FieldReading], ...]:
    faces: tuple[dict[str, FieldReading], ...] = tuple({} for _ in range(timeline.faces))
    for track, phase in held:
        if phase.span is not None:
            faces[track.face][track.field] = _field(timeline, track, phase, phase.span)
    return faces


def _field(timeline: Timeline, track: Track, phase: Phase, span: Span) -> FieldReading:
    one = span.assertion
    known_on = min(phase.start, timeline.announced_by or phase.start)
    confirmed = one.confirmed_on is not None and one.confirmed_on <= known_on
    return FieldReading(
        version=one.version,
        content=content_on(one, track),
        provisional=one.provisional and not confirmed,
        effective_from=None if span.windowed else span.start,
        effective_after=span.after if span.windowed else None,
        effective_by=span.start if span.windowed else None,
        effective_until=phase.until,
    )
