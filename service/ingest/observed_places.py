"""When the texts of each face changed, by what all sources showed of it; what they contradict. Pure.

Texts are compared as wholes. Where sources tell of other fields, each field is a succession of its own: one
that leaves a field out, or never knew it, says nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from service.domain.documents import Document
from service.domain.ledger import UNKNOWN
from service.domain.observations import Clash, ObservedChange, observed_changes
from service.domain.sightings import Run, Sighting, understood
from service.domain.sources import Source


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The sources of a game, by their ids, and the documents that their leads name, by theirs."""

    by_id: Mapping[str, Source]
    documents: Mapping[str, Document]

    @cached_property
    def days(self) -> dict[str, date]:
        """The effective day of each document."""
        stated = {name: one.effective_from for name, one in self.documents.items()}
        return {name: day for name, day in stated.items() if day is not None}

    @cached_property
    def token_layouts(self) -> frozenset[str]:
        """The layouts of tokens, with whichever source."""
        return frozenset(layout for one in self.by_id.values() for layout in one.token_layouts)

    @cached_property
    def plain_layouts(self) -> frozenset[str]:
        """The layouts that say nothing of a card, with whichever source."""
        return frozenset(layout for one in self.by_id.values() for layout in one.plain_layouts)


class Strand(NamedTuple):
    """What has a succession of texts: a face in a language, or one of its fields."""

    lang: str
    face: int
    field: str | None = None


SourceRuns = tuple[str, Sequence[Run]]
"""A source, and what it showed."""

Changes = Mapping[Strand, Sequence[ObservedChange]]
"""The changes of each place, in the order of effect; of a face all fields together, or each by itself."""


def place_changes(sightings: Iterable[Sighting], sources: Sources) -> tuple[Changes, list[Clash]]:
    """Return the changes of every place, and what contradicts them; whatever the order of the sightings."""
    changes: dict[Strand, Sequence[ObservedChange]] = {}
    clashes: list[Clash] = []
    for place, told in sorted(_by_face(sightings).items()):
        for field, runs in _successions(told):
            changes[place._replace(field=field)], found = observed_changes(
                shown
                for source, each in runs
                for shown in understood(each, sources.by_id[source], sources.days)
            )
            clashes += found
    return changes, clashes


def _by_face(sightings: Iterable[Sighting]) -> dict[Strand, list[Sighting]]:
    found: dict[Strand, list[Sighting]] = {}
    for one in sightings:
        found.setdefault(Strand(one.lang, one.face), []).append(one)
    return found


def _successions(
    sightings: Sequence[Sighting],
) -> Iterator[tuple[str | None, Sequence[SourceRuns]]]:
    """Yield what is compared: whole texts, or field by field."""
    if _tell_alike(sightings):
        yield None, [(one.source, one.runs) for one in sightings]
        return
    for field in sorted({name for one in sightings for run in one.runs for name in run.says}):
        yield field, _of_field(sightings, field)


def _tell_alike(sightings: Sequence[Sighting]) -> bool:
    """Whether all texts tell of the same fields; where there are several sources, whether they know these."""
    texts = [run.says for one in sightings for run in one.runs if run.says]
    several = len(sightings) > 1 and any(UNKNOWN in says.values() for says in texts)
    return not several and all(says.keys() == texts[0].keys() for says in texts)


def _of_field(sightings: Sequence[Sighting], field: str) -> Sequence[SourceRuns]:
    """Return what sources showed of a field. Where several know it, words that nobody knows say nothing."""
    known = [one for one in sightings if any(run.says.get(field, UNKNOWN) != UNKNOWN for run in one.runs)]
    return [(one.source, _field_runs(one.runs, field, len(known) > 1)) for one in known or sightings]


def _field_runs(runs: Iterable[Run], field: str, known: bool) -> list[Run]:
    """Return what runs say of a field; if only what is ``known`` counts, without words that nobody knows."""
    found: list[Run] = []
    for run in runs:
        if not run.says:
            found.append(run)
        elif field in run.says and not (known and run.says[field] == UNKNOWN):
            found.append(replace(run, says={field: run.says[field]}))
        elif found and not found[-1].says:
            found.pop()  # that there was another text was told of this one
    return found
