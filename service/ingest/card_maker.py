"""Makes the facts of a card out of what its pieces tell and what imports recorded of it before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Fact, Record
from service.domain.observations import Clash
from service.domain.printings import Printing
from service.domain.records import as_record
from service.domain.sets import Set
from service.domain.sightings import Sighting
from service.domain.subjects import Subject
from service.ingest.differences import record_differences, subject_differences
from service.ingest.earlier import Earlier, earlier_of, on_face
from service.ingest.observed import Words
from service.ingest.observed_cards import (
    CardPieces,
    FacePiece,
    observed_card,
    tellings_of,
)
from service.ingest.printing_ids import IdGiver
from service.ingest.printing_rows import joined_printings
from service.ingest.shelves import SourceShelf
from service.store.recorded import Recorded


class CardMaker:
    """Makes facts of cards.

    Args:
        words: the texts of what was read, and of what was recorded of the cards before.
        sets: those that the ledger has.
    """

    def __init__(
        self, sources: SourceShelf, words: Words, printing_ids: IdGiver, sets: Iterable[Set]
    ) -> None:
        self.sources = sources
        self._printing_ids = printing_ids
        self._observers = {game: sources.observer(game, words) for game in sources.games}
        self._codes = {(one.game, one.code.strip().casefold()): one.code for one in sets}

    def new_sets(self, told: CardPieces) -> Iterator[Record]:
        """Yield the sets that a card was printed in and that nobody has told of before, by code."""
        game = told.group.game
        codes: dict[str, str] = {}
        names: dict[str, str] = {}
        for one in (one for piece in told.pieces for one in piece.observed.printings):
            folded = one.set.casefold()
            codes[folded] = min(one.set, codes.get(folded, one.set))
            if one.set_name is not None:
                names[folded] = min(one.set_name, names.get(folded, one.set_name))
        for folded, code in sorted(codes.items()):
            if (game, folded) not in self._codes:
                self._codes[game, folded] = code
                yield as_record(Set(game, code, names.get(folded, code), ()))

    def facts(
        self,
        told: CardPieces,
        subject: SubjectId,
        recorded: Recorded | None,
        former: Recorded | None,
        first: VersionId,
        *,
        anew: bool,
    ) -> tuple[list[Fact], list[Clash]]:
        """Return the facts of a card that the ledger lacks, and what its sources contradict.

        Args:
            recorded: what imports recorded of it before; None for a new one.
            former: what they had recorded of one that is gone since: nothing is kept but ids.
            first: the version that the first of the facts will be.
            anew: whether nothing that was recorded is kept but ids.
        """
        known = earlier_of(recorded or former or Recorded())
        kept = Earlier() if anew or recorded is None else known
        faces = len(told.group.faces)
        if known.subject is not None and known.subject.faces == 1 < faces:
            kept = on_face(kept, told.group.first_face, faces)
        card = observed_card(
            self._subject(subject, told, known.subject),
            told.pieces,
            kept,
            self._printings(subject, told, kept, known),
            self.sources.read_by,
        )
        found = self._observers[subject.game].card_facts(card)
        facts = found.facts if recorded is None else _lacking(subject, found.facts, recorded, first)
        return facts, found.clashes

    def _printings(
        self, subject: SubjectId, told: CardPieces, kept: Earlier, known: Earlier
    ) -> list[Printing]:
        """Return all printings of a card, each with its id; of those that aren't kept only that."""
        faces = max(len(told.group.faces), known.subject.faces if known.subject is not None else 1)
        game = self.sources.games[subject.game]
        tellings = (
            telling
            for piece in told.pieces
            for telling in tellings_of(subject, piece, faces, game, self._catalogue(piece), self._codes)
        )
        joined = joined_printings(kept.printings, tellings, known.printings)
        named = [one for one in joined if one.id]
        new = joined[len(named) :]
        ids = self._printing_ids.ids(subject, new, named, {one.id for one in known.printings})
        return named + [replace(one, id=id) for one, id in zip(new, ids, strict=True)]

    def _subject(self, subject: SubjectId, told: CardPieces, before: Subject | None) -> Subject:
        """Return the subject of a card; a face that it had once it keeps, though it is read anew.

        A token has a layout of tokens, and no other card has: by that it is known as one later.
        """
        sources = self.sources.sources[subject.game]
        layouts = {one for piece in told.pieces for one in piece.observed.heading.layouts}
        if before is not None and before.layout is not None:
            layouts.add(before.layout)
        of_tokens = layouts & sources.token_layouts
        is_token = told.group.token or (before is not None and before.layout in of_tokens)
        layouts = of_tokens if is_token else layouts - of_tokens - sources.plain_layouts
        faces = max(len(told.group.faces), before.faces if before is not None else 1)
        return Subject(subject, faces, min(layouts, default=None))

    def _catalogue(self, piece: FacePiece) -> str | None:
        return self.sources.source_of(piece.observed.heading).external_ids


def _lacking(subject: SubjectId, facts: Sequence[Fact], recorded: Recorded, first: VersionId) -> list[Fact]:
    """Return what makes the ledger hold these facts of a card, of which it has some.

    That it was read from other pieces is recorded with whatever else they tell, and not for its own sake.
    """
    texts = [one for one in facts if isinstance(one, Assertion)]
    found: list[Fact] = [
        *subject_differences(
            subject,
            recorded.assertions.get(subject, []),
            recorded.endings.get(subject, []),
            texts,
            first,
        )
    ]
    found += record_differences(recorded.records.values(), (one for one in facts if isinstance(one, Record)))
    return [] if all(_tells_pieces_only(one, recorded) for one in found) else found


def _tells_pieces_only(fact: Fact, recorded: Recorded) -> bool:
    """Whether a fact says no more than from which pieces was read what is known."""
    if not isinstance(fact, Record) or fact.kind != Sighting.kind or fact.body is None:
        return False
    before = recorded.records.get((fact.kind, fact.key))
    return before is not None and fact.body | {"pieces": ()} == (before.body or {}) | {"pieces": ()}
