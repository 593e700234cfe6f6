"""Sets: what they are called, and when they came out."""

from __future__ import annotations

from collections.abc import Iterable

from service.domain.sets import Set
from service.serving.answers.sights import Answer, iso
from service.store.connection import Connection
from service.store.sets import load_set


def sets_answer(conn: Connection, game: str, codes: Iterable[str]) -> dict[str, Answer]:
    """Return what is recorded of these sets of a game, by code; one of which nothing is is left out."""
    found = {code: load_set(conn, game, code) for code in sorted(set(codes))}
    return {code: _set(one) for code, one in found.items() if one is not None}


def _set(one: Set) -> Answer:
    return {
        "game": one.game,
        "set": one.code,
        "name": one.name,
        "releases": [
            {"region": each.region, "lang": each.lang, "released_on": iso(each.released_on)}
            for each in one.releases
        ],
    }
