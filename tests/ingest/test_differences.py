"""However a file is edited, the facts that are appended make the ledger say what the file says."""

from bisect import bisect_left
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending, Record
from service.domain.order import standing, standing_endings
from service.ingest.differences import record_differences, subject_differences
from tests.support.building import SUBJECT, value

NAMES = ["a", "b", "c", "d", "e", "f"]

WORDS = st.sampled_from(["one", "two", "three"])

ENDS = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3), max_size=3)

FILES = st.tuples(
    WORDS,
    st.lists(st.tuples(st.sampled_from(NAMES), WORDS), max_size=6, unique_by=lambda one: one[0]),
    ENDS,
)
"""A file: the words of the base, the errata by name with theirs, and the ends of errata by name."""


def facts(file):
    """Return the facts of a file, as a card's are claimed: the base, the errata, the endings, a record."""
    base, errata, ends = file
    yield Assertion(subject=SUBJECT, kind="base", effective_from=date(2024, 1, 1), fields=(value(base),))
    before = None
    for name, words in errata:
        yield Assertion(
            subject=SUBJECT,
            kind="erratum",
            erratum=name,
            change_class="wording",
            follows=before,
            effective_from=date(2024, 2, 1),
            fields=(value(words),),
        )
        before = name
    for name, month in ends.items():
        yield Ending(subject=SUBJECT, kind="lapsed", erratum=name, ended_on=date(2025, month, 1))
    yield Record(kind="subject", key=str(SUBJECT), body={"faces": 1})


class Ledger:
    """A ledger of one subject: each load of a file is an entry, its facts numbered as they come."""

    def __init__(self):
        self.assertions, self.endings, self.seq = [], [], 0

    def load(self, file):
        self.seq += 1
        first = VersionId(self.seq, 1)
        found = subject_differences(SUBJECT, list(self.assertions), list(self.endings), facts(file), first)
        numbered = [replace(fact, seq=self.seq, n=n) for n, fact in enumerate(found, start=1)]
        self.assertions += [fact for fact in numbered if isinstance(fact, Assertion)]
        self.endings += [fact for fact in numbered if isinstance(fact, Ending)]
        return numbered

    def says(self):
        stands = [bare(one) for one in standing(self.assertions, self.endings)]
        ends = [bare(one) for one in standing_endings(self.endings)]
        return stands, sorted(ends, key=lambda one: one.erratum)


def bare(one):
    """Return a fact without its place in the ledger."""
    kept = replace(one, seq=0, n=0, corrects=None)
    return replace(kept, follows=None) if isinstance(one, Assertion) else kept


def said(file):
    """Return what a ledger should say that holds the file."""
    told = list(facts(file))
    ends = [bare(one) for one in told if isinstance(one, Ending)]
    return [bare(one) for one in told if isinstance(one, Assertion)], sorted(
        ends, key=lambda one: one.erratum
    )


def longest_kept(before, after):
    """Return how many names can stay while the others move, the slow way."""
    common = [name for name in before if name in after]
    for size in range(len(common), 0, -1):
        for kept in combinations(common, size):
            if list(kept) == [name for name in after if name in kept]:
                return size
    return 0


@settings(max_examples=400)
@given(st.lists(FILES, max_size=6))
def test_after_each_load_the_ledger_says_what_the_file_says(files):
    ledger = Ledger()
    for file in files:
        ledger.load(file)
        assert ledger.says() == said(file)


@given(st.lists(FILES, min_size=1, max_size=5))
def test_a_second_load_yields_nothing(files):
    ledger = Ledger()
    for file in files:
        ledger.load(file)
        assert ledger.load(file) == []


@given(st.lists(FILES, min_size=1, max_size=4))
def test_a_file_that_was_removed_leaves_nothing_standing_and_can_come_back(files):
    ledger = Ledger()
    for file in files:
        ledger.load(file)
        gone = subject_differences(SUBJECT, ledger.assertions, ledger.endings, (), VersionId(1, 1))
        assert all(isinstance(one, Ending) and one.kind == "correction" for one in gone)
        ledger.seq += 1
        ledger.endings += [replace(one, seq=ledger.seq, n=n) for n, one in enumerate(gone, start=1)]
        assert ledger.says() == ([], [])
        ledger.load(file)
        assert ledger.says() == said(file)


@given(st.lists(FILES, max_size=3), FILES, st.integers(0, 6), WORDS)
def test_an_erratum_that_is_inserted_anywhere_is_one_new_fact(history, file, place, words):
    ledger = Ledger()
    for each in [*history, file]:
        ledger.load(each)
    base, errata, ends = file
    grown = (base, [*errata[:place], ("new", words), *errata[place:]], ends)
    [fact] = ledger.load(grown)
    assert (fact.erratum, fact.corrects) == ("new", None)
    assert ledger.says() == said(grown)


@given(st.lists(FILES, max_size=3), FILES.filter(lambda file: file[1]), st.data())
def test_one_edited_text_is_one_correction_of_the_version_that_stood(history, file, data):
    ledger = Ledger()
    for each in [*history, file]:
        ledger.load(each)
    base, errata, ends = file
    place = data.draw(st.integers(0, len(errata) - 1))
    name = errata[place][0]
    [stood] = [one for one in standing(ledger.assertions, ledger.endings) if one.erratum == name]
    edited = (base, [*errata[:place], (name, "new words"), *errata[place + 1 :]], ends)
    [fact] = ledger.load(edited)
    assert (fact.erratum, fact.corrects, fact.follows) == (name, stood.version, name)
    assert stood in ledger.assertions
    assert ledger.says() == said(edited)


@given(st.lists(FILES, max_size=2), FILES)
def test_an_edited_base_is_one_correction(history, file):
    ledger = Ledger()
    for each in [*history, file]:
        ledger.load(each)
    [fact] = ledger.load(("new words", *file[1:]))
    assert (fact.kind, fact.erratum, fact.corrects is None) == ("base", None, False)


@given(st.lists(FILES, max_size=2), FILES, st.randoms(use_true_random=False))
def test_a_new_order_is_the_least_number_of_corrections(history, file, random):
    ledger = Ledger()
    for each in [*history, file]:
        ledger.load(each)
    base, errata, ends = file
    moved = random.sample(errata, len(errata))
    found = ledger.load((base, moved, ends))
    least = len(errata) - longest_kept([name for name, _ in errata], [name for name, _ in moved])
    assert all(isinstance(one, Assertion) and one.corrects is not None for one in found)
    assert len(found) == least
    assert ledger.says() == said((base, moved, ends))


@given(FILES, FILES)
def test_there_is_never_more_than_one_fact_for_each_thing_that_differs(before, after):
    ledger = Ledger()
    ledger.load(before)
    found = ledger.load(after)
    old, new = dict(before[1]), dict(after[1])
    order = [[name for name, _ in file[1] if name in old and name in new] for file in (before, after)]
    kept = longest_kept(*order)
    edited = sum(old[name] != new[name] for name in old.keys() & new.keys())
    fresh_or_gone = len(old.keys() ^ new.keys())
    ends = sum(before[2].get(name) != after[2].get(name) for name in NAMES)
    most = (before[0] != after[0]) + fresh_or_gone + edited + (len(order[0]) - kept) + ends
    assert len(found) <= most
    assert (found == []) == (said(before) == said(after))


@pytest.mark.parametrize(
    ("after", "kinds"),
    [
        ({"a": 1}, []),
        ({"a": 2}, [("lapsed", True)]),
        ({"a": 1, "b": 1}, [("lapsed", False)]),
        ({}, [("correction", False)]),
        ({"b": 1}, [("lapsed", False), ("correction", False)]),
    ],
    ids=["the same", "another day", "one more", "taken out", "of another erratum"],
)
def test_endings_are_added_corrected_and_withdrawn(after, kinds):
    ledger = Ledger()
    errata = [("a", "one"), ("b", "two")]
    ledger.load(("base", errata, {"a": 1}))
    found = ledger.load(("base", errata, after))
    assert [(one.kind, one.corrects is not None) for one in found] == kinds


def test_the_shortest_moves_are_found_in_a_long_file():
    names = [f"n{number:03}" for number in range(300)]
    shifted = [*names[150:], *names[:150]]
    ledger = Ledger()
    ledger.load(("base", [(name, name) for name in names], {}))
    found = ledger.load(("base", [(name, name) for name in shifted], {}))
    tails = []
    for place in (names.index(name) for name in shifted):
        tails[bisect_left(tails, place) : bisect_left(tails, place) + 1] = [place]
    assert len(found) == 300 - len(tails) == 150


RECORDS = st.dictionaries(
    st.tuples(st.sampled_from(["set", "document"]), st.sampled_from(["demo/ONE", "demo/TWO", "faq"])),
    st.fixed_dictionaries({"name": WORDS}),
)


@given(st.lists(RECORDS, max_size=5))
def test_after_each_load_the_records_are_those_that_are_wanted(loads):
    held = {}
    for wanted in loads:
        facts = [Record(kind=kind, key=key, body=body) for (kind, key), body in wanted.items()]
        found = list(record_differences(held.values(), facts))
        assert len(found) == sum(
            wanted.get(key) != (held[key].body if key in held else None)
            for key in wanted.keys() | held.keys()
        )
        held |= {(one.kind, one.key): one for one in found}
        held = {key: one for key, one in held.items() if one.body is not None}
        assert {key: one.body for key, one in held.items()} == wanted
        assert list(record_differences(held.values(), facts)) == []
