"""Which pieces of the files of one import their source itself tells as one card.

It calls the card the same, or tells the faces of it by themselves. Kept in memory are a few hundred bytes for
each piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from string import ascii_lowercase
from sys import intern

from service.domain.folding import folded_name
from service.domain.ids import SubjectId
from service.domain.sources import Source
from service.ingest.observed import Heading

_BETWEEN, _WITHIN = "\x1e", "\x1f"
"""What stands between places, and between set and number of one: no text that can be written has either."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is kept of a heading: what the source calls it, and what tells it from others of its name.

    Attributes:
        names: the name that it bears, then those that it bore before.
        face: which face of its card it is, counted from 0; None: it tells of all as if they were one.
        printed: whether a printing is told.
    """

    source: str
    lang: str
    key: str
    names: tuple[str, ...]
    face: int | None
    token: bool
    first_on: date
    last_on: date
    printed: bool

    def excludes(self, other: Told) -> bool:
        """Whether both can't be the same face of one card: they were printed, and shown at one time."""
        if (self.source, self.lang) != (other.source, other.lang):
            return False
        together = self.first_on <= other.last_on and other.first_on <= self.last_on
        return self.key != other.key and together and self.printed and other.printed


@dataclass(slots=True, eq=False)
class Group:
    """The pieces of one card.

    Attributes:
        language: the authoritative one of the game.
        faces: the names of its faces, in order; one for a card without.
        told: a heading for each piece, in the order in which they came.
        subject: the card of the ledger that it is, once it was looked for; None: a new one.
    """

    game: str
    language: str
    faces: tuple[str, ...]
    told: list[Told] = field(default_factory=list)
    subject: SubjectId | None = None
    _places: list[str] = field(default_factory=list)
    _printing_ids: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of the whole card, as the source has it last."""
        if len(self.faces) > 1:
            return " // ".join(self.faces)
        return max(self.told, key=lambda one: (one.lang == self.language, one.last_on, one.key)).names[0]

    @property
    def names(self) -> set[str]:
        """Every name that it bore, and those of its faces; in the authoritative language if there are any."""
        own = {name for one in self.told if one.lang == self.language for name in one.names}
        told = own or {name for one in self.told for name in one.names}
        return {self.name, *told, *(self.faces if len(self.faces) > 1 else ())}

    @property
    def token(self) -> bool:
        """Whether it is a token."""
        return any(one.token for one in self.told)

    def add(self, told: Told, heading: Heading, catalogue: str | None) -> None:
        """Take in a piece.

        Args:
            catalogue: whose ids the source gives to printings; None: nobody's.
        """
        self.told.append(told)
        if heading.places:
            places = dict.fromkeys(f"{code}{_WITHIN}{number or ''}" for code, number in heading.places)
            self._places.append(_BETWEEN.join(places))
        if catalogue is not None and heading.printing_ids:
            self._printing_ids.append(_BETWEEN.join(f"{catalogue}:{one}" for one in heading.printing_ids))

    def places(self) -> Iterator[tuple[str, str]]:
        """Yield set and number of its printings, as often as they are told; those without are left out."""
        for packed in self._places:
            for place in packed.split(_BETWEEN):
                code, _, number = place.partition(_WITHIN)
                if number:
                    yield code, number_of_card(number, len(self.faces))

    def printing_ids(self) -> Iterator[str]:
        """Yield the ids of its printings in catalogues: ``multiverse:27166``."""
        for packed in self._printing_ids:
            yield from packed.split(_BETWEEN)

    def forget(self) -> None:
        """Keep places and ids of printings no longer: the card is found."""
        self._places = self._printing_ids = []


class Grouping:
    """The groups of the pieces that were taken in so far."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[str, ...], Group] = {}
        self._days: dict[date, date] = {}  # each once in memory: most pieces have the same few
        self._of: list[Group] = []

    def add(self, heading: Heading, source: Source, language: str) -> int:
        """Take in a piece and return its number, counted from 0.

        Args:
            language: the authoritative one of the game.
        """
        faces = joined_faces(heading, source)
        game, source_id = intern(heading.game), intern(heading.source)
        key = (game, source_id, *(faces or (heading.key,)))
        if key not in self._by_key:
            self._by_key[key] = Group(game, language, faces or (heading.name,))
        group = self._by_key[key]
        told = Told(
            source=source_id,
            lang=intern(source.languages.get(heading.lang, heading.lang)),
            key=heading.key,
            names=(heading.key,) if heading.names == (heading.key,) else heading.names,
            face=faces.index(heading.name) if faces else 0,
            token=not heading.layouts.isdisjoint(source.token_layouts),
            first_on=self._one(heading.first_on),
            last_on=self._one(heading.last_on),
            printed=bool(heading.places),
        )
        group.add(told, heading, source.external_ids)
        self._of.append(group)
        return len(self._of) - 1

    def _one(self, day: date) -> date:
        return self._days.setdefault(day, day)

    @property
    def pieces(self) -> int:
        """How many pieces were taken in."""
        return len(self._of)

    def close(self) -> list[Group]:
        """Return all groups, in the order of their first pieces; no more pieces are taken in."""
        self._part_partners()
        groups = list(self._by_key.values())
        self._by_key.clear()
        return groups

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

    def join(self, joined: Mapping[Group, Group]) -> None:
        """Let the pieces of groups be those of others that took them in."""
        self._of = [joined.get(group, group) for group in self._of]

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
    folded = folded_name(name)
    if "/" not in folded:
        return folded
    return "/".join(part.strip() for part in folded.split("/") if part.strip()) or folded


def number_of_card(number: str, faces: int) -> str:
    """Return the number of a card, where a source writes that of a face with its letter.

    >>> number_of_card("128b", 2), number_of_card("128b", 1)
    ('128', '128b')
    """
    letters = ascii_lowercase[:faces]
    return number[:-1] if faces > 1 and len(number) > 1 and number[-1] in letters else number


def place_of(code: str, number: str) -> tuple[str, str]:
    """Return set and collector number as they are compared: without case, blanks and leading zeros.

    >>> place_of("ons ", "007a")
    ('ons', '7a')
    """
    return code.strip().casefold(), number.strip().casefold().lstrip("0") or "0"
