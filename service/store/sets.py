"""Sets as the ledger records them."""

from __future__ import annotations

from sqlalchemy import Connection

from service.domain.sets import Set, set_key, set_of
from service.store.records import load_record


def load_set(conn: Connection, game: str, code: str) -> Set | None:
    """Return the set of a game that has that code; None where none is recorded."""
    key = set_key(game, code)
    body = load_record(conn, Set.kind, key)
    return None if body is None else set_of(key, body)
