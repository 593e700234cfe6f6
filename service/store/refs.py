"""Readings as the index keeps them: JSON, short, lists instead of objects and days as text."""

from __future__ import annotations

from datetime import date
from typing import Any

from service.domain.ids import VersionId
from service.domain.reading import Alternative, FieldReading, Reading, RulesChange, Step
from service.domain.translation import Translation


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
    translation = reading.translation
    return [
        reading.certainty,
        int(reading.retroactive),
        int(reading.announced_unknown),
        [list(key) for key in spans],
        faces,
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
    """Return the reading that ``refs`` gave."""
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
