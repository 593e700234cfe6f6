"""The pieces of files that are imported, each with its place and its hash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from isal import igzip, isal_zlib

from service.domain.errors import Refused
from service.domain.refusals import ImportRefused
from service.ingest.formats import Format
from service.ingest.observed import BadPiece

Advance = Callable[[int], None]
"""Is told how many bytes of the files were read since it was told last."""

_UNREADABLE = (OSError, EOFError, cast(type[Exception], isal_zlib.IsalError))

_GZIP = b"\x1f\x8b"

_TELL_EVERY = 64
"""After how many pieces it is told how far a file was read."""


class Piece(NamedTuple):
    """A piece of a file: ``number`` counts the pieces from 1, ``digest`` is the SHA-256 of what it tells."""

    path: Path
    number: int
    told: bytes
    digest: bytes


def iter_pieces(path: Path, form: Format, advance: Advance = lambda _: None) -> Iterator[Piece]:
    """Yield the pieces of a file in order; it may be compressed by gzip. Empty ones are passed over.

    Raises:
        ImportRefused: if the file can't be opened or unpacked, or not cut into pieces.
    """
    number = read = 0
    try:
        with _opened(path) as (unpacked, file):
            for number, piece in enumerate(form.pieces(unpacked), start=1):
                if told := piece.strip():
                    yield Piece(path, number, told, sha256(told).digest())
                if number % _TELL_EVERY == 0:
                    advance(file.tell() - read)
                    read = file.tell()
            advance(file.tell() - read)
    except BadPiece as error:
        raise refused(path, number + 1, error) from None
    except _UNREADABLE as error:
        found = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ImportRefused(
            f"{path}: it can't be read: {found}; nothing was recorded; name a whole file",
            path=str(path),
            line=number + 1,
            field="",
        ) from error


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """Yield what is in a file, unpacked if need be, and the file itself, which tells how far it was read.

    Not by ``gzip``: where nothing is new, unpacking is most of what is left to do, and ``isal`` does it
    in less than half the time.
    """
    with path.open("rb") as file:
        packed = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        if packed:
            with igzip.open(file) as unpacked:  # type: ignore[no-untyped-call]
                yield unpacked, file
        else:
            yield file, file


def refused(path: Path, number: int, error: BadPiece) -> Refused:
    """Return the error that tells where a file can't be read."""
    where = f", {error.field}" if error.field else ""
    return error.refusal(
        f"{path}, line {number}{where}: {error.found}; nothing was recorded",
        path=str(path),
        line=number,
        field=error.field,
        **error.more,
    )
