"""Readings as the index keeps them: JSON, short, lists instead of objects and days as text."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import orjson

from service.domain.alike import Faces
from service.domain.ids import VersionId
from service.domain.reading import Alternative, FieldReading, Reading, RulesChange, Step
from service.domain.translation import Translation


class RefsWriter:
    """Writes readings of one subject: what many of them say is written once."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[Faces, str]] = {}
        self._around: dict[int, tuple[Reading, str]] = {}

    def write(self, reading: Reading, faces: Faces) -> str:
        """Return a reading as JSON, short: lists instead of objects, days as text.

        Args:
            faces: what the faces say, in place of what the reading has.
        """
        # What was written is kept beside its text, so that nothing else can come to have its identity.
        if id(faces) not in self._faces:
            self._faces[id(faces)] = faces, _bare(_faces(faces))
        if id(reading) not in self._around:
            self._around[id(reading)] = reading, _bare(_around(reading))
        head = _head(reading.certainty, reading.retroactive, reading.announced_unknown)
        return f"[{head},{self._faces[id(faces)][1]},{self._around[id(reading)][1]}]"


def _bare(items: list[Any]) -> str:
    return orjson.dumps(items).decode()[1:-1]


@cache
def _head(certainty: str, retroactive: bool, announced_unknown: bool) -> str:
    return _bare([certainty, int(retroactive), int(announced_unknown)])


def _faces(faces: Faces) -> list[Any]:
    """Return the versions with their days, each once, and by face and field which one, and the content."""
    spans: dict[tuple[Any, ...], int] = {}

    def span_number(one: FieldReading) -> int:
        days = (one.effective_from, one.effective_after, one.effective_by, one.effective_until)
        return spans.setdefault((one.version, one.provisional, *days), len(spans))

    told = [{name: [span_number(one), one.content] for name, one in face.items()} for face in faces]
    return [
        [[str(version), int(provisional), *map(_text, days)] for version, provisional, *days in spans],
        told,
    ]


def _around(reading: Reading) -> list[Any]:
    """Return what a reading says beside its words."""
    translation = reading.translation
    return [
        [
            [str(one.version), _text(one.effective_from), _text(one.effective_until)]
            for one in reading.rules_changes
        ],
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
        *(
            step and [_text(step.effective_from), step.certainty, list(step.errata)]
            for step in (reading.previous_change, reading.next_change)
        ),
        [str(one) for one in reading.pending],
        _text(reading.verified_through),
    ]


def _text(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text is not None else None


def _step(stored: list[Any] | None) -> Step | None:
    return None if stored is None else Step(date.fromisoformat(stored[0]), stored[1], tuple(stored[2]))


def reading_of(stored: list[Any]) -> Reading:
    """Return the reading that was written so."""
    certainty, retroactive, announced_unknown, spans, faces, rules, others, *rest = stored
    translation, past, coming, pending, through = rest

    def field(number: int, content: str) -> FieldReading:
        version, provisional, start, after, by, until = spans[number]
        return FieldReading(
            VersionId.parse(version),
            content,
            bool(provisional),
            _day(start),
            _day(after),
            _day(by),
            _day(until),
        )

    return Reading(
        certainty,
        bool(retroactive),
        bool(announced_unknown),
        tuple({name: field(*value) for name, value in face.items()} for face in faces),
        tuple(
            RulesChange(VersionId.parse(one), date.fromisoformat(start), _day(until))
            for one, start, until in rules
        ),
        tuple(
            Alternative(face, name, VersionId.parse(version), content, _day(after), _day(by))
            for face, name, version, content, after, by in others
        ),
        translation and Translation(bool(translation[0]), _day(translation[1]), tuple(translation[2])),
        _step(past),
        _step(coming),
        tuple(VersionId.parse(one) for one in pending),
        _day(through),
    )
