"""What the pieces of one card tell, together with what was told of it before: one observed card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.domain.collector_numbers import number_of_card
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import FieldValue
from service.domain.printings import Printing
from service.domain.sightings import Sighting
from service.domain.sources import Source, source_key
from service.domain.subjects import Subject
from service.domain.successions import merged
from service.ingest.earlier import Earlier
from service.ingest.grouping import Group
from service.ingest.observed import Observed
from service.ingest.observed_facts import ObservedCard
from service.ingest.printing_rows import Telling

Codes = Mapping[tuple[str, str], str]
"""The code of each set by its game and how it is written, without case."""


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


def observed_card(
    subject: Subject,
    pieces: Sequence[FacePiece],
    earlier: Earlier,
    printings: Sequence[Printing],
    read_by: Mapping[str, str],
) -> ObservedCard:
    """Return all that is known of a card by observation.

    Args:
        printings: all of them, those that were told before too.
        read_by: the digests of the descriptions by which the pieces were read, by the keys of their sources.
    """
    told = [piece.observed.names for piece in pieces if piece.face == 0]
    return ObservedCard(
        subject=subject,
        sightings=tuple(_sightings(subject.id, pieces, earlier.sightings, read_by)),
        printings=tuple(printings),
        names=_names([earlier.names or {}, *told]),
    )


def _names(told: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the name in each language; of several the one that sorts first, whichever was told last."""
    names: dict[str, str] = {}
    for each in told:
        names |= {lang: min(name, names.get(lang, name)) for lang, name in each.items()}
    return names


def _sightings(
    subject: SubjectId,
    pieces: Iterable[FacePiece],
    earlier: Iterable[Sighting],
    read_by: Mapping[str, str],
) -> Iterable[Sighting]:
    """Return what was seen of each face, by what was known and what the pieces tell."""
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
        found[place] = Sighting(
            subject=subject,
            source=source,
            lang=lang,
            face=face,
            names=tuple(sorted(names)),
            pieces=tuple(sorted({one.digest for one in some})),
            read_by=read_by[source_key(subject.game, source)],
            runs=tuple(runs),
        )
    return found.values()


def tellings_of(
    subject: SubjectId, piece: FacePiece, faces: int, game: Game, catalogue: str | None, codes: Codes
) -> Iterator[Telling]:
    """Yield what a piece tells of printings, as the ledger records them.

    Args:
        faces: how many its card has.
        catalogue: whose ids its source gives to printings.
        codes: the code of a set by game and folded spelling.
    """
    localized = {each.id: each.localized for each in game.fields}
    for one in piece.observed.printings:
        day, lang, face = one.released, one.lang, piece.face
        named = catalogue is not None and one.external_id is not None
        printing = Printing(
            subject=subject,
            id="",
            set=codes[game.id, one.set.casefold()],
            number=None if one.number is None else number_of_card(one.number, faces),
            lang=lang,
            variant=None,
            released_on=day.on,
            released_after=day.after,
            released_by=day.by,
            fields=_values(one.says, face, lang, localized),
            raw=_values(one.raw, face, lang, localized),
            external_ids=(f"{catalogue}:{one.external_id}",) if named else (),
            date_basis=None if day.told or (day.on is None and day.by is None) else "inferred",
        )
        yield Telling(piece.digest, face, printing)


def _values(
    says: Mapping[str, str], face: int, lang: str, localized: Mapping[str, bool]
) -> tuple[FieldValue, ...]:
    return tuple(
        FieldValue(face, name, lang if localized[name] else None, content)
        for name, content in sorted(says.items())
    )
