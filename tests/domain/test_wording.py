"""Pieces of English."""

import pytest

from service.domain.wording import counted


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (11, "11 cards")]
)
def test_one_thing_is_one_and_everything_else_is_many(number, words):
    assert counted(number, "card") == words
