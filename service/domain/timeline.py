"""The heart: what a subject reads on any day, resolved from what the ledger holds.

Pure, and the only place where it is decided which words apply. Everything that answers (API, pages, command
line, export, the index and its checker) asks here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from service.domain.history import History
from service.domain.knowledge import Known, announced, is_ending_known, known_change, known_itself
from service.domain.ledger import Assertion, Ending
from service.domain.order import endings_of, first_words, standing, standing_endings
from service.domain.phases import Course
from service.domain.spans import Change, Span, track_spans
from service.domain.tracks import TEXT, Track, concerns, covers, sets

T = TypeVar("T")


class Standing(NamedTuple):
    """That a change made a field so: its place in the declared order, and face and field.

    ``key`` is None for a change that alters no words.
    """

    order: int
    key: tuple[int, str] | None


def _keys(one: Assertion, lang: str) -> set[tuple[int, str] | None]:
    """Return the fields that an assertion sets in a language; None for one that sets nothing at all."""
    if not one.fields:
        return {None}
    return {(value.face, value.field) for value in one.fields if value.lang in (None, lang)}


def _may_apply(change: Change) -> bool:
    """Whether a change is one that can hold on some day: neither withdrawn nor only promised."""
    return not change.void and not change.assertion.pending


class Timeline:
    """The succession of a subject's texts: in the best knowledge of today, or in that of another day.

    ``assertions`` and ``changes`` stand in the declared order; a change's ``order`` is its place there,
    whatever had been announced.

    Args:
        announced_by: the last day of which the announcements count; None: all count (hindsight).
    """

    def __init__(self, history: History, announced_by: date | None = None) -> None:
        self.history = history
        self.announced_by = announced_by
        self.assertions = standing(history.assertions, history.endings)
        self.endings = standing_endings(history.endings)
        ground = first_words(self.assertions)
        self.changes = [
            known_change(one, order, order in ground, endings_of(self.endings, one), announced_by)
            for order, one in enumerate(self.assertions)
        ]
        self._replacing = self._by_replaced()
        self._made: dict[tuple[Any, ...], Any] = {}

    def once(self, make: Callable[..., T], *asked: Hashable) -> T:
        """Return what ``make(self, *asked)`` returns; it is called once, since a timeline never changes."""
        key = (make, *asked)
        if key not in self._made:
            self._made[key] = make(self, *asked)
        found: T = self._made[key]
        return found

    def ending_of(self, one: Assertion) -> Ending | None:
        """Return the ending of an assertion, as far as it had been announced; None where it has none."""
        its = endings_of(self.endings, one)
        return next((each for each in its if is_ending_known(each, one, self.announced_by)), None)

    def _by_replaced(self) -> dict[str, list[Change]]:
        """Return the changes that replace errata, and of which it is known, by the errata's ids."""
        found: dict[str, list[Change]] = {}
        for change in self.changes:
            replaced = change.assertion.replaces
            if replaced is not None and _may_apply(change) and self._known(change) is Known.YES:
                found.setdefault(replaced, []).append(change)
        return found

    def _replacers_of(self, change: Change) -> list[Change]:
        one = change.assertion
        later = self._replacing.get(one.erratum, ()) if one.erratum is not None and one.is_erratum else ()
        return [each for each in later if each.order > change.order]

    def _known(self, change: Change) -> Known:
        return known_itself(change.assertion, self.released, self.announced_by)

    def is_announced(self, one: Assertion) -> bool:
        """Whether an assertion, a corrected one too, had been announced, or may have been."""
        return known_itself(one, self.released, self.announced_by) is not Known.NO

    @cached_property
    def released(self) -> date | None:
        """The subject's first release: the first day of its base."""
        days = [one.effective_from or one.effective_by for one in self.assertions if one.kind == "base"]
        return min((day for day in days if day is not None), default=None)

    @cached_property
    def faces(self) -> int:
        """How many faces the subject has."""
        return 1 + max((value.face for one in self.assertions for value in one.fields), default=0)

    @cached_property
    def languages(self) -> list[str]:
        """The languages in which the subject has a rules text, the authoritative one first."""
        found = {track.lang for track in self._tracks if track.field == TEXT and track.lang is not None}
        return sorted(found, key=lambda lang: (lang != self.history.language, lang))

    @cached_property
    def scoped(self) -> bool:
        """Whether anything of the subject holds in some scopes only."""
        return any(one.scopes for one in self.assertions)

    @cached_property
    def _tracks(self) -> dict[Track, list[Change]]:
        tracks: dict[Track, list[Change]] = {}
        for change in self.changes:
            for value in change.assertion.fields if _may_apply(change) else ():
                tracks.setdefault(Track(value.face, value.field, value.lang), []).append(change)
        return dict(sorted(tracks.items(), key=lambda item: item[0][:2]))

    def spans(
        self, lang: str, scope: str, without: frozenset[int] = frozenset()
    ) -> dict[Track, Sequence[Span]]:
        """Return the spans of every track that stands in an answer in ``lang``, in declared order.

        An erratum that another one replaces on a track has no span there.

        Args:
            without: places in the declared order of what is left out, as if it had never been.
        """
        return {track: course.spans for track, course in self.courses(lang, scope, without).items()}

    def courses(self, lang: str, scope: str, without: frozenset[int] = frozenset()) -> dict[Track, Course]:
        """Return the courses of the tracks that ``spans`` tells of."""
        return self.once(Timeline._courses, lang, scope, without)

    def _courses(self, lang: str, scope: str, without: frozenset[int]) -> dict[Track, Course]:
        return {
            track: self._course(
                change
                for change in changes
                if change.order not in without
                and covers(change.assertion, scope)
                and not self._is_replaced(change, track, scope, without)
            )
            for track, changes in self._tracks.items()
            if track.lang in (None, lang)
        }

    def _course(self, changes: Iterable[Change]) -> Course:
        """Return the course of changes of one track, as far as they had been announced.

        It depends on the changes alone: tracks that the same ones set have it in common.
        """
        return self.once(Timeline._course_of, tuple(change.order for change in changes))

    def _course_of(self, orders: Sequence[int]) -> Course:
        spans = track_spans([self.changes[order] for order in orders], self.released)
        return Course(list(announced(spans, self.announced_by)))

    def begun(self, day: date, lang: str, scope: str, without: frozenset[int] = frozenset()) -> date:
        """Return the last day up to this one on which an answer can have changed; the first of all: none."""
        days = self.once(Timeline._edges, lang, scope, without)
        place = bisect_right(days, day)
        return days[place - 1] if place else date.min

    def _edges(self, lang: str, scope: str, without: frozenset[int]) -> list[date]:
        courses = set(self.courses(lang, scope, without).values())
        wordless = (span.edges() for span in self.wordless(lang, scope, without))
        return sorted(set().union(*(course.days for course in courses), *wordless))

    def _is_replaced(self, change: Change, track: Track | None, scope: str, without: frozenset[int]) -> bool:
        return any(
            later.order not in without
            and covers(later.assertion, scope)
            and (sets(later.assertion, track) if track is not None else not later.assertion.fields)
            for later in self._replacers_of(change)
        )

    def wordless(self, lang: str, scope: str, without: frozenset[int] = frozenset()) -> list[Span]:
        """Return the spans of the changes in a language that alter no words, in declared order."""
        return self.once(Timeline._wordless, lang, scope, without)

    def _wordless(self, lang: str, scope: str, without: frozenset[int]) -> list[Span]:
        changes = [
            change
            for change in self.changes
            if not change.assertion.fields
            and _may_apply(change)
            and change.order not in without
            and concerns(change.assertion, lang, scope)
            and not self._is_replaced(change, None, scope, without)
        ]
        return [span for change in changes for span in self._course([change]).spans]

    def pending(self, lang: str, scope: str) -> list[Assertion]:
        """Return what was promised and hasn't happened, as far as is known, in declared order."""
        return [
            change.assertion
            for change in self.changes
            if change.assertion.pending
            and not change.void
            and concerns(change.assertion, lang, scope)
            and self._known(change) is not Known.NO
        ]

    def field_spans(self, lang: str, scope: str) -> dict[Standing, Span]:
        """Return the span of every change on each field that it sets in an answer in ``lang``.

        A replaced erratum has its spans here; what has no start has none.
        """
        return self.once(Timeline._field_spans, lang, scope)

    def _field_spans(self, lang: str, scope: str) -> dict[Standing, Span]:
        found: dict[Standing, Span] = {}
        for track, changes in self._tracks.items():
            if track.lang in (None, lang):
                covering = [change for change in changes if covers(change.assertion, scope)]
                for span in self._course(covering).spans:
                    found[Standing(span.order, track[:2])] = span
        for change in self.changes:
            mute = not change.assertion.fields and _may_apply(change)
            if mute and covers(change.assertion, scope):
                for span in self._course([change]).spans:
                    found[Standing(span.order, None)] = span
        return found

    def own_spans(self, lang: str, scope: str) -> dict[int, Span]:
        """Return the span of every change that covers the scope, by its place in the declared order.

        Of a change whose fields begin on several days it is the latest, in ``lang`` where it has any there;
        a replaced erratum has one; a change that has no start has none.
        """
        found: dict[int, Span] = {}
        others = {track.lang for track in self._tracks if track.lang is not None} - {lang}
        for each in (lang, *sorted(others)):
            spans = self.field_spans(each, scope)
            latest = sorted(spans.items(), key=lambda item: item[1].start, reverse=True)
            for standing_there, span in latest:
                found.setdefault(standing_there.order, span)
        return found

    def errata_on(
        self, day: date, lang: str, scope: str, without: frozenset[int] = frozenset()
    ) -> frozenset[Standing]:
        """Return the errata that stand on a day, field by field: what made the text so.

        What another erratum replaced stands for as long as its replacement does; what was merely
        overtaken stands on.
        """
        found = {
            Standing(span.order, track[:2])
            for track, spans in self.spans(lang, scope, without).items()
            for span in spans
            if span.assertion.is_erratum and span.holds(day)
        }
        mute = self.wordless(lang, scope, without)
        found |= {Standing(span.order, None) for span in mute if span.holds(day)}
        # A replacement stands behind what it replaces, so one pass from the end finds whole chains.
        for change in reversed(self.changes):
            replacers = self._replacers_of(change)
            if replacers and change.order not in without and covers(change.assertion, scope):
                told = self.field_spans(lang, scope).keys()  # what hadn't been announced stood for nobody
                found |= {
                    standing
                    for standing in (Standing(change.order, key) for key in _keys(change.assertion, lang))
                    if standing in told
                    and any(Standing(later.order, standing.key) in found for later in replacers)
                }
        return frozenset(found)

    def errata(self) -> list[Change]:
        """Return every erratum that had been announced, in declared order.

        Wordless, replaced, withdrawn and promised ones too.
        """
        return [
            change
            for change in self.changes
            if change.assertion.is_erratum and self._known(change) is not Known.NO
        ]

    def replaced_by(self, change: Change) -> str | None:
        """Return the id of the last erratum that replaces this one, or None."""
        replacers = self._replacers_of(change)
        return replacers[-1].assertion.erratum if replacers else None
