"""Cards that are to be read anew: of which a source was described otherwise since they were read.

What was read by another description can't be told from what is read by this one. So nothing of it is kept,
and all pieces of the card have to be there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from service.domain.ids import SubjectId
from service.domain.refusals import ImportRefused
from service.domain.sightings import Sighting, sighted_source
from service.store.connection import Connection
from service.store.recorded import Recorded
from service.store.sources import load_pieces


def is_read_anew(recorded: Recorded, read_by: Mapping[str, str]) -> bool:
    """Whether anything of a card was read by another description than its source has now, if it has any.

    Args:
        recorded: what imports recorded of it.
        read_by: the digests of the sources' descriptions, by the keys of their records.
    """
    return any(
        (one.body or {})["read_by"] != read_by.get(sighted_source(one.key))
        for one in recorded.records.values()
        if one.kind == Sighting.kind
    )


def check_whole(
    conn: Connection, subject: SubjectId, digests: Iterable[str], sources: Collection[str]
) -> None:
    """Make sure that all pieces of which the ledger's sightings of a card were made are there.

    Of a source that nobody describes any longer nothing can be read, and nothing has to be there.

    Args:
        digests: of the pieces that are there.
        sources: the keys of the sources that are described.

    Raises:
        ImportRefused: if any is missing; the error tells from which files it came.
    """
    there = set(digests)
    missing = sorted(
        {origin for digest, origin in load_pieces(conn, subject, sources).items() if digest not in there}
    )
    if missing:
        listed = "; ".join(missing)
        raise ImportRefused(
            f"{subject}: its source is described otherwise since it was read, and not all that was read of "
            f"it is in these files; nothing was recorded; import them together with those of: {listed}"
        )
