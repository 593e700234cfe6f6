"""An export from beginning to end: one state of the ledger, all or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from service.domain.errors import ExportRefused
from service.domain.manifest import MANIFEST, Manifest
from service.export.build import Build
from service.export.current import GameOn, write_current
from service.export.folder import last_manifest, locked, partial_of, put_in_place, target_of
from service.export.ledger import write_ledger
from service.ingest.exported import file_faults, read_manifest
from service.serving.answers.parts import iso
from service.serving.calendar import today
from service.store.connection import Connection, Engine, reading
from service.store.counts import count_game
from service.store.current import load_stretch
from service.store.games import iter_game_ids, load_game
from service.store.ledger import load_head


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
    """Return how many entries and cards there are to export, at most."""
    head = load_head(conn)
    cards = sum(count_game(conn, game)["cards"] for game in iter_game_ids(conn))
    return cards + (head.seq if head else 0)


def export_ledger(
    engine: Engine,
    folder: Path,
    now: datetime,
    on: date | None = None,
    advance: Callable[[int], None] = lambda _: None,
) -> ExportReport:
    """Let a folder be the export of the ledger, and return what was done.

    Args:
        now: an aware instant; tells today in each game's zone.
        on: the day for which the texts of every game are exported; by default today.
        advance: is told of each card and of each entry.

    Raises:
        ExportRefused: if the ledger is empty or damaged, the folder can't take an export, or what was
            written is read back otherwise.
        NotReady: if the database can't be read.
    """
    target = target_of(folder)
    with locked(target), partial_of(target) as partial:
        last_manifest(target)  # what is refused is refused before the work, too
        build = Build(partial)
        with reading(engine) as conn:
            games = [load_game(conn, game) for game in iter_game_ids(conn)]
            days = {game.id: on or today(game, now) for game in games}
            built = _build(conn, build, [GameOn(game, days[game.id]) for game in games], advance)
        last = last_manifest(target)
        if last is not None and built.lists_the_same_as(last) and not file_faults(target, last.files):
            return ExportReport(last, days, changed=False)
        manifest = built.following(last)
        build.write(MANIFEST, [manifest.written()])
        _check_written(partial, manifest)
        os.sync()
        put_in_place(partial, target)
    return ExportReport(manifest, days, changed=True)


def _build(conn: Connection, build: Build, games: list[GameOn], advance: Callable[[int], None]) -> Manifest:
    """Write everything but the manifest, and return that as the first of a sequence."""
    head = load_head(conn)
    if head is None:
        raise ExportRefused("the ledger is empty, so there is nothing to export; run: errata load")
    cards = write_current(conn, build, games, advance)
    write_ledger(conn, build, advance)
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
