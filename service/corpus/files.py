"""What the files of the corpus hold, once read: plain values with the line they stand on.

Lines count from 1. A value is a text, a list of texts, or a marker; a field that a file leaves out
is absent from ``values``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from pathlib import PurePosixPath

from service.corpus.source_files import SourceFile


class Marker(Enum):
    """A value that isn't a text."""

    NONE = "none"
    """The card has no such thing."""
    UNKNOWN = "unknown"
    """It exists, and nobody found it."""


@dataclass(frozen=True, slots=True)
class Removed:
    """In place of a text that was removed because somebody had a right to that: its SHA-256."""

    sha256: str


Value = str | tuple[str, ...] | Marker | Removed

Lines = Mapping[str, int]
"""The line of each key that the file has at that place; empty where no file was read."""


@dataclass(frozen=True, slots=True)
class FieldFile:
    """One field that the texts of a game have."""

    id: str
    label: str
    localized: bool
    is_list: bool


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """One release of a set in a region; ``released_on`` is None where the day is unknown."""

    region: str
    lang: str
    released_on: date | None


@dataclass(frozen=True, slots=True)
class SetFile:
    """A set and its releases, in file order."""

    line: int
    code: str
    name: str
    releases: tuple[ReleaseFile, ...]
    verified_through: date | None = None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SymbolFile:
    """One symbol of a game's texts, with every spelling that means it."""

    line: int
    code: str
    means: str
    former: tuple[str, ...]
    tokens: tuple[str, ...]
    names: Mapping[str, str]
    number: bool
    domain: str | None
    by_domain: bool


@dataclass(frozen=True, slots=True)
class MigrationFile:
    """That a card goes by another id now: ``card`` was ``renamed`` or ``merged`` into ``into``."""

    line: int
    card: str
    act: str
    into: str
    reason: str | None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RemovalFile:
    """That a text was removed, by its SHA-256; ``url``: where the demand can be read."""

    line: int
    sha256: str
    reason: str
    url: str | None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game: what its texts are made of and whose they are."""

    id: str
    path: PurePosixPath
    name: str
    publisher: str
    zone: str
    language: str
    scopes: tuple[str, ...]
    verified_through: date | None
    translations_of: str
    fields: tuple[FieldFile, ...]
    notice: str
    sets: tuple[SetFile, ...]
    symbols: tuple[SymbolFile, ...]
    migrations: tuple[MigrationFile, ...] = ()
    removals: tuple[RemovalFile, ...] = ()
    sources: tuple[SourceFile, ...] = ()
    lines: Lines = field(default_factory=dict, compare=False, repr=False)

    def field(self, name: str) -> FieldFile:
        """Return the field of that id.

        Raises:
            KeyError: if the game has none.
        """
        for entry in self.fields:
            if entry.id == name:
                return entry
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """Where errata were announced; ``announced_on`` is None where the day is unknown."""

    id: str
    game: str
    path: PurePosixPath
    title: str
    publisher: str | None
    url: str | None
    lang: str | None
    announced_on: date | None
    effective_from: date | None
    provisional: bool
    retired_on: date | None
    superseded_by: tuple[str, ...]
    summary: str | None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FaceFile:
    """The values that a base, a printing or an erratum gives to one face (counted from 0).

    ``verified_through`` is given on faces of the base alone.
    """

    index: int
    line: int
    values: Mapping[str, Value]
    raw: Mapping[str, Value]
    verified_through: date | None = None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PrintingFile:
    """One printing. ``released_on`` None and no window: the day is unknown."""

    id: str
    line: int
    set: str
    number: str | None
    lang: str
    variant: str | None
    released_on: date | None
    released_after: date | None
    released_by: date | None
    translates: str | None
    faces: tuple[FaceFile, ...]
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RedatingFile:
    """That the publisher gave a change another first day, or with ``pending`` none for now."""

    line: int
    announced_on: date | None
    effective_from: date | None
    pending: bool
    document: str | None
    reason: str | None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ErratumFile:
    """One erratum. ``announced_on`` is a day, Marker.UNKNOWN, or None: the document's.

    ``scope_days`` has the day of each of the ``scopes``, where they have days of their own; it is empty
    otherwise.
    """

    id: str
    line: int
    kind: str
    document: str | None
    confirmed_by: tuple[str, ...]
    effective_from: date | None
    effective_after: date | None
    effective_by: date | None
    effective_until: date | None
    ended_by_document: str | None
    until_announced_on: date | Marker | None
    date_basis: str | None
    announced_on: date | Marker | None
    provisional: bool | None
    change_class: str | None
    class_basis: str | None
    reason: str | None
    scopes: tuple[str, ...]
    languages: tuple[str, ...]
    replaces: str | None
    faces: tuple[FaceFile, ...]
    pending: bool = False
    redated: tuple[RedatingFile, ...] = ()
    scope_days: Mapping[str, date] = field(default_factory=dict)
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EndingFile:
    """The end of an erratum. ``announced_on`` is a day, Marker.UNKNOWN, or None: the document's."""

    line: int
    of: str
    kind: str
    ended_on: date | None
    ended_after: date | None
    ended_by: date | None
    announced_on: date | Marker | None
    document: str | None
    reason: str | None
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CardFile:
    """One card. ``base`` has one entry a face, in order; a card without faces has one, index 0."""

    id: str
    game: str
    path: PurePosixPath
    names: Mapping[str, str]
    verified_through: date | None
    base_line: int
    base_document: str | None
    base: tuple[FaceFile, ...]
    printings: tuple[PrintingFile, ...]
    errata: tuple[ErratumFile, ...]
    endings: tuple[EndingFile, ...]
    lines: Lines = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Everything under one root, in path order."""

    games: tuple[GameFile, ...]
    documents: tuple[DocumentFile, ...]
    cards: tuple[CardFile, ...]

    def game(self, name: str) -> GameFile:
        """Return the game of that id.

        Raises:
            KeyError: if the corpus has none.
        """
        for game in self.games:
            if game.id == name:
                return game
        raise KeyError(name)
