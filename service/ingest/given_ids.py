"""The ids that one import gave so far, in little memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left


class GivenIds:
    """The ids that were given: of each its hash, in 8 bytes, where a set would take some 70.

    Of two ids with one hash the second counts as given; then what it is for gets another one.
    """

    def __init__(self) -> None:
        self._shelves = [array("q") for _ in range(1024)]  # each of them in order

    def add(self, text: str) -> bool:
        """Add an id, and return whether it wasn't there yet."""
        told = hash(text)
        shelf = self._shelves[told % len(self._shelves)]
        place = bisect_left(shelf, told)
        if place < len(shelf) and shelf[place] == told:
            return False
        shelf.insert(place, told)
        return True
