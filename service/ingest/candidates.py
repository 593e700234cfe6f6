"""Finds the cards of the ledger that pieces may tell of, many at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from service.domain.folding import folded_name
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.names import joined_name
from service.domain.order import standing
from service.domain.sightings import Sighting, sighting_of
from service.domain.sources import Source
from service.domain.tracks import NAME
from service.ingest.grouping import Group, Told
from service.ingest.identity import Candidate, Candidates, ids_of, matched
from service.ingest.observed_cards import FacePiece, number_of_card
from service.store.connection import Connection
from service.store.known_ids import find_known_ids
from service.store.ledger import load_texts
from service.store.names import find_by_folded_names, find_by_places
from service.store.records import iter_records
from service.store.subjects import load_subject
from service.store.timelines import load_assertions, load_endings, load_printings

TOKEN = "token"
"""The layout of what is no card."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A group with its pieces, whose card is sought."""

    group: Group
    pieces: Sequence[FacePiece]
    source: Source

    @property
    def printing_ids(self) -> list[str]:
        """The ids of its printings in the catalogue of the source."""
        catalogue = self.source.external_ids
        told = (one.external_id for piece in self.pieces for one in piece.observed.printings)
        return [f"{catalogue}:{one}" for one in told if one is not None and catalogue is not None]

    @property
    def places(self) -> list[tuple[str, str]]:
        """Set and number of its printings."""
        faces = len(self.group.faces)
        return [
            (one.set, number)
            for piece in self.pieces
            for one in piece.observed.printings
            if (number := number_of_card(one.number, piece.face, faces)) is not None
        ]

    @property
    def first_place(self) -> tuple[str, str] | None:
        """Set and number of the first of its printings; None where none has a number."""
        return min(self.places, default=None)


def iter_matches(
    conn: Connection, game: Game, sought: Sequence[Sought], passed_over: Collection[SubjectId]
) -> Iterator[Candidate | None]:
    """Yield the card of the ledger that each group tells of, in order; None where there is none.

    Args:
        sought: all of one game.
        passed_over: cards that none of them tells of.

    Raises:
        AmbiguousIdentity: if several cards fit one as well.
    """
    finder = _Finder(conn, game, sought, passed_over)
    for one in sought:
        yield matched(one.group, finder.candidates(one))


class _Finder:
    """What the ledger knows by the ids, places and names of some groups."""

    def __init__(
        self, conn: Connection, game: Game, sought: Sequence[Sought], passed_over: Collection[SubjectId]
    ) -> None:
        self.conn = conn
        self.game = game
        self.passed_over = passed_over
        self._made: dict[SubjectId, Candidate] = {}
        self._ids = find_known_ids(conn, game.id, {one for each in sought for one in ids_of(each.group)})
        rest = [one for one in sought if not self._by_id(one)]
        self._printing_ids = find_known_ids(
            conn, game.id, {each for one in rest for each in one.printing_ids}
        )
        self._places = find_by_places(conn, game.id, {each for one in rest for each in one.places})
        self._names = find_by_folded_names(
            conn, game.id, {folded_name(name) for one in rest for name in _names_of(one.group)}
        )

    def candidates(self, one: Sought) -> Candidates:
        """Return the cards that a group may tell of."""
        by_id = self._by_id(one)
        if by_id:
            return Candidates(self._load(by_id), (), (), ())
        printed = [found.subject for each in one.printing_ids for found in self._printing_ids.get(each, ())]
        placed = [subject for place in one.places for subject in self._places.get(place, ())]
        named = [
            subject
            for name in _names_of(one.group)
            for subject in self._names.get(folded_name(name), ())
            if self._candidate(subject).bears(name)
        ]
        return Candidates((), self._load(printed), self._load(placed), self._load(named))

    def _by_id(self, one: Sought) -> list[SubjectId]:
        return [
            found.subject
            for each in ids_of(one.group)
            for found in self._ids.get(each, ())
            if found.printing is None
        ]

    def _load(self, subjects: Sequence[SubjectId]) -> list[Candidate]:
        return [self._candidate(one) for one in dict.fromkeys(subjects) if one not in self.passed_over]

    def _candidate(self, subject: SubjectId) -> Candidate:
        if subject not in self._made:
            self._made[subject] = _load_candidate(self.conn, self.game, subject)
        return self._made[subject]


def _names_of(group: Group) -> list[str]:
    """Return the names by which a card is sought: its own, as the ledger joins those of faces, and these."""
    joined = " // ".join(part.strip() for part in group.name.split("/") if part.strip())
    return [group.name, joined, *(group.faces if len(group.faces) > 1 else ())]


def _load_candidate(conn: Connection, game: Game, subject: SubjectId) -> Candidate:
    found = load_subject(conn, subject)
    assertions = standing(load_assertions(conn, subject), load_endings(conn, subject))
    names = [
        value
        for one in assertions
        for value in one.fields
        if value.field == NAME and value.lang == game.language
    ]
    texts = load_texts(conn, {value.content for value in names})
    latest = {value.face: texts.get(value.content) for value in names}
    faces = tuple(latest.get(face) for face in range(found.faces if found is not None else 1))
    whole = joined_name(faces)
    printed = bool(load_printings(conn, subject))
    sightings = [
        sighting_of(one.key, one.body or {}) for one in iter_records(conn, Sighting.kind, str(subject))
    ]
    return Candidate(
        subject=subject,
        names=frozenset({*texts.values(), *([whole] if whole is not None else ())}),
        faces=faces,
        token=found is not None and found.layout == TOKEN,
        told=tuple(told for one in sightings for told in _told(one, printed)),
    )


def _told(one: Sighting, printed: bool) -> Iterator[Told]:
    for name in one.names:
        yield Told(
            game=one.subject.game,
            source=one.source,
            lang=one.lang,
            key=name,
            name=name,
            face=one.face,
            token=False,
            first_on=one.runs[0].first_on,
            last_on=one.last_on,
            printed=printed,
        )
