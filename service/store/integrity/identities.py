"""Identities: an id is that of one printing, and one that was given up leads to a subject that there is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from sqlalchemy import Connection, func, select

from service.domain.errors import UNREADABLE
from service.domain.migrations import Migration
from service.domain.subjects import Subject
from service.store.integrity.faults import Code, Fault
from service.store.integrity.rows import Columns, can_be_asked, chunks, select_stored, stream
from service.store.models import PrintingRow, RecordRow


def identity_faults(conn: Connection) -> Iterator[Fault]:
    """Yield each printing whose id another one has, and each migration that leads to no subject."""
    yield from _repeated_printings(conn)
    yield from _lost_migrations(conn)


def _repeated_printings(conn: Connection) -> Iterator[Fault]:
    """Yield each of several printings of one id but the first; the index, which has an order by id, is asked.

    That the index says of printings what the ledger does is what its own checks find.
    """
    repeated = select(PrintingRow.id).where(PrintingRow.standing).group_by(PrintingRow.id)
    query = (
        select_stored(conn, PrintingRow)
        .where(PrintingRow.standing, PrintingRow.id.in_(repeated.having(func.count() > 1)))
        .order_by(PrintingRow.id, PrintingRow.seq, PrintingRow.n)
    )
    for name, rows in groupby(stream(conn, query), key=lambda row: row["id"]):
        first, *others = rows
        for row in others:
            found = f"printing {name} is one of {first['subject']} already"
            place = {"seq": row["seq"], "n": row["n"], "subject": row["subject"]}
            yield Fault(code=Code.REPEATED_PRINTING, found=found, **place)


def _lost_migrations(conn: Connection) -> Iterator[Fault]:
    keys = select(RecordRow.key).where(RecordRow.kind == Migration.kind).distinct().order_by(RecordRow.key)
    for chunk in chunks(key for row in stream(conn, keys) if can_be_asked(key := row["key"])):
        records = _latest(conn, Migration.kind, chunk)
        paths = {key: [key, _into(record)] for key, record in records.items() if record["body"] is not None}
        for key, path in _followed(conn, paths).items():
            if path[-1] is None:
                continue  # what can't be read is told by its form
            way = " -> ".join(str(step) for step in path)
            why = "it goes round" if path[-1] in path[:-1] else "there is no such subject"
            place = {"seq": records[key]["seq"], "n": records[key]["n"], "subject": key}
            yield Fault(code=Code.MIGRATION_LEADS_NOWHERE, found=f"{way}: {why}", **place)


def _followed(conn: Connection, paths: dict[str, list[str | None]]) -> dict[str, list[str | None]]:
    """Return the whole path of each migration that doesn't end at a subject that there is."""
    lost: dict[str, list[str | None]] = {}
    while paths:
        ends = sorted({end for path in paths.values() if (end := path[-1]) is not None})
        further = _standing(conn, Migration.kind, ends)
        subjects = _standing(conn, Subject.kind, ends)
        going: dict[str, list[str | None]] = {}
        for key, path in paths.items():
            end = path[-1]
            if end is None or end in path[:-1]:
                lost[key] = path
            elif end in further:
                going[key] = [*path, _into(further[end])]
            elif end not in subjects:
                lost[key] = path
        paths = going
    return lost


def _standing(conn: Connection, kind: str, keys: Sequence[str]) -> dict[str, Columns]:
    return {key: row for key, row in _latest(conn, kind, keys).items() if row["body"] is not None}


def _latest(conn: Connection, kind: str, keys: Sequence[str]) -> dict[str, Columns]:
    """Return the latest record of a kind of each of these keys that has one."""
    wanted = (RecordRow.kind == kind) & RecordRow.key.in_(keys)
    query = select_stored(conn, RecordRow).where(wanted).order_by(RecordRow.seq, RecordRow.n)
    return {row["key"]: row for row in stream(conn, query)}


def _into(record: Columns) -> str | None:
    """Return the subject that a migration leads to; None where that can't be read."""
    try:
        into = json.loads(record["body"])["into"]
    except UNREADABLE:
        return None
    return into if isinstance(into, str) and can_be_asked(into) else None
