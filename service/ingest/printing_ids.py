"""The ids of printings: those that were given stay, new ones are like nothing that there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain, count

from service.domain.collector_numbers import place_of
from service.domain.ids import SubjectId
from service.domain.printings import Printing
from service.ingest.given_ids import GivenIds
from service.ingest.identity import printing_id
from service.ingest.printing_rows import PrintingPlace, place_key


class IdGiver:
    """Gives ids to printings.

    Args:
        crowded: the hashes of the places that printings of several cards share.
        is_taken: tells whether the ledger has an id that no further printing of a card may get.
    """

    def __init__(self, crowded: Collection[int], is_taken: Callable[[str, SubjectId], bool]) -> None:
        self.crowded = crowded
        self._is_taken = is_taken
        self._given = GivenIds()

    def ids(
        self,
        subject: SubjectId,
        new: Sequence[Printing],
        known: Sequence[Printing],
        former: Collection[str] = (),
    ) -> list[str]:
        """Return ids for the new printings of a card, in their order.

        Args:
            known: the printings of the card that have ids.
            former: the ids that imports gave to its printings, those that it has no longer too.
        """
        alike = Counter(map(place_key, (*known, *new)))
        return [self._free(subject, one, self._extra(subject, one, alike), former) for one in new]

    def _extra(self, subject: SubjectId, one: Printing, alike: Mapping[PrintingPlace, int]) -> list[str]:
        """Return what tells it from others at its place: the card from other cards, its ids from its like."""
        crowded = one.number is not None and hash(place_of(one.set, one.number)) in self.crowded
        extra = [subject.name] if crowded else []
        return extra + _ids(one) if alike[place_key(one)] > 1 else extra

    def _free(self, subject: SubjectId, one: Printing, extra: Sequence[str], former: Collection[str]) -> str:
        more = [subject.name, *_ids(one)]
        for parts in chain(
            (extra, [*extra, subject.name], [*extra, *more]),
            ([*extra, *more, str(last)] for last in count(2)),
        ):
            found = printing_id(one.set, one.number, one.lang, subject.name, parts)
            if found not in former and not self._is_taken(found, subject) and self._given.add(found):
                break
        return found


def _ids(one: Printing) -> list[str]:
    """Return what catalogues call it, without their names."""
    return [each.partition(":")[2] for each in one.external_ids]
