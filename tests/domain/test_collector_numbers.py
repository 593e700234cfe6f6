from __future__ import annotations

import pytest

from service.domain.collector_numbers import number_of_card, place_of


@pytest.mark.parametrize(
    ("number", "faces", "card"),
    [
        ("128a", 2, "128"),
        ("128b", 2, "128"),
        ("128B", 2, "128"),
        ("128c", 2, "128c"),
        ("128a", 1, "128a"),
        ("a", 2, "a"),
    ],
)
def test_the_letter_of_a_face_is_no_part_of_the_number_of_a_card(number, faces, card):
    assert number_of_card(number, faces) == card


@pytest.mark.parametrize(
    ("number", "same"),
    [("007a", "7A"), (" 7a ", "7a"), ("000", "0"), ("", "0"), ("70", "070")],
)
def test_places_are_compared_without_case_blanks_and_zeros_in_front(number, same):
    assert place_of("Two", number) == place_of(" TWO", same)


@pytest.mark.parametrize("number", ["7", "70a", "7b", "7★"])
def test_other_numbers_are_other_places(number):
    assert place_of("TWO", number) != place_of("TWO", "7a")
