"""Under which ids of other catalogues subjects and their printings are known.

Of what stands today alone: who imports from a catalogue looks for the card that it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.domain.printings import Printing
from service.domain.sightings import Sighting, sighting_of
from service.domain.texts import is_writable
from service.store.bulk import BulkRow
from service.store.listed import one_of
from service.store.models import KnownIdRow

_CHUNK = 500
"""How many ids are sought in one statement."""

_OF_SUBJECT = ""
"""What stands in place of a printing where an id is the subject's own: no part of a key can be null."""


class IdMatch(NamedTuple):
    """What an id of another catalogue means: a subject, or a printing of it; None where it is no printing."""

    subject: SubjectId
    printing: str | None


def known_id_rows(subject: SubjectId, records: Iterable[Record]) -> list[BulkRow]:
    """Return the index rows of a subject that there is, in order.

    Args:
        records: its own, in ledger order as far as they are of one key: the latest of each holds. Those that
            bring no id are passed over.
    """
    latest = {(record.kind, record.key): record for record in records}
    known = {found for record in latest.values() for found in _known(record)}
    return [(subject.game, one, str(subject), printing) for one, printing in sorted(known)]


def _known(record: Record) -> Iterator[tuple[str, str]]:
    """Yield each id that a record brings, with the printing that it means."""
    if record.body is None:
        return
    if record.kind == Sighting.kind:
        for one in sighting_of(record.key, record.body).external_ids:
            yield one, _OF_SUBJECT
    elif record.kind == Printing.kind:
        # The body is read, not parsed: there are more printings than anything else.
        for one in record.body.get("external_ids", ()):
            yield one, record.body["id"]


_MATCHES = (
    select(KnownIdRow.id, KnownIdRow.subject, KnownIdRow.printing)
    .where(KnownIdRow.game == bindparam("game"), one_of(KnownIdRow.id, "ids"))
    .order_by(KnownIdRow.id, KnownIdRow.subject, KnownIdRow.printing)
)


def find_known_ids(conn: Connection, game: str, ids: Iterable[str]) -> dict[str, list[IdMatch]]:
    """Return what each of these ids means in a game, by subject and printing; of the unknown ones nothing.

    Args:
        ids: as catalogues write them: ``multiverse:26592``; of a source's own texts ``source/lang:name``.
    """
    found: dict[str, list[IdMatch]] = {}
    wanted = sorted({one for one in ids if is_writable(one)})
    for start in range(0, len(wanted), _CHUNK):
        asked = {"game": game, "ids": wanted[start : start + _CHUNK]}
        for one, subject, printing in conn.execute(_MATCHES, asked):
            match = IdMatch(SubjectId.parse(subject), None if printing == _OF_SUBJECT else printing)
            found.setdefault(one, []).append(match)
    return found
