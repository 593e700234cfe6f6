"""Which tellings are of one printing: by the ids of catalogues first, then by set, number and language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

from service.domain.collector_numbers import place_of
from service.domain.printings import Printing
from service.domain.tellings import merged_telling


class Telling(NamedTuple):
    """A printing as a piece tells of one face of it.

    Attributes:
        piece: the digest of the piece.
        printing: has no id yet, and at most one of a catalogue.
    """

    piece: str
    face: int
    printing: Printing


PrintingPlace = tuple[str, str, bool, str]


def place_key(one: Printing) -> PrintingPlace:
    """Return set, number and language as they are compared; none is another number than any."""
    return *place_of(one.set, one.number or ""), one.number is None, one.lang


def joined_printings(
    kept: Sequence[Printing], told: Iterable[Telling], named: Iterable[Printing] = ()
) -> list[Printing]:
    """Return the printings that are kept or told, each once: those that have an id by it, then new ones.

    A printing has no two ids of one catalogue for one face, and two that one piece tells are two. Which of
    several without an id is which can't be told: of each piece the first is the first.

    Args:
        kept: those that were told before and have an id.
        told: in any order.
        named: others that have an id: nothing else of them counts, and who isn't told again is left out.
    """
    ids = {one.id for one in kept}
    known = {one.id: one for one in (*named, *kept)}
    rows = [
        _Row(one, told=[one] if id in ids else [], faces={value.face for value in one.fields} or {0})
        for id, one in sorted(known.items())
    ]
    with_id, others = _members(told)
    left = _joined_by_id(rows, with_id)
    _join_by_place(rows, [*left, *others])
    found = [row.printing for row in rows if row.told]
    return [one for one in found if one.id] + sorted((one for one in found if not one.id), key=_order)


class _Row:
    """A printing, as far as it is put together.

    Attributes:
        first: gives it its id, if it has one.
        told: what is told of it.
        seats: pieces and faces that tell of it.
        catalogues: faces and catalogues of which it has an id.
    """

    __slots__ = ("catalogues", "first", "places", "seats", "told")

    def __init__(
        self,
        first: Printing,
        told: list[Printing],
        faces: Iterable[int],
        seats: Iterable[tuple[str, int]] = (),
    ) -> None:
        self.first = first
        self.told = told
        self.seats = set(seats)
        self.places = {place_key(first)}
        self.catalogues = {(face, each.partition(":")[0]) for face in faces for each in first.external_ids}

    @property
    def printing(self) -> Printing:
        found = reduce(merged_telling, self.told)
        return found if found.id == self.first.id else replace(found, id=self.first.id)

    def excludes(self, other: _Row) -> bool:
        """Whether both can't be one printing."""
        return not (self.seats.isdisjoint(other.seats) and self.catalogues.isdisjoint(other.catalogues))

    def tells(self, other: _Row) -> bool:
        """Whether the other one adds nothing to it, or to what it was."""
        mine = reduce(merged_telling, self.told or [self.first])
        return merged_telling(mine, other.printing) == mine

    def absorb(self, other: _Row) -> None:
        self.told += other.told
        self.seats |= other.seats
        self.places |= other.places
        self.catalogues |= other.catalogues


def _joined_by_id(rows: Iterable[_Row], members: Iterable[_Row]) -> list[_Row]:
    """Let rows absorb the members that have an id of theirs; return the others, those of one id as one.

    It is a row that the same pieces don't tell beside it, best at the member's place.
    """
    by_id: dict[tuple[str, str], list[_Row]] = {}
    for row in rows:
        for each in row.first.external_ids:
            by_id.setdefault((row.first.lang, each), []).append(row)

    def named(member: _Row) -> list[_Row]:
        return by_id.setdefault((member.first.lang, member.first.external_ids[0]), [])

    def is_elsewhere(member: _Row) -> bool:
        return all(member.places.isdisjoint(row.places) for row in named(member))

    left: list[_Row] = []
    for member in sorted(members, key=is_elsewhere) if by_id else members:
        apart = [row for row in named(member) if member.seats.isdisjoint(row.seats)]
        same = min(apart, key=lambda row: member.places.isdisjoint(row.places), default=None)
        if same is None:
            named(member).append(member)
            left.append(member)
        else:
            same.absorb(member)
    return left


def _join_by_place(rows: list[_Row], members: Iterable[_Row]) -> None:
    """Let rows absorb the members at a place of theirs, and add the other members.

    Of several rows it is one that tells as much already; else one without an id.
    """
    by_place: dict[PrintingPlace, list[_Row]] = {}
    for row in rows:
        for place in row.places:
            by_place.setdefault(place, []).append(row)
    for member in members:
        there = [row for place in sorted(member.places) for row in by_place.get(place, ())]
        allowed = [row for row in there if not row.excludes(member)]
        if len(allowed) > 1:
            allowed.sort(key=lambda row: (not row.tells(member), bool(row.catalogues)))
        same = next(iter(allowed), None)
        if same is None:
            rows.append(member)
        else:
            same.absorb(member)
        for place in member.places:
            here = by_place.setdefault(place, [])
            if (same or member) not in here:
                here.append(same or member)


def _members(told: Iterable[Telling]) -> tuple[list[_Row], list[_Row]]:
    """Return what is surely one printing as one: tellings of an id at a place, and others of a face.

    Both are in an order that depends on nothing but what they tell.
    """
    with_id: dict[tuple[object, ...], _Row] = {}
    bare: dict[tuple[str, int, PrintingPlace], list[Telling]] = {}
    for one in told:
        place, ids = place_key(one.printing), one.printing.external_ids
        if ids:
            _add(with_id, (ids, place), one)
        else:
            bare.setdefault((one.piece, one.face, place), []).append(one)
    others: dict[tuple[object, ...], _Row] = {}
    for (_, face, place), tellings in bare.items():
        for number, one in enumerate(sorted(tellings, key=lambda one: _order(one.printing))):
            _add(others, (place, face, number), one)
    return _sorted(with_id), _sorted(others)


def _add(rows: dict[tuple[object, ...], _Row], key: tuple[object, ...], one: Telling) -> None:
    row = _Row(one.printing, [one.printing], (one.face,), [(one.piece, one.face)])
    if key in rows:
        rows[key].absorb(row)
    else:
        rows[key] = row


def _sorted(rows: dict[tuple[object, ...], _Row]) -> list[_Row]:
    return [row for _, row in sorted(rows.items(), key=lambda item: item[0])]


def _order(one: Printing) -> tuple[object, ...]:
    """Sort printings by what is told of them."""
    days = one.released_on, one.released_after, one.released_by
    words = [(value.face, value.field, value.content) for value in (*one.fields, *one.raw)]
    return (one.set, one.number or "", one.lang, one.external_ids, *(str(day or "") for day in days), words)
