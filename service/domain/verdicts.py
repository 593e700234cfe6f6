"""Whether a printing still says what the card does: its verdict on a day.

A printing in the authoritative language is compared with the text of the day: ``same`` after normalising,
else notation, typography or reminder text where nothing more differs, else the class of the errata between
the version that it equals and the day's. A printing in another language is judged by lineage: the class
of the changes since the text that it translates. Raw transcriptions never count, only words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from service.domain.changes import ChangeClass, strongest
from service.domain.comparison import (
    BASE,
    BASES,
    FieldKey,
    State,
    StatedClass,
    errata_between,
    field_class,
    state_of,
    state_on,
    stated_class,
)
from service.domain.ledger import NONE, UNKNOWN, Assertion
from service.domain.printed import TextOf
from service.domain.printings import Printing
from service.domain.symbols import Canonical
from service.domain.timeline import Timeline
from service.domain.tracks import TEXT
from service.domain.translation import lineage_class

SAME = "same"
"""The printing says what the card does."""

_NO_MORE_THAN_SIGNS = (
    ChangeClass.NONE,
    ChangeClass.NOTATION,
    ChangeClass.TYPOGRAPHY,
    ChangeClass.REMINDER,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """``verdict`` is ``same``, ``unknown`` or a class of change; ``basis`` is that of the class."""

    verdict: str
    basis: str | None


def printed_contents(timeline: Timeline, printing: Printing) -> dict[FieldKey, str]:
    """Return what a printing bears, field by field: what it says itself, else what the base says.

    A localized field that a printing in another language doesn't give is left out.
    """
    contents: dict[FieldKey, str] = {}
    for one in timeline.assertions:
        if one.kind == "base":
            for value in one.fields:
                if value.lang in (None, printing.lang):
                    contents[value.face, value.field] = value.content
    return contents | {(value.face, value.field): value.content for value in printing.fields}


@dataclass(frozen=True, slots=True)
class Judge:
    """Compares printings of one subject with its versions, in one scope.

    Attributes:
        words: gives the words of a content.
        canonical: maps every spelling of a symbol to its code.
    """

    timeline: Timeline
    scope: str
    words: TextOf
    canonical: Canonical
    _states: list[State] = field(init=False)

    def __post_init__(self) -> None:
        language = self.timeline.history.language
        orders = [change.order for change in self.timeline.errata() if change.assertion.fields]
        states = (state_of(self.timeline, order, language, self.scope) for order in [BASE, *orders])
        object.__setattr__(self, "_states", [state for state in states if state is not None][::-1])

    def equal_state(self, printed: Mapping[FieldKey, str]) -> State | None:
        """Return the state of the latest version that has these words, or None.

        Words are the same where no more than notation, typography or reminder text differs; a version
        that has exactly these words comes before one that has them so. What isn't known is passed over.
        """
        known = {key: content for key, content in printed.items() if content != UNKNOWN}
        for state in self._states:
            if all(state.contents.get(key) == content for key, content in known.items()):
                return state
        for state in self._states:
            if all(
                self._class(key, state.contents.get(key, NONE), content) in _NO_MORE_THAN_SIGNS
                for key, content in known.items()
            ):
                return state
        return None

    def _class(self, key: FieldKey, before: str, after: str) -> ChangeClass:
        return field_class(key[1], self.words(before), self.words(after), self.canonical)

    def printed_state(self, printing: Printing) -> State:
        """Return what a printing bears, with the errata of the version whose rules text it has, if any."""
        printed = printed_contents(self.timeline, printing)
        if printing.lang != self.timeline.history.language:
            return State(printed, None)
        equal = self.equal_state({key: content for key, content in printed.items() if key[1] == TEXT})
        return State(printed, None if equal is None else equal.errata)

    def verdict_on(self, printing: Printing, day: date) -> Verdict:
        """Return the verdict on a printing for a day on which the card has a text."""
        printed = printed_contents(self.timeline, printing)
        effective = state_on(self.timeline, day, self.timeline.history.language, self.scope)
        faces = [(face, TEXT) for face in range(self.timeline.faces)]
        if any(self.words(printed.get(key, UNKNOWN)) is None for key in faces):
            return Verdict("unknown", None)
        if printing.lang != self.timeline.history.language:
            return self._by_lineage(printing, day)
        if any(self.words(effective.contents.get(key, UNKNOWN)) is None for key in faces):
            return Verdict("unknown", None)
        return _verdict([self._of_field(key, content, effective) for key, content in printed.items()])

    def _of_field(self, key: FieldKey, content: str, effective: State) -> StatedClass:
        """Return the class of what differs in one field: what the errata say, where they explain it."""
        now = effective.contents.get(key, UNKNOWN)
        if content != now and (self._is_unreadable(content) or self._is_unreadable(now)):
            return StatedClass(ChangeClass.NONE, None)
        found = self._class(key, content, now)
        equal = None if found in _NO_MORE_THAN_SIGNS else self.equal_state({key: content})
        if equal is not None:
            between = errata_between(self.timeline, equal, effective, key)
            stated = stated_class(change.assertion for change in between)
            if stated.change_class is not ChangeClass.NONE:
                return stated
        return StatedClass(found, "computed")

    def _is_unreadable(self, content: str) -> bool:
        """Whether there are words that nobody knows, or that were removed."""
        return content != NONE and self.words(content) is None

    def _by_lineage(self, printing: Printing, day: date) -> Verdict:
        rendered = self._rendered(printing)
        if rendered is None:
            return Verdict("unknown", None)
        return _verdict([lineage_class(self.timeline, rendered, day, printing.lang, self.scope)])

    def _rendered(self, printing: Printing) -> Assertion | None:
        """Return what brought a translated copy's words: the latest in its language that has them.

        Of a copy whose release is known, none counts that came later. None where no text has these words.
        """
        mine = {value for value in printing.fields if value.field == TEXT}
        released = printing.released_on or printing.released_by or date.max
        spans = self.timeline.own_spans(printing.lang, self.scope).values()
        same = [
            span
            for span in spans
            if mine == {one for one in span.assertion.fields if one.field == TEXT} and span.start <= released
        ]
        return max(same, key=lambda span: span.rank).assertion if mine and same else None


def _verdict(found: list[StatedClass]) -> Verdict:
    """Return the verdict that classes of several fields make, with the best basis of the strongest."""
    worst = strongest(one.change_class for one in found)
    if worst is ChangeClass.NONE:
        return Verdict(SAME, None)
    bases = {one.basis for one in found if one.change_class is worst}
    return Verdict(worst, next(basis for basis in BASES if basis in bases))
