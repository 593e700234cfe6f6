"""A card that groups of pieces may tell of, and whether a group can: by its faces, its names and its days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from service.domain.collector_numbers import Place, place_of
from service.domain.folding import folded_name
from service.domain.ids import SubjectId
from service.domain.names import whole_name
from service.domain.refusals import AmbiguousIdentity
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

    def allows(self, group: Group, *, surely: bool = True) -> bool:
        """Whether a group can tell of it: no source showed both at one time as two cards.

        If it hasn't as many faces, only by a name: of which of them that tells can't be known otherwise.

        Args:
            surely: whether what the ledger can't tell counts against it: which of its names was shown
                when, and what a face is called of which nothing was told yet.
        """
        as_many = len(self.faces) == len(group.faces) or (not surely and None in self.faces)
        if self.token != group.token or not (as_many or self.bears(group.names)):
            return False
        told = [_on_face(one, group) for one in self.told] if self._grows_by(group) else self.told
        printed = [one for one in told if one.printed and (surely or one.sure)]
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

    def allowing(self, group: Group, *, surely: bool) -> Candidates:
        """Return those that allow a group, found by other means than its id."""

        def allowed(cards: Sequence[Candidate]) -> Sequence[Candidate]:
            return [one for one in cards if one.allows(group, surely=surely)]

        return Candidates((), allowed(self.by_printing_id), allowed(self.by_number), allowed(self.by_name))
