"""Making the index again from the ledger, all of it."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.errors import ErrataError
from service.store.connection import Connection
from service.store.games import iter_former_game_ids, iter_game_ids, load_game
from service.store.ledger import load_head
from service.store.readable import damaged, readable
from service.store.segments import clear_index, load_head_seq, save_head, save_indexes
from service.store.subjects import iter_former_subject_ids


def rebuild_index(
    conn: Connection,
    advance: Callable[[int], None] = lambda _: None,
    tell: Callable[[str], ErrataError] = damaged,
) -> int:
    """Write the whole index anew, for the ledger's head, and return how many subjects there are or were.

    Args:
        conn: from ``writing``: readers go on with the old index until it is committed.
        advance: is told of each subject that is done.
        tell: makes the error of what can't be read, of words that say what that is.

    Raises:
        DamagedLedger: if what the ledger holds can't be read; or what ``tell`` makes of that.
    """
    clear_index(conn)
    count = 0
    with readable("its games", tell):
        standing = iter_game_ids(conn)
    for name in iter_former_game_ids(conn):
        with readable(f"the game {name}", tell):
            games = {name: load_game(conn, name)} if name in standing else {}
        with readable(f"the subjects of {name}", tell):
            subjects = iter_former_subject_ids(conn, name)
        save_indexes(conn, subjects, games, advance, tell)
        count += len(subjects)
    head = load_head(conn)
    if head is not None:
        save_head(conn, head.seq)
    elif load_head_seq(conn):
        save_head(conn, 0)  # a stranger's: there is nothing that the index could stand for
    return count


def rebuild_stale_index(conn: Connection) -> bool:
    """Write the whole index anew if it doesn't stand for the ledger's last entry; return whether that was so.

    Args:
        conn: from ``writing``.

    Raises:
        DamagedLedger: if what the ledger holds can't be read.
    """
    head = load_head(conn)
    stale = load_head_seq(conn) != (0 if head is None else head.seq)
    if stale:
        rebuild_index(conn)
    return stale
