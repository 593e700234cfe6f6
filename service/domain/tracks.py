"""Tracks: what has one timeline, which assertions set one, and who holds on one on a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from service.domain.changes import ChangeClass
from service.domain.ledger import Assertion
from service.domain.phases import Course, Phase
from service.domain.spans import Span

TEXT = "rules_text"
"""The field whose words are the effective text."""

NAME = "name"
"""The field that names a card; every game has it."""


class Track(NamedTuple):
    """What has one timeline; ``lang`` is None for a field that has no language."""

    face: int
    field: str
    lang: str | None


def class_of(one: Assertion) -> ChangeClass:
    """Return the class of a change; ``wording`` where none is recorded."""
    return ChangeClass(one.change_class or ChangeClass.WORDING)


def covers(one: Assertion, scope: str) -> bool:
    """Whether the assertion holds in the scope; one that names none holds in all."""
    return not one.scopes or scope in one.scopes


def concerns(one: Assertion, lang: str, scope: str) -> bool:
    """Whether an assertion holds in the scope and, if it mends some languages only, in this one."""
    return covers(one, scope) and (not one.languages or lang in one.languages)


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


def phases_on(courses: Mapping[Track, Course], day: date) -> list[tuple[Track, Phase]]:
    """Return each track with its phase on the day, in track order."""
    return [(track, course.on(day)) for track, course in courses.items()]


def edges(tracks: Mapping[Track, Sequence[Span]], wordless: Sequence[Span]) -> set[date]:
    """Return every day on which anything about these spans changes."""
    found = {day for spans in tracks.values() for span in spans for day in span.edges()}
    return found | {day for span in wordless for day in span.edges()}
