"""Tombstones: that a text was removed, because somebody had a right to that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.domain.records import Body, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """That the words of a hash were removed; the versions that had them stay, with their days.

    Attributes:
        sha256: of the text.
        reason: why, in our own words.
        url: where the demand can be read.
    """

    kind: ClassVar[str] = "tombstone"

    sha256: str
    reason: str | None = None
    url: str | None = None

    @property
    def key(self) -> str:
        """The key of its record."""
        return self.sha256

    def body(self) -> Body:
        """Return the record's body."""
        return told(reason=self.reason, url=self.url)


def tombstone_of(key: str, body: Body) -> Tombstone:
    """Return the tombstone that a record's key and body describe."""
    return Tombstone(sha256=key, reason=body.get("reason"), url=body.get("url"))
