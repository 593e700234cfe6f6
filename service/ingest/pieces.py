"""The pieces of files that are imported, each with its place and its hash."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, cast

from service.domain.errors import Refused
from service.domain.refusals import ImportRefused
from service.ingest.formats import Format
from service.ingest.observed import BadPiece

_GZIP = b"\x1f\x8b"

Advance = Callable[[int], None]
"""Is told how many bytes of the files were read since it was told last."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a file: ``number`` counts the pieces from 1, ``digest`` is its SHA-256, written in hex."""

    path: Path
    number: int
    told: bytes
    digest: str


def iter_pieces(path: Path, form: Format, advance: Advance = lambda _: None) -> Iterator[Piece]:
    """Yield the pieces of a file in order; it may be compressed by gzip. Empty ones are passed over.

    Raises:
        ImportRefused: if the file can't be opened or unpacked, or not cut into pieces.
    """
    number = 0
    try:
        with _opened(path) as (file, position):
            read = 0
            for told in form.pieces(file):
                number += 1
                if told.strip():
                    yield Piece(path, number, told, sha256(told).hexdigest())
                if number % 64 == 0 or not told:
                    read = _tell(advance, read, position())
            _tell(advance, read, path.stat().st_size)
    except BadPiece as error:
        raise refused(path, number + 1, error) from None
    except (OSError, EOFError, zlib.error) as error:
        found = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ImportRefused(
            f"{path}: it can't be read: {found}; nothing was recorded",
            path=str(path),
            line=number + 1,
            field="",
        ) from error


def refused(path: Path, number: int, error: BadPiece) -> Refused:
    """Return the error that tells where a file can't be read."""
    where = f", {error.field}" if error.field else ""
    return error.refusal(
        f"{path}, line {number}{where}: {error.found}; nothing was recorded",
        path=str(path),
        line=number,
        field=error.field,
    )


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, Callable[[], int]]]:
    """Yield the unpacked file, and what tells how far the file itself was read."""
    with path.open("rb") as file:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        if packed:
            with gzip.open(file) as unpacked:
                yield cast(BinaryIO, unpacked), file.tell
        else:
            yield file, file.tell


def _tell(advance: Advance, read: int, position: int) -> int:
    advance(position - read)
    return position
