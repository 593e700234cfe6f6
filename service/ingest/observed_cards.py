"""What the pieces of one card tell, together with what was told of it before: one observed card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import FieldValue
from service.domain.printings import Printing
from service.domain.sightings import Sighting
from service.domain.sources import Source
from service.domain.subjects import Subject
from service.domain.successions import merged
from service.ingest.grouping import Group, number_of_card
from service.ingest.observed import Observed, ObservedPrinting
from service.ingest.observed_facts import ObservedCard


@dataclass(frozen=True, slots=True)
class FacePiece:
    """A piece that was read, with the face that it tells of and its digest."""

    observed: Observed
    face: int
    digest: str


@dataclass(frozen=True, slots=True)
class CardPieces:
    """The pieces of a card of one import.

    Attributes:
        pieces: those that tell of a face.
        source: that of the first of them.
    """

    group: Group
    pieces: Sequence[FacePiece]
    source: Source

    @property
    def first_place(self) -> tuple[str, str] | None:
        """Set and number of the first of its printings; None where none has a number."""
        places = (
            (one.set, number_of_card(one.number, len(self.group.faces)))
            for piece in self.pieces
            for one in piece.observed.printings
            if one.number is not None
        )
        return min(places, default=None)


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was told of a card before: nothing, for a new one."""

    sightings: Sequence[Sighting] = ()
    printings: Sequence[Printing] = ()
    names: Mapping[str, str] | None = None
    subject: Subject | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """A printing, put together from what the pieces of all faces tell of it."""

    set: str
    number: str | None
    lang: str
    faces: Mapping[int, ObservedPrinting]

    @property
    def ids(self) -> tuple[str, ...]:
        """What the source's catalogue calls it, in order."""
        told = {one.external_id for one in self.faces.values() if one.external_id is not None}
        return tuple(sorted(told))


def printed_of(pieces: Iterable[FacePiece], faces: int) -> list[Printed]:
    """Return the printings that the pieces of a card tell, each once, by set, number and language.

    Of faces that are told one by one, each printing has a number with a letter for the face; they are one.
    """
    found: dict[tuple[str, str | None, str, int], dict[int, ObservedPrinting]] = {}
    for piece in pieces:
        seen: dict[tuple[str, str | None, str], int] = {}
        for one in sorted(piece.observed.printings, key=lambda one: one.external_id or ""):
            number = None if one.number is None else number_of_card(one.number, faces)
            key = (one.set, number, one.lang)
            seen[key] = seen.get(key, -1) + 1
            found.setdefault((*key, seen[key]), {}).setdefault(piece.face, one)
    ordered = sorted(found.items(), key=lambda item: (item[0][0], item[0][1] or "", *item[0][2:]))
    return [Printed(code, number, lang, told) for (code, number, lang, _), told in ordered]


def observed_card(
    subject: Subject,
    pieces: Sequence[FacePiece],
    earlier: Earlier,
    printings: Sequence[Printing],
    read_by: Mapping[str, str],
) -> ObservedCard:
    """Return all that is known of a card by observation.

    Args:
        printings: those that the pieces tell, with their ids; others that were told before stay.
        read_by: the digest of the description by which the pieces of each source were read.
    """
    known = {one.id: one for one in earlier.printings}
    told = {one.id: _joined(known.get(one.id), one) for one in printings}
    names = dict(earlier.names or {})
    for piece in sorted(pieces, key=lambda one: (one.face, one.observed.heading.last_on)):
        if piece.face == 0:
            names |= piece.observed.names
    return ObservedCard(
        subject=subject,
        sightings=tuple(_sightings(subject.id, pieces, earlier.sightings, read_by)),
        printings=tuple((known | told).values()),
        names=names,
    )


def _sightings(
    subject: SubjectId,
    pieces: Iterable[FacePiece],
    earlier: Iterable[Sighting],
    read_by: Mapping[str, str],
) -> Iterable[Sighting]:
    """Return what was seen of each face; where the pieces tell no more than was known, it is as it was."""
    found = {(one.source, one.lang, one.face): one for one in earlier}
    told: dict[tuple[str, str, int], list[FacePiece]] = {}
    for piece in pieces:
        place = (piece.observed.heading.source, piece.observed.lang, piece.face)
        told.setdefault(place, []).append(piece)
    for place, some in told.items():
        before = found.get(place)
        runs = merged(before.runs if before else (), *(one.observed.runs for one in some))
        names = {*(before.names if before else ()), *(one.observed.heading.key for one in some)}
        source, lang, face = place
        if before is None or list(before.runs) != runs or names != set(before.names):
            found[place] = Sighting(
                subject=subject,
                source=source,
                lang=lang,
                face=face,
                names=tuple(sorted(names)),
                pieces=tuple(sorted({one.digest for one in some})),
                read_by=read_by[source],
                runs=tuple(runs),
            )
    return found.values()


def printing_of_card(
    subject: SubjectId, printing: str, one: Printed, game: Game, catalogue: str | None
) -> Printing:
    """Return a printing as the ledger records it."""
    localized = {each.id: each.localized for each in game.fields}
    first = min(one.faces.items())[1]
    day = next((each.released for each in one.faces.values() if each.released.told), first.released)

    def values(told: Mapping[int, Mapping[str, str]]) -> tuple[FieldValue, ...]:
        return tuple(
            FieldValue(face, name, one.lang if localized[name] else None, content)
            for face, says in sorted(told.items())
            for name, content in sorted(says.items())
        )

    return Printing(
        subject=subject,
        id=printing,
        set=one.set,
        number=one.number,
        lang=one.lang,
        variant=None,
        released_on=day.on,
        released_after=day.after,
        released_by=day.by,
        fields=values({face: each.says for face, each in one.faces.items()}),
        raw=values({face: each.raw for face, each in one.faces.items()}),
        external_ids=tuple(f"{catalogue}:{each}" for each in one.ids) if catalogue else (),
        date_basis=None if day.told or (day.on is None and day.by is None) else "inferred",
    )


def _joined(before: Printing | None, now: Printing) -> Printing:
    """Return what was told of a printing before and now: of faces that are told only once both stay."""
    if before is None:
        return now
    told = {value[:3]: value for value in before.fields} | {value[:3]: value for value in now.fields}
    raw = {value[:3]: value for value in before.raw} | {value[:3]: value for value in now.raw}
    return replace(
        now,
        set=before.set,
        number=before.number,
        variant=before.variant,
        fields=tuple(sorted(told.values())),
        raw=tuple(sorted(raw.values())),
        external_ids=tuple(sorted({*before.external_ids, *now.external_ids})),
    )
