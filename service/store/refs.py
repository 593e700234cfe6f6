"""Readings as the index keeps them: JSON, short, lists instead of objects and days as text."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from typing import Any

from service.domain.ids import VersionId
from service.domain.reading import Alternative, FieldReading, Reading, RulesChange, Step
from service.domain.translation import Translation

Faces = tuple[dict[str, FieldReading], ...]
"""The values of each face."""


class RefsWriter:
    """Writes readings of one subject: what the faces say is written once, however many readings say it."""

    def __init__(self) -> None:
        self._written: dict[int, tuple[Faces, str]] = {}

    def write(self, reading: Reading) -> str:
        """Return the reading as JSON, short: lists instead of objects, days as text."""
        key = id(reading.faces)
        if key not in self._written:
            # The faces are kept beside their text, so that nothing else can come to have their identity.
            self._written[key] = reading.faces, _bare(_faces(reading.faces))
        head = _head(reading.certainty, reading.retroactive, reading.announced_unknown)
        return f"[{head},{self._written[key][1]},{_bare(_around(reading))}]"


_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":"))


def _bare(items: list[Any]) -> str:
    return _JSON.encode(items)[1:-1]


@cache
def _head(certainty: str, retroactive: bool, announced_unknown: bool) -> str:
    return _bare([certainty, int(retroactive), int(announced_unknown)])


def _faces(faces: Faces) -> list[Any]:
    """Return the versions with their days, each once, and by face and field which one, and the content."""
    spans: dict[tuple[Any, ...], int] = {}

    def span_number(one: FieldReading) -> int:
        days = (one.effective_from, one.effective_after, one.effective_by, one.effective_until)
        key = (str(one.version), int(one.provisional), *map(_text, days))
        return spans.setdefault(key, len(spans))

    told = [{name: [span_number(one), one.content] for name, one in face.items()} for face in faces]
    return [[list(key) for key in spans], told]


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
