"""Making an empty ledger again from an export: the same entries, the same hashes, the same answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from service.domain.chain import Chain
from service.domain.ledger import Entry
from service.domain.manifest import LEDGER, Manifest, entry_path
from service.domain.refusals import DamagedExport, InvalidLine, LedgerNotEmpty
from service.ingest.exported import damaged_export, read_checked_manifest, read_entry, read_manifest
from service.ingest.reindex import rebuild_index
from service.store.connection import Connection, Engine, refusals, writing
from service.store.ledger import append_entry, list_filled_tables, load_head


def count_steps(folder: Path) -> int | None:
    """Return how much there is to rebuild, as far as the manifest tells; None if there is none.

    Cards without a text on the day of the export are not counted in it.
    """
    manifest = read_manifest(folder)
    return None if manifest is None else manifest.head_seq + manifest.counts.get("cards", 0)


def rebuild_ledger(engine: Engine, folder: Path, advance: Callable[[int], None] = lambda _: None) -> Entry:
    """Record every entry of an export in an empty ledger, make the index, and return the head.

    All or nothing. One entry at a time is held in memory.

    Args:
        folder: the export; its ledger and its manifest are enough.
        advance: is told of each entry that was recorded, and of each subject whose index was made.

    Raises:
        DamagedExport: if a file differs from the manifest, an entry isn't what was hashed, or what it says of
            a game or a subject can't be read.
        LedgerNotEmpty: if anything is in the ledger.
        NotReady: if the database can't be written.
    """
    manifest = read_checked_manifest(folder)

    def tell(found: str) -> DamagedExport:
        return damaged_export(folder, [f"{LEDGER}: {found}"])

    with writing(engine) as conn:
        _check_empty(conn)
        rebuilt = _append_entries(conn, folder, manifest, advance)
        rebuild_index(conn, advance, tell)
    return rebuilt


def _check_empty(conn: Connection) -> None:
    filled = list_filled_tables(conn)
    if not filled:
        return
    head = load_head(conn)
    found = f"no entry, and rows of {' and '.join(filled)}" if head is None else f"entries up to {head.seq}"
    raise LedgerNotEmpty(
        f"the ledger has {found}; only an empty one can be rebuilt: name another database in "
        "ERRATA_DATABASE_URL, and run errata db upgrade first"
    )


def _append_entries(
    conn: Connection, folder: Path, manifest: Manifest, advance: Callable[[int], None]
) -> Entry:
    chain = Chain()
    listed = len(manifest.ledger_files())
    if listed != manifest.head_seq:
        found = f"{LEDGER}: there are {listed} files for the {manifest.head_seq} entries up to the head"
        raise damaged_export(folder, [found])
    for seq in range(1, manifest.head_seq + 1):
        if entry_path(seq) not in manifest.files:
            raise damaged_export(folder, [f"{entry_path(seq)}: it is missing, and {LEDGER} has another file"])
        exported = read_entry(folder, seq)
        try:
            chain.join(exported)
            with refusals():
                append_entry(conn, exported.entry, exported.facts, exported.texts)
        except InvalidLine as error:
            raise damaged_export(folder, [f"{entry_path(seq)}: {error.detail}"]) from error
        advance(1)
    try:
        return chain.end(manifest.head_hash)
    except InvalidLine as error:
        raise damaged_export(folder, [f"{LEDGER}: {error.detail}"]) from error
