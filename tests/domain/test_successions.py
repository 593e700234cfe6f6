"""Successions: parts of what a source showed, in any order and any grouping, are the same whole."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.sightings import Run
from service.domain.successions import merged

FIRST = date(2024, 1, 1)


def day(number):
    return FIRST + timedelta(days=number)


def run(first, last, text):
    return Run(day(first), day(last), {"rules_text": text} if text else {})


def another(on):
    """Return that there was another text on a day than the next one."""
    return run(on, on, "")


@st.composite
def successions(draw, least_gap=0):
    """Draw texts, each of some days, on one of which there may be several; the first letters are no order."""
    letters = draw(st.permutations("ABCDEF"))
    found, at = [], 0
    for letter in letters[: draw(st.integers(1, len(letters)))]:
        at += draw(st.integers(least_gap, 2))
        found.append((at, at + draw(st.integers(0, 3)), letter))
        at = found[-1][1]
    return found


def looked(succession, first, last):
    """Return what somebody saw who looked on these days."""
    return [(max(a, first), min(b, last), text) for a, b, text in succession if a <= last and b >= first]


def seen(parts, text):
    """Return the stretches of days on which any of the parts shows a text; those that overlap are one."""
    found = []
    for first, last, _ in sorted(one for part in parts for one in part if one[2] == text):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


@st.composite
def looks(draw):
    """Draw a succession and what several people saw of it, each on days of their own."""
    whole = draw(successions())
    end = whole[-1][1]
    spans = draw(
        st.lists(st.tuples(st.integers(0, end), st.integers(0, end)).map(sorted), min_size=1, max_size=5)
    )
    return whole, [looked(whole, *span) for span in spans]


def as_runs(part):
    return [run(*one) for one in part]


@given(looks(), st.data())
def test_parts_in_any_order_and_any_grouping_are_the_same_succession(drawn, data):
    whole, parts = drawn
    expected = [run(*days, text) for _, _, text in whole for days in seen(parts, text)]
    told = data.draw(st.permutations([as_runs(part) for part in parts]))
    assert merged(*told) == expected
    one_by_one = []
    for part in told:
        one_by_one = merged(one_by_one, part)
    assert one_by_one == expected
    cut = data.draw(st.integers(0, len(told)))
    assert merged(merged(*told[cut:]), merged(*told[:cut])) == expected


@given(successions(), st.data())
def test_what_is_told_twice_is_told_once(succession, data):
    runs = as_runs(succession)
    some = [one for one in runs if data.draw(st.booleans())]
    assert merged(runs, runs) == merged(runs, some) == merged(some, runs) == runs


@given(successions(least_gap=1), st.data())
def test_that_there_was_another_text_is_kept_until_it_is_known(succession, data):
    runs = as_runs(succession)
    parts = [[another(before[1]), run(*after)] for before, after in pairwise(succession)]
    assert merged(*data.draw(st.permutations([*parts, runs[:1]]))) == runs
    if parts:
        assert merged(*data.draw(st.permutations(parts))) == [parts[0][0], *runs[1:]]


def test_equal_neighbours_stay_apart_unless_they_overlap():
    assert merged([run(0, 1, "A")], [run(3, 4, "A")]) == [run(0, 1, "A"), run(3, 4, "A")]
    assert merged([run(0, 3, "A")], [run(3, 4, "A")]) == [run(0, 4, "A")]


def test_a_look_within_a_longer_one_adds_nothing():
    assert merged([run(0, 9, "A")], [run(3, 5, "A")]) == [run(0, 9, "A")]


def test_a_text_that_comes_back_is_told_twice():
    back = [run(0, 1, "A"), run(3, 4, "B"), run(6, 7, "A")]
    assert merged(back) == merged(back, back[1:]) == merged(back[:2], back) == back


@pytest.mark.parametrize("texts", ["ABC", "CBA", "BCA"])
def test_texts_of_one_day_stay_in_their_order(texts):
    one_day = [run(5, 5, text) for text in texts]
    assert merged(one_day) == merged(one_day, one_day) == merged(one_day[1:], one_day) == one_day


def test_the_last_look_at_a_text_and_the_first_at_the_next_on_one_day_add_nothing():
    known = [run(1, 5, "B"), run(5, 9, "A")]
    for texts in ("AB", "BA"):
        one_day = [run(5, 5, text) for text in texts]
        assert merged(known, one_day) == merged(one_day, known) == known


OTHERS = {
    "nothing else is known": ([[another(4), run(6, 9, "B")]], [another(4), run(6, 9, "B")]),
    "a text was seen on that day": (
        [[run(0, 4, "A")], [another(4), run(6, 9, "B")]],
        [run(0, 4, "A"), run(6, 9, "B")],
    ),
    "a text was seen that began on that day": (
        [[run(4, 5, "A")], [another(4), run(6, 9, "B")]],
        [run(4, 5, "A"), run(6, 9, "B")],
    ),
    "a text was seen in between, and may be that one": (
        [[run(5, 5, "A")], [another(4), run(6, 9, "B")]],
        [run(5, 5, "A"), run(6, 9, "B")],
    ),
    "a text was seen before": (
        [[run(0, 2, "A")], [another(4), run(6, 9, "B")]],
        [run(0, 2, "A"), another(4), run(6, 9, "B")],
    ),
    "the text itself was seen before": (
        [[run(0, 2, "B")], [another(4), run(6, 9, "B")]],
        [run(0, 2, "B"), another(4), run(6, 9, "B")],
    ),
    "the text itself was seen on that day": (
        [[run(0, 7, "B")], [another(4), run(6, 9, "B")]],
        [run(0, 9, "B")],
    ),
    "two tell it, the later counts": (
        [[another(2), run(6, 9, "B")], [another(4), run(7, 9, "B")]],
        [another(4), run(6, 9, "B")],
    ),
    "it changed on the day of the look": ([[another(6), run(6, 9, "B")]], [another(6), run(6, 9, "B")]),
    "of nothing it tells nothing": ([[another(4)]], []),
}


@pytest.mark.parametrize(("parts", "expected"), OTHERS.values(), ids=OTHERS)
def test_that_there_was_another_text(parts, expected):
    assert merged(*parts) == merged(*reversed(parts)) == merged(expected, *parts) == expected


def test_of_texts_that_contradict_each_other_all_stay():
    for told in ([run(0, 5, "A"), run(3, 9, "B")], [run(0, 9, "A"), run(3, 5, "B")]):
        assert merged(*([one] for one in told)) == merged(*([one] for one in told[::-1])) == told


LOOKS = st.lists(
    st.builds(
        lambda first, length, text: [run(first, first + length, text)],
        st.integers(0, 12),
        st.integers(1, 6),
        st.sampled_from("ABC"),
    ),
    min_size=1,
    max_size=6,
)


@given(LOOKS, st.data())
def test_whatever_a_source_showed_is_the_same_in_any_order_and_any_grouping(looks, data):
    expected = merged(*looks)
    told = data.draw(st.permutations(looks))
    cut = data.draw(st.integers(0, len(told)))
    assert merged(*told) == expected
    assert merged(merged(*told[:cut]), merged(*told[cut:])) == expected
    assert merged(expected, *told) == expected
    for [one] in looks:
        assert any(
            one.says == each.says and each.first_on <= one.first_on <= one.last_on <= each.last_on
            for each in expected
        )
