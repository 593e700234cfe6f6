"""Coverage: through which day somebody has checked that nothing else changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from service.domain.ids import SubjectId
from service.domain.records import Body, told

_SETS = "sets"


@dataclass(frozen=True, slots=True)
class Coverage:
    """The last day through which something was checked.

    ``key`` is the id of a game or of a subject, or what ``set_coverage`` and ``face_coverage`` return.
    """

    kind: ClassVar[str] = "coverage"

    key: str
    verified_through: date

    def body(self) -> Body:
        """Return the record's body."""
        return told(verified_through=self.verified_through)


def coverage_of(key: str, body: Body) -> Coverage:
    """Return the coverage that a record's key and body describe."""
    return Coverage(key, date.fromisoformat(body["verified_through"]))


def set_coverage(game: str, code: str) -> str:
    """Return the key of the coverage of every card that was printed in a set."""
    return f"{game}/{_SETS}/{code}"


def face_coverage(subject: SubjectId, face: int) -> str:
    """Return the key of the coverage of one face, counted from 0."""
    return f"{subject}/{face}"


def checked_through(
    subject: SubjectId, faces: int, given: Iterable[date | None], day_of: Callable[[str], date | None]
) -> date | None:
    """Return the last day through which all faces of a subject were checked.

    Of each face it is the latest day given for the face itself, the subject, a set in which it was printed,
    or its game.

    Args:
        given: the days of its game and of the sets in which it was printed.
        day_of: returns the day of a coverage by its key; None where none is given.
    """
    whole = max((day for day in (*given, day_of(str(subject))) if day is not None), default=None)
    own = [day_of(face_coverage(subject, face)) for face in range(faces)]
    each = [max((day for day in (one, whole) if day is not None), default=None) for one in own]
    return None if None in each else min(day for day in each if day is not None)


def covered_set(key: str) -> tuple[str, str] | None:
    """Return the game and the code of the set that a coverage is of; None where it is of something else.

    >>> covered_set("mtg/sets/A/B"), covered_set("mtg/cards/fire-ice"), covered_set("mtg")
    (('mtg', 'A/B'), None, None)
    """
    game, _, inner = key.partition("/")
    kind, _, code = inner.partition("/")
    return (game, code) if kind == _SETS else None


def covered_subject(key: str) -> SubjectId | None:
    """Return the subject that a coverage is of, or of a face of; None where it is of a game or a set.

    >>> str(covered_subject("mtg/cards/fire-ice/1")), covered_subject("mtg/sets/A/B"), covered_subject("mtg")
    ('mtg/cards/fire-ice', None, None)
    """
    parts = key.split("/")
    if len(parts) < 3 or parts[1] == _SETS:
        return None
    return SubjectId(parts[0], parts[1], parts[2])
