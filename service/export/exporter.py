"""An export from beginning to end: one state of the ledger, all or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from service.domain.ledger import Entry
from service.domain.manifest import MANIFEST, Manifest
from service.domain.refusals import ExportRefused
from service.export.build import Build
from service.export.current import GameOn, write_current
from service.export.folder import last_manifest, locked, partial_of, put_in_place, target_of
from service.export.ledger import damaged_ledger, write_ledger
from service.ingest.exported import file_faults, read_manifest
from service.serving.answers.sights import iso
from service.serving.calendar import today
from service.store.connection import Connection, Engine, reading
from service.store.counts import count_game
from service.store.current import load_stretch
from service.store.games import iter_game_ids, load_game
from service.store.ledger import load_entry, load_head
from service.store.readable import readable
from service.store.staleness import find_stale


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export did.

    Attributes:
        manifest: of the export that is in the folder now.
        days: the day of each game for which its texts were exported.
        changed: whether the folder has a new export; if not, it was right and is as it was.
    """

    manifest: Manifest
    days: Mapping[str, date]
    changed: bool


def count_steps(conn: Connection) -> int:
    """Return how many entries and cards there are to export, at most.

    Raises:
        ExportRefused: if the ledger's games can't be read.
    """
    head = load_head(conn)
    with readable("its games", damaged_ledger):
        cards = sum(count_game(conn, game)["cards"] for game in iter_game_ids(conn))
    return cards + (head.seq if head else 0)


def export_ledger(
    engine: Engine,
    folder: Path,
    now: datetime,
    on: date | None = None,
    advance: Callable[[int], None] = lambda _: None,
    wait: Callable[[], None] = lambda: None,
) -> ExportReport:
    """Let a folder be the export of the ledger, and return what was done.

    Args:
        now: an aware instant; tells today in each game's zone.
        on: the day for which the texts of every game are exported; by default today.
        advance: is told of each card and of each entry.
        wait: is called once if another export into the folder runs, before that is waited for.

    Raises:
        ExportRefused: if the ledger is empty or damaged, its index is not that of its head, the folder can't
            take an export or has one of another ledger, or what was written is read back otherwise.
        NotReady: if the database can't be read.
    """
    target = target_of(folder)
    last_manifest(target)  # before the lock is made, which would stay where nothing of ours belongs
    with locked(target, wait), partial_of(target) as partial:
        build = Build(partial)
        with reading(engine) as conn:
            head = _checked_head(conn, target, last_manifest(target))
            write_ledger(conn, build, head, advance)
            games = _load_games(conn, head, now, on)
            built = _build(conn, build, head, games, advance)
        days = {one.game.id: one.day for one in games}
        last = last_manifest(target)  # whatever somebody else did to the folder meanwhile
        if last is not None and built.lists_the_same_as(last) and not file_faults(target, last.files):
            return ExportReport(last, days, changed=False)
        manifest = built.following(last)
        build.write(MANIFEST, [manifest.written()])
        _check_written(partial, manifest)
        os.sync()
        put_in_place(partial, target)
    return ExportReport(manifest, days, changed=True)


def _checked_head(conn: Connection, target: Path, last: Manifest | None) -> Entry:
    """Return the ledger's head.

    Raises:
        ExportRefused: if there is none, or the ledger is not the one of which ``last`` is an export.
    """
    head = load_head(conn)
    if head is None:
        raise ExportRefused("the ledger is empty, so there is nothing to export; run: errata load")
    if last is not None:
        entry = load_entry(conn, last.head_seq)
        if entry is None or entry.hash != last.head_hash:
            found = "has no such entry" if entry is None else f"has {entry.hash} there"
            raise ExportRefused(
                f"{str(target)!r} holds an export up to entry {last.head_seq} with the hash "
                f"{last.head_hash}, and this ledger {found}: its last entry is {head.seq} with {head.hash}. "
                "It is another ledger, or one that was cut off or rolled back: see which of the two is "
                "right, then move the old export away, or name another folder"
            )
    return head


def _load_games(conn: Connection, head: Entry, now: datetime, on: date | None) -> list[GameOn]:
    """Return every game with its day, by id, once the index can answer for them.

    Raises:
        ExportRefused: if a game can't be read, or the index isn't that of the head.
    """
    with readable("its games", damaged_ledger):
        games = [load_game(conn, game) for game in iter_game_ids(conn)]
        found = [GameOn(game, on or today(game, now)) for game in games]
    with readable("its subjects", damaged_ledger):
        stale = find_stale(conn, head.seq)
    if stale is not None:
        raise ExportRefused(f"the index can't be exported: {stale}; run: errata rebuild-index")
    return found


def _build(
    conn: Connection, build: Build, head: Entry, games: list[GameOn], advance: Callable[[int], None]
) -> Manifest:
    """Write the texts in effect, and return the manifest of all files, as the first of a sequence."""
    cards = write_current(conn, build, games, advance)
    with readable("the days of its texts", damaged_ledger):
        stretches = {one.game.id: load_stretch(conn, one.game, one.day) for one in games}
    return Manifest(
        sequence=1,
        previous_manifest_sha256=None,
        head_seq=head.seq,
        head_hash=head.hash,
        right_for={
            game: {"from": iso(since), "until": iso(until)} for game, (since, until) in stretches.items()
        },
        notices={one.game.id: one.game.notice for one in games},
        counts={"games": len(games), "cards": cards, "entries": head.seq},
        files=dict(build.files),
    )


def _check_written(partial: Path, manifest: Manifest) -> None:
    """Read every file back.

    Raises:
        ExportRefused: if one isn't what was written.
    """
    faults = file_faults(partial, manifest.files)
    if read_manifest(partial) != manifest:
        faults.append(f"{MANIFEST}: it is another one")
    if faults:
        raise ExportRefused(
            f"what was written is read back otherwise, and was not put in place: {faults[0]}; "
            "see whether the disk is sound"
        )
