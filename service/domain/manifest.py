"""What an export consists of: where its files are, and the manifest that lists them.

The manifest says nothing of the clock and of the day that was exported, so that it changes only with what
it lists.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

FORMAT = 1
"""The shape of exports, recorded in each manifest."""

MANIFEST = "manifest.json"
CURRENT = "current"
"""The folder of the texts in effect."""
LEDGER = "ledger"
"""The folder of the entries."""


def entry_path(seq: int) -> str:
    """Return where in an export the file of an entry is.

    >>> entry_path(1)
    'ledger/00000001.ndjson'
    """
    return f"{LEDGER}/{seq:08}.ndjson"


def readable_json(value: object) -> bytes:
    """Return a value as people read it in a file, the same bytes each time: sorted, indented, UTF-8, LF."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=2).encode() + b"\n"


class FileSum(NamedTuple):
    """What is known of the bytes of a file."""

    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What one export holds.

    Attributes:
        sequence: 1 for the first export into a folder, one more for each that differs from the one before.
        previous_manifest_sha256: of the manifest of the export before; None for the first.
        right_for: by game the first day from which, and the day until which (excluded) its texts are those in
            effect, as ``{"from": ..., "until": ...}``; null where there is no such day.
        notices: what each publisher asks to be said, by game.
        files: every other file of the export, by its path with slashes.
    """

    sequence: int
    previous_manifest_sha256: str | None
    head_seq: int
    head_hash: str
    right_for: Mapping[str, Mapping[str, str | None]]
    notices: Mapping[str, str]
    counts: Mapping[str, int]
    files: Mapping[str, FileSum]

    def written(self) -> bytes:
        """Return the bytes of the manifest's file."""
        return readable_json(
            {
                "format": FORMAT,
                "sequence": self.sequence,
                "previous_manifest_sha256": self.previous_manifest_sha256,
                "head": {"seq": self.head_seq, "hash": self.head_hash},
                "right_for": self.right_for,
                "notices": self.notices,
                "counts": self.counts,
                "files": {
                    path: {"bytes": one.size_bytes, "sha256": one.sha256} for path, one in self.files.items()
                },
            }
        )

    @property
    def sha256(self) -> str:
        """The SHA-256 of the manifest's file."""
        return hashlib.sha256(self.written()).hexdigest()

    def ledger_files(self) -> dict[str, FileSum]:
        """Return the files of the ledger alone."""
        return {path: one for path, one in self.files.items() if path.startswith(f"{LEDGER}/")}

    def following(self, last: Manifest | None) -> Manifest:
        """Return the same manifest as the one that comes after ``last``; the first where that is None."""
        if last is None:
            return replace(self, sequence=1, previous_manifest_sha256=None)
        return replace(self, sequence=last.sequence + 1, previous_manifest_sha256=last.sha256)

    def lists_the_same_as(self, other: Manifest) -> bool:
        """Whether the two differ in nothing but their place in the sequence."""
        return self.following(None) == other.following(None)


def manifest_of(written: bytes) -> Manifest | None:
    """Return the manifest that a file holds; None if it holds none, or not exactly as one is written."""
    try:
        manifest = _manifest_of(json.loads(written.decode()))
        return manifest if manifest.written() == written else None
    except (KeyError, TypeError, ValueError, RecursionError):
        return None


def _manifest_of(told: Any) -> Manifest:
    match told:
        case {
            "sequence": sequence,
            "previous_manifest_sha256": str() | None as previous,
            "head": {"seq": head_seq, "hash": str(head_hash)},
            "right_for": dict(right_for),
            "notices": dict(notices),
            "counts": dict(counts),
            "files": dict(files),
        } if all(map(_is_count, (sequence, head_seq, *counts.values()))) and sequence >= 1:
            return Manifest(
                sequence=sequence,
                previous_manifest_sha256=previous,
                head_seq=head_seq,
                head_hash=head_hash,
                right_for=right_for,
                notices=notices,
                counts=counts,
                files={path: FileSum(one["bytes"], one["sha256"]) for path, one in files.items()},
            )
        case _:
            raise ValueError(told)


def _is_count(found: object) -> bool:
    return type(found) is int and found >= 0  # true is an int to Python, too
