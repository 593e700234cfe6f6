"""Strategies: random histories of one subject on a small calendar, in plain numbers and as facts."""

from dataclasses import dataclass
from datetime import date, timedelta

from hypothesis import strategies as st

from service.domain.tracks import Track
from tests.support.brute_force import Plain
from tests.support.building import Card

CALENDAR = range(1, 30)
"""The days on which something begins or ends; day 1 is 2024-02-21, so that it holds a leap day."""

TEXT = Track(0, "rules_text", "en")
MIGHT = Track(0, "might", None)
SCOPES = ("paper", "mtgo")


def civil(number: int) -> date:
    """Return the civil day of a number of the calendar."""
    return date(2024, 2, 20) + timedelta(number)


@dataclass(frozen=True, slots=True)
class Told:
    """An erratum, the tracks that it sets and the scopes that it covers; all if it names none."""

    plain: Plain
    tracks: frozenset[Track]
    scopes: tuple[str, ...]

    def covers(self, scope: str) -> bool:
        """Whether it holds in the scope."""
        return not self.scopes or scope in self.scopes


@dataclass(frozen=True, slots=True)
class Story:
    """A history: its errata in order of effect, and what is known of the card.

    Attributes:
        printed: the tracks that the base sets.
        verified: the last day through which the texts were checked.
    """

    errata: tuple[Told, ...]
    released: int
    printed: frozenset[Track]
    verified: int | None

    def card(self) -> Card:
        """Return the history as facts; each change reads as its name, the base as ``base``."""
        card = Card(verified_through=_text(self.verified))
        might = [card.stat("might", "base")] if MIGHT in self.printed else []
        card.base(_text(self.released), "base", *might)
        for told in self.errata:
            one = told.plain
            card.erratum(
                one.name,
                (_text(one.after), _text(one.by)) if one.first is None else _text(one.first),
                None,
                *(card.value(one.name, track.field, track.lang) for track in sorted(told.tracks, key=str)),
                announced_on=None,
                scopes=told.scopes,
                replaces=one.replaces,
                effective_until=_text(one.until) if one.sure is None else None,
            )
        for told in self.errata:
            if told.plain.sure is not None:
                card.lapsed(told.plain.name, (_text(told.plain.sure), _text(told.plain.until)))
        return card


def _text(number: int | None) -> str | None:
    return None if number is None else civil(number).isoformat()


_DAYS = st.integers(1, 25)
_TRACKS = st.sampled_from(
    [frozenset({TEXT}), frozenset({TEXT}), frozenset({MIGHT}), frozenset({TEXT, MIGHT}), frozenset()]
)
_SCOPES = st.sampled_from([(), (), ("paper",), ("mtgo",)])


@st.composite
def _told(draw: st.DrawFn, name: str, day: int, before: Plain | None) -> Told:
    one = Plain(name, first=day)
    if draw(st.sampled_from([False, False, True])):
        after = draw(st.none() | _DAYS)
        by = draw(st.none() | st.integers((after or 0) + 1, 27))
        one = Plain(name, after=after, by=by)
    least = one.first or one.by or one.after or 1
    until = draw(st.none() | st.integers(least + 1, 28))
    if until is not None:
        sure = draw(st.none() | st.integers(least, until - 1) | st.just(least))
        one = one._replace(until=until, sure=sure)
    if before is not None and draw(st.integers(0, 5)) == 5:
        one = Plain(name, before.first, before.after, before.by, replaces=before.name)
    return Told(one, draw(_TRACKS), draw(_SCOPES))


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """Histories whose exact days never contradict their order, with windows, ends and replacements."""
    told: list[Told] = []
    for place, day in enumerate(sorted(draw(st.lists(_DAYS, min_size=1, max_size=6)))):
        told.append(draw(_told(f"e{place}", day, told[-1].plain if told else None)))
    printed = draw(st.sampled_from([frozenset({TEXT}), frozenset({TEXT, MIGHT})]))
    return Story(tuple(told), draw(st.integers(1, 10)), printed, draw(st.none() | st.integers(1, 29)))
