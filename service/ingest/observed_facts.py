"""What was observed of one card as facts of the ledger. Pure.

The printed words of the first printing are the base; each text that a source showed otherwise than the one
before is an erratum, dated by when it was seen; printings in other languages bring the words of theirs. The
same observations give the same facts, in whatever order they were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from service.domain.collector_numbers import place_of
from service.domain.coverage import Coverage, face_coverage
from service.domain.games import Game
from service.domain.ledger import Assertion, Fact
from service.domain.observations import Clash
from service.domain.printed import TextOf, first_release, printed_texts, released
from service.domain.printings import Printing
from service.domain.records import Recordable, as_record
from service.domain.sightings import Sighting, last_proven
from service.domain.subjects import Aliases, Subject
from service.domain.symbols import Canonical
from service.ingest.observed_errata import ErrataMaker, start_of
from service.ingest.observed_places import Changes, Sources, place_changes


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedCard:
    """All that was ever observed of a card.

    Attributes:
        names: names in languages without a text, by language.
    """

    subject: Subject
    sightings: tuple[Sighting, ...]
    printings: tuple[Printing, ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardFacts:
    """The facts of a card in the order in which they are recorded, and what its sources contradict."""

    facts: list[Fact]
    clashes: list[Clash]


@dataclass(slots=True)
class Observer:
    """Makes facts of what was observed of cards of one game.

    Attributes:
        text_of: gives the words of a content.
        canonical: maps every spelling of a symbol to its code.
    """

    game: Game
    sources: Sources
    text_of: TextOf
    canonical: Canonical
    _maker: ErrataMaker = field(init=False)

    def __post_init__(self) -> None:
        self._maker = ErrataMaker(self.game, self.sources, self.text_of, self.canonical)

    def card_facts(self, card: ObservedCard) -> CardFacts:
        """Return the facts of a card: base, printed words, errata, then records."""
        changes, clashes = place_changes(card.sightings, self.sources)
        base = self._base(card, changes)
        printings = sorted(card.printings, key=_place)
        language, text_of = self.game.language, self.text_of
        printed = list(printed_texts(printings, language, text_of, self.canonical, translates={}))
        facts: list[Fact] = [] if base is None else [base]
        facts += printed
        facts += self._maker.errata(card.subject.id, base, printed, changes)
        facts += map(as_record, self._records(card))
        return CardFacts(facts, clashes)

    def _base(self, card: ObservedCard, changes: Changes) -> Assertion | None:
        """Return the first words of a card; None where no day is known from which it had any."""
        language = self.game.language
        native = [one for one in card.printings if one.lang == language]
        release = first_release(
            (one.released_on for one in card.printings),
            ((one.released_after, one.released_by) for one in card.printings),
        )
        first = min(native, key=lambda one: (released(one) or date.max, _place(one)), default=None)
        printed = {} if first is None else {value[:2]: value.content for value in first.fields}
        fields: dict[tuple[int, str], str] = {}
        own = [(place.face, seen[0]) for place, seen in changes.items() if seen and place.lang == language]
        for face, change in own:
            for name, content in change.says.items():
                fields[face, name] = printed.get((face, name), content)
        by = release.by
        if release.on is None and by is None:
            by = min((start_of(change) for _, change in own), default=None)
            if by is None:
                return None
        return Assertion(
            subject=card.subject.id,
            kind="base",
            effective_from=release.on,
            effective_after=release.after,
            effective_by=by,
            date_basis="observed" if release.by is None and release.on is None else "release",
            announced_on=release.on or by,
            fields=self._maker.values(fields, language),
        )

    def _records(self, card: ObservedCard) -> Iterator[Recordable]:
        subject = card.subject
        yield subject
        if names := _aliases(card, self.game.language):
            yield Aliases(subject.id, names)
        for face, day in sorted(self._seen_through(card.sightings).items()):
            alone = subject.faces == 1
            yield Coverage(str(subject.id) if alone else face_coverage(subject.id, face), day)
        yield from sorted(card.printings, key=lambda one: one.id)
        yield from sorted(card.sightings, key=lambda one: one.key)

    def _seen_through(self, sightings: Iterable[Sighting]) -> dict[int, date]:
        """Return the last day on which it is proven of each face what it said in the authoritative language.

        A face of which no day is proven is left out.
        """
        found: dict[int, date] = {}
        for one in sightings:
            source = self.sources.by_id[one.source]
            for run in one.runs if one.lang == self.game.language else ():
                day = last_proven(run, source) if run.says else None
                if day is not None:
                    found[one.face] = max(found.get(one.face, day), day)
        return found


def _aliases(card: ObservedCard, language: str) -> dict[str, str]:
    """Return the names in languages in which no text of the card is known."""
    told = {one.lang for one in card.printings} | {one.lang for one in card.sightings} | {language}
    return {lang: name for lang, name in card.names.items() if lang not in told}


def _place(one: Printing) -> tuple[object, ...]:
    """Sort printings of one day by what is told of them: which ids they got depends on what came first."""
    return (*place_of(one.set, one.number or ""), one.external_ids, one.id)
