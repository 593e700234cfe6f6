"""An export as it lies in a folder: its manifest, what is wrong with its files, and its entries.

What makes exports reads them by this, too: the layers below know either databases or card files, and the
domain opens no file.

Paths that a manifest names are never opened: what is in the folder is compared with what is listed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from service.domain.exported import ExportedEntry, exported_entry_of
from service.domain.manifest import (
    CURRENT,
    FORMAT,
    MANIFEST,
    FileSum,
    Manifest,
    entry_path,
    manifest_of,
)
from service.domain.refusals import DamagedExport, InvalidLine
from service.domain.wording import counted


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of an export; None if there is none that this version could have written."""
    try:
        return manifest_of((folder / MANIFEST).read_bytes())
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None


def read_checked_manifest(folder: Path) -> Manifest:
    """Return the manifest of an export of which every file is what the manifest says.

    Where only the ledger was fetched, and there is no folder of current texts, the ledger alone is checked.

    Raises:
        DamagedExport: if there is no folder or no manifest, or a file isn't as it says; each fault of that
            sort is in ``faults``.
    """
    manifest = read_manifest(folder)
    if manifest is None and not folder.is_dir():
        found = f"there is no folder {str(folder)!r}"
        raise DamagedExport(f"{found}; name that of an export", faults=[found])
    if manifest is None:
        found = f"{MANIFEST}: there is none of format {FORMAT} as this version writes it"
        raise damaged_export(folder, [found])
    files = manifest.files if (folder / CURRENT).exists() else manifest.ledger_files()
    if faults := file_faults(folder, files):
        raise damaged_export(folder, faults)
    return manifest


def damaged_export(folder: Path, faults: list[str]) -> DamagedExport:
    """Return the error that tells what is wrong with an export."""
    more = f", and {counted(len(faults) - 1, 'more fault')}" if len(faults) > 1 else ""
    return DamagedExport(
        f"{str(folder)!r} holds no whole export: {faults[0]}{more}; fetch it again", faults=faults
    )


def file_faults(folder: Path, files: Mapping[str, FileSum]) -> list[str]:
    """Return what is wrong with each file of an export, by path; nothing where all is right.

    Args:
        files: what must be there beside the manifest, and nothing else.
    """
    found = {path: _sum_of(folder / path) for path in _paths(folder) if path != MANIFEST}
    return [
        f"{path}: {_fault(files.get(path), found.get(path))}"
        for path in sorted(files.keys() | found.keys())
        if path not in files or files[path] != found.get(path)
    ]


def _fault(listed: FileSum | None, found: FileSum | None) -> str:
    if listed is None:
        return "the manifest doesn't list it"
    if found is None:
        return "it is missing, or no plain file"
    return (
        f"it has {found.size_bytes} bytes with the sha256 {found.sha256}; "
        f"the manifest says {listed.size_bytes} with {listed.sha256}"
    )


def _paths(folder: Path) -> Iterator[str]:
    for top, folders, names in os.walk(folder, onerror=_raise):
        # A link to a folder is listed among the folders, and what it leads to is not walked through.
        for name in (*names, *(name for name in folders if Path(top, name).is_symlink())):
            yield Path(top, name).relative_to(folder).as_posix()


def _raise(error: OSError) -> None:
    raise error


def _sum_of(path: Path) -> FileSum | None:
    """Return the sum of a file; None where it is a link, a pipe or the like, which no export holds."""
    if path.is_symlink() or not path.is_file():
        return None
    with path.open("rb") as file:
        return FileSum(os.fstat(file.fileno()).st_size, hashlib.file_digest(file, "sha256").hexdigest())


def read_entry(folder: Path, seq: int) -> ExportedEntry:
    """Return an entry of an export.

    Raises:
        DamagedExport: if its file has a line that it can't have; file and line are named.
    """
    path = entry_path(seq)
    number = 0

    def lines() -> Iterator[bytes]:
        nonlocal number
        with (folder / path).open("rb") as file:
            for line in file:
                number += 1
                yield line

    try:
        return exported_entry_of(lines())
    except InvalidLine as error:
        raise damaged_export(folder, [f"{path}:{number}: {error.detail}"]) from error
