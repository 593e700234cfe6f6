"""Sightings: which text a source showed from which day to which, and what that says of its changes.

A source that is asked now and then shows a text on some days. What it showed on a day stood on that day, as
far as the source neither lags nor leads; what it showed before and after differs by a change in between. The
sightings of several imports of one source make up one succession, in whatever order they come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, ClassVar, NamedTuple

from service.domain.ids import SubjectId
from service.domain.records import Body
from service.domain.sources import Source


@dataclass(frozen=True, slots=True)
class Run:
    """One text as a source showed it, from the first day on which it was seen to the last, both included.

    ``says`` has the content of each field, by its id: a SHA-256, ``none`` or ``unknown``. It is empty for a
    text of which no more is known than that it was another one than the next.
    """

    first_on: date
    last_on: date
    says: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What a source showed of one face of a subject in one language.

    Attributes:
        name: what the source calls it; unique in the source and the language.
        line: the SHA-256 of what the importer read, together with how it read it.
        runs: in the order of days.
    """

    kind: ClassVar[str] = "sighting"

    subject: SubjectId
    source: str
    lang: str
    face: int
    name: str
    line: str
    runs: tuple[Run, ...]

    @property
    def key(self) -> str:
        """The key of its record."""
        return f"{self.subject}/{self.source}/{self.lang}/{self.face}"

    def body(self) -> Body:
        """Return the record's body; each run tells what it says otherwise than the one before."""
        told: list[dict[str, Any]] = []
        before: Mapping[str, str] = {}
        for run in self.runs:
            says = {name: content for name, content in run.says.items() if before.get(name) != content}
            told.append(
                {"first_on": run.first_on.isoformat(), "last_on": run.last_on.isoformat(), "says": says}
            )
            before = run.says
        return {"name": self.name, "line": self.line, "runs": told}


def sighting_of(key: str, body: Body) -> Sighting:
    """Return the sighting that a record's key and body describe."""
    game, kind, name, source, lang, face = key.split("/")
    runs: list[Run] = []
    for one in body["runs"]:
        says = {**(runs[-1].says if runs else {}), **one["says"]}
        runs.append(Run(date.fromisoformat(one["first_on"]), date.fromisoformat(one["last_on"]), says))
    return Sighting(
        subject=SubjectId(game, kind, name),
        source=source,
        lang=lang,
        face=int(face),
        name=body["name"],
        line=body["line"],
        runs=tuple(runs),
    )


def sighted_subject(key: str) -> SubjectId:
    """Return the subject that the key of a sighting's record begins with."""
    return SubjectId(*key.split("/", 3)[:3])


def merged(runs: Iterable[Run]) -> list[Run]:
    """Return the succession of all these runs, in order of days; equal neighbours are one.

    Where two different texts were seen on days that overlap, the one that was seen first keeps its days, and
    the other one begins after it. On one day there may be both: the source was asked twice.
    """
    found: list[Run] = []
    for run in sorted(runs, key=lambda one: (one.first_on, one.last_on, sorted(one.says.items()))):
        last = found[-1] if found else None
        if not run.says and last is not None and last.last_on >= run.first_on:
            continue
        if last is not None and last.says == run.says:
            found[-1] = replace(last, last_on=max(last.last_on, run.last_on))
        elif last is None or last.last_on <= run.first_on:
            found.append(run)
        elif last.last_on <= run.last_on:
            found.append(replace(run, first_on=last.last_on))
    return found


class ObservedChange(NamedTuple):
    """From when a text stood that a source showed: an exact day, or the window ``(after, by]``.

    Attributes:
        seen_on: the day on which the source showed it first.
        document: the document that dates it, where one does.
        says: the whole text, field by field.
    """

    seen_on: date
    effective_from: date | None
    effective_after: date | None
    effective_by: date | None
    document: str | None
    says: Mapping[str, str]


def observed_changes(
    runs: Sequence[Run], source: Source, days: Mapping[str, date]
) -> Iterator[ObservedChange]:
    """Yield when each text of a succession began to stand, in order of days; what never stood is left out.

    The first of them has no ``effective_after``, and no document dates it: nobody saw what was before.

    Args:
        runs: as ``merged`` returns them.
        days: the effective day of each document that the source's leads name.
    """
    stood: date | None = None
    for place, run in enumerate(runs):
        lead = _lead_of(run.first_on, source, days)
        following = runs[place + 1].first_on if place + 1 < len(runs) else None
        if not run.says:
            pass
        elif lead is None or place == 0:
            yield _undocumented(run, stood, run.first_on if lead is None else lead[0])
        elif following is None or following >= lead[0]:
            yield ObservedChange(run.first_on, lead[0], None, None, lead[1], run.says)
        stood = _last_proven(run, source)


def _undocumented(run: Run, stood: date | None, by: date) -> ObservedChange:
    """Return the change to a text after the day on which another one still stood, ``by`` a day at the latest."""
    if stood == by:
        return ObservedChange(run.first_on, by, None, None, None, run.says)
    return ObservedChange(run.first_on, None, stood, by, None, run.says)


def _lead_of(day: date, source: Source, days: Mapping[str, date]) -> tuple[date, str] | None:
    """Return the effective day and the document of what was first seen on a day on which its source led."""
    for lead in source.leads:
        effective = days[lead.document]
        if lead.seen_on <= day < effective:
            return effective, lead.document
    return None


def _last_proven(run: Run, source: Source) -> date | None:
    """Return the last day on which a text surely stood, as far as the source proves it; None: it doesn't."""
    if not source.lagged_on(run.last_on):
        return run.last_on
    proven = [lag.after for lag in source.lags if lag.after is not None and lag.covers(run.last_on)]
    day = min(proven, default=None)
    return day if day is not None and run.first_on <= day and not source.lagged_on(day) else None
