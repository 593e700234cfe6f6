"""Languages in which a subject was printed alike: one reads as another does, but for versions and words.

Most cards come out in many languages on the same days. What is read in one of them on which days, and how
sure that is, depends on those days and on the authoritative text alone; so it is resolved once for all of
them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from service.domain.ledger import Assertion
from service.domain.reading import FieldReading, Segment
from service.domain.spans import Change
from service.domain.timeline import Timeline

Faces = tuple[dict[str, FieldReading], ...]
"""The values of each face."""


class Likeness:
    """Which languages of a subject are alike."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline

    @cached_property
    def _own(self) -> Mapping[str, Sequence[Change]] | None:
        """The changes that set words of each language, in declared order; None where one sets several."""
        found: dict[str, list[Change]] = {}
        for change in self.timeline.changes:
            langs = {value.lang for value in change.assertion.fields} - {None}
            if len(langs) > 1 or change.assertion.languages:
                return None
            for lang in langs:
                found.setdefault(str(lang), []).append(change)
        return found

    def shape(self, lang: str) -> Hashable | None:
        """Return what languages have in common that are alike; None where that can't be said.

        It can be said of a language that has nothing but the words of printings.
        """
        if self._own is None or lang == self.timeline.history.language:
            return None
        own = self._own.get(lang, ())
        if any(change.assertion.kind != "printing" for change in own):
            return None
        return tuple(map(_bare, own))

    def renaming(self, lang: str, other: str) -> Renaming:
        """Return what in readings of a language is to be put in the place of what, for one that is alike."""
        own = self._own or {}
        pairs = zip(own[lang], own[other], strict=True)
        return Renaming([(one.assertion, its.assertion) for one, its in pairs])


def _bare(change: Change) -> Hashable:
    """Return all that a reading depends on of a change but its version, its words and its language."""
    one = change.assertion
    days = (one.effective_from, one.effective_after, one.effective_by, one.effective_until)
    known = (one.announced_on, one.until_announced_on, one.provisional, one.confirmed_on, one.pending)
    sets = tuple((value.face, value.field, value.lang is None) for value in one.fields)
    ends = (change.ground, change.until, change.until_after, change.ends_by, change.void)
    return (one.change_class, one.translates, one.scopes, days, known, sets, ends)


class Renaming:
    """Puts the versions and the words of one language in the place of those of another that is alike."""

    def __init__(self, pairs: Iterable[tuple[Assertion, Assertion]]) -> None:
        self._others = {one.version: other for one, other in pairs}
        self._made: dict[int, tuple[Faces, Faces]] = {}

    def concerns(self, segment: Segment) -> bool:
        """Whether a reading names one of the versions beside the values of its faces."""
        return any(one.version in self._others for one in segment.reading.alternatives)

    def faces(self, faces: Faces) -> Faces:
        """Return what the faces say in the other language; of the same ones it is the same."""
        key = id(faces)
        if key not in self._made:
            renamed = tuple(
                {name: self._value(place, name, value) for name, value in face.items()}
                for place, face in enumerate(faces)
            )
            self._made[key] = faces, renamed  # kept, so that nothing else can come to have its identity
        return self._made[key][1]

    def _value(self, face: int, name: str, value: FieldReading) -> FieldReading:
        other = self._others.get(value.version)
        if other is None:
            return value
        return replace(value, version=other.version, content=_content(other, face, name))


def _content(one: Assertion, face: int, name: str) -> str:
    return next(value.content for value in one.fields if (value.face, value.field) == (face, name))
