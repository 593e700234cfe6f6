"""Puts together the groups of one import that tell of one card, and finds the cards that the ledger has.

Group by group, in an order that doesn't depend on that of the pieces, each is compared with the cards of the
ledger and with the groups that came before it, by the same rule. So lines that are imported together are the
same cards as if they were imported one by one.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from service.domain.collector_numbers import place_of
from service.domain.ids import SubjectId
from service.domain.names import whole_name
from service.ingest.candidate import Candidate, Candidates
from service.ingest.candidates import KnownCards
from service.ingest.grouping import Brief, Group
from service.ingest.identity import ids_of, matched

_BATCH = 500
"""How many groups are sought in the ledger at a time."""

_SHELVES = 64

Clue = tuple[str, ...]
"""What groups of one card may have in common: of which kind it is, the game, and what it is."""


@dataclass(frozen=True, slots=True)
class Matched:
    """The cards of one import.

    Attributes:
        cards: how many there are.
        joined: the groups that others took in, with these.
        crowded: the hashes of the places (``place_of``) that printings of several cards share.
        returning: the cards that are recorded again; nobody kept them any longer.
    """

    cards: int = 0
    joined: Mapping[Group, Group] = field(default_factory=dict)
    crowded: frozenset[int] = frozenset()
    returning: frozenset[SubjectId] = frozenset()


def match_groups(groups: Sequence[Group], known: Mapping[str, KnownCards]) -> Matched:
    """Find the card of each group; groups of one card are joined.

    Args:
        groups: those of the ledger's cards get to know their subject, and which faces of it they tell.
        known: the ledger's cards by game; of games that are left out it has none.

    Raises:
        AmbiguousIdentity: if several cards fit one group as well.
    """
    board = _Board(_shared(groups))
    joined: dict[Group, Group] = {}
    by_id: dict[Group, list[Candidate]] = {}
    gone: dict[Group, list[Candidate]] = {}
    returning: set[SubjectId | None] = set()
    for batch in _batches(groups):
        for game, some in _by_game(batch, known).items():
            by_id |= known[game].by_id(some)
            gone |= known[game].gone(some)
    for batch in _batches(_ordered(groups, by_id | gone)):
        found: dict[Group, Candidates] = {}
        rest = (group for group in batch if group not in by_id)
        for game, some in _by_game(rest, known).items():
            found |= known[game].by_printings_and_names(some)
        for group in batch:
            card = matched(group, board.candidates(group, by_id.get(group, ()), found.get(group)))
            if card is None:
                card = matched(group, Candidates(by_id=gone.get(group, ())))
                returning |= {card.subject} if card is not None else set()
            if card is None:
                card = _new(group)
            else:
                card.take(group)
            if card.group is not None and card.group is not group:
                joined[group] = card.group
            board.put(card, group)
    crowded = _crowded(groups, joined, board.shared)
    for group in groups:
        group.forget()
    return Matched(len(groups) - len(joined), joined, crowded, frozenset(filter(None, returning)))


def _batches(groups: Sequence[Group]) -> Iterator[Sequence[Group]]:
    for start in range(0, len(groups), _BATCH):
        yield groups[start : start + _BATCH]


def _by_game(groups: Iterable[Group], games: Collection[str]) -> dict[str, list[Group]]:
    found: dict[str, list[Group]] = {game: [] for game in games}
    for group in groups:
        if group.game in found:
            found[group.game].append(group)
    return found


def _ordered(groups: Sequence[Group], by_id: Collection[Group]) -> list[Group]:
    """Return the groups in the order in which they are looked at, which doesn't depend on that of the pieces.

    First those that the ledger has or had by id, then those with the most faces, then those that were
    printed, then by day. Sorted by one key after the other: a key for each with all of them in it would take
    megabytes.
    """

    def first(group: Group) -> Brief:
        return min(group.told, key=lambda one: (one.first_on, one.key, one.source, one.lang))

    found = list(groups)
    found.sort(key=lambda group: group.game)
    found.sort(key=lambda group: first(group).lang)
    found.sort(key=lambda group: first(group).source)
    found.sort(key=lambda group: first(group).key)
    found.sort(key=lambda group: first(group).first_on)
    found.sort(key=lambda group: not any(one.printed for one in group.told))
    found.sort(key=lambda group: -len(group.faces))
    found.sort(key=lambda group: group not in by_id)
    return found


def _new(group: Group) -> Candidate:
    first = group.told[0]
    return Candidate(
        label=f"{group.game}/{first.source}/{first.lang}:{first.key}",
        subject=None,
        names=set(map(whole_name, group.names)),
        faces=group.faces,
        token=group.token,
        own=group.own,
        places={place_of(*place) for place in group.places()},
        told=list(group.told),
        group=group,
    )


def _clues(group: Group) -> Iterator[Clue]:
    for one in ids_of(group):
        yield "id", group.game, one
    for printing in group.printing_ids():
        yield "printing", group.game, printing
    for place in group.places():
        yield "place", group.game, *place_of(*place)
    for name in group.names:
        yield "name", group.game, whole_name(name)


def _shared(groups: Iterable[Group]) -> set[int]:
    """Return the hashes of the clues that several groups have.

    Of the others none is kept: there are hundreds of thousands, and a card has few in common with others.
    """
    shelves = [array("q") for _ in range(_SHELVES)]
    for group in groups:
        for told in {hash(clue) for clue in _clues(group)}:
            shelves[told % _SHELVES].append(told)
    return {one for shelf in shelves for one, other in pairwise(sorted(shelf)) if one == other}


class _Board:
    """The cards that were found so far, by the clues that other groups share with them."""

    def __init__(self, shared: set[int]) -> None:
        self.shared = shared
        self._cards: dict[Clue, list[Candidate]] = {}

    def put(self, card: Candidate, group: Group) -> None:
        """Let groups find a card by the clues of one of its groups."""
        for clue in self._shared_clues(group):
            cards = self._cards.setdefault(clue, [])
            if card not in cards:
                cards.append(card)

    def candidates(self, group: Group, by_id: Sequence[Candidate], more: Candidates | None) -> Candidates:
        """Return the cards that a group may tell of.

        Args:
            by_id, more: those that the ledger has.
        """
        here: dict[str, list[Candidate]] = {}
        for clue in self._shared_clues(group):
            here.setdefault(clue[0], []).extend(self._cards.get(clue, ()))
        there = Candidates() if more is None else more
        return Candidates(
            by_id=_each_once(by_id, here.get("id")),
            by_printing_id=_each_once(there.by_printing_id, here.get("printing")),
            by_number=_each_once(there.by_number, here.get("place")),
            by_name=[one for one in _each_once(there.by_name, here.get("name")) if one.bears(group.names)],
        )

    def _shared_clues(self, group: Group) -> list[Clue]:
        return [clue for clue in dict.fromkeys(_clues(group)) if hash(clue) in self.shared]


def _each_once(known: Sequence[Candidate], more: Sequence[Candidate] | None) -> Sequence[Candidate]:
    return list(dict.fromkeys([*known, *(more or ())])) if known or more else ()


def _crowded(groups: Iterable[Group], joined: Mapping[Group, Group], shared: set[int]) -> frozenset[int]:
    cards: dict[tuple[str, ...], Group] = {}
    crowded: set[int] = set()
    for group in groups:
        for place in {place_of(*place) for place in group.places()}:
            if hash(("place", group.game, *place)) in shared:
                card = joined.get(group, group)
                if cards.setdefault((group.game, *place), card) is not card:
                    crowded.add(hash(place))
    return frozenset(crowded)
