"""Reads the files of an import: first which pieces are new and which cards they tell, then card by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from service.domain.refusals import ImportRefused
from service.ingest.candidates import KnownCards
from service.ingest.formats import Format
from service.ingest.grouping import Group, Grouping
from service.ingest.matching import Matched, match_groups
from service.ingest.observed import BadPiece
from service.ingest.pieces import Piece, iter_pieces, refused
from service.ingest.reports import ImportReport
from service.ingest.shelves import SourceShelf
from service.ingest.steps import Advanced

_DIGEST_BYTES = 32


class TooMuchNews(Exception):
    """The new pieces have more bytes than they may."""


class Scan:
    """The pieces of some files.

    Args:
        known: the digests of pieces of which the ledger holds all; emptied once the headings are read.
        most_bytes: how many bytes pieces that are new may have; None: any number.
    """

    def __init__(
        self,
        form: Format,
        paths: Sequence[Path],
        known: set[bytes],
        report: ImportReport,
        most_bytes: int | None,
    ) -> None:
        self.form = form
        self.paths = paths
        self.known = known
        self.report = report
        self.grouping = Grouping()
        self.matched = Matched()
        self._left = most_bytes
        self._new = bytearray()  # the digests of the new pieces, by their numbers in the grouping
        self._kept: list[Piece] | None = None if most_bytes is None else []
        self._first = ""

    @property
    def has_news(self) -> bool:
        """Whether any piece is not known."""
        return self.grouping.pieces > 0

    @property
    def sha256(self) -> str:
        """The hash over the hashes of all pieces, in hex; empty until the headings are read."""
        return self._first

    def headings(self, sources: SourceShelf) -> Iterator[Advanced]:
        """Take in the headings of all pieces that are not known, and yield how many bytes were read.

        Raises:
            ImportRefused: if a file or a heading can't be read.
            UnknownSource: if nobody has described the source of one.
            TooMuchNews: as soon as there is.
        """
        whole = sha256()
        report, known = self.report, self.known
        for path in self.paths:
            read: list[int] = []
            for piece in iter_pieces(path, self.form, read.append):
                report.pieces += 1
                whole.update(piece.digest)
                if piece.digest in known:
                    report.unchanged += 1
                else:
                    known.add(piece.digest)
                    self._new += piece.digest
                    self._group(piece, sources)
                if read:
                    yield Advanced(sum(read))
                    read.clear()
            yield Advanced(sum(read))
        self._first = whole.hexdigest()
        known.clear()

    def _group(self, piece: Piece, sources: SourceShelf) -> None:
        if self._left is not None:
            self._left -= len(piece.told)
            if self._left < 0:
                raise TooMuchNews
        if self._kept is not None:
            self._kept.append(piece)
        try:
            heading = self.form.heading(piece.told)
            source = sources.source_of(heading)
            self.grouping.add(heading, source, sources.games[heading.game].language)
        except BadPiece as error:
            raise refused(piece.path, piece.number, error) from None

    def match(self, known: Mapping[str, KnownCards]) -> int:
        """Find the card of each group, and return how many cards there are.

        Args:
            known: the ledger's cards by game.

        Raises:
            AmbiguousIdentity: if several cards are what a group tells of.
        """
        self.matched = match_groups(self.grouping.close(), known)
        self.grouping.join(self.matched.joined)
        return self.matched.cards

    def whole_groups(self) -> Iterator[tuple[Group, list[Piece]]]:
        """Yield the pieces of each card as soon as the last of them was read again.

        Raises:
            ImportRefused: if a file can't be read, or was changed meanwhile.
        """
        held: dict[int, list[Piece]] = {}
        for number, piece in self._read_again() if self._kept is None else enumerate(self._kept):
            group = self.grouping.group_of(number)
            pieces = held.setdefault(id(group), [])
            pieces.append(piece)
            if len(pieces) == len(group.told):
                yield group, held.pop(id(group))

    def _read_again(self) -> Iterator[tuple[int, Piece]]:
        """Yield the new pieces of the files with their numbers in the grouping: in the order of these."""
        whole = sha256()
        number = 0
        for path in self.paths:
            for piece in iter_pieces(path, self.form):
                whole.update(piece.digest)
                if piece.digest == self._digest(number):
                    yield number, piece
                    number += 1
        if whole.hexdigest() != self._first:
            raise ImportRefused("a file was changed while it was read; nothing was recorded; import it again")

    def _digest(self, number: int) -> bytearray:
        """Return the digest of a new piece; empty behind the last one."""
        return self._new[number * _DIGEST_BYTES : (number + 1) * _DIGEST_BYTES]
