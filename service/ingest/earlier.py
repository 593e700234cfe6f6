"""What imports recorded of a card before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.domain.printings import Printing, printing_of
from service.domain.sightings import Sighting, sighting_of
from service.domain.subjects import Aliases, Subject, aliases_of, subject_of
from service.store.recorded import Recorded


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was told of a card before: nothing, for a new one."""

    sightings: Sequence[Sighting] = ()
    printings: Sequence[Printing] = ()
    names: Mapping[str, str] | None = None
    subject: Subject | None = None


def earlier_of(recorded: Recorded) -> Earlier:
    """Return what was told of a card before, by what was recorded of it."""
    own = [(one.kind, one.key, one.body) for one in recorded.records.values() if one.body is not None]
    return Earlier(
        sightings=[sighting_of(key, body) for kind, key, body in own if kind == Sighting.kind],
        printings=[printing_of(key, body) for kind, key, body in own if kind == Printing.kind],
        names=next((aliases_of(key, body).names for kind, key, body in own if kind == Aliases.kind), {}),
        subject=next((subject_of(key, body) for kind, key, body in own if kind == Subject.kind), None),
    )
