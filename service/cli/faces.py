"""What the faces of a card are called, and which fields of which face an erratum sets.

Files and answers count faces from 0; people read their names, or numbers from 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.serving.answers.cards import card_answer
from service.serving.answers.loaded import timeline_of
from service.serving.answers.parts import Asked
from service.store.connection import Connection


def face_leads(names: Sequence[str | None]) -> list[str]:
    """Return what to say before a field of each face; nothing where the card has no other face.

    >>> face_leads(["Dusk", None]), face_leads(["Deathgrip"])
    (['Dusk: ', 'face 2: '], [''])
    """
    if len(names) == 1:
        return [""]
    return [
        f"{name}: " if name is not None and names.count(name) == 1 else f"face {number}: "
        for number, name in enumerate(names, 1)
    ]


def leads_of(conn: Connection, asked: Asked) -> list[str]:
    """Return ``face_leads`` by the names that the faces bore last, in the language or the game's own."""
    answer = card_answer(conn, asked)
    last = {(one["face"], one["lang"]): one["name"] for one in answer["names"]}
    own = asked.game.language
    return face_leads(
        [last.get((face, asked.lang)) or last.get((face, own)) for face in range(answer["faces"])]
    )


def fields_of(conn: Connection, asked: Asked, erratum: str) -> str:
    """Return the fields that an erratum sets, each with its face where the card has several."""
    leads = leads_of(conn, asked)
    found = [
        f"{leads[value.face]}{value.field}"
        for change in timeline_of(conn, asked).errata()
        if change.assertion.erratum == erratum
        for value in change.assertion.fields
    ]
    return ", ".join(dict.fromkeys(found)) or "no words"
