"""Whether the index stands for the ledger's head, as far as can be told without making it again."""

from __future__ import annotations

from sqlalchemy import Connection, select

from service.domain.ids import SubjectId
from service.domain.subjects import Subject
from service.store.games import iter_game_ids, load_game
from service.store.models import SegmentRow
from service.store.records import iter_records
from service.store.segments import has_text, load_head_seq
from service.store.subjects import iter_subject_ids


def find_stale(conn: Connection, head_seq: int) -> str | None:
    """Return in words why the index isn't that of the ledger up to its head; None if nothing tells.

    A subject of which the index has no text is resolved, for it may have none. Those are few, so that the
    whole is a comparison of ids; that each text is the right one, only the checker tells.
    """
    if (found := load_head_seq(conn)) != head_seq:
        return f"the index stands for entry {found}, and the ledger's last is {head_seq}"
    indexed = set(conn.scalars(select(SegmentRow.subject).distinct()))
    recorded = {record.key for record in iter_records(conn, Subject.kind)}
    if extra := indexed - recorded:
        return f"the index has texts of {min(extra)}, and the ledger has no such subject"
    for game in iter_game_ids(conn):
        for subject in iter_subject_ids(conn, game):
            if str(subject) not in indexed and _has_text(conn, subject):
                return f"the index has no text of {subject}, and the ledger has one"
    return None


def _has_text(conn: Connection, subject: SubjectId) -> bool:
    return has_text(conn, subject, load_game(conn, subject.game))
