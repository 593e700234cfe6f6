"""One reading: everything that an answer says of a subject on one day, in one language and scope.

A reading holds versions and content hashes, no words, and nothing that depends on the clock. The index
keeps readings; the pure resolver makes them; answers are built from them alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from service.domain.ids import VersionId
from service.domain.timeline import TEXT
from service.domain.translation import Translation


@dataclass(frozen=True, slots=True)
class FieldReading:
    """The value of one field: which version set it, and for how long.

    ``effective_from`` is None where only a window is known. ``effective_until`` is the first day on which
    another version holds, or none.
    """

    version: VersionId
    content: str
    provisional: bool
    effective_from: date | None
    effective_after: date | None
    effective_by: date | None
    effective_until: date | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """What may apply instead, and the window in which that is open."""

    face: int
    field: str
    version: VersionId
    content: str
    effective_after: date | None
    effective_by: date | None


@dataclass(frozen=True, slots=True)
class NextChange:
    """The next day on which the answer's words or rules change, and the errata that begin or end on it."""

    effective_from: date
    certainty: str
    errata: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a subject reads on one day. ``faces`` map field ids to values, face by face."""

    certainty: str
    retroactive: bool
    announced_unknown: bool
    faces: tuple[dict[str, FieldReading], ...]
    rules_changes: tuple[VersionId, ...]
    alternatives: tuple[Alternative, ...]
    translation: Translation | None
    next_change: NextChange | None

    def text_contents(self) -> list[str]:
        """Return the content of the rules text of each face; ``unknown`` where it was not recorded."""
        return [face[TEXT].content if TEXT in face else "unknown" for face in self.faces]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of days, the last excluded, on which one reading holds; None: until for ever."""

    effective_from: date
    effective_until: date | None
    reading: Reading


def refs(reading: Reading) -> list[Any]:
    """Return the reading as JSON for the index, short: lists instead of objects, days as text."""
    spans: dict[tuple[Any, ...], int] = {}

    def span_number(one: FieldReading) -> int:
        key = (
            str(one.version),
            int(one.provisional),
            *(
                _text(day)
                for day in (one.effective_from, one.effective_after, one.effective_by, one.effective_until)
            ),
        )
        return spans.setdefault(key, len(spans))

    faces = [{name: [span_number(one), one.content] for name, one in face.items()} for face in reading.faces]
    translation, coming = reading.translation, reading.next_change
    return [
        reading.certainty,
        int(reading.retroactive),
        int(reading.announced_unknown),
        [list(key) for key in spans],
        faces,
        [str(version) for version in reading.rules_changes],
        [
            [
                one.face,
                one.field,
                str(one.version),
                one.content,
                _text(one.effective_after),
                _text(one.effective_by),
            ]
            for one in reading.alternatives
        ],
        translation and [int(translation.stale), _text(translation.stale_since), list(translation.contents)],
        coming and [_text(coming.effective_from), coming.certainty, list(coming.errata)],
    ]


def _text(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text is not None else None


def _version(text: str) -> VersionId:
    seq, n = text.split("-")
    return VersionId(int(seq), int(n))


def reading_of(stored: list[Any]) -> Reading:
    """Return the reading that ``refs`` gave."""
    certainty, retroactive, announced_unknown, spans, faces, rules, others, translation, coming = stored

    def field(number: int, content: str) -> FieldReading:
        version, provisional, start, after, by, until = spans[number]
        return FieldReading(
            _version(version), content, bool(provisional), _day(start), _day(after), _day(by), _day(until)
        )

    return Reading(
        certainty,
        bool(retroactive),
        bool(announced_unknown),
        tuple({name: field(*value) for name, value in face.items()} for face in faces),
        tuple(_version(one) for one in rules),
        tuple(
            Alternative(face, name, _version(version), content, _day(after), _day(by))
            for face, name, version, content, after, by in others
        ),
        translation and Translation(bool(translation[0]), _day(translation[1]), tuple(translation[2])),
        coming and NextChange(date.fromisoformat(coming[0]), coming[1], tuple(coming[2])),
    )
