"""What the pieces of one card tell, together with what was told of it before: one observed card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import FieldValue
from service.domain.printings import Printing
from service.domain.sightings import Sighting
from service.domain.subjects import Subject
from service.domain.successions import merged
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
class Earlier:
    """What was told of a card before: nothing, for a new one."""

    sightings: Sequence[Sighting] = ()
    printings: Sequence[Printing] = ()
    names: Mapping[str, str] | None = None
    subject: Subject | None = None


def number_of_card(number: str | None, face: int, faces: int) -> str | None:
    """Return the number of a card, where a source writes that of a face with its letter: ``128a``."""
    letter = chr(ord("a") + face)
    if faces > 1 and number is not None and len(number) > 1 and number.endswith(letter):
        return number[:-1]
    return number


def observed_card(
    subject: Subject, pieces: Sequence[FacePiece], earlier: Earlier, printings: Sequence[Printing]
) -> ObservedCard:
    """Return all that is known of a card by observation.

    Args:
        printings: all of them, those that were told before too.
    """
    told = [piece.observed.names for piece in pieces if piece.face == 0]
    return ObservedCard(
        subject=subject,
        sightings=tuple(_sightings(subject.id, pieces, earlier.sightings)),
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
    subject: SubjectId, pieces: Sequence[FacePiece], earlier: Iterable[Sighting]
) -> Iterable[Sighting]:
    found = {(one.source, one.lang, one.face): one for one in earlier}
    for piece in pieces:
        heading = piece.observed.heading
        key = (heading.source, piece.observed.lang, piece.face)
        before = found.get(key)
        runs = merged(before.runs if before else (), piece.observed.runs)
        if before is not None and list(before.runs) == runs and heading.key in before.names:
            continue  # told otherwise, and no more than before
        found[key] = Sighting(
            subject=subject,
            source=heading.source,
            lang=piece.observed.lang,
            face=piece.face,
            names=tuple(sorted({heading.key, *(before.names if before else ())})),
            pieces=tuple(sorted({piece.digest, *(before.pieces if before else ())})),
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
            number=number_of_card(one.number, face, faces),
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
