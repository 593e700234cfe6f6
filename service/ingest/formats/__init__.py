"""The formats that can be imported: one module each, and one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import BinaryIO, Protocol

from service.domain.sources import Source
from service.ingest.formats.history import HistoryFormat
from service.ingest.observed import Heading, Observed, Words


class Format(Protocol):
    """How files of one form are read: cut into pieces that tell of one card each, and each piece read.

    What a piece can't be is told by ``BadPiece``: the importer adds file and line.
    """

    def pieces(self, file: BinaryIO) -> Iterator[bytes]:
        """Yield the pieces of an unpacked file in order, without more than one of them in memory."""

    def heading(self, piece: bytes) -> Heading:
        """Return which card a piece tells of.

        Raises:
            BadPiece: if it can't be read that far.
        """

    def read(
        self, piece: bytes, source_of: Callable[[Heading], Source], words: Words, today: date
    ) -> Observed:
        """Return all that a piece tells.

        Args:
            source_of: gives the source that a heading names.
            today: in the zone of its game; nobody has seen a text on a later day.

        Raises:
            BadPiece: if it can't be read.
        """


FORMATS: Mapping[str, Format] = {
    "history": HistoryFormat(),
}
"""Every format by its name on the command line."""
