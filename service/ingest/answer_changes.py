"""Which answers a load changes: what the index held before beside what it holds after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from service.domain.ids import SubjectId
from service.domain.reading import Segment
from service.store.connection import Connection
from service.store.models import EVERY_SCOPE
from service.store.segments import iter_segments


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """A stretch of days on which an answer changes by a load; ``effective_until`` is excluded."""

    subject: SubjectId
    lang: str
    scope: str
    effective_from: date
    effective_until: date | None


Segments = dict[tuple[SubjectId, str, str], list[Segment]]
"""The stretches of each subject in each language and scope, in order of days."""


def segments_of(conn: Connection, subjects: Iterable[SubjectId]) -> Segments:
    """Return what the index holds of the subjects."""
    found: Segments = {}
    for subject in subjects:
        for lang, scope, segment in iter_segments(conn, subject):
            found.setdefault((subject, lang, scope), []).append(segment)
    return found


def answer_changes(
    before: Segments, after: Segments, removed: Collection[str] = ()
) -> Iterator[AnswerChange]:
    """Yield the stretches of days on which what is read differs: by subject, language, scope and day.

    Args:
        removed: the hashes of texts whose words are there before and not after.
    """
    before, after = _by_scope(before, after), _by_scope(after, before)
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key, []), after.get(key, [])
        days = sorted(
            {one.effective_from for one in old + new}
            | {one.effective_until for one in old + new if one.effective_until is not None}
        )
        for day, following in zip(days, [*days[1:], None], strict=True):
            if _read_on(old, day) != _read_on(new, day, removed):
                yield AnswerChange(*key, day, following)


def _by_scope(segments: Segments, others: Segments) -> Segments:
    """Return the segments with those of every scope given to each scope that the other side tells apart."""
    found: Segments = {}
    for (subject, lang, scope), each in segments.items():
        scopes = {other[2] for other in others if other[:2] == (subject, lang)} - {EVERY_SCOPE}
        for one in scopes if scope == EVERY_SCOPE and scopes else (scope,):
            found[subject, lang, one] = each
    return found


def _read_on(segments: Iterable[Segment], day: date, removed: Collection[str] = ()) -> object:
    for one in segments:
        if one.effective_from <= day and (one.effective_until is None or day < one.effective_until):
            reading = one.reading
            return (
                [
                    {
                        name: (value.version, value.content, value.content in removed)
                        for name, value in face.items()
                    }
                    for face in reading.faces
                ],
                reading.certainty,
                reading.rules_changes,
                [(alternative.version, alternative.content) for alternative in reading.alternatives],
                reading.translation,
            )
    return None
