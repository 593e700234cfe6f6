"""Finds the cards of the ledger that groups may tell of, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from service.domain.collector_numbers import place_of
from service.domain.folding import folded_name
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, FieldValue
from service.domain.names import joined_name, whole_name
from service.domain.order import standing
from service.domain.printings import Printing
from service.domain.sightings import Sighting, sighting_of
from service.domain.subjects import Subject
from service.domain.tracks import NAME
from service.ingest.candidate import Candidate, Candidates
from service.ingest.earlier import earlier_of
from service.ingest.grouping import Brief, Group
from service.ingest.identity import ids_of
from service.ingest.observed_places import Sources
from service.ingest.origins import IMPORT
from service.store.connection import Connection
from service.store.keepers import find_gone
from service.store.known_ids import find_known_ids
from service.store.ledger import load_texts
from service.store.names import find_by_folded_names
from service.store.places import Places
from service.store.recorded import load_recorded_of
from service.store.records import iter_records
from service.store.subjects import load_subject
from service.store.timelines import load_assertions, load_endings, load_printings


class KnownCards:
    """The cards of one game that the ledger has.

    Each is loaded once: what is told of it in the same import counts for what comes behind.
    """

    def __init__(self, conn: Connection, game: Game, sources: Sources) -> None:
        self.conn = conn
        self.game = game
        self._tokens = sources.token_layouts
        self._joined = {layout for one in sources.by_id.values() for layout in one.joined_layouts}
        self._partners: set[SubjectId] = set()  # cards that name others as if these were their faces
        self._made: dict[SubjectId, Candidate] = {}
        self._places = Places(conn, game.id)

    @cached_property
    def _gone(self) -> dict[str, list[SubjectId]]:
        """The cards that imports recorded and that nobody keeps any longer, by what sources called them."""
        found: dict[str, list[SubjectId]] = {}
        gone = load_recorded_of(self.conn, IMPORT, find_gone(self.conn, self.game.id), former=True)
        for subject, recorded in gone.items():
            was = earlier_of(recorded)
            self._made[subject] = self._candidate_of(
                subject, was.subject, recorded.assertions[subject], was.printings, was.sightings
            )
            self._made[subject].recorded = ()
            for one in was.sightings:
                for each in one.external_ids:
                    found.setdefault(each, []).append(subject)
        return found

    def gone(self, groups: Iterable[Group]) -> dict[Group, list[Candidate]]:
        """Return the cards that nobody keeps any longer and that sources called as they do groups."""
        if not self._gone:
            return {}
        wanted = {
            group: [one for each in ids_of(group) for one in self._gone.get(each, ())] for group in groups
        }
        return {group: self._candidates(found) for group, found in wanted.items() if found}

    def by_id(self, groups: Sequence[Group]) -> dict[Group, list[Candidate]]:
        """Return the cards that sources call as they do groups; groups without any are left out.

        Groups that name as their other face what is a card of its own are parted from it.
        """
        wanted = {group: ids_of(group) for group in groups}
        known = find_known_ids(self.conn, self.game.id, {one for ids in wanted.values() for one in ids})
        if not known:
            return {}
        found: dict[Group, list[Candidate]] = {}
        for group, ids in wanted.items():
            cards = [match.subject for one in ids for match in known.get(one, ()) if match.printing is None]
            if cards:
                found[group] = self._candidates(cards)
            if cards and group.joined and self._partners.issuperset(cards):
                group.joined = ()
                found[group] = [one for one in found[group] if one.was_told(group)]
        return {group: cards for group, cards in found.items() if cards}

    def by_printings_and_names(self, groups: Sequence[Group]) -> dict[Group, Candidates]:
        """Return the cards that groups may tell of by their printings and names."""
        ids = {one for group in groups for one in group.printing_ids()}
        by_id = find_known_ids(self.conn, self.game.id, ids)
        places = {group: [place_of(*one) for one in group.places()] for group in groups}
        by_place = self._places.find({one for some in places.values() for one in some})
        names = {group: _sought_names(group) for group in groups}
        folded = {folded_name(name) for some in names.values() for name in some}
        by_name = find_by_folded_names(self.conn, self.game.id, folded)
        return {
            group: Candidates(
                by_printing_id=self._candidates(
                    match.subject for one in group.printing_ids() for match in by_id.get(one, ())
                ),
                by_number=self._candidates(
                    subject for place in places[group] for subject in by_place.get(place, ())
                ),
                by_name=[
                    one
                    for one in self._candidates(
                        subject for name in names[group] for subject in by_name.get(folded_name(name), ())
                    )
                    if one.bears(group.names)
                ],
            )
            for group in groups
        }

    def _candidates(self, subjects: Iterable[SubjectId]) -> list[Candidate]:
        return [self._candidate(one) for one in dict.fromkeys(subjects)]

    def _candidate(self, subject: SubjectId) -> Candidate:
        if subject not in self._made:
            self._made[subject] = self._load(subject)
        return self._made[subject]

    def _load(self, subject: SubjectId) -> Candidate:
        records = iter_records(self.conn, Sighting.kind, str(subject))
        return self._candidate_of(
            subject,
            load_subject(self.conn, subject),
            standing(load_assertions(self.conn, subject), load_endings(self.conn, subject)),
            load_printings(self.conn, subject),
            [sighting_of(one.key, one.body or {}) for one in records],
        )

    def _candidate_of(
        self,
        subject: SubjectId,
        found: Subject | None,
        assertions: Sequence[Assertion],
        printings: Sequence[Printing],
        sightings: Sequence[Sighting],
    ) -> Candidate:
        language = self.game.language
        faces, names = _named(self.conn, assertions, found.faces if found is not None else 1, language)
        if found is not None and found.faces == 1 and found.layout in self._joined:
            self._partners.add(subject)
        sure = not printings or sum(len(one.names) for one in sightings) == 1
        told = [_told(one, name, bool(printings), sure) for one in sightings for name in one.names]
        return Candidate(
            label=str(subject),
            subject=subject,
            names=set(map(whole_name, names)),
            faces=faces,
            token=found is not None and found.layout in self._tokens,
            own=any(value.lang == language for value in _names_in(assertions)),
            places={place_of(one.set, one.number) for one in printings if one.number is not None},
            told=told,
            recorded=tuple(told),
        )


def _sought_names(group: Group) -> list[str]:
    """Return the names by which a card is sought: its own; of joined ones the ledger's form and each part.

    By a part the card is found of which no other face was told yet.
    """
    split = (
        [part.strip() for part in name.split("/") if part.strip()] for name in group.names if "/" in name
    )
    return sorted({*group.names, *(each for parts in split for each in (*parts, " // ".join(parts)))})


def _named(
    conn: Connection, assertions: Iterable[Assertion], faces: int, language: str
) -> tuple[tuple[str | None, ...], set[str]]:
    """Return the last name of each face of a card, and every name of it, in the authoritative language.

    Where it has no name in that, in all languages.

    Args:
        assertions: of the card, in the declared order.
    """
    values = _names_in(assertions)
    values = [value for value in values if value.lang == language] or values
    texts = load_texts(conn, {value.content for value in values})
    latest: Mapping[int, str | None] = {value.face: texts.get(value.content) for value in values}
    last = tuple(latest.get(face) for face in range(faces))
    whole = joined_name(last)
    return last, {*texts.values(), *([whole] if whole is not None else ())}


def _names_in(assertions: Iterable[Assertion]) -> list[FieldValue]:
    return [value for one in assertions for value in one.fields if value.field == NAME]


def _told(one: Sighting, name: str, printed: bool, sure: bool) -> Brief:
    return Brief(
        source=one.source,
        lang=one.lang,
        key=name,
        name=name,
        face=one.face,
        token=False,
        first_on=next((run for run in one.runs if run.says), one.runs[0]).first_on,
        last_on=one.last_on,
        printed=printed,
        sure=sure,
    )
