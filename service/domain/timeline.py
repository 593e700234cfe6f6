"""The heart: what a subject reads on any day, resolved from what the ledger holds.

Pure, and the only place where it is decided which words apply. Everything that answers (API, pages, command
line, export, the index and its checker) asks here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from service.domain.changes import ChangeClass, strongest
from service.domain.errors import LanguageNotAvailable, NoEffectiveText
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending
from service.domain.order import standing, standing_endings
from service.domain.spans import Change, Span, track_spans, winner

TEXT = "rules_text"
"""The field whose words are the effective text."""

NAME = "name"
"""The field that names a card; every game has it."""


class Track(NamedTuple):
    """What has one timeline; ``lang`` is None for a field that has no language."""

    face: int
    field: str
    lang: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All that the ledger holds of one subject's texts, and what its game says of them.

    Attributes:
        language: the authoritative language of the game.
        translations_of: ``base`` or ``effective``: what a translation renders when it doesn't say.
        verified_through: the last day through which the texts were checked; None: never.
    """

    subject: SubjectId
    assertions: tuple[Assertion, ...]
    endings: tuple[Ending, ...]
    language: str
    translations_of: str
    verified_through: date | None


class Timeline:
    """The succession of a subject's texts, in the best knowledge of today (hindsight)."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.assertions = standing(history.assertions, history.endings)
        self._ends = {one.erratum: one for one in standing_endings(history.endings)}
        self.changes = [self._change(order, one) for order, one in enumerate(self.assertions)]
        self._replaced = {one.replaces: one for one in self.assertions if one.replaces is not None}

    def _change(self, order: int, one: Assertion) -> Change:
        """Return the assertion with the earlier of its own end and the ending recorded for it."""
        ending = self._ends.get(one.erratum) if one.erratum is not None else None
        if ending is None:
            return Change(one, order, one.effective_until, None)
        until = ending.ended_on or ending.ended_by
        if one.effective_until is not None and (until is None or one.effective_until <= until):
            return Change(one, order, one.effective_until, None)
        return Change(one, order, until, ending.ended_after)

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
            for value in change.assertion.fields:
                tracks.setdefault(Track(value.face, value.field, value.lang), []).append(change)
        return tracks

    def spans(self, lang: str, scope: str, *, replaced: bool = False) -> dict[Track, list[Span]]:
        """Return the spans of every track that stands in an answer in ``lang``, in declared order.

        Args:
            replaced: whether an erratum that another one replaces on a track keeps its span there.
        """
        return {
            track: track_spans(
                [
                    change
                    for change in changes
                    if covers(change.assertion, scope)
                    and (replaced or not self._is_replaced(change.assertion, track, scope))
                ],
                self.released,
            )
            for track, changes in sorted(self._tracks.items(), key=lambda item: item[0][:2])
            if track.lang in (None, lang)
        }

    def _is_replaced(self, one: Assertion, track: Track, scope: str) -> bool:
        later = self._replaced.get(one.erratum) if one.erratum is not None else None
        return later is not None and sets(later, track) and covers(later, scope)

    def wordless(self, scope: str) -> list[Span]:
        """Return the spans of the changes that alter no words, in declared order."""
        changes = [
            change
            for change in self.changes
            if not change.assertion.fields and covers(change.assertion, scope)
        ]
        return [span for change in changes for span in track_spans([change], self.released)]

    def check_language(self, lang: str) -> None:
        """Do nothing if the subject has a rules text in the language.

        Raises:
            LanguageNotAvailable: if it has none; the languages it has are named.
        """
        if lang not in self.languages:
            have = ", ".join(self.languages)
            raise LanguageNotAvailable(
                f"{self.history.subject} has no text in {lang!r}; it has one in: {have}",
                languages=self.languages,
            )

    def no_text(self, day: date, lang: str, scope: str) -> NoEffectiveText:
        """Return the error for a day on which no rules text is in effect."""
        spans = [
            span for track, found in self.spans(lang, scope).items() if track.field == TEXT for span in found
        ]
        first = min((span.start for span in spans), default=None)
        name = self.history.subject
        if first is not None and day < first:
            return NoEffectiveText(
                f"{name} has no text in {lang!r} on {day}; its first is in effect from {first}",
                first_effective_from=first.isoformat(),
                last_effective_until=None,
            )
        last = max((span.until for span in spans if span.until and span.until <= day), default=None)
        found = f"its last ended before {last}" if last else "no day is known from which one is in effect"
        return NoEffectiveText(
            f"{name} has no text in {lang!r} on {day}; {found}",
            first_effective_from=first.isoformat() if first else None,
            last_effective_until=last.isoformat() if last else None,
        )

    def class_of(self, one: Assertion) -> ChangeClass:
        """Return the class of a change, strengthened by all that it replaces."""
        own = ChangeClass(one.change_class or "wording")
        replaced = [other for other in self.assertions if one.replaces and other.erratum == one.replaces]
        return strongest([own, *(self.class_of(other) for other in replaced)])

    def errata(self) -> list[Change]:
        """Return every standing erratum, wordless and replaced ones too, in declared order."""
        return [change for change in self.changes if change.assertion.kind in ("erratum", "reprint")]

    def replaced_by(self, one: Assertion) -> str | None:
        """Return the id of the erratum that replaces this one, or None."""
        later = self._replaced.get(one.erratum) if one.erratum is not None else None
        return None if later is None else later.erratum


def covers(one: Assertion, scope: str) -> bool:
    """Whether the assertion holds in the scope; one that names none holds in all."""
    return not one.scopes or scope in one.scopes


def sets(one: Assertion, track: Track) -> bool:
    """Whether the assertion gives the track a value."""
    return any((value.face, value.field, value.lang) == track for value in one.fields)


def content_on(one: Assertion, track: Track) -> str:
    """Return what the assertion sets the track to: a SHA-256, ``none`` or ``unknown``.

    Raises:
        KeyError: if it doesn't set it.
    """
    for value in one.fields:
        if (value.face, value.field, value.lang) == track:
            return value.content
    raise KeyError(track)


def winners(tracks: dict[Track, list[Span]], day: date) -> Iterator[tuple[Track, Span]]:
    """Yield each track that has a value on the day, with the span that holds, in track order."""
    for track, spans in tracks.items():
        best = winner(spans, day)
        if best is not None:
            yield track, best


def edges(tracks: dict[Track, list[Span]], wordless: Sequence[Span]) -> set[date]:
    """Return every day on which anything about these spans changes."""
    found = {day for spans in tracks.values() for span in spans for day in span.edges()}
    return found | {day for span in wordless for day in span.edges()}
