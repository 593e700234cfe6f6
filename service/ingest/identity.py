"""Which card each group of pieces tells of, and the ids of cards and printings that are new.

Matched is by the ids of catalogues, then by set and collector number, then by name. An id that was given once
stays; what can't be matched for sure is refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.domain.collector_numbers import place_of
from service.domain.folding import name_slug
from service.domain.ids import SubjectId, card_id, fitting_id
from service.domain.refusals import AmbiguousIdentity
from service.domain.sightings import source_id
from service.domain.texts import text_sha256
from service.ingest.candidate import Candidate, Candidates
from service.ingest.grouping import Group


def matched(group: Group, candidates: Candidates) -> Candidate | None:
    """Return the card that a group tells of; None where there is none.

    A card with another name is it by an id of a printing; by set and number only if it has all those of the
    group, and no other card has the name.

    Raises:
        AmbiguousIdentity: if several cards fit as well; they are named. Also if it depends on what the ledger
            can't tell.
    """
    if candidates.by_id:
        return _only(group, candidates.by_id, "its id")
    found = _matched(group, candidates.allowing(group, surely=True))
    maybe = _matched(group, candidates.allowing(group, surely=False))
    if maybe is not found:
        either = [one for one in (found, maybe) if one is not None]
        _only(group, either, "what is known of its names and days", sure=False)
    return found


def _matched(group: Group, allowed: Candidates) -> Candidate | None:
    names = group.names
    named = [one for one in allowed.by_printing_id if one.bears(names)]
    if named or len(allowed.by_printing_id) == 1:
        return _only(group, named or allowed.by_printing_id, "the ids of its printings")
    placed = allowed.by_number
    named = [one for one in placed if one.bears(names)]
    if named:
        return _only(group, named, "sets and numbers of its printings")
    called = [one for one in allowed.by_name if one.has_faces_of(group)]
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
