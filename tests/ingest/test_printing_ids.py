"""Ids of printings: what was given stays, what is new is like nothing that there is."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.collector_numbers import place_of
from service.ingest.printing_ids import IdGiver
from tests.support.building import SUBJECT, printing


def printed(number="1", lang="en", *ids, code="TWO"):
    """Return a printing that has these ids in a catalogue, and none here."""
    return printing(
        "", set=code, number=number, lang=lang, external_ids=tuple(f"pictures:{one}" for one in ids)
    )


def giver(taken=(), crowded=()):
    return IdGiver({hash(place_of(*place)) for place in crowded}, lambda one, _: one in taken)


def ids(*told, known=(), taken=(), crowded=(), former=()):
    return giver(taken, crowded).ids(SUBJECT, told, known, former)


def test_a_printing_is_called_by_set_number_and_language():
    assert ids(printed(), printed("2"), printed("1", "zh-CN")) == ["two-1-en", "two-2-en", "two-1-zh-cn"]


ALIKE = {
    "ids of the catalogue": (
        (printed("1", "en", "8"), printed("1", "en", "9")),
        ["two-1-8-en", "two-1-9-en"],
    ),
    "the card, and a number": (
        (printed(), printed(), printed()),
        ["two-1-en", "two-1-brindle-warden-en", "two-1-brindle-warden-2-en"],
    ),
    "without a number": (
        (printed(None, "en", "8"), printed(None, "en", "9")),
        ["two-brindle-warden-8-en", "two-brindle-warden-9-en"],
    ),
}


@pytest.mark.parametrize(("told", "expected"), ALIKE.values(), ids=ALIKE)
def test_printings_of_a_card_that_are_alike_are_told_apart_by(told, expected):
    assert ids(*told) == expected


def test_at_a_place_that_cards_share_a_printing_is_called_by_its_card_too():
    assert ids(printed("01"), printed("2"), crowded=[("two", "1")]) == [
        "two-01-brindle-warden-en",
        "two-2-en",
    ]


def test_an_id_that_another_printing_has_is_not_given():
    assert ids(printed(), taken=["two-1-en"]) == ["two-1-brindle-warden-en"]
    assert ids(printed("1", "en", "8"), taken=["two-1-en"]) == ["two-1-brindle-warden-en"]
    assert ids(printed(), taken=["two-1-en", "two-1-brindle-warden-en"]) == ["two-1-brindle-warden-2-en"]


def test_an_id_that_another_printing_of_the_card_had_is_not_given():
    assert ids(printed(), former=["two-1-en"]) == ["two-1-brindle-warden-en"]


def test_an_id_is_given_once_to_printings_of_any_cards():
    one = giver()
    given_ids = [one.ids(SUBJECT, [printed()], []) for _ in range(3)]
    assert given_ids == [["two-1-en"], ["two-1-brindle-warden-en"], ["two-1-brindle-warden-2-en"]]


def test_one_beside_a_known_printing_is_told_from_it_by_its_id():
    known = printing("two-1-en", set="TWO", number="1", external_ids=("pictures:8",))
    assert ids(printed("1", "en", "9"), known=[known], taken=["two-1-en"]) == ["two-1-9-en"]


TOLD = st.builds(
    printed,
    st.sampled_from(["1", "01", "2", "★", None]),
    st.sampled_from(["en", "fr"]),
    st.sampled_from(["7", "8", "9"]),
    code=st.sampled_from(["TWO", "two", "SIX"]),
)


@given(st.lists(TOLD, max_size=6), st.lists(TOLD, max_size=3))
def test_ids_are_unique(told, more):
    first = ids(*told)
    assert len(set(first)) == len(told)
    known = [replace(one, id=id) for id, one in zip(first, told, strict=True)]
    second = ids(*more, known=known, taken=first)
    assert len({*first, *second}) == len(told) + len(more)
