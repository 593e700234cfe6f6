"""The declared order: the order of the errata in their file, kept by an append-only ledger."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.order import standing, standing_endings
from tests.support.building import Card

EDITS = st.lists(
    st.tuples(
        st.sampled_from(["insert", "insert", "insert", "correct", "move", "withdraw"]),
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    max_size=12,
)


def ids(card):
    return [one.erratum for one in standing(card.assertions, card.endings)]


def before(file, place):
    return file[place - 1] if place else None


def latest(card, name):
    return [one for one in card.assertions if one.erratum == name][-1].version


def edit(card, file, kind, from_, to):
    """Edit a file, a list of names, and record the edit as a loader does: one fact."""
    from_, to = (from_ % len(file) if file else 0), to % (len(file) + 1)
    if kind == "insert":
        name = next(name for name in "abcdefghijklmnop" if name not in file)
        card.erratum(name, "2024-06-01", name, follows=before(file, to))
        file.insert(to, name)
    elif file:
        name = file[from_]
        version = latest(card, name)
        if kind == "correct":
            card.erratum(name, "2024-06-01", f"{name} {len(card.assertions)}", follows=name, corrects=version)
            return
        file.remove(name)
        if kind == "withdraw":
            card.withdrawn(version)
            return
        to %= len(file) + 1
        card.erratum(name, "2024-06-01", name, follows=before(file, to), corrects=version)
        file.insert(to, name)


@settings(deadline=None, max_examples=400)
@given(EDITS)
def test_after_any_edits_of_a_file_the_order_is_the_order_of_the_file(edits):
    card, file = Card(), []
    for kind, from_, to in edits:
        edit(card, file, kind, from_, to)
        assert ids(card) == file


@settings(deadline=None)
@given(EDITS, st.randoms(use_true_random=False))
def test_the_order_is_the_same_however_the_facts_are_handed_over(edits, random):
    card, file = Card(), []
    for kind, from_, to in edits:
        edit(card, file, kind, from_, to)
    random.shuffle(card.assertions)
    random.shuffle(card.endings)
    assert ids(card) == file


def test_an_erratum_inserted_in_the_middle_goes_before_the_one_that_used_to_be_next():
    card = Card()
    card.erratum("a", "2024-06-01", "a", follows=None)
    card.erratum("c", "2024-06-03", "c", follows="a")
    card.erratum("b", "2024-06-02", "b", follows="a")
    assert ids(card) == ["a", "b", "c"]


def test_an_erratum_inserted_at_the_top_is_first():
    card = Card()
    card.erratum("b", "2024-06-02", "b", follows=None)
    card.erratum("a", "2024-06-01", "a", follows=None)
    assert ids(card) == ["a", "b"]


def test_a_correction_keeps_its_place():
    card = Card()
    one = card.erratum("a", "2024-06-01", "a", follows=None)
    card.erratum("b", "2024-06-02", "b", follows="a")
    card.erratum("a", "2024-06-01", "A", follows="a", corrects=one.version)
    assert ids(card) == ["a", "b"]
    assert len(card.assertions) == 3


def test_an_erratum_that_was_moved_up_takes_along_what_is_recorded_behind_it():
    card = Card()
    card.erratum("a", "2024-06-01", "a", follows=None)
    card.erratum("b", "2024-06-02", "b", follows="a")
    one = card.erratum("c", "2024-06-03", "c", follows="b")
    card.erratum("c", "2024-05-31", "c", follows=None, corrects=one.version)
    card.erratum("d", "2024-05-31", "d", follows="c")
    assert ids(card) == ["c", "d", "a", "b"]


def test_one_that_follows_what_nobody_recorded_is_last():
    card = Card()
    card.erratum("a", "2024-06-01", "a", follows=None)
    card.erratum("b", "2024-06-02", "b", follows="lost")
    assert ids(card) == ["a", "b"]


@pytest.mark.parametrize("again", [False, True], ids=["withdrawn", "recorded again"])
def test_what_was_withdrawn_does_not_stand(again):
    card = Card()
    one = card.erratum("a", "2024-06-01", "a", follows=None)
    card.withdrawn(one.version)
    if again:
        card.erratum("a", "2024-06-02", "a", follows=None)
    assert ids(card) == ["a"] * again


def test_of_a_corrected_ending_only_the_correction_stands():
    card = Card()
    first = card.lapsed("a", "2024-07-01")
    second = card.lapsed("a", "2024-07-02", corrects=first.version)
    assert standing_endings(card.endings) == [second]


def test_a_withdrawn_ending_does_not_stand_and_neither_does_its_withdrawal():
    card = Card()
    one = card.lapsed("a", "2024-07-01")
    other = card.lapsed("b", "2024-07-01")
    card.withdrawn(one.version)
    assert standing_endings(card.endings) == [other]


def test_endings_stand_in_the_order_of_the_ledger():
    card = Card()
    told = [card.lapsed(name, "2024-07-01") for name in "cab"]
    assert standing_endings(reversed(card.endings)) == told
