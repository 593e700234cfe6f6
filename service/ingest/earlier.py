"""What imports recorded of a card before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from service.domain.collector_numbers import number_of_card
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


def on_face(earlier: Earlier, face: int | None, faces: int) -> Earlier:
    """Return what was told of a card as if it had one face, now that it has several.

    Args:
        face: of which of them it was told; None: of all together, which is passed over.
        faces: how many there are.
    """
    if face is None:
        return Earlier()
    return Earlier(
        sightings=[replace(one, face=face) for one in earlier.sightings],
        printings=[
            replace(
                one,
                number=None if one.number is None else number_of_card(one.number, faces),
                fields=tuple(value._replace(face=face) for value in one.fields),
                raw=tuple(value._replace(face=face) for value in one.raw),
            )
            for one in earlier.printings
        ],
        names=earlier.names if face == 0 else None,
        subject=earlier.subject,
    )
