"""The one exception to append-only: words that somebody had a right to have removed are blanked.

The facts that name a text by its hash stay, with all their days; only the words go.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sqlalchemy import Connection, Engine, or_, select, update

from service.domain.contents import named_contents
from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Record
from service.domain.order import standing
from service.domain.printings import Printing
from service.domain.refusals import TextStillUsed
from service.domain.sightings import Sighting
from service.domain.subjects import Aliases, aliases_of
from service.domain.texts import text_sha256
from service.store.models import AssertionRow, ContentRow, EntryRow, RecordRow
from service.store.records import iter_all_records, iter_records
from service.store.sqlite import erase_on_sqlite, is_purge_due_on_sqlite, purge_on_sqlite
from service.store.timelines import load_assertions, load_endings

_SQLITE = "sqlite"

_NAMING_KINDS = (Printing.kind, Sighting.kind)
"""The records that name texts."""

_CHUNK = 200
"""How many hashes are sought in one statement: SQLite nests no more than 1,000 conditions."""


def remove_texts(conn: Connection, hashes: Collection[str]) -> int:
    """Blank these texts and return how many had words; each is named by a tombstone already.

    Args:
        conn: from ``writing``. On SQLite it overwrites with zeros, from here on, whatever it deletes.
    """
    if conn.dialect.name == _SQLITE:
        erase_on_sqlite(conn)
    blanked = update(ContentRow).where(ContentRow.text.is_not(None)).values(text=None)
    return sum(conn.execute(blanked.where(ContentRow.sha256 == sha256)).rowcount for sha256 in sorted(hashes))


def is_purge_due(conn: Connection) -> bool:
    """Whether blanked words may be in the files still: those of this load, or of one that was stopped."""
    return conn.dialect.name == _SQLITE and is_purge_due_on_sqlite(conn)


def purge_removed(engine: Engine) -> bool:
    """Take blanked words out of the files of the database too; False where others still read old states.

    On PostgreSQL, where that is the matter of VACUUM, nothing is done.
    """
    return engine.dialect.name != _SQLITE or purge_on_sqlite(engine)


def load_naming_subjects(conn: Connection, hashes: Collection[str]) -> set[SubjectId]:
    """Return the subjects of which any fact, of whatever time, names one of these texts."""
    found: set[SubjectId] = set()
    wanted = sorted(hashes)
    for start in range(0, len(wanted), _CHUNK):
        some = wanted[start : start + _CHUNK]
        asserted = select(AssertionRow.subject).where(
            or_(*(AssertionRow.fields.contains(one) for one in some))
        )
        told = select(RecordRow.key).where(
            RecordRow.kind.in_(_NAMING_KINDS), or_(*(RecordRow.body.contains(one) for one in some))
        )
        found |= {SubjectId.parse(subject) for subject in conn.scalars(asserted.distinct())}
        found |= set(map(SubjectId.of_key, conn.scalars(told.distinct())))
    return found


def check_unused(conn: Connection, hashes: Collection[str], origin: str) -> None:
    """Refuse the removal of texts that still stand in facts of another origin, or that are an alias.

    An alias is a record, whose words are hashed with it and can't go.

    Args:
        origin: the first word of the ``origin`` of the entries whose facts don't count.

    Raises:
        TextStillUsed: if one of the texts does; each use is named.
    """
    own = set(conn.scalars(select(EntryRow.seq).where(EntryRow.origin.like(f"{origin} %"))))
    uses = [
        f"{sha256} in {subject}, entry {fact.seq}"
        for subject in sorted(load_naming_subjects(conn, hashes))
        for fact in _standing_facts(conn, subject)
        if fact.seq not in own
        for sha256 in sorted(set(named_contents(fact)) & set(hashes))
    ]
    uses += [
        f"{text_sha256(name)} as a name in {record.key}, entry {record.seq}"
        for record in iter_all_records(conn, Aliases.kind)
        if record.body is not None
        for name in aliases_of(record.key, record.body).names.values()
        if text_sha256(name) in hashes
    ]
    if uses:
        raise TextStillUsed(
            f"texts that are to be removed still stand in what others recorded, or as names: "
            f"{'; '.join(uses)}; correct that first, or take them out of removals.yaml"
        )


def _standing_facts(conn: Connection, subject: SubjectId) -> Iterator[Assertion | Record]:
    yield from standing(load_assertions(conn, subject), load_endings(conn, subject))
    for kind in _NAMING_KINDS:
        yield from iter_records(conn, kind, str(subject))
