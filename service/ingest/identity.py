"""Which card each group of pieces tells of, and the ids of cards and printings that are new.

Matched is by the ids of catalogues, then by set and collector number, then by name. An id that was given once
stays; what can't be matched for sure is refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from service.domain.collector_numbers import Place, place_of
from service.domain.folding import folded_name, name_slug
from service.domain.ids import SubjectId, card_id, fitting_id
from service.domain.names import whole_name
from service.domain.refusals import AmbiguousIdentity
from service.domain.sightings import source_id
from service.domain.texts import text_sha256
from service.ingest.grouping import Brief, Group


@dataclass(slots=True, eq=False)
class Candidate:
    """A card that a group may tell of: of the ledger, or of groups that were taken in before.

    Attributes:
        label: what it is called in errors, unlike any other.
        subject: its id; None for a new one.
        names: every name of the card and of its faces, as they are compared.
        faces: the last name of each face, in order; None where it isn't known.
        token: whether it is a token.
        own: whether its names are in the authoritative language; else it has none in that.
        places: of its printings.
        told: what was told of it; ``recorded`` is what the ledger has of that.
        group: the group whose pieces are its own; None: none of this import are.
    """

    label: str
    subject: SubjectId | None
    names: set[str]
    faces: tuple[str | None, ...]
    token: bool
    own: bool
    places: set[Place]
    told: list[Brief]
    recorded: tuple[Brief, ...] = ()
    group: Group | None = None

    def allows(self, group: Group) -> bool:
        """Whether a group can tell of it: no source showed both at one time as two cards."""
        if self.token != group.token:
            return False
        grows = self._grows_by(group)
        told = [_on_face(one, group) for one in self.told] if grows else self.told
        printed = [one for one in told if one.printed]
        return not any(
            one.excludes(other)
            for one, face in zip(group.told, self.faces_of(group), strict=True)
            if one.printed and face is not None
            for other in printed
            if other.face == face
        )

    def was_told(self, group: Group) -> bool:
        """Whether its source told it before by a key of a group."""
        keys = {(one.source, one.lang, one.key) for one in group.told}
        return any((one.source, one.lang, one.key) in keys for one in self.told)

    def has_faces_of(self, group: Group) -> bool:
        """Whether a group can tell of it by its names: of two with several faces both have as many."""
        return len(group.faces) in (1, len(self.faces)) or self._grows_by(group)

    def _grows_by(self, group: Group) -> bool:
        """Whether the faces of a card that was told as one are told by a group."""
        return len(self.faces) == 1 < len(group.faces)

    def bears(self, names: Iterable[str]) -> bool:
        """Whether the card, or a face of it, has one of these names, in whatever spelling."""
        wanted = set(map(whole_name, names))
        return not self.names.isdisjoint(wanted) or any(self._fits(one.split("/")) for one in wanted)

    def _fits(self, parts: Sequence[str]) -> bool:
        """Whether these are the names of all faces, as far as they are known: some are, and some aren't."""
        known = [None if name is None else folded_name(name) for name in self.faces]
        pairs = list(zip(known, parts, strict=False))
        return (
            len(known) == len(parts)
            and None in known
            and any(name is not None for name in known)
            and all(name in (None, part) for name, part in pairs)
        )

    def faces_of(self, group: Group) -> list[int | None]:
        """Return of which face each piece of a group tells; None: of all, as if they were one."""
        if len(group.faces) == 1:
            return [self._face_of(told) for told in group.told]
        places = self._places_of(group)
        return [None if told.face is None else places[told.face] for told in group.told]

    def _face_of(self, told: Brief) -> int | None:
        if len(self.faces) == 1:
            return 0
        known = {(one.source, one.lang, one.key): one.face for one in self.told}
        named = self._named
        faces = (named[name] for name in map(folded_name, told.names) if name in named)
        return known.get((told.source, told.lang, told.key), next(faces, None))

    @property
    def _named(self) -> dict[str, int]:
        return {folded_name(name): face for face, name in enumerate(self.faces) if name is not None}

    def _places_of(self, group: Group) -> Sequence[int]:
        """Return which face of the card each face of a group is: by id, else by name, else what is left.

        They are told in the order of the group where the card hasn't as many, or two would be one.
        """
        named = self._named
        found = {
            face: named[name] for face, name in enumerate(map(folded_name, group.faces)) if name in named
        }
        for told in group.told:
            face = self._face_of(told)
            if told.face is not None and face is not None:
                found[told.face] = face
        if len(group.faces) != len(self.faces) or len(set(found.values())) < len(found):
            return range(len(group.faces))
        left = iter(sorted(set(range(len(self.faces))) - set(found.values())))
        return [found[face] if face in found else next(left) for face in range(len(group.faces))]

    def is_partner_of(self, group: Group) -> bool:
        """Whether its source lists each of both before the other: they are two cards, and partners."""
        told = [one for one in self.told if one.face is not None]
        return (
            len(group.faces) == len(self.faces) > 1
            and all(one.face == 0 for one in (*told, *group.told))
            and 0 not in self.faces_of(group)
            and not {one.source for one in told}.isdisjoint(one.source for one in group.told)
        )

    def take(self, group: Group) -> None:
        """Let the pieces of a group be of this card.

        They go over into its group, if it has one.

        Raises:
            AmbiguousIdentity: if it was taken for a card with several faces, and they are two cards.
        """
        if self.is_partner_of(group):
            raise AmbiguousIdentity(
                f"{group.told[0].name!r} of {group.game} is listed first, and so is what {self.label} has: "
                "they are two cards that name each other, and come in two imports; nothing was recorded; "
                f"give {self.label} a file of its own, or leave these lines out",
                candidates=[self.label],
            )
        if self._grows_by(group):
            self._grow(group)
        told = [replace(one, face=face) for one, face in zip(group.told, self.faces_of(group), strict=True)]
        self.told = [*self.told, *told]
        self.token |= group.token
        if group.own or not self.own:
            names = {whole_name(name) for name in group.names}
            self.names = self.names | names if self.own == group.own else names
            self.own = group.own
        self.places |= {place_of(*place) for place in group.places()}
        if self.group is None:
            self.group, group.told, group.subject = group, told, self.subject
        else:
            self.group.told += told

    def _grow(self, group: Group) -> None:
        """Let the card have the faces of a group, and what was told of it be of one of them, or of none.

        Raises:
            AmbiguousIdentity: if the ledger has what is of several.
        """
        recorded = {_on_face(one, group).face for one in self.recorded}
        if len(recorded) > 1:
            raise AmbiguousIdentity(
                f"{group.name!r} of {group.game}: {self.label} was told as a card with one face, and not all "
                "of that is of the same one of these; nothing was recorded; "
                f"give {self.label} a file of its own, or leave these lines out",
                candidates=[self.label],
            )
        self.faces = group.faces
        self.told = [_on_face(one, group) for one in self.told]
        if self.group is None:
            group.first_face = next(iter(recorded), 0)
        else:
            self.group.told = [_on_face(one, group) for one in self.group.told]
            self.group.joined, self.group.first_face = group.joined, next(iter(recorded), 0)


def _on_face(one: Brief, group: Group) -> Brief:
    """Return what was told of a card as if it had one face, with the face of a group that it is."""
    by_key = {(told.source, told.lang, told.key): told.face for told in group.told}
    by_name = {folded_name(name): face for face, name in enumerate(group.faces)}
    named = (by_name[name] for name in map(folded_name, one.names) if name in by_name)
    return replace(one, face=by_key.get((one.source, one.lang, one.key), next(named, None)))


@dataclass(frozen=True, slots=True)
class Candidates:
    """The cards that a group may tell of, by how they were found; each once in every list."""

    by_id: Sequence[Candidate] = ()
    by_printing_id: Sequence[Candidate] = ()
    by_number: Sequence[Candidate] = ()
    by_name: Sequence[Candidate] = ()


def matched(group: Group, candidates: Candidates) -> Candidate | None:
    """Return the card that a group tells of; None where there is none.

    A card with another name is it by an id of a printing; by set and number only if it has all those of the
    group, and no other card has the name.

    Raises:
        AmbiguousIdentity: if several cards fit as well; they are named.
    """
    if candidates.by_id:
        return _only(group, candidates.by_id, "its id")
    names = group.names
    allowed = [one for one in candidates.by_printing_id if one.allows(group)]
    named = [one for one in allowed if one.bears(names)]
    if named or len(allowed) == 1:
        return _only(group, named or allowed, "the ids of its printings")
    placed = [one for one in candidates.by_number if one.allows(group)]
    named = [one for one in placed if one.bears(names)]
    if named:
        return _only(group, named, "sets and numbers of its printings")
    called = [one for one in candidates.by_name if one.allows(group) and one.has_faces_of(group)]
    places = {place_of(*place) for place in group.places()}
    if placed and (called or len(placed) > 1 or not places <= placed[0].places):
        return _only(group, [*placed, *called], "set and number of a printing, or its name,", sure=False)
    found = placed or called
    return _only(group, found, "its name") if found else None


def _only(group: Group, found: Sequence[Candidate], what: str, *, sure: bool = True) -> Candidate:
    labels = sorted({one.label for one in found})
    if len(labels) > 1 or not sure:
        it_is = f"it is each of {', '.join(labels)}" if len(labels) > 1 else f"it may be {labels[0]}"
        raise AmbiguousIdentity(
            f"{group.name!r} of {group.game}: by {what} {it_is}; nothing was recorded; "
            "give the card that is meant a file of its own, or leave these lines out",
            candidates=labels,
        )
    return found[0]


def ids_of(group: Group) -> list[str]:
    """Return what sources call a card, or its other faces, which they tell under their own names."""
    return [source_id(one.source, one.lang, key) for one in group.told for key in (one.key, *group.joined)]


def new_card_id(group: Group, printed_at: tuple[str, str] | None, taken: Iterable[SubjectId]) -> SubjectId:
    """Return the id of a new card: its name; where that is taken, with a set and number behind it.

    Args:
        printed_at: set and number of its first printing; None where none is told.
        taken: the ids that other cards have or had.
    """
    known = set(taken)
    name = name_slug(group.name) or f"card-{text_sha256(group.name)[:8]}"
    places = [name]
    if printed_at is not None:
        places.append("-".join(filter(None, [name, name_slug(" ".join(printed_at))])))
    places += [f"{name}-{number}" for number in range(2, len(known) + 3)]
    ids = (card_id(group.game, fitting_id(place)) for place in places)
    return next(found for found in ids if found not in known)


def printing_id(code: str, number: str | None, lang: str, card: str, extra: Sequence[str]) -> str:
    """Return the id of a new printing: set, number and language, and what else tells it from others.

    Args:
        card: the name of its card, as in the card's id; stands for a number that it hasn't.
        extra: more parts, before the language.
    """
    parts = [code, card if number is None else number, *extra, lang]
    found = "-".join(filter(None, map(name_slug, parts)))
    return fitting_id(found or f"printing-{text_sha256(' '.join(parts))[:8]}")
