"""Records what the pieces of cards tell, card by card, as facts of one entry, and makes their index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from service.domain.contents import named_contents
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Fact, Record
from service.domain.printings import Printing, printing_of
from service.domain.records import as_record
from service.domain.sets import Set
from service.domain.sightings import Sighting, sighting_of
from service.domain.subjects import Aliases, Subject, aliases_of, subject_of
from service.ingest.candidates import iter_matches
from service.ingest.differences import record_differences, subject_differences
from service.ingest.disagreements import iter_disagreements
from service.ingest.formats import Format
from service.ingest.formats.members import BadPiece
from service.ingest.grouping import Group
from service.ingest.identity import new_card_id
from service.ingest.observed import Words
from service.ingest.observed_cards import (
    Earlier,
    FacePiece,
    Printed,
    observed_card,
    printed_of,
    printing_of_card,
)
from service.ingest.pieces import Piece, refused
from service.ingest.printing_ids import Shelf
from service.ingest.reports import ImportReport
from service.ingest.shelves import SourceShelf
from service.store.connection import Connection
from service.store.drafts import Draft
from service.store.index_rows import IndexRows, index_rows
from service.store.ledger import load_texts, save_contents
from service.store.names import iter_printing_ids
from service.store.recorded import Recorded, load_recorded_of
from service.store.segments import save_head, save_index_rows, save_indexes
from service.store.sets import iter_sets
from service.store.sources import find_keepers
from service.store.told import SubjectTold, load_game_told

CORPUS = "corpus"
_CHUNK = 200
"""How many cards are recorded at a time."""


class Recorder:
    """Records cards; what it found is told in the report."""

    def __init__(
        self,
        conn: Connection,
        form: Format,
        sources: SourceShelf,
        draft: Draft,
        report: ImportReport,
        crowded: Collection[int],
    ) -> None:
        self.conn = conn
        self.form = form
        self.sources = sources
        self.draft = draft
        self.report = report
        self.words = Words()
        self.shelf = Shelf(crowded, iter_printing_ids(conn))
        self.subjects: dict[int, SubjectId | None] = {}
        self.curated: set[SubjectId] = set()
        self._touched: list[SubjectId] = []
        self._grounds = {name: load_game_told(conn, name, game) for name, game in sources.games.items()}
        self._index: list[IndexRows] = []
        self._taken: set[str] = set()
        self._waiting: list[tuple[Group, list[Piece]]] = []
        self._sets: dict[tuple[str, str], str] = {
            (one.game, one.code.strip().casefold()): one.code for one in iter_sets(conn)
        }

    def match(self, groups: Sequence[Group]) -> None:
        """Find the cards of the ledger that the groups tell of."""
        each = iter(groups)
        while chunk := list(islice(each, _CHUNK)):
            found = list(iter_matches(self.conn, chunk))
            keepers = find_keepers(self.conn, [one for one in found if one is not None])
            for group, subject in zip(chunk, found, strict=True):
                self.subjects[id(group)] = subject
                if subject is not None and keepers.get(subject) == CORPUS:
                    self.curated.add(subject)

    def take(self, group: Group, pieces: list[Piece]) -> None:
        """Take in all pieces of a card."""
        self._waiting.append((group, pieces))
        if len(self._waiting) == _CHUNK:
            self._record()

    def close(self) -> None:
        """Write the entry, if there is anything in it, and the index of its cards."""
        self._record()
        if not self.draft.facts:
            return
        self.report.entry = self.report.head = self.draft.save()
        save_indexes(self.conn, self._touched, self.sources.games)
        save_head(self.conn, self.draft.entry.seq)

    def _record(self) -> None:
        waiting, self._waiting = self._waiting, []
        read = [(group, self._read(group, pieces)) for group, pieces in waiting]
        known = [one for group, _ in waiting if (one := self.subjects[id(group)]) is not None]
        recorded = load_recorded_of(self.conn, "import", known) if known else Recorded()
        if known:
            self.words.by_hash |= load_texts(self.conn, _named(recorded))
        for group, pieces in read:
            self.report.cards += 1
            subject = self.subjects[id(group)]
            if subject in self.curated:
                self.report.curated += 1
                self._compare(subject, pieces)
            else:
                self._record_card(group, subject, pieces, recorded)
        save_contents(self.conn, self.words.by_hash)
        self.words.forget()
        save_index_rows(self.conn, self._index)
        self._index.clear()

    def _read(self, group: Group, pieces: Iterable[Piece]) -> list[FacePiece]:
        found = []
        for piece in pieces:
            try:
                heading = self.form.heading(piece.told)
                source = self.sources.source_of(heading)
                observed = self.form.read(piece.told, heading, source, self.words)
            except BadPiece as error:
                raise refused(piece.path, piece.number, error) from None
            face = group.faces.index(heading.name) if len(group.faces) > 1 else 0
            found.append(FacePiece(observed, face, piece.digest))
        return found

    def _compare(self, subject: SubjectId, pieces: Sequence[FacePiece]) -> None:
        game, words = self.sources.games[subject.game], self.words
        self.report.disagreements += iter_disagreements(self.conn, subject, game, self.sources, pieces, words)

    def _record_card(
        self, group: Group, subject: SubjectId | None, pieces: list[FacePiece], recorded: Recorded
    ) -> None:
        if subject is None:
            subject = self._new_id(group, pieces)
            self.report.new += 1
        earlier = earlier_of(subject, recorded)
        self._record_sets(subject.game, pieces)
        card = observed_card(
            _subject_of(subject, group, pieces, earlier),
            pieces,
            earlier,
            list(self._printings(subject, group, pieces, earlier)),
        )
        found = self.sources.observer(subject.game, self.words).card_facts(card)
        known = is_recorded(subject, recorded)
        facts = self._differences(subject, found.facts, recorded) if known else found.facts
        if facts:
            self._index_card(subject, self.draft.add(facts), is_new=not known)
            self.report.count(facts)
        for clash in found.clashes:
            self.report.add_clash(subject, clash, self.words.by_hash.get)

    def _index_card(self, subject: SubjectId, facts: Sequence[Fact], *, is_new: bool) -> None:
        """Make the index of a card of which the ledger had nothing; that of others when all is written."""
        if not is_new:
            self._touched.append(subject)
            return
        told = SubjectTold(
            subject,
            assertions=[one for one in facts if isinstance(one, Assertion)],
            records=[one for one in facts if isinstance(one, Record)],
            texts=self.words.by_hash,
        )
        self._index.append(index_rows(told, self._grounds[subject.game]))

    def _new_id(self, group: Group, pieces: Sequence[FacePiece]) -> SubjectId:
        first = min((one for piece in pieces for one in places_of(piece)), default=None)
        taken = self._taken_ids(group, first)
        subject = new_card_id(group, first, taken)
        self._taken.add(str(subject))
        return subject

    def _taken_ids(self, group: Group, first: tuple[str, str] | None) -> set[SubjectId]:
        """Return those ids that a new card could have and that others have or had."""
        tried: set[SubjectId] = set()
        while (found := new_card_id(group, first, tried)) not in tried:
            if str(found) not in self._taken and not find_keepers(self.conn, [found]):
                return tried
            tried.add(found)
        return tried

    def _printings(
        self, subject: SubjectId, group: Group, pieces: Sequence[FacePiece], earlier: Earlier
    ) -> Iterator[Printing]:
        game = self.sources.games[subject.game]
        source = self.sources.source_of(pieces[0].observed.heading)
        printed = [self._placed(subject.game, one) for one in printed_of(pieces, len(group.faces))]
        ids = self.shelf.ids(subject, printed, earlier.printings, source.external_ids)
        for one, printing in zip(printed, ids, strict=True):
            yield printing_of_card(subject, printing, one, game, source.external_ids)

    def _placed(self, game: str, one: Printed) -> Printed:
        """Return a printing with its set's code in the spelling of the ledger."""
        return replace(one, set=self._sets[game, one.set.casefold()])

    def _record_sets(self, game: str, pieces: Iterable[FacePiece]) -> None:
        """Record the sets that the pieces name and nobody has told of."""
        named: dict[str, str] = {}
        codes: dict[str, str] = {}
        for piece in pieces:
            for one in piece.observed.printings:
                codes.setdefault(one.set.casefold(), one.set)
                if one.set_name is not None:
                    named.setdefault(one.set.casefold(), one.set_name)
        for folded, code in sorted(codes.items()):
            if (game, folded) not in self._sets:
                self._sets[game, folded] = code
                told = as_record(Set(game, code, named.get(folded, code), ()))
                self.draft.add([told])
                self.report.count([told])

    def _differences(self, subject: SubjectId, facts: Sequence[Fact], recorded: Recorded) -> list[Fact]:
        """Return the facts that the ledger lacks of a card that it has."""
        assertions, endings = recorded.assertions.get(subject, []), recorded.endings.get(subject, [])
        known = [one for key, one in recorded.records.items() if record_subject(key[1]) == subject]
        first = VersionId(self.draft.entry.seq, self.draft.facts + 1)
        texts = [one for one in facts if isinstance(one, Assertion)]
        found: list[Fact] = [*subject_differences(subject, assertions, endings, texts, first)]
        found += record_differences(known, (one for one in facts if isinstance(one, Record)))
        return found


def _named(recorded: Recorded) -> set[str]:
    facts: list[Fact] = [*recorded.records.values()]
    facts += [one for each in recorded.assertions.values() for one in each]
    return {sha256 for fact in facts for sha256 in named_contents(fact)}


def is_recorded(subject: SubjectId, recorded: Recorded) -> bool:
    """Whether imports recorded anything of a card."""
    return subject in recorded.assertions or any(
        record_subject(key) == subject for _, key in recorded.records
    )


def earlier_of(subject: SubjectId, recorded: Recorded) -> Earlier:
    """Return what was told of a card before, as far as imports recorded it."""
    records = {key: one.body for key, one in recorded.records.items() if one.body is not None}
    own = {key: body for key, body in records.items() if record_subject(key[1]) == subject}
    names = own.get((Aliases.kind, str(subject)))
    told = own.get((Subject.kind, str(subject)))
    return Earlier(
        sightings=[sighting_of(key, body) for (kind, key), body in own.items() if kind == Sighting.kind],
        printings=[printing_of(key, body) for (kind, key), body in own.items() if kind == Printing.kind],
        names=None if names is None else aliases_of(str(subject), names).names,
        subject=None if told is None else subject_of(str(subject), told),
    )


def _subject_of(subject: SubjectId, group: Group, pieces: Iterable[FacePiece], earlier: Earlier) -> Subject:
    before = earlier.subject
    layouts = {one for piece in pieces for one in piece.observed.heading.layouts} - {"normal"}
    if before is not None and before.layout is not None:
        layouts.add(before.layout)
    faces = max(len(group.faces), before.faces if before is not None else 1)
    return Subject(subject, faces, min(layouts, default=None))


def places_of(piece: FacePiece) -> Iterator[tuple[str, str]]:
    """Yield set and number of each printing that a piece tells with a number."""
    for one in piece.observed.printings:
        if one.number is not None:
            yield one.set, one.number


def record_subject(key: str) -> SubjectId:
    """Return the subject that the key of a record is, or begins with."""
    return SubjectId(*key.split("/", 3)[:3])
