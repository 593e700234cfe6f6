"""Ids of printings: what was given stays, what is new is like nothing that there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ingest.grouping import place_of
from service.ingest.observed import ObservedPrinting, Released
from service.ingest.observed_cards import Printed
from service.ingest.printing_ids import Shelf
from tests.support.building import SUBJECT, printing


def printed(number="1", lang="en", *ids, code="TWO"):
    """Return a printing with faces that have these ids in a catalogue."""
    faces = {
        face: ObservedPrinting(
            set=code,
            set_name=None,
            number=number,
            lang=lang,
            released=Released(),
            external_id=one,
            says={},
            raw={},
        )
        for face, one in enumerate(ids)
    }
    return Printed(code, number, lang, faces)


def shelf(taken=(), crowded=()):
    return Shelf({hash(place_of(*place)) for place in crowded}, set(taken).__contains__)


def ids(*told, known=(), taken=(), crowded=(), catalogue="pictures"):
    return shelf(taken, crowded).ids(SUBJECT, told, known, catalogue)


def known(id, number="1", lang="en", *external):
    return printing(id, set="TWO", number=number, lang=lang, external_ids=external)


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


def test_an_id_is_given_once_to_printings_of_any_cards():
    one = shelf()
    given_ids = [one.ids(SUBJECT, [printed()], [], None) for _ in range(3)]
    assert given_ids == [["two-1-en"], ["two-1-brindle-warden-en"], ["two-1-brindle-warden-2-en"]]


KNOWN = {
    "set, number and language": (printed(), known("kept"), "kept"),
    "in another spelling": (printed("001", code="two "), known("kept"), "kept"),
    "an id of the catalogue, wherever it is": (
        printed("9", "en", "7"),
        known("kept", "1", "en", "pictures:7"),
        "kept",
    ),
    "an id that it hadn't": (printed("1", "en", "7"), known("kept"), "kept"),
    "an id that is told no longer": (printed(), known("kept", "1", "en", "pictures:7"), "kept"),
    "an id of another catalogue": (printed("1", "en", "7"), known("kept", "1", "en", "words:8"), "kept"),
    "not by another id": (printed("1", "en", "7"), known("kept", "1", "en", "pictures:8"), "two-1-en"),
    "not by another number": (printed(), known("kept", "2"), "two-1-en"),
    "not by another language": (printed(), known("kept", "1", "fr"), "two-1-en"),
    "not by an id in another language": (
        printed("9", "en", "7"),
        known("kept", "1", "fr", "pictures:7"),
        "two-9-en",
    ),
}


@pytest.mark.parametrize(("told", "before", "expected"), KNOWN.values(), ids=KNOWN)
def test_a_printing_that_is_known_keeps_its_id_by(told, before, expected):
    assert ids(told, known=[before]) == [expected]


def test_an_id_of_a_catalogue_counts_before_the_place():
    before = [known("first", "1", "en"), known("second", "1", "en", "pictures:7")]
    assert ids(printed("1", "en", "7"), known=before) == ["second"]


def test_each_known_printing_is_one_of_those_told():
    assert ids(printed(), printed(), known=[known("kept")], taken=["kept"]) == ["kept", "two-1-en"]


TOLD = st.builds(
    printed,
    st.sampled_from(["1", "01", "2", "★", None]),
    st.sampled_from(["en", "fr"]),
    st.sampled_from(["7", "8", "9"]),
    code=st.sampled_from(["TWO", "two", "SIX"]),
)


@given(st.lists(TOLD, max_size=6), st.lists(TOLD, max_size=3))
def test_ids_are_unique_and_never_move(told, more):
    first = ids(*told)
    assert len(set(first)) == len(told)
    before = [
        printing(id, set=one.set, number=one.number, lang=one.lang, external_ids=(f"pictures:{one.ids[0]}",))
        for id, one in zip(first, told, strict=True)
    ]
    again = ids(*told, *more, known=before, taken=first)
    assert set(first) <= set(again)
    assert len(set(again)) == len(again)
    assert ids(*told, known=before, taken=first) == first
