"""Reads a timeline: the reading of any day, and the stretches of days on which one reading holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cached_property

from service.domain.days import day_after
from service.domain.reading import Alternative, FieldReading, Reading, RulesChange, Segment, Step, stretches
from service.domain.spans import Span, doubts, periods, rivals, winner
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT, Track, content_on, edges, winners
from service.domain.translation import translation_on


class Reader:
    """Reads a timeline in one language and scope.

    Raises:
        LanguageNotAvailable: if the subject has no rules text in the language.
    """

    def __init__(self, timeline: Timeline, lang: str, scope: str) -> None:
        timeline.check_language(lang)
        self.timeline = timeline
        self.lang = lang
        self.scope = scope
        self.tracks = timeline.spans(lang, scope)
        self.wordless = timeline.wordless(lang, scope)

    @cached_property
    def _authoritative(self) -> dict[Track, list[Span]]:
        """The rules texts that a translation stands beside; none in the authoritative language itself."""
        language = self.timeline.history.language
        tracks = self.timeline.spans(language, self.scope) if self.lang != language else {}
        return {track: spans for track, spans in tracks.items() if track.lang is not None}

    def on(self, day: date) -> Reading:
        """Return the reading of that day.

        Raises:
            NoEffectiveText: if no rules text is in effect.
        """
        reading = self.reading(day)
        if reading is None:
            raise self.timeline.no_text(day, self.lang, self.scope)
        return reading

    def reading(self, day: date) -> Reading | None:
        """Return the reading of that day; None if no rules text is in effect."""
        held = dict(winners(self.tracks, day))
        if not any(track.field == TEXT for track in held):
            return None
        rules = [span for span in self.wordless if span.holds(day)]
        used = [span.assertion for span in [*held.values(), *rules]]
        faces: tuple[dict[str, FieldReading], ...] = tuple({} for _ in range(self.timeline.faces))
        for track, span in held.items():
            faces[track.face][track.field] = self._field(track, span, day)
        past = [step for step in self._steps if step.effective_from <= day]
        coming = [step for step in self._steps if step.effective_from > day]
        return Reading(
            certainty=self._certainty(day),
            retroactive=any(one.announced_on is not None and day < one.announced_on for one in used),
            announced_unknown=any(one.announced_on is None for one in used),
            faces=faces,
            rules_changes=tuple(
                RulesChange(span.assertion.version, span.start, span.until) for span in rules
            ),
            alternatives=tuple(self._alternatives(day)),
            translation=translation_on(self.timeline, held, day, self.lang, self.scope),
            previous_change=past[-1] if past and self._state(past[-1].effective_from) is not None else None,
            next_change=coming[0] if coming else None,
            pending=tuple(one.version for one in self.timeline.pending(self.lang, self.scope)),
            verified_through=self.timeline.history.verified_through,
        )

    def _certainty(self, day: date) -> str:
        """Return the certainty of a day; doubt about the text that a translation renders is doubt too."""
        tracks = [*self.tracks.values(), *self._authoritative.values(), self.wordless]
        decisive = (span for spans in tracks for span in self._decisive(spans, day))
        if any(span.may_hold(day) or span.may_be_over(day) for span in decisive):
            return "uncertain"
        through = self.timeline.history.verified_through
        return "exact" if through is not None and day <= through else "assumed"

    def _decisive(self, spans: list[Span], day: date) -> Iterator[Span]:
        """Yield what decides a day: of a track what wins and what may begin, and all wordless changes."""
        best = winner(spans, day)
        may_begin = rivals(spans, day)
        for span in spans:
            wordless = not span.assertion.fields
            if (wordless and span.holds(day)) or span is best or (not wordless and span in may_begin):
                yield span

    def _field(self, track: Track, span: Span, day: date) -> FieldReading:
        one = span.assertion
        until = next(
            until
            for holder, began, until in periods(self.tracks[track])
            if holder is span and began <= day and (until is None or day < until)
        )
        known_on = min(day, self.timeline.announced_by or day)
        confirmed = one.confirmed_on is not None and one.confirmed_on <= known_on
        return FieldReading(
            version=one.version,
            content=content_on(one, track),
            provisional=one.provisional and not confirmed,
            effective_from=None if span.windowed else span.start,
            effective_after=span.after if span.windowed else None,
            effective_by=span.start if span.windowed else None,
            effective_until=until,
        )

    def _alternatives(self, day: date) -> Iterator[Alternative]:
        for track, spans in self.tracks.items():
            for doubt in doubts(spans, day):
                one = doubt.span.assertion
                yield Alternative(
                    track.face, track.field, one.version, content_on(one, track), doubt.after, doubt.by
                )

    @cached_property
    def _steps(self) -> list[Step]:
        """The days on which what is read changes or ends, in order."""
        found: list[Step] = []
        before: object = None
        for day in sorted(edges(self.tracks, self.wordless) | edges(self._authoritative, ())):
            now = self._state(day)
            if before is not None and now != before:
                found.append(self._step(day))
            before = now
        return found

    def _state(self, day: date) -> object:
        """Return what makes up a reading's words and rules; None where there is no text."""
        held = dict(winners(self.tracks, day))
        if not any(track.field == TEXT for track in held):
            return None
        spans = [*held.values(), *(span for span in self.wordless if span.holds(day))]
        return (
            [(span.order, span.start) for span in spans],
            translation_on(self.timeline, held, day, self.lang, self.scope),
        )

    def _step(self, day: date) -> Step:
        tracks = [*self.tracks.values(), *self._authoritative.values(), self.wordless]
        moved = {span.order: span for spans in tracks for span in spans if day in (span.start, span.until)}
        unsure = any(
            (span.windowed and span.start == day) or (span.until_after is not None and span.until == day)
            for span in moved.values()
        )
        errata = [moved[order].assertion for order in sorted(moved) if moved[order].assertion.is_erratum]
        names = tuple(dict.fromkeys(one.erratum for one in errata if one.erratum is not None))
        return Step(day, "uncertain" if unsure else "exact", names)

    def segments(self) -> list[Segment]:
        """Return the stretches of days with a text, in order of days; equal neighbours are one."""
        cuts = edges(self.tracks, self.wordless) | edges(self._authoritative, ())
        through = self.timeline.history.verified_through
        unchecked = day_after(through) if through is not None else None
        days = sorted(cuts if unchecked is None else cuts | {unchecked})
        return stretches((day, self.reading(day)) for day in days)
