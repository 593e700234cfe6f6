"""The ids of printings: those that were given stay, new ones are like nothing that there is."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import chain, count

from service.domain.ids import SubjectId
from service.domain.printings import Printing
from service.ingest.grouping import place_of
from service.ingest.identity import printing_id
from service.ingest.observed_cards import Printed


class Shelf:
    """Gives ids to printings.

    Args:
        crowded: the hashes of the places that printings of several cards share.
        is_taken: tells whether a printing of the ledger has an id.
    """

    def __init__(self, crowded: Collection[int], is_taken: Callable[[str], bool]) -> None:
        self.crowded = crowded
        self._is_taken = is_taken
        self._given = _Given()

    def ids(
        self,
        subject: SubjectId,
        printed: Sequence[Printed],
        known: Sequence[Printing],
        catalogue: str | None,
    ) -> list[str]:
        """Return the ids of printings of a card, in their order: those that they have, else new ones.

        Args:
            known: the printings of the card that were told before.
            catalogue: whose ids the source gives to printings.
        """
        alike = Counter((one.set, one.number, one.lang) for one in printed)
        places = {(one.set, one.number) for one in printed}
        crowded = {place for place in places if hash(place_of(place[0], place[1] or "")) in self.crowded}
        left = list(known)
        found: list[str] = []
        for one in printed:
            same = _same_as(one, left, catalogue) if left else None
            if same is not None:
                left.remove(same)
                found.append(same.id)
                continue
            extra = [subject.name] if (one.set, one.number) in crowded and one.number is not None else []
            if alike[one.set, one.number, one.lang] > 1:
                extra += one.ids
            found.append(self._free(subject, one, extra))
        return found

    def _free(self, subject: SubjectId, one: Printed, extra: Sequence[str]) -> str:
        more = [subject.name, *one.ids]
        for parts in chain(
            (extra, [*extra, subject.name], [*extra, *more]),
            ([*extra, *more, str(last)] for last in count(2)),
        ):
            found = printing_id(one.set, one.number, one.lang, subject.name, parts)
            if not self._is_taken(found) and self._given.add(found):
                break
        return found


class _Given:
    """The ids that were given: of each its hash, in 8 bytes, where a set would take some 70.

    Of two ids with one hash the second counts as given; then its printing gets a longer one.
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


def _same_as(one: Printed, known: Sequence[Printing], catalogue: str | None) -> Printing | None:
    """Return the known printing that this is: by an id of the catalogue, else by set, number and language."""
    ids = {f"{catalogue}:{each}" for each in one.ids}
    for printing in known:
        if printing.lang == one.lang and not ids.isdisjoint(printing.external_ids):
            return printing
    for printing in known:
        other = {each for each in printing.external_ids if each.startswith(f"{catalogue}:")}
        if _place(printing) == _place(one) and not (ids and other):
            return printing
    return None


def _place(one: Printed | Printing) -> tuple[object, ...]:
    return (*place_of(one.set, one.number or ""), one.lang)
