"""What was observed of one card as facts of the ledger. Pure.

The printed words of the first printing are the base; each text that a source showed otherwise than the one
before is an erratum, dated by when it was seen; printings in other languages bring the words of theirs. The
same observations give the same facts, in whatever order they were made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from service.domain.changes import strongest
from service.domain.comparison import field_class
from service.domain.coverage import Coverage, face_coverage
from service.domain.documents import Document
from service.domain.games import Game
from service.domain.ledger import UNKNOWN, Assertion, Fact, FieldValue
from service.domain.observations import Clash, ObservedChange, observed_changes
from service.domain.printed import TextOf, first_release, printed_texts, released
from service.domain.printings import Printing
from service.domain.records import Recorded, as_record
from service.domain.sightings import Sighting, understood
from service.domain.sources import Source, description_digest
from service.domain.subjects import Aliases, Subject
from service.domain.symbols import Canonical


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The sources of a game, by their ids, and the documents that their leads name, by theirs."""

    by_id: Mapping[str, Source]
    documents: Mapping[str, Document]

    @cached_property
    def days(self) -> dict[str, date]:
        """The effective day of each document."""
        stated = {name: one.effective_from for name, one in self.documents.items()}
        return {name: day for name, day in stated.items() if day is not None}

    @cached_property
    def read_by(self) -> dict[str, str]:
        """The digest of the description of each source."""
        return {name: description_digest(one, self.documents) for name, one in self.by_id.items()}


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
    _localized: dict[str, bool] = field(init=False)

    def __post_init__(self) -> None:
        self._localized = {one.id: one.localized for one in self.game.fields}

    def card_facts(self, card: ObservedCard) -> CardFacts:
        """Return the facts of a card: base, printed words, errata, then records."""
        clashes: list[Clash] = []
        changes: dict[tuple[str, int], list[ObservedChange]] = {}
        for place, sightings in _by_place(card.sightings).items():
            changes[place], found = observed_changes(
                shown
                for one in sightings
                for shown in understood(one.runs, self.sources.by_id[one.source], self.sources.days)
            )
            clashes += found
        base = self._base(card, changes)
        printings = sorted(card.printings, key=lambda one: one.id)
        language, text_of = self.game.language, self.text_of
        printed = list(printed_texts(printings, language, text_of, self.canonical, translates={}))
        facts: list[Fact] = [] if base is None else [base]
        facts += printed
        facts += self._errata(card, base, changes, printed[-1].erratum if printed else None)
        facts += map(as_record, self._records(card))
        return CardFacts(facts, clashes)

    def _base(
        self, card: ObservedCard, changes: Mapping[tuple[str, int], list[ObservedChange]]
    ) -> Assertion | None:
        """Return the first words of a card; None where no day is known from which it had any."""
        own = [one for one in card.printings if one.lang == self.game.language]
        release = first_release(
            (one.released_on for one in card.printings),
            ((one.released_after, one.released_by) for one in card.printings),
        )
        first = min(own, key=lambda one: (released(one) or date.max, one.id), default=None)
        printed = {} if first is None else {value[:2]: value.content for value in first.fields}
        fields: dict[tuple[int, str], str] = {}
        for face in range(card.subject.faces):
            seen = changes.get((self.game.language, face), [])
            for name, content in seen[0].says.items() if seen else ():
                fields[face, name] = printed.get((face, name), content)
        by = release.by
        if release.on is None and by is None:
            starts = [
                _start(seen[0]) for (lang, _), seen in changes.items() if seen and lang == self.game.language
            ]
            by = min(starts, default=None)
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
            fields=self._values(fields, self.game.language),
        )

    def _values(self, fields: Mapping[tuple[int, str], str], lang: str) -> tuple[FieldValue, ...]:
        return tuple(
            FieldValue(face, name, lang if self._localized[name] else None, content)
            for (face, name), content in sorted(fields.items())
        )

    def _errata(
        self,
        card: ObservedCard,
        base: Assertion | None,
        changes: Mapping[tuple[str, int], list[ObservedChange]],
        follows: str | None,
    ) -> Iterator[Assertion]:
        """Yield every change of words that was observed, in the order of effect, each following the last."""
        ids: Counter[str] = Counter()
        stood = {} if base is None else {value[:2]: value.content for value in base.fields}
        released_on = None if base is None else base.effective_from or base.effective_by
        for lang in sorted(
            {lang for lang, _ in changes}, key=lambda lang: (lang != self.game.language, lang)
        ):
            own = lang == self.game.language
            state = dict(stood) if own else {}
            last: Assertion | None = None
            for change, told in _together(changes, lang):
                news = self._news(told, state, lang)
                if not news:
                    continue
                name = change.source if own else f"{change.source}-{lang.lower()}"
                erratum = f"{name}-{change.seen_on}"
                ids[erratum] += 1
                erratum += f"-{ids[erratum]}" if ids[erratum] > 1 else ""
                same_day = last is not None and change.effective_from == last.effective_from is not None
                last = replace(
                    self._erratum(card, change, erratum, follows, news, state, lang, released_on),
                    replaces=last.erratum if last is not None and same_day else None,
                )
                yield last
                follows = erratum
                state |= news

    def _news(
        self, told: Mapping[tuple[int, str], str], state: Mapping[tuple[int, str], str], lang: str
    ) -> dict[tuple[int, str], str]:
        """Return what a change says otherwise than before, as far as that is known."""
        return {
            key: content
            for key, content in told.items()
            if state.get(key) != content
            and (content != UNKNOWN or key not in state)
            and (lang == self.game.language or self._localized[key[1]])
        }

    def _erratum(
        self,
        card: ObservedCard,
        change: ObservedChange,
        erratum: str,
        follows: str | None,
        news: Mapping[tuple[int, str], str],
        state: Mapping[tuple[int, str], str],
        lang: str,
        released_on: date | None,
    ) -> Assertion:
        after = change.effective_after
        if after is None and change.effective_by is not None and released_on is not None:
            after = released_on if released_on < change.effective_by else None
        known = all(state.get(key, UNKNOWN) != UNKNOWN for key in news)
        return Assertion(
            subject=card.subject.id,
            kind="erratum",
            erratum=erratum,
            change_class=self._class(news, state) if known else None,
            class_basis="computed" if known else None,
            follows=follows,
            languages=() if lang == self.game.language else (lang,),
            effective_from=change.effective_from,
            effective_after=after,
            effective_by=change.effective_by,
            date_basis="stated" if change.document is not None else "observed",
            document=change.document,
            announced_on=None if change.document is None else self._announced_on(change.document),
            fields=self._values(news, lang),
        )

    def _announced_on(self, document: str) -> date | None:
        return self.sources.documents[document].announced_on

    def _class(self, news: Mapping[tuple[int, str], str], state: Mapping[tuple[int, str], str]) -> str:
        return strongest(
            field_class(key[1], self.text_of(state[key]), self.text_of(content), self.canonical)
            for key, content in news.items()
        ).value

    def _records(self, card: ObservedCard) -> Iterator[Recorded]:
        subject = card.subject
        yield subject
        if names := _aliases(card, self.game.language):
            yield Aliases(subject.id, names)
        for face, day in sorted(_seen_through(card.sightings, self.game.language).items()):
            alone = subject.faces == 1
            yield Coverage(str(subject.id) if alone else face_coverage(subject.id, face), day)
        yield from sorted(card.printings, key=lambda one: one.id)
        yield from sorted(card.sightings, key=lambda one: one.key)


def _by_place(sightings: Iterable[Sighting]) -> dict[tuple[str, int], list[Sighting]]:
    found: dict[tuple[str, int], list[Sighting]] = {}
    for one in sightings:
        found.setdefault((one.lang, one.face), []).append(one)
    return found


def _start(change: ObservedChange) -> date:
    return change.effective_from or change.effective_by or date.max


def _together(
    changes: Mapping[tuple[str, int], Sequence[ObservedChange]], lang: str
) -> list[tuple[ObservedChange, dict[tuple[int, str], str]]]:
    """Return the changes of all faces in a language, in the order of effect; those of one day are one."""
    found: dict[tuple[object, ...], tuple[ObservedChange, dict[tuple[int, str], str]]] = {}
    for (other, face), each in sorted(changes.items()):
        seen: Counter[date] = Counter()
        for change in each if other == lang else ():
            key = (*change[:6], seen[change.seen_on])
            seen[change.seen_on] += 1
            _, told = found.setdefault(key, (change, {}))
            told |= {(face, name): content for name, content in change.says.items()}
    # A stable sort: what was seen twice on one day stays in that order.
    return sorted(found.values(), key=lambda item: (_start(item[0]), item[0].seen_on))


def _aliases(card: ObservedCard, language: str) -> dict[str, str]:
    """Return the names in languages in which no text of the card is known."""
    told = {one.lang for one in card.printings} | {one.lang for one in card.sightings} | {language}
    return {lang: name for lang, name in card.names.items() if lang not in told}


def _seen_through(sightings: Iterable[Sighting], language: str) -> dict[int, date]:
    """Return the last day on which each face was seen in the authoritative language."""
    found: dict[int, date] = {}
    for one in sightings:
        if one.lang == language:
            found[one.face] = max(found.get(one.face, date.min), one.runs[-1].last_on)
    return found
