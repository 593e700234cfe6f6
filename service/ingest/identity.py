"""Which card of the ledger each group of pieces tells of, and the ids of cards and printings that are new.

Matched is by the ids of catalogues, then by set and collector number, then by name. An id that was given once
stays; what can't be matched for sure is refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from service.domain.folding import folded_name, name_slug
from service.domain.ids import SubjectId, card_id
from service.domain.refusals import AmbiguousIdentity
from service.domain.sightings import source_id
from service.domain.texts import text_sha256
from service.ingest.grouping import Group, Told, whole_name


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card of the ledger that a group may tell of.

    Attributes:
        names: every name of the card and of its faces in the authoritative language.
        faces: the last name of each face in it, in order; None where it isn't known.
        token: whether it is a token.
        told: what was told of it before.
    """

    subject: SubjectId
    names: frozenset[str]
    faces: tuple[str | None, ...]
    token: bool
    told: tuple[Told, ...]

    def allows(self, group: Group) -> bool:
        """Whether a group can tell of it: no source showed both at one time as two cards."""
        others = [(one, other) for one in group.told for other in self.told if one.face == other.face]
        return self.token == group.token and not any(one.excludes(other) for one, other in others)

    def has_faces_of(self, group: Group) -> bool:
        """Whether a group can tell of it by its names: one of several faces tells of none with one."""
        return len(group.faces) in (1, len(self.faces))

    def bears(self, name: str) -> bool:
        """Whether the card, or a face of it, has that name, in whatever spelling."""
        return whole_name(name) in {whole_name(one) for one in self.names}

    def face_of(self, told: Told) -> int | None:
        """Return which face a piece tells of; None where it tells of all of several as if they were one."""
        if len(self.faces) == 1:
            return 0
        known = {(one.source, one.lang, one.key): one.face for one in self.told}
        return known.get((told.source, told.lang, told.key), self._named.get(folded_name(told.name)))

    @property
    def _named(self) -> dict[str, int]:
        return {folded_name(name): face for face, name in enumerate(self.faces) if name is not None}

    def places_of(self, group: Group) -> Sequence[int]:
        """Return which face of the card each face of a group is: by id, else by name, else what is left.

        They are told in the order of the group where the card hasn't as many, or two would be one.
        """
        named = self._named
        found = {
            face: named[name] for face, name in enumerate(map(folded_name, group.faces)) if name in named
        }
        found |= {told.face: face for told in group.told if (face := self.face_of(told)) is not None}
        if len(group.faces) != len(self.faces) or len(set(found.values())) < len(found):
            return range(len(group.faces))
        left = iter(sorted(set(range(len(self.faces))) - set(found.values())))
        return [found[face] if face in found else next(left) for face in range(len(group.faces))]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The cards that a group may tell of, by how they were found; each once in every list."""

    by_id: Sequence[Candidate]
    by_printing_id: Sequence[Candidate]
    by_number: Sequence[Candidate]
    by_name: Sequence[Candidate]


def matched(group: Group, candidates: Candidates) -> Candidate | None:
    """Return the card that a group tells of; None where the ledger has none.

    Raises:
        AmbiguousIdentity: if several cards fit as well; they are named.
    """
    if candidates.by_id:
        return _only(group, candidates.by_id, "its id")
    for found, what in (
        (candidates.by_printing_id, "the ids of its printings"),
        (candidates.by_number, "sets and numbers of its printings"),
    ):
        allowed = [one for one in found if one.allows(group)]
        named = [one for one in allowed if one.bears(group.name) or any(map(one.bears, group.faces))]
        if named or len(allowed) == 1:
            return _only(group, named or allowed, what)
    allowed = [one for one in candidates.by_name if one.allows(group) and one.has_faces_of(group)]
    return _only(group, allowed, "its name") if allowed else None


def _only(group: Group, found: Sequence[Candidate], what: str) -> Candidate:
    subjects = sorted({one.subject for one in found})
    if len(subjects) > 1:
        listed = ", ".join(map(str, subjects))
        raise AmbiguousIdentity(
            f"{group.name!r} of {group.game}: by {what} it is each of {listed}; nothing was recorded; "
            "merge them in migrations.yaml, or give one its own id",
            candidates=[str(one) for one in subjects],
        )
    return found[0]


def ids_of(group: Group) -> list[str]:
    """Return what sources call a card, or its other faces, which they tell under their own names."""
    faces = group.faces if len(group.faces) > 1 else ()
    return [source_id(one.source, one.lang, key) for one in group.told for key in (one.key, *faces)]


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
    return next(found for found in (card_id(group.game, place) for place in places) if found not in known)


def printing_id(code: str, number: str | None, lang: str, card: str, extra: Sequence[str]) -> str:
    """Return the id of a new printing: set, number and language, and what else tells it from others.

    Args:
        card: the name of its card, as in the card's id; stands for a number that it hasn't.
        extra: more parts, before the language.
    """
    parts = [code, card if number is None else number, *extra, lang]
    return "-".join(filter(None, map(name_slug, parts))) or f"printing-{text_sha256(' '.join(parts))[:8]}"
