"""Making the index again from the ledger, all of it."""

from __future__ import annotations

from collections.abc import Callable

from service.store.connection import Connection
from service.store.games import iter_game_ids, load_game
from service.store.ledger import load_head
from service.store.segments import clear_index, load_head_seq, save_head, save_index
from service.store.subjects import iter_subject_ids


def rebuild_index(conn: Connection, advance: Callable[[int], None] = lambda _: None) -> int:
    """Write the whole index anew, for the ledger's head, and return how many subjects there are.

    Args:
        conn: from ``writing``: readers go on with the old index until it is committed.
        advance: is told of each subject that is done.
    """
    clear_index(conn)
    count = 0
    for game in [load_game(conn, name) for name in iter_game_ids(conn)]:
        for subject in iter_subject_ids(conn, game.id):
            save_index(conn, subject, game)
            advance(1)
            count += 1
    head = load_head(conn)
    if head is not None:
        save_head(conn, head.seq)
    elif load_head_seq(conn):
        save_head(conn, 0)  # a stranger's: there is nothing that the index could stand for
    return count
