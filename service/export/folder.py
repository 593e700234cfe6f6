"""Where an export goes: built beside its folder, then put in its place in one step.

Beside the folder ``DIR`` lie ``.DIR.lock``, held for the whole of a run, and ``.DIR.partial``: the new export
while it is built, the old one while it is removed. Whoever holds the lock may remove what a killed run left.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from service.domain.manifest import CURRENT, LEDGER, MANIFEST, Manifest
from service.domain.refusals import ExportRefused
from service.ingest.exported import read_manifest

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def target_of(folder: Path) -> Path:
    """Return where an export into a folder goes: behind links, the folder that is meant.

    Nothing is made or changed.

    Raises:
        ExportRefused: if it can't be built and put there.
    """
    target = Path(os.path.realpath(folder))
    if Path.cwd().is_relative_to(target):
        raise ExportRefused(
            f"{str(folder)!r} is the working folder or holds it, and an export takes a folder's whole place; "
            "name another one, such as 'export'"
        )
    for parent in target.parents:
        if _has_manifest(parent):
            raise ExportRefused(
                f"{str(folder)!r} lies in the export {str(parent)!r}, which would then hold what is of no "
                "export; name a folder outside it, or that export itself"
            )
    if not target.parent.is_dir():
        raise ExportRefused(f"there is no folder {str(target.parent)!r} to export into; make it first")
    if target.is_symlink():
        raise ExportRefused(f"{str(folder)!r} is a link that leads to itself; remove it, or name a folder")
    if target.exists() and not target.is_dir():
        raise ExportRefused(f"{str(folder)!r} is no folder; name one, or a name that is free")
    if os.path.ismount(target):
        raise _mounted(target)
    for each in (target.parent, target):
        if each.exists() and not os.access(each, os.W_OK | os.X_OK):
            raise ExportRefused(
                f"{str(each)!r} can't be written, and an export is built beside its folder and takes its "
                "place; allow it, or name another folder"
            )
    return target


def _has_manifest(folder: Path) -> bool:
    try:
        return read_manifest(folder) is not None
    except OSError:
        return False  # nobody can tell, and it is no folder of ours that even its owner can't read


def _mounted(target: Path) -> ExportRefused:
    return ExportRefused(
        f"{str(target)!r} is a mount point, or in use as one, and can't be exchanged for a new export; "
        f"name a folder inside it, such as {str(target / 'export')!r}"
    )


@contextmanager
def locked(target: Path, wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Keep every other export into the folder waiting; a killed process holds no lock.

    Args:
        wait: is called once if another export holds the lock, before that is waited for.
    """
    with target.with_name(f".{target.name}.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def partial_of(target: Path) -> Iterator[Path]:
    """Yield an empty folder to build the export in; whatever it is in the end is removed.

    Args:
        target: locked.
    """
    partial = target.with_name(f".{target.name}.partial")
    if partial.exists():
        shutil.rmtree(partial)
    partial.mkdir()
    try:
        yield partial
    finally:
        # What can't be removed now is removed by the next run, which tells if it can't either.
        shutil.rmtree(partial, ignore_errors=True)


def last_manifest(target: Path) -> Manifest | None:
    """Return the manifest of the export that is in the folder; None where there is nothing.

    Raises:
        ExportRefused: if it holds anything else.
    """
    names = {path.name for path in target.iterdir()} if target.exists() else set()
    if not names:
        return None
    if others := names - {CURRENT, LEDGER, MANIFEST}:
        raise ExportRefused(
            f"{str(target)!r} holds {min(others)!r}, which is of no export, and all of it would be replaced; "
            "name an empty folder, or one that holds an export alone"
        )
    manifest = read_manifest(target)
    if manifest is None:
        raise ExportRefused(
            f"{str(target)!r} has no {MANIFEST} that this version could have written, so it is not known "
            "to be an export; move it away, or name another folder"
        )
    return manifest


def put_in_place(partial: Path, target: Path) -> None:
    """Let the export that was built be the folder, in one step; ``partial`` is then what was there.

    Raises:
        ExportRefused: if the system can't do that; the folder is as it was.
    """
    if target.exists():
        shutil.copymode(target, partial)
    if not target.exists() or not any(target.iterdir()):
        number = _rename(partial, target)
    else:
        number = _exchange(partial, target)
    if number == errno.EBUSY:
        raise _mounted(target)
    if number:
        raise ExportRefused(
            f"{str(target)!r} can't be exchanged for the new export in one step: {os.strerror(number)}; "
            f"it is as it was. {_advice(number)}"
        )


def _advice(number: int) -> str:
    if number == errno.ENOSYS:
        return "This system can exchange folders nowhere: move the old export away before each run"
    return "Name a folder on another file system, or move the old export away"


def _rename(one: Path, other: Path) -> int:
    """Rename a folder, over an empty one too, and return 0, or the number of what went wrong."""
    try:
        one.rename(other)
    except OSError as error:
        if error.errno is None:
            raise
        return error.errno
    return 0


def _exchange(one: Path, other: Path) -> int:
    """Exchange two folders and return 0, or the number of what went wrong."""
    try:
        renameat2 = ctypes.CDLL(None, use_errno=True).renameat2
    except AttributeError:
        return errno.ENOSYS
    done = renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    return 0 if done == 0 else ctypes.get_errno()
