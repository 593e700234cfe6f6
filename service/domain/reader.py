"""Reads a timeline: the reading of any day, and the stretches of days on which one reading holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from service.domain.days import day_after
from service.domain.reading import Alternative, FieldReading, NextChange, Reading, Segment
from service.domain.spans import Span, alternatives, winner
from service.domain.timeline import TEXT, Timeline, Track, content_on, edges, winners
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
        self.wordless = timeline.wordless(scope)

    def on(self, day: date) -> Reading:
        """Return the reading of that day.

        Raises:
            NoEffectiveText: if no rules text is in effect.
        """
        reading = self._on(day)
        if reading is None:
            raise self.timeline.no_text(day, self.lang, self.scope)
        return reading

    def _on(self, day: date) -> Reading | None:
        held = dict(winners(self.tracks, day))
        if not any(track.field == TEXT for track in held):
            return None
        rules = [span for span in self.wordless if span.holds(day)]
        open_windows = tuple(self._alternatives(day))
        doubtful = open_windows or any(span.may_be_over(day) for span in [*held.values(), *rules])
        used = [span.assertion for span in [*held.values(), *rules]]
        faces: tuple[dict[str, FieldReading], ...] = tuple({} for _ in range(self.timeline.faces))
        for track, span in held.items():
            faces[track.face][track.field] = self._field(track, span, day)
        return Reading(
            certainty="uncertain" if doubtful else self._checked(day),
            retroactive=any(one.announced_on is not None and day < one.announced_on for one in used),
            announced_unknown=any(one.announced_on is None for one in used),
            faces=faces,
            rules_changes=tuple(span.assertion.version for span in rules),
            alternatives=open_windows,
            translation=translation_on(self.timeline, held, day, self.lang, self.scope),
            next_change=self._next_change(day),
        )

    def _checked(self, day: date) -> str:
        through = self.timeline.history.verified_through
        return "exact" if through is not None and day <= through else "assumed"

    def _field(self, track: Track, span: Span, day: date) -> FieldReading:
        one = span.assertion
        later = [edge for edge in sorted(edges({track: self.tracks[track]}, ())) if edge > day]
        until = next((edge for edge in later if winner(self.tracks[track], edge) is not span), None)
        confirmed = one.confirmed_on is not None and one.confirmed_on <= day
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
            best = winner(spans, day)
            for span in alternatives(spans, day):
                window = (span.after, span.start)
                if not span.may_hold(day) and best is not None:
                    window = (best.until_after, best.until or span.start)
                yield Alternative(
                    track.face,
                    track.field,
                    span.assertion.version,
                    content_on(span.assertion, track),
                    *window,
                )

    def _next_change(self, day: date) -> NextChange | None:
        now = self._state(day)
        for edge in sorted(edges(self.tracks, self.wordless)):
            if edge > day and self._state(edge) != now:
                spans = [*(span for found in self.tracks.values() for span in found), *self.wordless]
                moved = [span for span in spans if edge in (span.start, span.until)]
                unsure = any(
                    (span.windowed and span.start == edge) or (span.until_after and span.until == edge)
                    for span in moved
                )
                names = [span.assertion.erratum for span in sorted(moved, key=lambda span: span.order)]
                return NextChange(
                    edge,
                    "uncertain" if unsure else "exact",
                    tuple(dict.fromkeys(name for name in names if name is not None)),
                )
        return None

    def _state(self, day: date) -> list[tuple[int, date]]:
        spans = [span for _, span in winners(self.tracks, day)]
        spans += [span for span in self.wordless if span.holds(day)]
        return [(span.order, span.start) for span in spans]

    def segments(self) -> list[Segment]:
        """Return the stretches of days with a text, in order of days; equal neighbours are one."""
        cuts = edges(self.tracks, self.wordless) | self._other_edges()
        found: list[Segment] = []
        days = sorted(cuts)
        for day, following in zip(days, [*days[1:], None], strict=True):
            reading = self._on(day)
            if reading is None:
                continue
            last = found[-1] if found else None
            if last is not None and last.effective_until == day and last.reading == reading:
                found[-1] = Segment(last.effective_from, following, reading)
            else:
                found.append(Segment(day, following, reading))
        return found

    def _other_edges(self) -> set[date]:
        timeline = self.timeline
        cuts: set[date] = set()
        if timeline.history.verified_through is not None:
            after = day_after(timeline.history.verified_through)
            cuts |= {after} if after is not None else set()
        if self.lang != timeline.history.language:
            cuts |= edges(timeline.spans(timeline.history.language, self.scope), ())
        return cuts
