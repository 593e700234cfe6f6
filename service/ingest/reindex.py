"""Making the index again from the ledger, all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from service.domain.errors import NotReady
from service.store.connection import Connection
from service.store.games import iter_game_ids, load_game
from service.store.integrity.rows import UNREADABLE
from service.store.ledger import load_head
from service.store.segments import clear_index, load_head_seq, save_head, save_index
from service.store.subjects import iter_subject_ids


def rebuild_index(conn: Connection, advance: Callable[[int], None] = lambda _: None) -> int:
    """Write the whole index anew, for the ledger's head, and return how many subjects there are.

    Args:
        conn: from ``writing``: readers go on with the old index until it is committed.
        advance: is told of each subject that is done.

    Raises:
        NotReady: if the ledger holds what no writer of ours wrote, and it can't be read.
    """
    clear_index(conn)
    count = 0
    for name in iter_game_ids(conn):
        with _told(f"the game {name}"):
            game = load_game(conn, name)
        for subject in iter_subject_ids(conn, game.id):
            with _told(str(subject)):
                save_index(conn, subject, game)
            advance(1)
            count += 1
    head = load_head(conn)
    if head is not None:
        save_head(conn, head.seq)
    elif load_head_seq(conn):
        save_head(conn, 0)  # a stranger's: there is nothing that the index could stand for
    return count


@contextmanager
def _told(what: str) -> Iterator[None]:
    try:
        yield
    except UNREADABLE as error:
        raise NotReady(
            f"what the ledger holds of {what} can't be read, {type(error).__name__}: {error}; "
            "run: errata verify"
        ) from error
