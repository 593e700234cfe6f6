"""Identities: subjects and versions, and how they are written.

An id is assigned once, by the name of a file or by the ledger, and never derived again from a name, a set
code or a number: those are attributes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

SLUG = "[a-z0-9]+(?:[-.][a-z0-9]+)*"
"""The pattern of every id that a person assigns: games, cards, documents, printings, errata."""

NUMBER = "[1-9][0-9]{0,8}"
"""The pattern of the number of an entry, or of a fact in it: no more than a column of any database holds."""

_SUBJECT_PARTS = 3

_VERSION = re.compile(f"({NUMBER})-({NUMBER})")


@dataclass(frozen=True, slots=True, order=True)
class SubjectId:
    """A thing whose text is versioned, written ``game/kind/name``: ``riftbound/cards/deathgrip``."""

    game: str
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.game}/{self.kind}/{self.name}"

    @classmethod
    def parse(cls, text: str) -> SubjectId:
        """Return the subject written as ``game/kind/name``.

        Raises:
            ValueError: if the text has not three parts.
        """
        game, kind, name = text.split("/")
        return cls(game, kind, name)

    @classmethod
    def of_key(cls, key: str) -> SubjectId:
        """Return the subject whose record has that key: the key is the subject's, or begins with it.

        Raises:
            ValueError: if the key has not three parts or more.
        """
        return cls.parse(subject_name(key))


def subject_name(key: str) -> str:
    """Return what the key of a record of a subject begins with; a shorter key is returned as it is.

    >>> subject_name("mtg/cards/fire-ice/1"), subject_name("mtg/cards/fire-ice"), subject_name("mtg")
    ('mtg/cards/fire-ice', 'mtg/cards/fire-ice', 'mtg')
    """
    return "/".join(key.split("/", _SUBJECT_PARTS)[:_SUBJECT_PARTS])


MAX_ID = 200
"""How many characters an id that is made of names has at most: files are named by it."""

_HASH_DIGITS = 8


def fitting_id(name: str) -> str:
    """Return a name as an id may be: of one that is too long the beginning, with a hash of all of it.

    >>> fitting_id("ash-owl"), len(fitting_id("ash-owl-" * 99))
    ('ash-owl', 200)
    """
    if len(name) <= MAX_ID:
        return name
    begin = name[: MAX_ID - _HASH_DIGITS - 1].rstrip("-.")
    return f"{begin}-{sha256(name.encode()).hexdigest()[:_HASH_DIGITS]}"


def card_id(game: str, name: str) -> SubjectId:
    """Return the subject of a card."""
    return SubjectId(game, "cards", name)


class VersionId(NamedTuple):
    """One assertion of the ledger: the entry's sequence and the number within it, written ``seq-n``."""

    seq: int
    n: int

    def __str__(self) -> str:
        return f"{self.seq}-{self.n}"

    @classmethod
    def parse(cls, text: str) -> VersionId:
        """Return the version written as ``seq-n``.

        Raises:
            ValueError: if the text is not one.
        """
        version = parse_version(text)
        if version is None:
            raise ValueError(f"{text!r} is no version")
        return version


def parse_version(text: str) -> VersionId | None:
    """Return the version written as ``seq-n``, or None where the text is not one."""
    match = _VERSION.fullmatch(text)
    return VersionId(int(match[1]), int(match[2])) if match else None
