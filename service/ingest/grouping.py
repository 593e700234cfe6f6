"""Which pieces of the files of one import tell of the same card, before the ledger is asked.

Two pieces do if their source calls the card the same, if it tells the faces of one card by themselves, or if
they bear one name and can't be two cards: the source didn't show both at one time, or told no printing of
one of them. Kept in memory are a few hundred bytes for each piece.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from sys import intern

from service.domain.folding import folded_name
from service.domain.sources import Source
from service.ingest.observed import Heading


@dataclass(frozen=True, slots=True)
class Told:
    """What is kept of a heading: what the source calls it, and what tells it from others of its name.

    Attributes:
        face: which face of its card it is, counted from 0.
    """

    game: str
    source: str
    lang: str
    key: str
    name: str
    face: int
    token: bool
    first_on: date
    last_on: date
    printed: bool

    def excludes(self, other: Told) -> bool:
        """Whether both can't be the same face of one card: they were printed, and shown at one time."""
        if (self.game, self.source, self.lang) != (other.game, other.source, other.lang):
            return False
        together = self.first_on <= other.last_on and other.first_on <= self.last_on
        return self.key != other.key and together and self.printed and other.printed


@dataclass(slots=True)
class Group:
    """The pieces of one card.

    Attributes:
        faces: the names of its faces, in order; one for a card without.
        pieces: how many pieces tell of it.
        whole: whether they tell of all faces as if they were one, while others tell of each by itself.
    """

    game: str
    faces: tuple[str, ...]
    told: tuple[Told, ...] = ()
    pieces: int = 0
    whole: bool = False

    @property
    def name(self) -> str:
        """The name of the whole card, as the source has it last."""
        if len(self.faces) > 1:
            return " // ".join(self.faces)
        return max(self.told, key=lambda one: (one.last_on, one.key)).name

    @property
    def token(self) -> bool:
        """Whether it is a token."""
        return any(one.token for one in self.told)

    def absorb(self, other: Group) -> None:
        """Take in the pieces of another group of the same card, whose faces may have another order."""
        if len(self.faces) == 1:
            self.told += other.told
        else:
            places = {folded_name(name): face for face, name in enumerate(self.faces)}
            faces = [places[folded_name(name)] for name in other.faces]
            self.told += tuple(replace(one, face=faces[one.face]) for one in other.told)
        self.pieces += other.pieces


class Grouping:
    """The groups of the pieces that were taken in so far.

    ``crowded`` has the hashes of the places (``place_of``) that printings of several cards share.
    """

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, ...], Group] = {}
        self._by_place: dict[int, int] = {}
        self.crowded: set[int] = set()
        self._days: dict[date, date] = {}  # each once in memory: most pieces have the same few
        self._of: list[Group] = []

    def add(self, heading: Heading, source: Source) -> int:
        """Take in a piece and return its number, counted from 0."""
        faces = joined_faces(heading, source)
        lang = source.languages.get(heading.lang, heading.lang)
        game, source_id = intern(heading.game), intern(heading.source)
        key = (game, source_id, *(faces or (heading.key,)))
        if key not in self._by_key:
            self._by_key[key] = Group(game, faces or (heading.name,))
        group = self._by_key[key]
        told = Told(
            game=game,
            source=source_id,
            lang=intern(lang),
            key=heading.key,
            name=heading.key if heading.name == heading.key else heading.name,
            face=faces.index(heading.name) if faces else 0,
            token="token" in heading.layouts,
            first_on=self._one(heading.first_on),
            last_on=self._one(heading.last_on),
            printed=bool(heading.places),
        )
        group.told = (*group.told, told)
        group.pieces += 1
        self._of.append(group)
        self._crowd(heading, id(group))
        return len(self._of) - 1

    def _one(self, day: date) -> date:
        return self._days.setdefault(day, day)

    def _crowd(self, heading: Heading, group: int) -> None:
        for place in {hash(place_of(code, number)) for code, number in heading.places if number}:
            if self._by_place.setdefault(place, group) != group:
                self.crowded.add(place)

    @property
    def pieces(self) -> int:
        """How many pieces were taken in."""
        return len(self._of)

    def close(self) -> list[Group]:
        """Join the groups that can only be one card, and return all groups, each once, in order."""
        self._part_partners()
        named: dict[tuple[str, tuple[str, ...], bool], list[Group]] = {}
        joined: dict[int, Group] = {}
        several = {whole_name(one.name) for one in self._by_key.values() if len(one.faces) > 1}
        for group in sorted(self._by_key.values(), key=_order):
            names = group.faces if len(group.faces) > 1 else (group.name,)
            group.whole = len(names) == 1 and "/" in group.name and whole_name(group.name) in several
            key = (group.game, tuple(sorted(map(folded_name, names))), group.token)
            others = named.setdefault(key, [])
            same = next((other for other in others if not _excluded(group, other)), None)
            if same is None:
                others.append(group)
            else:
                same.absorb(group)
                joined[id(group)] = same
        self._of = [joined.get(id(group), group) for group in self._of]
        self._by_key.clear()
        self._by_place.clear()
        return list({id(group): group for group in self._of}.values())

    def _part_partners(self) -> None:
        """Part cards that name each other, and each itself first: partners of one another, not two faces."""
        orders: dict[tuple[str, str, frozenset[str]], list[Group]] = {}
        for (game, source, *_), group in self._by_key.items():
            if len(group.faces) > 1:
                orders.setdefault((game, source, frozenset(group.faces)), []).append(group)
        for groups in orders.values():
            if len(groups) > 1 and all(one.face == 0 for group in groups for one in group.told):
                for group in groups:
                    group.faces = (group.faces[0],)

    def group_of(self, number: int) -> Group:
        """Return the group of the piece of that number."""
        return self._of[number]


def joined_faces(heading: Heading, source: Source) -> tuple[str, ...]:
    """Return the names of the faces of one card that the source tells one by one; none where it doesn't."""
    joined = not heading.layouts.isdisjoint(source.joined_layouts)
    return heading.faces if joined and len(heading.faces) > 1 and heading.name in heading.faces else ()


def whole_name(name: str) -> str:
    """Return a name as it is compared, however the names of the faces in it are joined.

    >>> whole_name("Fire // Ice") == whole_name("fire/ice")
    True
    """
    return "/".join(part.strip() for part in folded_name(name).split("/") if part.strip()) or folded_name(
        name
    )


def place_of(code: str, number: str) -> tuple[str, str]:
    """Return set and collector number as they are compared: without case, blanks and leading zeros.

    >>> place_of("ons ", "007a")
    ('ons', '7a')
    """
    return code.strip().casefold(), number.strip().casefold().lstrip("0") or "0"


def _order(group: Group) -> tuple[object, ...]:
    """Sort groups so that the same pieces are joined alike in whatever order they came."""
    return not any(one.printed for one in group.told), min((one.first_on, one.key) for one in group.told)


def _excluded(group: Group, other: Group) -> bool:
    return any(
        one.excludes(each)
        for one in group.told
        for each in other.told
        if folded_name(group.faces[one.face]) == folded_name(other.faces[each.face]) or len(group.faces) == 1
    )
