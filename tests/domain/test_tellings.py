"""What was told of one printing several times is one telling, in whatever order and however grouped."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.ledger import NONE, UNKNOWN, FieldValue
from service.domain.tellings import merged_telling
from tests.support.building import printing, value


def d(number):
    return date(2024, 1, 1) + timedelta(days=number)


KEYS = st.sampled_from(
    [(0, "name", "en"), (0, "rules_text", "en"), (1, "rules_text", "en"), (0, "might", None)]
)
WORDS = st.dictionaries(KEYS, st.sampled_from(["0" * 64, "f" * 64, NONE, UNKNOWN]), max_size=3)
DAYS = st.none() | st.integers(0, 9).map(d)
RELEASES = st.one_of(
    st.just({}),
    DAYS.map(lambda day: {"released_on": day}),
    st.tuples(st.integers(0, 9), st.integers(1, 9)).map(
        lambda days: {"released_after": d(days[0]), "released_by": d(sum(days))}
    ),
    DAYS.map(lambda day: {"released_on": day, "date_basis": "inferred" if day else None}),
)


def values(told):
    return tuple(FieldValue(*key, text) for key, text in sorted(told.items(), key=lambda one: (*one[0][:2],)))


@st.composite
def tellings(draw):
    return printing(
        draw(st.sampled_from(["", "one-1-en"])),
        set=draw(st.sampled_from(["ONE", "TWO"])),
        number=draw(st.sampled_from([None, "1", "01"])),
        fields=values(draw(WORDS)),
        raw=values(draw(WORDS)),
        external_ids=tuple(sorted(draw(st.sets(st.sampled_from(["a:1", "a:2", "b:1"]))))),
        **draw(RELEASES),
    )


@given(tellings(), tellings(), tellings())
def test_merging_depends_on_no_order_and_no_grouping_and_what_is_told_twice_is_told_once(one, two, three):
    assert merged_telling(one, one) == one
    assert merged_telling(one, two) == merged_telling(two, one)
    left = merged_telling(merged_telling(one, two), three)
    assert merged_telling(one, merged_telling(two, three)) == left
    assert merged_telling(left, two) == left


@given(tellings(), tellings())
def test_nothing_that_one_alone_tells_is_lost(one, two):
    both = merged_telling(one, two)
    assert {each[:3] for each in both.fields} >= {each[:3] for each in (*one.fields, *two.fields)}
    assert {*both.external_ids} == {*one.external_ids, *two.external_ids}
    assert both.number or (one.number is two.number is None)
    known = [each for each in (one, two) if each.released_on or each.released_by]
    assert bool(both.released_on or both.released_by) == bool(known)


DATED = {
    "a day before none": ({"released_on": d(1)}, {}),
    "a window before none": ({"released_after": d(1), "released_by": d(9)}, {}),
    "an inferred day before none": ({"released_on": d(1), "date_basis": "inferred"}, {}),
    "what is told of it before what is inferred": (
        {"released_after": d(1), "released_by": d(9)},
        {"released_on": d(0), "date_basis": "inferred"},
    ),
    "a day before a window": ({"released_on": d(9)}, {"released_after": d(1), "released_by": d(2)}),
    "a narrow window before a wide one": (
        {"released_after": d(7), "released_by": d(9)},
        {"released_after": d(1), "released_by": d(4)},
    ),
    "the earlier window of two as wide": (
        {"released_after": d(1), "released_by": d(3)},
        {"released_after": d(2), "released_by": d(4)},
    ),
    "the earlier day": ({"released_on": d(1)}, {"released_on": d(2)}),
}


@pytest.mark.parametrize(("counts", "other"), DATED.values(), ids=DATED)
def test_of_two_releases_counts(counts, other):
    for one, two in ((counts, other), (other, counts)):
        both = merged_telling(printing("", **one), printing("", **two))
        assert both == printing("", **counts)


def test_known_words_count_before_unknown_ones_and_bring_their_own_spelling():
    first, second = sorted([value("Fly."), value("Swim.")])
    raw = value("Swim. ")
    assert merged_telling(printing("", fields=(value(UNKNOWN),)), printing("", fields=(second,))).fields == (
        second,
    )
    both = merged_telling(printing("", fields=(first,)), printing("", fields=(second,), raw=(raw,)))
    assert (both.fields, both.raw) == ((first,), ())
    both = merged_telling(printing("", fields=(first,), raw=(raw,)), printing("", fields=(second,)))
    assert (both.fields, both.raw) == ((first,), (raw,))
