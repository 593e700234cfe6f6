"""Errata of several days, re-dated and withdrawn ones: each load makes the ledger say what the file says."""

from dataclasses import dataclass, replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.claimed import ClaimedVoid
from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending
from service.domain.order import standing, standing_endings
from service.ingest.differences import subject_differences
from tests.support.building import SUBJECT, value

NAMES = ["a", "b", "c", "d"]


@dataclass(frozen=True)
class Erratum:
    """One erratum: its words, its days (None: promised), and whether each takes the place of the last."""

    name: str
    words: str
    days: tuple[int | None, ...]
    redated: bool


ERRATA = st.builds(
    Erratum,
    name=st.sampled_from(NAMES),
    words=st.sampled_from(["one", "two"]),
    days=st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=1, max_size=4).map(tuple),
    redated=st.booleans(),
)
FILES = st.tuples(
    st.lists(ERRATA, max_size=4, unique_by=lambda one: one.name),
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["void", "lapsed"]), max_size=2),
)
"""A file: its errata, and the ends of whole errata by name."""


def claims(file):
    errata, ends = file
    yield Assertion(subject=SUBJECT, kind="base", effective_from=date(2024, 1, 1), fields=(value("base"),))
    before = None
    for one in errata:
        for place, number in enumerate(one.days):
            yield Assertion(
                subject=SUBJECT,
                kind="erratum",
                erratum=one.name,
                follows=before if place == 0 else one.name,
                pending=number is None or None,
                effective_from=number and date(2024, 2, number),
                fields=(value(one.words),),
            )
        before = one.name
    for name, kind in ends.items():
        yield Ending(subject=SUBJECT, kind=kind, erratum=name, announced_on=date(2024, 5, 1))
    for one in errata:
        for place in range(len(one.days) - 1 if one.redated else 0):
            announced = date(2024, 1, 1 + place)
            void = Ending(subject=SUBJECT, kind="void", erratum=one.name, announced_on=announced)
            yield ClaimedVoid(void, place)


class Ledger:
    def __init__(self):
        self.assertions, self.endings, self.seq = [], [], 0

    def load(self, file):
        self.seq += 1
        found = subject_differences(
            SUBJECT, self.assertions, self.endings, claims(file), VersionId(self.seq, 1)
        )
        numbered = [replace(fact, seq=self.seq, n=n) for n, fact in enumerate(found, start=1)]
        self.assertions += [fact for fact in numbered if isinstance(fact, Assertion)]
        self.endings += [fact for fact in numbered if isinstance(fact, Ending)]
        return numbered

    def says(self):
        """Return what stands: in order, and each void of a version with the place of what it ends."""
        stands = standing(self.assertions, self.endings)
        places = {one.version: place for place, one in enumerate(stands)}
        ends = [
            (bare(replace(one, of=None)), one.of and places[one.of]) for one in standing_endings(self.endings)
        ]
        return [bare(one) for one in stands], sorted(ends, key=repr)


def bare(one):
    kept = replace(one, seq=0, n=0, corrects=None)
    return replace(kept, follows=None) if isinstance(one, Assertion) else kept


def said(file):
    fresh = Ledger()
    fresh.load(file)
    return fresh.says()


@settings(max_examples=400)
@given(st.lists(FILES, max_size=6))
def test_after_each_load_the_ledger_says_what_an_empty_one_would(files):
    ledger = Ledger()
    for file in files:
        ledger.load(file)
        assert ledger.says() == said(file)
        assert ledger.load(file) == []


def loaded(*errata):
    ledger = Ledger()
    ledger.load((list(errata), {}))
    return ledger


def test_one_more_redating_is_an_assertion_and_a_void_of_the_one_before():
    ledger = loaded(Erratum("a", "one", (1,), True))
    [later, void] = ledger.load(([Erratum("a", "one", (1, 2), True)], {}))
    assert (later.effective_from, later.corrects, later.follows) == (date(2024, 2, 2), None, "a")
    assert (void.kind, void.of, void.corrects) == ("void", VersionId(1, 2), None)


def test_a_void_follows_the_version_that_it_ends():
    ledger = loaded(Erratum("a", "one", (1, 2), True))
    found = ledger.load(([Erratum("a", "one", (3, 2), True)], {}))
    [corrected, void] = found
    assert (corrected.corrects, corrected.effective_from) == (VersionId(1, 2), date(2024, 2, 3))
    assert (void.kind, void.corrects, void.of) == ("void", VersionId(1, 4), corrected.version)


def test_one_day_of_several_that_is_mended_is_one_correction():
    ledger = loaded(Erratum("a", "one", (1, 2, 3), False), Erratum("b", "one", (4,), False))
    [fact] = ledger.load(([Erratum("a", "one", (1, 4, 3), False), Erratum("b", "one", (4,), False)], {}))
    assert (fact.corrects, fact.effective_from) == (VersionId(1, 3), date(2024, 2, 4))


def test_an_erratum_of_several_days_that_moves_is_withdrawn_and_recorded_anew():
    first, second = Erratum("a", "one", (1, 2), False), Erratum("b", "one", (3, 4), False)
    third = Erratum("c", "one", (4,), False)
    ledger = loaded(first, second, third)
    found = ledger.load(([second, third, first], {}))
    assert [type(one).__name__ for one in found] == ["Ending", "Ending", "Assertion", "Assertion"]
    assert [one.kind for one in found[:2]] == ["correction", "correction"]
    assert [one.follows for one in found[2:]] == ["c", "a"]
