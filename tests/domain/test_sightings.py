"""What a source showed on which days, as one succession, and what that says of the changes between."""

from datetime import date, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ids import SubjectId
from service.domain.observations import observed_changes
from service.domain.sightings import Run, Sighting, sighting_of, understood
from service.domain.sources import Lag, Lead, Source, SourceField
from service.domain.successions import merged

FIRST = date(2024, 1, 1)


def day(number):
    return FIRST + timedelta(days=number)


def run(first, last, text):
    return Run(day(first), day(last), {"rules_text": text} if text else {})


def source(name="gallery", **more):
    return Source(game="demo", id=name, title="T", fields=(SourceField("text", ("rules_text",)),), **more)


def changes(runs, told=None, days=None):
    """Return each change as its text and its day, or its window."""
    found, _ = observed_changes(understood(runs, told or source(), days or {}))
    return [
        (one.says["rules_text"], one.effective_from or (one.effective_after, one.effective_by))
        for one in found
    ]


@st.composite
def successions(draw):
    """Draw texts that a source showed one after the other, each from its first day to its last."""
    lengths = draw(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1, max_size=5))
    found, at = [], 0
    for place, (gap, length) in enumerate(lengths):
        at += gap
        found.append(run(at, at + length, "AB"[place % 2]))
        at += length
    return found


def test_what_was_seen_between_two_equal_texts_is_a_change_in_whatever_order_it_comes():
    told = [run(0, 0, "A"), run(9, 9, "A"), run(4, 4, "B")]
    for order in permutations([one] for one in told):
        assert merged(merged(*order[:2]), *order[2:]) == sorted(told, key=lambda one: one.first_on)
        assert [text for text, _ in changes(merged(*order))] == ["A", "B", "A"]


def test_a_text_of_which_no_day_is_proven_leaves_the_window_of_the_next_as_it_was():
    told = [run(0, 2, "A"), run(6, 8, "B"), run(10, 12, "C")]
    lags = (Lag(day(3), day(9)),)
    assert changes(told, source(lags=lags))[-1] == ("C", (day(2), day(10)))


DATED = {
    "behind the last day of the old text": ([run(0, 4, "A"), run(6, 9, "B")], (day(4), day(6))),
    "both on one day": ([run(0, 4, "A"), run(4, 9, "B")], day(4)),
    "another text was there before, whatever it said": ([run(4, 4, ""), run(6, 9, "B")], (day(4), day(6))),
    "another text was there that day": ([run(6, 6, ""), run(6, 9, "B")], day(6)),
    "another text was there before and again": (
        [run(0, 2, "A"), run(4, 4, ""), run(6, 9, "B")],
        (day(4), day(6)),
    ),
    "nobody saw what was before": ([run(6, 9, "B")], (None, day(6))),
}


@pytest.mark.parametrize(("runs", "expected"), DATED.values(), ids=DATED)
def test_a_change_is_dated_by_what_was_seen(runs, expected):
    assert changes(runs)[-1] == ("B", expected)


LAGS = {
    "the old text was known to stand before": ([run(0, 8, "A"), run(10, 12, "B")], (day(5), day(10))),
    "it was first seen in these days": ([run(6, 8, "A"), run(10, 12, "B")], (None, day(10))),
    "it was first seen on the day before them": ([run(5, 8, "A"), run(10, 12, "B")], (day(5), day(10))),
    "the last sight is on the day before them": ([run(0, 5, "A"), run(10, 12, "B")], (day(5), day(10))),
    "the last sight is on the last of them": ([run(0, 9, "A"), run(10, 12, "B")], (day(5), day(10))),
    "the last sight is behind them": ([run(0, 10, "A"), run(11, 12, "B")], (day(10), day(11))),
}


@pytest.mark.parametrize(("runs", "expected"), LAGS.values(), ids=LAGS)
def test_an_old_text_of_a_source_that_lags_proves_nothing(runs, expected):
    assert changes(runs, source(lags=(Lag(day(5), day(9)),)))[-1] == ("B", expected)


OVERLAPPING = {
    "one begins in the other": (Lag(day(3), day(7)), Lag(day(5), day(9)), (day(3), day(10))),
    "one begins where the other ends": (Lag(day(3), day(5)), Lag(day(5), day(9)), (day(3), day(10))),
    "one has always been": (Lag(None, day(7)), Lag(day(5), day(9)), (None, day(10))),
}


@pytest.mark.parametrize(("first", "second", "expected"), OVERLAPPING.values(), ids=OVERLAPPING)
def test_what_lags_that_overlap_leave_is_what_is_before_both(first, second, expected):
    for lags in ((first, second), (second, first)):
        assert changes([run(0, 8, "A"), run(10, 12, "B")], source(lags=lags))[-1] == ("B", expected)


def test_a_source_that_always_lags_proves_no_old_text():
    for first in (day(0), date.min):
        told = [Run(first, day(8), {"rules_text": "A"}), run(10, 12, "B")]
        assert changes(told, source(lags=(Lag(),)))[-1] == ("B", (None, day(10)))


def test_another_text_that_a_lagging_source_showed_proves_nothing():
    told = [run(0, 2, "A"), run(6, 6, ""), run(10, 12, "B")]
    assert changes(told, source(lags=(Lag(day(5), day(9)),)))[-1] == ("B", (day(2), day(10)))
    assert changes(told[1:], source(lags=(Lag(day(5), day(9)),)))[-1] == ("B", (None, day(10)))


OTHER_SOURCES = {
    "may have seen the very text that it is": (
        [[run(1, 1, ""), run(5, 6, "A")], [run(3, 3, ""), run(8, 9, "B")]],
        [("A", (day(1), day(5))), ("B", (day(6), day(8)))],
    ),
    "saw later that it was another": (
        [[run(1, 1, ""), run(5, 9, "A")], [run(3, 3, ""), run(6, 6, "A")]],
        [("A", (day(3), day(5)))],
    ),
    "saw only that it was away for a while": (
        [[run(2, 9, "A")], [run(3, 3, ""), run(6, 6, "A")]],
        [("A", (None, day(2)))],
    ),
}


@pytest.mark.parametrize(("told", "expected"), OTHER_SOURCES.values(), ids=OTHER_SOURCES)
def test_what_another_source_saw_before_is_told_of_its_own_text(told, expected):
    shown = [one for name, runs in zip("ab", told, strict=True) for one in understood(runs, source(name), {})]
    for order in (shown, shown[::-1]):
        found, clashes = observed_changes(order)
        assert clashes == []
        assert [
            (one.says["rules_text"], (one.effective_after, one.effective_by)) for one in found
        ] == expected


LEADS = {
    "what it showed ahead is dated by the document": (
        [run(0, 4, "A"), run(6, 9, "B")],
        [("A", (None, day(0))), ("B", day(8))],
    ),
    "of two texts ahead the last stands": (
        [run(0, 4, "A"), run(6, 6, "B"), run(7, 20, "C")],
        [("A", (None, day(0))), ("C", day(8))],
    ),
    "what came on the day itself comes behind": (
        [run(0, 4, "A"), run(6, 7, "B"), run(8, 20, "C")],
        [("A", (None, day(0))), ("B", day(8)), ("C", day(8))],
    ),
    "what it shows again ahead was there before": (
        [run(0, 4, "A"), run(6, 20, "A")],
        [("A", (None, day(0)))],
    ),
    "what it shows ahead twice is dated once": (
        [run(0, 4, "A"), run(6, 6, "B"), run(7, 20, "B")],
        [("A", (None, day(0))), ("B", day(8))],
    ),
    "of two texts ahead the last is the first of all": (
        [run(6, 6, "B"), run(7, 20, "C")],
        [("C", (None, day(8)))],
    ),
    "what it first showed afterwards isn't": (
        [run(0, 4, "A"), run(9, 12, "B")],
        [("A", (None, day(0))), ("B", (day(4), day(9)))],
    ),
    "what it first showed on the day itself isn't": (
        [run(0, 4, "A"), run(8, 12, "B")],
        [("A", (None, day(0))), ("B", (day(4), day(8)))],
    ),
    "another text was there before": (
        [run(5, 5, ""), run(6, 9, "B")],
        [("B", day(8))],
    ),
    "the first text of all is dated by nothing": ([run(6, 20, "B")], [("B", (None, day(8)))]),
    "what it showed before isn't": (
        [run(0, 3, "A"), run(5, 9, "B")],
        [("A", (None, day(0))), ("B", (day(3), day(5)))],
    ),
}


@pytest.mark.parametrize(("runs", "expected"), LEADS.values(), ids=LEADS)
def test_a_source_that_leads_is_dated_by_a_document(runs, expected):
    assert changes(runs, source(leads=(Lead(day(6), "page"),)), {"page": day(8)}) == expected


@pytest.mark.parametrize("on", [7, 8, 10], ids=["before the day", "on the day", "afterwards"])
def test_a_document_dates_a_text_whenever_another_source_saw_it(on):
    leads = source("b", leads=(Lead(day(6), "page"),))
    shown = [
        *understood([run(0, 4, "A"), run(6, 9, "B")], leads, {"page": day(8)}),
        *understood([run(on, 12, "B")], source("a"), {}),
    ]
    for order in (shown, shown[::-1]):
        [_, change], clashes = observed_changes(order)
        assert (change.effective_from, change.document, change.seen_on) == (day(8), "page", day(6))
        assert clashes == []


@given(successions(), st.data())
def test_a_second_source_only_narrows(succession, data):
    looks = sorted({data.draw(st.integers(0, 120)) for _ in range(8)})
    seen = [
        Run(day(on), day(on), one.says)
        for on in looks
        for one in succession
        if one.first_on <= day(on) <= one.last_on
    ]
    shown = [
        *understood(succession, source(), {}),
        *understood(merged(*([one] for one in seen)), source("other"), {}),
    ]
    alone, _ = observed_changes(understood(succession, source(), {}))
    for order in (shown, shown[::-1], data.draw(st.permutations(shown))):
        assert observed_changes(order)[0] == alone
        assert observed_changes(order)[1] == []


def test_two_sources_that_contradict_each_other_are_told_and_the_first_stands():
    shown = [*understood([run(0, 9, "A")], source(), {}), *understood([run(4, 20, "B")], source("other"), {})]
    for order in (shown, shown[::-1]):
        found, clashes = observed_changes(order)
        assert [(one.says["rules_text"], one.effective_from) for one in found] == [("A", None), ("B", day(9))]
        [clash] = clashes
        assert (clash.day, clash.kept.says, clash.other.says) == (day(4), shown[0].says, shown[1].says)


@st.composite
def sparse_runs(draw):
    """Draw a succession in which runs say something of some fields, of others, or of none."""
    says = st.dictionaries(st.sampled_from(["name", "rules_text", "might"]), st.sampled_from("AB"))
    return [Run(one.first_on, one.last_on, draw(says)) for one in draw(successions())]


@given(sparse_runs())
def test_a_sighting_is_read_back_as_it_was(runs):
    one = Sighting(
        subject=SubjectId("demo", "cards", "ash-owl"),
        source="gallery",
        lang="zh-CN",
        face=1,
        names=("Ash/Owl", "Owl"),
        pieces=("0" * 64,),
        read_by="0" * 16,
        runs=tuple(runs),
    )
    assert sighting_of(one.key, one.body()) == one
    assert one.external_ids == ("gallery/zh-CN:Ash/Owl", "gallery/zh-CN:Owl")
