"""Which pieces of the files of one import their source itself tells as one card.

It calls the card the same, or tells the faces of it by themselves. Kept in memory are a few hundred bytes for
each piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from sys import intern

from service.domain.collector_numbers import number_of_card
from service.domain.ids import SubjectId
from service.domain.sources import Source
from service.ingest.observed import Heading

_BETWEEN, _WITHIN = "\x1e", "\x1f"
"""What stands between places, and between set and number of one: no text that can be written has either."""


@dataclass(slots=True)
class Brief:
    """What is kept of a heading: what the source calls it, and what tells it from others of its name.

    Attributes:
        name: that it bears; ``former`` are those that it bore before.
        face: which face of its card it is, counted from 0; None: it tells of all as if they were one.
        printed: whether a printing is told.
        sure: whether days and printings are its own, and not what is known of its card as a whole.
        places: set and number of each printing, and ``printing_ids`` its ids in a catalogue, packed.
    """

    source: str
    lang: str
    key: str
    name: str
    face: int | None
    token: bool
    first_on: date
    last_on: date
    printed: bool
    former: tuple[str, ...] = ()
    places: str = ""
    printing_ids: str = ""
    sure: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The name that it bears, then those that it bore before."""
        return (self.name, *self.former)

    def excludes(self, other: Brief) -> bool:
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
        told: a heading for each piece, in the order in which they came.
        joined: the names of its faces, in order, where it has several; else none.
        subject: the card of the ledger that it is, once it was looked for; None: a new one.
        first_face: which face of it the ledger has as its only one; None: none, but one text of all.
    """

    game: str
    language: str
    told: list[Brief]
    joined: tuple[str, ...] = ()
    subject: SubjectId | None = None
    first_face: int | None = 0

    @property
    def faces(self) -> tuple[str, ...]:
        """The names of its faces, in order; one for a card without."""
        return self.joined or (self.told[0].name,)

    @property
    def name(self) -> str:
        """The name of the whole card, as the source has it last."""
        if self.joined:
            return " // ".join(self.joined)
        return max(self.told, key=lambda one: (one.lang == self.language, one.last_on, one.key)).name

    @property
    def names(self) -> set[str]:
        """Every name that it bore, and those of its faces; in the authoritative language if there are any."""
        told = {name for one in self.told if not self.own or one.lang == self.language for name in one.names}
        return {self.name, *told, *self.joined}

    @property
    def own(self) -> bool:
        """Whether any of its pieces is in the authoritative language."""
        return any(one.lang == self.language for one in self.told)

    @property
    def token(self) -> bool:
        """Whether it is a token."""
        return any(one.token for one in self.told)

    def places(self) -> Iterator[tuple[str, str]]:
        """Yield set and number of its printings, as often as they are told; those without are left out."""
        for told in self.told:
            for place in filter(None, told.places.split(_BETWEEN)):
                code, _, number = place.partition(_WITHIN)
                if number:
                    yield code, number_of_card(number, len(self.faces))

    def printing_ids(self) -> Iterator[str]:
        """Yield the ids of its printings in catalogues: ``multiverse:27166``."""
        for told in self.told:
            catalogue, _, ids = told.printing_ids.partition(_WITHIN)
            for one in filter(None, ids.split(_BETWEEN)):
                yield f"{catalogue}:{one}"

    def forget(self) -> None:
        """Keep places and ids of printings no longer: the card is found."""
        for one in self.told:
            one.places = one.printing_ids = ""


def _packed_places(heading: Heading) -> str:
    return _BETWEEN.join(dict.fromkeys(f"{code}{_WITHIN}{number or ''}" for code, number in heading.places))


def _packed_ids(heading: Heading, catalogue: str | None) -> str:
    told = catalogue is not None and heading.printing_ids
    return f"{catalogue}{_WITHIN}{_BETWEEN.join(heading.printing_ids)}" if told else ""


class Grouping:
    """The groups of the pieces that were taken in so far."""

    def __init__(self) -> None:
        # By game, source and language, then by key or faces: what has one key in two languages is told so
        # by nothing else, and may be two cards.
        self._by_key: dict[tuple[str, str, str], dict[str, Group]] = {}
        self._days: dict[date, date] = {}  # each once in memory: most pieces have the same few
        self._of: list[Group] = []

    def add(self, heading: Heading, source: Source, language: str) -> int:
        """Take in a piece and return its number, counted from 0.

        Args:
            language: the authoritative one of the game.
        """
        faces = joined_faces(heading, source)
        game, source_id = intern(heading.game), intern(heading.source)
        told = Brief(
            source=source_id,
            lang=intern(source.languages.get(heading.lang, heading.lang)),
            key=heading.key,
            name=heading.key if heading.name == heading.key else heading.name,
            face=faces.index(heading.name) if faces else 0,
            token=not heading.layouts.isdisjoint(source.token_layouts),
            first_on=self._one(heading.first_on),
            last_on=self._one(heading.last_on),
            printed=bool(heading.places),
            former=heading.names[1:],
            places=_packed_places(heading),
            printing_ids=_packed_ids(heading, source.external_ids),
        )
        groups = self._by_key.setdefault((game, source_id, told.lang), {})
        known = _WITHIN.join(faces) or heading.key
        group = groups.get(known)
        if group is None:
            group = groups[known] = Group(game, language, [told], faces)
        else:
            group.told.append(told)
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
        self._by_key.clear()
        return list(dict.fromkeys(self._of))

    def _part_partners(self) -> None:
        """Part cards that name each other, and each itself first: partners of one another, not two faces."""
        sharing: dict[tuple[str, str, frozenset[str]], list[Group]] = {}
        for (game, source, _), by_key in self._by_key.items():
            for group in by_key.values():
                if group.joined:
                    sharing.setdefault((game, source, frozenset(group.joined)), []).append(group)
        for groups in sharing.values():
            orders = {group.joined for group in groups}
            if len(orders) > 1 and all(one.face == 0 for group in groups for one in group.told):
                for group in groups:
                    group.joined = ()

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
