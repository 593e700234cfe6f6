"""Pieces that several answers are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from service.domain.errors import Moved, UnknownCard
from service.domain.games import Game
from service.domain.ids import SubjectId, card_id
from service.domain.ledger import NONE, UNKNOWN, Assertion
from service.serving.answers.sights import PRESENT, Answer, Sight, iso
from service.store.connection import Connection
from service.store.games import load_game
from service.store.subjects import find_successor, is_recorded_after, load_subject

FORMAT = 1
"""The shape of the answers; a pinned answer has the same bytes for as long as this stays."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a card: which one, in which language and scope, and how it is looked at.

    ``loaded`` keeps what the answers about it have read, so that several about one card read it once.
    """

    subject: SubjectId
    game: Game
    lang: str
    scope: str
    sight: Sight = PRESENT
    loaded: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)


def asked_card(
    conn: Connection,
    game: str,
    card: str,
    lang: str | None = None,
    scope: str | None = None,
    sight: Sight = PRESENT,
) -> Asked:
    """Return what is asked, with the game's own language and first scope where none is named.

    Whether there is such a card is judged at the head: before it was recorded it is one without a text.

    Raises:
        UnknownGame: if there is no such game.
        UnknownCard: if the game has no such card.
        Moved: if it goes by another id.
        UnknownScope: if the game has no such scope.
    """
    found = load_game(conn, game, sight.as_of)
    subject = card_id(game, card)
    if load_subject(conn, subject, sight.as_of) is None:
        into = find_successor(conn, subject, sight.as_of)
        if into is not None:
            raise Moved(f"{subject} is {into} now", path={"game": into.game, "card": into.name})
        if sight.as_of is None or not is_recorded_after(conn, subject, sight.as_of):
            # What was once withdrawn and came back is there at the head, and has no text at the pin.
            raise UnknownCard(
                f"{found.name} has no card {card!r} here; find cards by name at "
                f"/v1/cards?game={game}&name=..."
            )
    return Asked(subject, found, found.language if lang is None else lang, found.scope(scope), sight)


def head_of(asked: Asked, seq: int) -> Answer:
    """Return what every answer about one card begins with."""
    return {
        "game": asked.subject.game,
        "card": asked.subject.name,
        "lang": asked.lang,
        "scope": asked.scope,
        **asked.sight.told(),
        "seq": seq,
        "format": FORMAT,
    }


def field_value(game: Game, name: str, content: str, texts: Mapping[str, str]) -> str | list[str] | None:
    """Return a field's value as answers show it: a text, a list, or None.

    A list field that the card has none of is an empty list.
    """
    is_list = any(field.id == name and field.is_list for field in game.fields)
    if content == NONE:
        return [] if is_list else None
    text = None if content == UNKNOWN else texts.get(content)
    if text is None:
        return None
    return text.split("\n") if is_list else text


def erratum_id(one: Assertion) -> str | None:
    """Return the id of an erratum; None for the base and for the words of a printing."""
    return one.erratum if one.is_erratum else None


def confirmed_by(one: Assertion, known_by: date | None) -> list[str]:
    """Return the documents that repeat the words of a change, once the first of them had been announced.

    Args:
        known_by: the last day of which the announcements count; None: all count.
    """
    if known_by is not None and one.confirmed_on is not None and known_by < one.confirmed_on:
        return []
    return list(one.confirmed_by)


def rules_change(one: Assertion, effective_from: date, effective_until: date | None) -> Answer:
    """Return a change without words that is in force, as answers list it."""
    return {
        "erratum": one.erratum,
        "document": one.document,
        "effective_from": effective_from.isoformat(),
        "effective_until": iso(effective_until),
        "reason": one.reason,
    }


def joined_text(contents: Sequence[str], texts: Mapping[str, str]) -> str | None:
    """Return the rules texts of all faces as one; None where the words of one aren't known."""
    found = [texts.get(content) for content in contents]
    known = [text for text in found if text is not None]
    return "\n//\n".join(known) if len(known) == len(found) else None
