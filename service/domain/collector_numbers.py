"""Sets and collector numbers as they are compared, however sources write them."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase

Place = tuple[str, str]
"""Set and collector number, as they are compared."""


def number_of_card(number: str, faces: int) -> str:
    """Return the number of a card, where a source writes that of a face with its letter.

    >>> number_of_card("128b", 2), number_of_card("128B", 2), number_of_card("128b", 1)
    ('128', '128', '128b')
    """
    letters = ascii_lowercase[:faces]
    return number[:-1] if faces > 1 and len(number) > 1 and number[-1].casefold() in letters else number


@lru_cache(maxsize=256)  # a printing is compared several times in a row
def place_of(code: str, number: str) -> Place:
    """Return set and collector number as they are compared: without case, blanks and leading zeros.

    >>> place_of("ons ", "007a")
    ('ons', '7a')
    """
    return code.strip().casefold(), number.strip().casefold().lstrip("0") or "0"
