"""What a file of a source tells, whatever its format: a text over the days, and printings.

Texts are contents here already: hashes of their normal form, whose words ``Words`` keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from service.domain.errors import Refused
from service.domain.refusals import ImportRefused
from service.domain.sightings import Run
from service.domain.texts import check_text, normal_text, text_sha256


class BadPiece(Exception):
    """A piece of a file can't be read.

    Attributes:
        found: what is wrong, and what to do.
        field: where in the piece: ``printings[3].number``; empty for the piece as a whole.
        refusal: the error that it comes to, once the file is known; ``more`` are members of that.
    """

    def __init__(
        self, found: str, field: str = "", refusal: type[Refused] = ImportRefused, **more: object
    ) -> None:
        super().__init__(found)
        self.found = found
        self.field = field
        self.refusal = refusal
        self.more = more


class Words:
    """The texts that the facts at hand name by their hashes: those that were read, and those recorded before.

    ``by_hash`` may be added to, and emptied at any time: what is read again is kept again.
    """

    def __init__(self) -> None:
        self.by_hash: dict[str, str] = {}
        self._normal: dict[str, str] = {}

    def content(self, text: str) -> str:
        """Return the hash of the normal form of a text, which is kept.

        Raises:
            InvalidText: if no text may hold it.
            TextTooLarge: if it is larger than a text may be.
        """
        known = self._normal.get(text)
        if known is None or known not in self.by_hash:
            normal = normal_text(text)
            known = self._normal[text] = text_sha256(normal)
            self.by_hash[known] = normal
        return known

    def raw(self, text: str) -> str:
        """Return the hash of a text as it is, letter for letter; it is kept.

        Raises:
            InvalidText, TextTooLarge: as ``content`` does.
        """
        known = text_sha256(check_text(text))
        self.by_hash[known] = text
        return known

    def forget(self) -> None:
        """Keep no text any longer."""
        self.by_hash.clear()
        self._normal.clear()


@dataclass(frozen=True, slots=True)
class Released:
    """When a printing came out: a day, the window ``(after, by]``, or nobody knows.

    ``told`` says whether the source tells it of this printing, and not only of another one of its set.
    """

    on: date | None = None
    after: date | None = None
    by: date | None = None
    told: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedPrinting:
    """One printing as a source tells of it.

    Attributes:
        set: the code of the set, in the source's spelling.
        external_id: its id in the catalogue that the source names.
        says: the printed words, field by field, as contents; ``raw`` those letter for letter that differ.
    """

    set: str
    set_name: str | None
    number: str | None
    lang: str
    released: Released
    external_id: str | None
    says: Mapping[str, str]
    raw: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """Which card a piece of a file tells of, before its texts are read.

    Attributes:
        game, source: their ids.
        key: what the source calls it, unique in the source and the language.
        lang: as the source calls the language.
        name: the name that it bears.
        names: that, then the other ones that it bore, each once.
        faces: the names of all faces of the card, in order, where the source tells each of them by itself;
            else none.
        layouts: how the source lays out its printings (``split``, ``token``).
        first_on, last_on: the first and the last day on which the source showed it.
        places: set and number of each printing, in the source's spelling.
        printing_ids: the ids of printings in the catalogue that the source names.
    """

    game: str
    source: str
    key: str
    lang: str
    name: str
    names: tuple[str, ...]
    faces: tuple[str, ...]
    layouts: frozenset[str]
    first_on: date
    last_on: date
    places: tuple[tuple[str, str | None], ...]
    printing_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What one piece of a file tells: of one face of a card, in one language.

    Attributes:
        lang: our code of the language.
        runs: the texts over the days, in order.
        printings: in any order.
        names: names of the card in languages of which the source tells no printing, by our codes.
        damaged: printed words that can't be read, and stand as unknown.
    """

    heading: Heading
    lang: str
    runs: tuple[Run, ...]
    printings: tuple[ObservedPrinting, ...]
    names: Mapping[str, str]
    damaged: tuple[BadPiece, ...] = ()
