"""Tracks: what has one timeline, which assertions set one, and who holds on one on a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from service.domain.changes import ChangeClass
from service.domain.ledger import Assertion
from service.domain.spans import Span, winner

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


def winners(tracks: Mapping[Track, Sequence[Span]], day: date) -> Iterator[tuple[Track, Span]]:
    """Yield each track that has a value on the day, with the span that holds, in track order."""
    for track, spans in tracks.items():
        best = winner(spans, day)
        if best is not None:
            yield track, best


def edges(tracks: Mapping[Track, Sequence[Span]], wordless: Sequence[Span]) -> set[date]:
    """Return every day on which anything about these spans changes."""
    found = {day for spans in tracks.values() for span in spans for day in span.edges()}
    return found | {day for span in wordless for day in span.edges()}
