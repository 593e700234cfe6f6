"""Sightings: which text a source showed from which day to which, and what that says of its changes.

A source that is asked now and then shows a text on some days. What it showed on a day stood on that day, as
far as the source neither lags nor leads; what it showed before and after differs by a change in between. The
sightings of several imports of one source make up one succession, in whatever order they come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, ClassVar, NamedTuple

from service.domain.ids import SubjectId
from service.domain.records import Body
from service.domain.sources import Source, source_key

Says = tuple[tuple[str, str], ...]
"""What a run says, field by field in order, where it is to be a key."""


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
        names: what the source calls it, in order; each is unique in the source and the language.
        pieces: the SHA-256 of each piece of the files of one import that tells of it, in order.
        read_by: the digest of the source's description by which they were read.
        runs: in the order of their first days, those that were known before the import included; where the
            source contradicts itself, they overlap.
    """

    kind: ClassVar[str] = "sighting"

    subject: SubjectId
    source: str
    lang: str
    face: int
    names: tuple[str, ...]
    pieces: tuple[str, ...]
    read_by: str
    runs: tuple[Run, ...]

    @property
    def key(self) -> str:
        """The key of its record."""
        return f"{self.subject}/{self.source}/{self.lang}/{self.face}"

    def body(self) -> Body:
        """Return the record's body; each run tells what it says otherwise than the one before.

        Where it says nothing of a field of which that one says something, it tells all that it says anew.
        """
        told: list[dict[str, Any]] = []
        before: Mapping[str, str] = {}
        for run in self.runs:
            anew = not before.keys() <= run.says.keys()
            base = {} if anew else before
            says = {name: content for name, content in run.says.items() if base.get(name) != content}
            days = {"first_on": run.first_on.isoformat(), "last_on": run.last_on.isoformat()}
            told.append({**days, "says": says} | ({"anew": True} if anew else {}))
            before = run.says
        return {
            "pieces": list(self.pieces),
            "read_by": self.read_by,
            "runs": told,
            "shown_as": list(self.names),
        }

    @property
    def last_on(self) -> date:
        """The last day on which it was seen."""
        return max(run.last_on for run in self.runs)

    @property
    def external_ids(self) -> tuple[str, ...]:
        """What it is known by to the source, one id for each name."""
        return tuple(source_id(self.source, self.lang, name) for name in self.names)


def sighting_of(key: str, body: Body) -> Sighting:
    """Return the sighting that a record's key and body describe."""
    game, kind, name, source, lang, face = key.split("/")
    runs: list[Run] = []
    for one in body["runs"]:
        before = runs[-1].says if runs and not one.get("anew", False) else {}
        says = {**before, **one["says"]}
        runs.append(Run(date.fromisoformat(one["first_on"]), date.fromisoformat(one["last_on"]), says))
    return Sighting(
        subject=SubjectId(game, kind, name),
        source=source,
        lang=lang,
        face=int(face),
        names=tuple(body["shown_as"]),
        pieces=tuple(body["pieces"]),
        read_by=body["read_by"],
        runs=tuple(runs),
    )


def source_id(source: str, lang: str, name: str) -> str:
    """Return the id of what a source calls so in a language: unique over all sources of a game."""
    return f"{source}/{lang}:{name}"


def sighted_source(key: str) -> str:
    """Return the key of the source that the key of a sighting's record names."""
    game, _, _, source, _ = key.split("/", 4)
    return source_key(game, source)


class Shown(NamedTuple):
    """A run as it is understood, once it is known how its source saw.

    Attributes:
        first_on: the first day on which its source showed the text, or the day from which a document says
            that it stands. Where the source lagged on it, it may have been over by then.
        stood_on: the last day on which it surely stood; None: no day is proven.
        document: the document that dates its beginning, where one does.
        seen_on, source: which source showed it first, and when.
        says: the whole text.
        nth: how many texts its source showed before it in the same days.
        other_on: a day before on which another text surely stood, whichever that was; None: none is known.
    """

    first_on: date
    stood_on: date | None
    document: str | None
    seen_on: date
    source: str
    says: Mapping[str, str]
    nth: int = 0
    other_on: date | None = None


def understood(runs: Sequence[Run], source: Source, days: Mapping[str, date]) -> Iterator[Shown]:
    """Yield the runs of a succession as they are to be understood; what never stood is left out.

    What a source showed ahead stands from the day that a document states; where it showed several texts
    ahead, the last of them does. What it showed when it lagged didn't surely stand on that day.

    Args:
        runs: of one source, as ``merged`` returns them.
        days: the effective day of each document that the source's leads name.
    """
    told = _ahead_once(runs, source, days)
    first = True
    other: date | None = None
    alike: Counter[tuple[date, date | None]] = Counter()
    for place, run in enumerate(told):
        again = place > 0 and told[place - 1].says == run.says
        effective, document = (run.first_on, None) if again else _dated(run.first_on, source, days)
        following = told[place + 1].first_on if place + 1 < len(told) else None
        if document is not None and following is not None and following < effective:
            continue
        proven = last_proven(run, source)
        stood = None if proven is None else max(proven, effective)
        if run.says:
            yield Shown(
                first_on=effective,
                stood_on=stood,
                document=None if first else document,  # nobody saw what was before the first
                seen_on=run.first_on,
                source=source.id,
                says=run.says,
                nth=alike[effective, stood],
                other_on=other,
            )
            alike[effective, stood] += 1
        first = False
        other = None if run.says else stood


def _ahead_once(runs: Iterable[Run], source: Source, days: Mapping[str, date]) -> list[Run]:
    """Return a succession in which a text that was shown ahead, and then again, is one run."""
    found: list[Run] = []
    for run in runs:
        last = found[-1] if found else None
        if last is not None and last.says == run.says and _dated(last.first_on, source, days)[1] is not None:
            found[-1] = replace(last, last_on=run.last_on)
        else:
            found.append(run)
    return found


def _dated(day: date, source: Source, days: Mapping[str, date]) -> tuple[date, str | None]:
    """Return from when a text surely stood that was first seen on a day, and the document that says so."""
    for lead in source.leads:
        effective = days[lead.document]
        if lead.seen_on <= day < effective:
            return effective, lead.document
    return day, None


def last_proven(run: Run, source: Source) -> date | None:
    """Return the last day on which a text surely stood, as far as the source proves it; None: it doesn't.

    It is the last on which it was shown, or the last before the source began to lag.
    """
    day = run.last_on
    while source.lagged_on(day):
        after = next(lag.after for lag in source.lags if lag.covers(day))
        if after is None or after < run.first_on:
            return None
        day = after
    return day
