"""The changes of words that were observed of a card as errata, each of which tells news only. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from service.domain.changes import strongest
from service.domain.comparison import field_class
from service.domain.games import Game
from service.domain.ids import SubjectId
from service.domain.ledger import UNKNOWN, Assertion, FieldValue
from service.domain.observations import ObservedChange
from service.domain.printed import TextOf
from service.domain.symbols import Canonical
from service.ingest.observed_places import Changes, Sources

Key = tuple[int, str]
"""A field of a face."""


@dataclass(slots=True)
class ErrataMaker:
    """Makes errata of what was observed of cards of one game.

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

    def errata(
        self, subject: SubjectId, base: Assertion | None, printed: Sequence[Assertion], changes: Changes
    ) -> Iterator[Assertion]:
        """Yield every change of words that was observed, in the order of effect, each following the last.

        The authoritative language comes first. Of two that hold from one exact day the later replaces the
        earlier one.

        Args:
            printed: the words that printings brought in other languages, in the order of release.
        """
        own = self.game.language
        released_on = None if base is None else _released(base)
        errata = _Errata(subject, released_on, printed[-1].erratum if printed else None)
        for lang in sorted({place.lang for place in changes}, key=lambda lang: (lang != own, lang)):
            first = [] if base is None else [base]
            words = _Standing(lang, first if lang == own else [one for one in printed if _brings(one, lang)])
            for change, told in _together(changes, lang):
                words.take_printed(start_of(change))
                news = self._news(told, words)
                for replaced, some in words.replaced_by(news, change.effective_from):
                    one = self._erratum(errata, change, replaced, some, words)
                    yield one
                    errata.follows = one.erratum
                    words.take(some, one)

    def values(self, fields: Mapping[Key, str], lang: str) -> tuple[FieldValue, ...]:
        """Return contents as an assertion has them, in order; what isn't localized has no language."""
        return tuple(
            FieldValue(face, name, lang if self._localized[name] else None, content)
            for (face, name), content in sorted(fields.items())
        )

    def _news(self, told: Mapping[Key, str], words: _Standing) -> dict[Key, str]:
        """Return what a change says otherwise than before, as far as that is known."""
        state = words.state
        return {
            key: content
            for key, content in told.items()
            if state.get(key) != content
            and (content != UNKNOWN or key not in state)
            and (words.lang == self.game.language or self._localized[key[1]])
        }

    def _erratum(
        self,
        errata: _Errata,
        change: ObservedChange,
        replaces: str | None,
        news: Mapping[Key, str],
        words: _Standing,
    ) -> Assertion:
        after, released_on = change.effective_after, errata.released_on
        if after is None and change.effective_by is not None and released_on is not None:
            after = released_on if released_on < change.effective_by else None
        known = all(words.state.get(key, UNKNOWN) != UNKNOWN for key in news)
        other = words.lang if words.lang != self.game.language else None
        return Assertion(
            subject=errata.subject,
            kind="erratum",
            erratum=errata.new_id(change, other),
            change_class=self._class(news, words.state) if known else None,
            class_basis="computed" if known else None,
            follows=errata.follows,
            replaces=replaces,
            languages=() if other is None else (other,),
            effective_from=change.effective_from,
            effective_after=after,
            effective_by=change.effective_by,
            date_basis="stated" if change.document is not None else "observed",
            document=change.document,
            announced_on=None if change.document is None else self._announced_on(change.document),
            fields=self.values(news, words.lang),
        )

    def _announced_on(self, document: str) -> date | None:
        return self.sources.documents[document].announced_on

    def _class(self, news: Mapping[Key, str], state: Mapping[Key, str]) -> str:
        return strongest(
            field_class(key[1], self.text_of(state[key]), self.text_of(content), self.canonical)
            for key, content in news.items()
        ).value


def start_of(change: ObservedChange) -> date:
    """Return the first day on which it is sure that a change holds."""
    return change.effective_from or change.effective_by or date.max


class _Errata:
    """What the errata of a subject have in common: the ids that were given, and which one the next follows.

    Args:
        released_on: the first sure day of the base.
    """

    def __init__(self, subject: SubjectId, released_on: date | None, follows: str | None) -> None:
        self.subject = subject
        self.released_on = released_on
        self.follows = follows
        self._ids: Counter[str] = Counter()

    def new_id(self, change: ObservedChange, lang: str | None) -> str:
        """Return the id of an erratum: source and day, the language where it isn't the authoritative one."""
        name = change.source if lang is None else f"{change.source}-{lang.lower()}"
        erratum = f"{name}-{change.seen_on}"
        self._ids[erratum] += 1
        return f"{erratum}-{self._ids[erratum]}" if self._ids[erratum] > 1 else erratum


class _Standing:
    """The words of a language as they stand, while its changes are taken in, in the order of effect.

    Args:
        printed: the words that were printed, in the order of release; the first stand from the beginning.
    """

    def __init__(self, lang: str, printed: Sequence[Assertion]) -> None:
        self.lang = lang
        self.state: dict[Key, str] = {}
        self._exact: dict[Key, tuple[date, str]] = {}
        self._printed = list(reversed(printed))
        if self._printed:
            self._take_next()

    def take_printed(self, day: date) -> None:
        """Take in what was printed up to a day."""
        while self._printed and (_released(self._printed[-1]) or date.max) <= day:
            self._take_next()

    def _take_next(self) -> None:
        self.state |= {value[:2]: value.content for value in self._printed.pop().fields}

    def replaced_by(
        self, news: Mapping[Key, str], day: date | None
    ) -> Iterable[tuple[str | None, Mapping[Key, str]]]:
        """Return what is new, parted by the errata of the same exact day that it replaces.

        An erratum replaces one at most. What replaces none stands with the first of them, or alone.

        Args:
            day: the exact day; None where there is a window.
        """
        parts: dict[str | None, dict[Key, str]] = {}
        for key, content in news.items():
            last, erratum = self._exact.get(key, (None, None))
            parts.setdefault(erratum if last == day else None, {})[key] = content
        rest = parts.pop(None, {})
        if rest:
            parts.setdefault(next(iter(parts), None), {}).update(rest)
        return parts.items()

    def take(self, news: Mapping[Key, str], one: Assertion) -> None:
        """Take in an erratum and what it says."""
        self.state |= news
        if one.effective_from is not None and one.erratum is not None:
            self._exact |= dict.fromkeys(news, (one.effective_from, one.erratum))


def _brings(one: Assertion, lang: str) -> bool:
    return any(value.lang == lang for value in one.fields)


def _released(one: Assertion) -> date | None:
    return one.effective_from or one.effective_by


def _together(changes: Changes, lang: str) -> list[tuple[ObservedChange, dict[Key, str]]]:
    """Return the changes of all faces in a language, in the order of effect.

    Those of several faces or fields that one source showed first on one day, and of which the same days are
    known, are one.
    """
    found: dict[tuple[object, ...], tuple[ObservedChange, dict[Key, str]]] = {}
    order: dict[tuple[object, ...], tuple[date, date]] = {}
    for place in sorted(changes):
        each = changes[place] if place.lang == lang else ()
        last = (date.min, date.min)
        seen: Counter[date] = Counter()
        for change in each:
            key = (*change[:6], seen[change.seen_on])
            seen[change.seen_on] += 1
            # What came later stays behind, though it may have been seen ahead.
            last = order.setdefault(key, max(last, (start_of(change), change.seen_on)))
            _, told = found.setdefault(key, (change, {}))
            told |= {(place.face, name): content for name, content in change.says.items()}
    # A stable sort: what was seen twice on one day stays in that order.
    return [found[key] for key in sorted(found, key=order.__getitem__)]
