"""Prepares what the pieces of cards tell, some at a time, as facts of one entry.

Only reads the ledger; what is to be written comes out as steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from service.domain.contents import named_contents
from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Fact
from service.domain.tombstones import Tombstone
from service.ingest.anew import check_whole, is_read_anew
from service.ingest.card_maker import CardMaker
from service.ingest.disagreements import iter_disagreements
from service.ingest.formats import Format
from service.ingest.given_ids import GivenIds
from service.ingest.grouping import Group
from service.ingest.identity import new_card_id
from service.ingest.matching import Matched
from service.ingest.observed import BadPiece, Words
from service.ingest.observed_cards import CardPieces, FacePiece
from service.ingest.origins import CORPUS, IMPORT
from service.ingest.pieces import Piece, refused
from service.ingest.printing_ids import IdGiver
from service.ingest.reports import ImportReport, Remark
from service.ingest.shelves import SourceShelf
from service.ingest.steps import Finished, Prepared
from service.store.connection import Connection
from service.store.drafts import Draft, pack
from service.store.keepers import find_keepers, find_taken
from service.store.ledger import load_texts
from service.store.names import PrintingIds
from service.store.recorded import Recorded, load_recorded_of
from service.store.records import iter_records
from service.store.sets import iter_sets

_CHUNK = 50
"""How many cards are recorded at a time."""


class Preparer:
    """Prepares cards; what it found is told in the report.

    Args:
        matched: the cards of which pieces tell.
        today: what day it is, by game.
    """

    def __init__(
        self,
        conn: Connection,
        form: Format,
        sources: SourceShelf,
        draft: Draft,
        report: ImportReport,
        matched: Matched,
        today: Mapping[str, date],
    ) -> None:
        self.conn = conn
        self.form = form
        self.sources = sources
        self._draft = draft
        self.report = report
        self._words = Words()
        self._today = today
        ids = IdGiver(matched.crowded, PrintingIds(conn).has)
        self._maker = CardMaker(sources, self._words, ids, iter_sets(conn))
        self._removed = {one.key for one in iter_records(conn, Tombstone.kind)}
        self._given = GivenIds()
        for subject in matched.returning:
            self._given.add(str(subject))
        self._former: set[SubjectId] = set()
        self._changed: list[SubjectId] = []
        self._waiting: list[tuple[Group, list[Piece]]] = []

    def take(self, group: Group, pieces: list[Piece]) -> Iterator[Prepared]:
        """Take in all pieces of a card, and yield what is to be written as soon as there is enough.

        Raises:
            ImportRefused, InvalidText, TextTooLarge: if one can't be read.
            UnknownSource: if nobody has described the source of one.
            BrokenRule: if the ledger doesn't take what they tell.
            DamagedLedger: if what was recorded can't be read.
        """
        self._waiting.append((group, pieces))
        if len(self._waiting) == _CHUNK:
            yield self._prepare()

    def close(self) -> Iterator[Prepared | Finished]:
        """Yield what is still to be written, and at last that there is no more.

        Raises:
            ErrataError: as ``take`` does.
        """
        if self._waiting:
            yield self._prepare()
        entry = self._draft.close() if self._draft.facts else None
        if entry is not None:
            self.report.entry = entry
        yield Finished(entry, tuple(self._changed), self.report)

    def _prepare(self) -> Prepared:
        read = [self._read(group, pieces) for group, pieces in self._waiting]
        self._waiting.clear()
        subjects = [one.group.subject for one in read if one.group.subject is not None]
        keepers = find_keepers(self.conn, subjects)
        known = [subject for subject in subjects if keepers.get(subject) == IMPORT]
        recorded = load_recorded_of(self.conn, IMPORT, known) if known else {}
        self._words.by_hash |= load_texts(self.conn, _contents(recorded.values()))
        new_ids = self._new_ids([one for one in read if one.pieces and one.group.subject is None])
        keepers |= find_keepers(self.conn, new_ids)
        gone = [subject for subject, keeper in keepers.items() if keeper is None]
        former = load_recorded_of(self.conn, IMPORT, gone, former=True) if gone else {}
        self._former |= set(gone)
        new = iter(new_ids)
        told: list[tuple[CardPieces, SubjectId]] = []
        for one in read:
            subject = one.group.subject
            if subject is not None and keepers.get(subject) == CORPUS:
                self._compare(one, subject)
            elif one.pieces:
                told.append((one, next(new) if subject is None else subject))
        prepared = self._prepare_cards(told, recorded, former)
        self._words.forget()
        return prepared

    def _read(self, group: Group, pieces: Sequence[Piece]) -> CardPieces:
        """Return what pieces tell; what tells of no face is passed over."""
        found: list[FacePiece] = []
        faces = {(told.source, told.lang, told.key, told.name): told.face for told in group.told}
        for piece in pieces:
            try:
                observed = self.form.read(
                    piece.told, self.sources.source_of, self._words, self._today[group.game]
                )
            except BadPiece as error:
                raise refused(piece.path, piece.number, error) from None
            heading = observed.heading
            face = faces[heading.source, observed.lang, heading.key, heading.name]
            if face is None:
                reason = f"{heading.name!r} is told face by face elsewhere, and as one text here"
                self.report.passed_over.append(Remark(piece.path, piece.number, reason))
                continue
            for damage in observed.damaged:
                reason = f"{damage.field}: {damage.found}; these words stand as unknown"
                self.report.damaged.append(Remark(piece.path, piece.number, reason))
            found.append(FacePiece(observed, face, piece.digest.hex()))
        if group.first_face is None and found:
            reason = f"{group.subject} was told as one text before: that gives way to its faces"
            self.report.passed_over.append(Remark(pieces[0].path, pieces[0].number, reason))
        return CardPieces(group, found, self.sources.source_of(observed.heading))

    def _compare(self, told: CardPieces, subject: SubjectId) -> None:
        self.report.cards += 1
        self.report.curated += 1
        game = self.sources.games[subject.game]
        self.report.disagreements += iter_disagreements(
            self.conn, subject, game, self.sources, told.pieces, self._words
        )

    def _new_ids(self, told: Sequence[CardPieces]) -> list[SubjectId]:
        """Return the id of each new card: the first that it can have and that no other card has."""
        given: list[SubjectId] = []
        wanted = [new_card_id(one.group, None, ()) for one in told]
        there = find_taken(self.conn, wanted)
        for one, found in zip(told, wanted, strict=True):
            taken: set[SubjectId] = set()
            while found in there or not self._given.add(str(found)):
                taken.add(found)
                found = new_card_id(one.group, one.first_place, taken)
                there |= find_taken(self.conn, [found])
            given.append(found)
        return given

    def _prepare_cards(
        self,
        told: Sequence[tuple[CardPieces, SubjectId]],
        recorded: Mapping[SubjectId, Recorded],
        former: Mapping[SubjectId, Recorded],
    ) -> Prepared:
        facts: list[Fact] = []
        touched: list[SubjectId] = []
        for one, subject in told:
            self.report.cards += 1
            self.report.new += one.group.subject is None or subject in self._former
            anew = subject in recorded and is_read_anew(recorded[subject], self.sources.read_by)
            if anew:
                check_whole(self.conn, subject, (piece.digest for piece in one.pieces), self.sources.read_by)
            facts += self._maker.new_sets(one)
            first = VersionId(self._draft.entry.seq, self._draft.facts + len(facts) + 1)
            own, clashes = self._maker.facts(
                one, subject, recorded.get(subject), former.get(subject), first, anew=anew
            )
            for clash in clashes:
                self.report.add_clash(subject, clash, self._words.by_hash.get)
            touched += [subject] if own else []
            facts += own
        numbered, rows = self._draft.add(facts)
        self.report.count(numbered)
        # A card that the ledger had once has rows in the index, for pins.
        known = [subject for subject in touched if subject in recorded or subject in self._former]
        self._changed += known
        named = {sha256 for fact in numbered for sha256 in named_contents(fact)} - self._removed
        return Prepared(
            texts={sha256: text for sha256, text in self._words.by_hash.items() if sha256 in named},
            facts={table.__tablename__: pack(some) for table, some in rows.items() if some},
            fresh=[str(subject) for subject in touched if subject not in known],
        )


def _contents(recorded: Iterable[Recorded]) -> Iterator[str]:
    for one in recorded:
        told: list[Iterable[Fact]] = [one.records.values(), *one.assertions.values()]
        yield from (sha256 for facts in told for fact in facts for sha256 in named_contents(fact))
