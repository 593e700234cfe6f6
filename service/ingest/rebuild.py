"""Making an empty ledger again from an export: the same entries, the same hashes, the same answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from service.domain.chain import Chain
from service.domain.errors import InvalidLine, LedgerNotEmpty
from service.domain.ledger import Entry
from service.domain.manifest import LEDGER, Manifest, entry_path
from service.ingest.exported import damaged_export, read_checked_manifest, read_entry
from service.ingest.reindex import rebuild_index
from service.store.connection import Connection, Engine, refusals, writing
from service.store.ledger import append_entry, load_head


def rebuild_ledger(engine: Engine, folder: Path, advance: Callable[[int], None] = lambda _: None) -> Entry:
    """Record every entry of an export in an empty ledger, make the index, and return the head.

    All or nothing. One entry at a time is held in memory.

    Args:
        folder: the export; its ledger and its manifest are enough.
        advance: is told of each entry that was recorded, and of each subject whose index was made.

    Raises:
        DamagedExport: if a file differs from the manifest, or an entry isn't what was hashed.
        LedgerNotEmpty: if something was recorded before.
        NotReady: if the database can't be written.
    """
    manifest = read_checked_manifest(folder)
    with writing(engine) as conn:
        head = load_head(conn)
        if head is not None:
            raise LedgerNotEmpty(
                f"the ledger has entries up to {head.seq}; only an empty one can be rebuilt: name another "
                "database in ERRATA_DATABASE_URL, and run errata db upgrade first"
            )
        rebuilt = _append_entries(conn, folder, manifest, advance)
        rebuild_index(conn, advance)
    return rebuilt


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
