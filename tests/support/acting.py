"""A machine that records lawful acts about a card in any order; what is then claimed is for its heirs."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.support.acts import Acts
from tests.support.plain_ledger import Ended, Said

DAYS = range(1, 15)
"""The days that matter to what the machine records, and one behind them."""

PAPER_FIRST = ("paper", "mtgo")
"""The scopes of the game; the first is meant where none is named."""

_DAY = st.integers(1, 10)
_TOLD = st.none() | st.integers(1, 13)
_PICK = st.integers(0, 11)
_TRACKS = st.sampled_from([("text",), ("text",), ("text", "might"), ("might",), ()]).map(frozenset)
_SCOPES = st.sampled_from([(), (), (), ("paper",), ("mtgo",)])


@st.composite
def _starts(draw: st.DrawFn) -> dict[str, int | None]:
    if draw(st.booleans()):
        return {"first": draw(_DAY)}
    after = draw(st.none() | _DAY)
    return {"after": after, "by": draw(st.none() | st.integers((after or 0) + 1, 12))}


@st.composite
def _shapes(draw: st.DrawFn) -> dict[str, int | None]:
    """Draw when a change begins, when it was announced, and perhaps its end and the announcement of that."""
    shape = draw(_starts()) | {"told": draw(_TOLD)}
    least = shape.get("first") or shape.get("by") or shape.get("after") or 1
    if draw(st.sampled_from([False, False, True])):
        shape |= {"until": draw(st.integers(least + 1, 13)), "until_told": draw(_TOLD)}
    return shape


@st.composite
def _ends(draw: st.DrawFn) -> dict[str, int | None]:
    if draw(st.booleans()):
        return {"first": draw(st.integers(3, 13))}
    by = draw(st.integers(3, 13))
    return {"sure": draw(st.integers(1, by - 1)), "by": by}


class ActingMachine(RuleBasedStateMachine):
    """Records acts about one card; each rule that can't be followed lawfully does nothing."""

    acts: Acts

    def __init__(self) -> None:
        super().__init__()
        self.acts = self.begun()
        self._names = 0

    def begun(self) -> Acts:
        """Return the card, of which nothing was recorded."""
        return Acts()

    def pins(self) -> range:
        """Return the entries about the card."""
        return range(self.acts.before + 1, self.acts.head + 1)

    def recorded(self) -> None:
        """Take notice of what was recorded just now."""

    def _new(self, **told: Any) -> Said:
        self._names += 1
        return Said(self.acts.ahead(), f"e{self._names}", **told)

    def _note(self, done: bool = True) -> None:
        if done:
            self.recorded()

    @initialize(
        released=st.integers(1, 5),
        early=st.none() | st.integers(0, 3),
        might=st.booleans(),
        errata=st.lists(st.tuples(_shapes(), _TRACKS, _SCOPES), min_size=1, max_size=4),
    )
    def print_the_card(self, released: int, early: int | None, might: bool, errata: list[Any]) -> None:
        """Record the first words and some errata."""
        tracks = frozenset({"text", "might"} if might else {"text"})
        told = None if early is None else released - early
        self.acts.base(Said(self.acts.ahead(), "base", tracks, first=released, told=told))
        self._note()
        for shape, tracks, scopes in errata:
            self._note(self.acts.change(self._new(tracks=tracks, scopes=scopes, **shape), 0))

    @rule(shape=_shapes(), tracks=_TRACKS, scopes=_SCOPES, place=_PICK)
    def announce(self, shape: dict[str, Any], tracks: frozenset[str], scopes: Any, place: int) -> None:
        """Record an erratum."""
        self._note(self.acts.change(self._new(tracks=tracks, scopes=scopes, **shape), place))

    @rule(told=_TOLD, tracks=_TRACKS, scopes=_SCOPES)
    def promise(self, told: int | None, tracks: frozenset[str], scopes: Any) -> None:
        """Record what was announced without a day."""
        one = self._new(promised=True, told=told, tracks=tracks, scopes=scopes)
        self._note(self.acts.change(one, 0))

    @rule(pick=_PICK, shape=_shapes(), place=_PICK)
    def date_anew(self, pick: int, shape: dict[str, Any], place: int) -> None:
        """Record another day of an erratum, or the first one of a promise; when that was told is known."""
        one = self._picked(self.acts.living(), pick)
        if one is not None and shape["told"] is not None:
            void = Ended(self.acts.ahead(2), "void", of=one.at, told=shape["told"])
            dated = Said(self.acts.ahead(), one.name, one.tracks, one.scopes, **shape)
            self._note(self.acts.change(dated, place, [void], stays=True))

    @rule(pick=_PICK, told=_TOLD, tracks=_TRACKS, scopes=_SCOPES)
    def replace(self, pick: int, told: int | None, tracks: frozenset[str], scopes: Any) -> None:
        """Record an erratum that replaces another one of its day."""
        exact = [one for one in self.acts.living() if one.first is not None]
        if one := self._picked(exact, pick):
            told_of = {"tracks": tracks & one.tracks or one.tracks, "scopes": scopes, "told": told}
            self._note(self.acts.change(self._new(first=one.first, replaces=one.name, **told_of), 0))

    @rule(pick=_PICK, kind=st.sampled_from(["void", "lapsed"]), days=_ends(), told=_TOLD)
    def end(self, pick: int, kind: str, days: dict[str, int], told: int | None) -> None:
        """Record that an erratum was void, or that it stopped applying."""
        if one := self._picked([each for each in self.acts.living() if each.until is None], pick):
            what: Any = days if kind == "lapsed" else {}
            self._note(self.acts.end(Ended(self.acts.ahead(), kind, name=one.name, told=told, **what)))

    @rule(pick=_PICK, shape=_shapes(), place=_PICK)
    def correct(self, pick: int, shape: dict[str, Any], place: int) -> None:
        """Record that the days of an erratum were recorded wrongly."""
        if one := self._picked(self.acts.living(), pick):
            days = {"told": shape["told"]} if one.promised else {"until": None, "until_told": None, **shape}
            nothing = {"first": None, "after": None, "by": None}
            told = {**nothing, **days, "at": self.acts.ahead(), "corrects": one.at}
            self._note(self.acts.change(one._replace(**told), place))

    @rule(pick=_PICK, days=st.none() | _ends(), told=_TOLD)
    def correct_an_end(self, pick: int, days: dict[str, int] | None, told: int | None) -> None:
        """Record that the days of an end were recorded wrongly, or that there was none."""
        one = self._picked(self.acts.standing()[1], pick)
        if one is not None and days is not None:
            what = {"first": None, "sure": None, "by": None} | (days if one.kind == "lapsed" else {})
            mended = one._replace(at=self.acts.ahead(), corrects=one.at, told=told, **what)
            self._note(self.acts.end(mended))
        elif one is not None and one.name is not None:
            self._note(self.acts.end(Ended(self.acts.ahead(), "withdrawn", of=one.at)))

    @rule(pick=_PICK)
    def withdraw(self, pick: int) -> None:
        """Record that there never was such an erratum."""
        if one := self._picked(self.acts.living(), pick):
            of = self.acts.recorded(one.name)
            gone = [Ended(self.acts.ahead(n), "withdrawn", of=at) for n, at in enumerate(of, start=1)]
            self._note(self.acts.end(*gone))

    @rule(released=st.none() | st.integers(1, 5), through=st.integers(1, 13))
    def check(self, released: int | None, through: int) -> None:
        """Record through which day the texts were checked, or that the card was released on another day."""
        base = next(one for one in self.acts.standing()[0] if one.name == "base")
        if released is None:
            self.acts.check(through)
        else:
            told = None if base.told is None else released
            mended = base._replace(at=self.acts.ahead(), corrects=base.at, first=released, told=told)
            self.acts.base(mended)
        self._note()

    def _picked(self, found: list[Any], pick: int) -> Any:
        return found[pick % len(found)] if found else None
