"""Where the facts of a file come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.domain.records import Body, told


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProvenance:
    """The last commit of a file, as it was when the file was loaded; without one all four are None.

    Attributes:
        path: relative to the root of the corpus, with slashes.
        modified: whether the file differed from that commit.
        authored_at: ISO 8601, with zone.
    """

    kind: ClassVar[str] = "provenance"

    path: str
    modified: bool
    commit: str | None = None
    author: str | None = None
    authored_at: str | None = None
    message: str | None = None

    @property
    def key(self) -> str:
        """The key of its record."""
        return self.path

    def body(self) -> Body:
        """Return the record's body."""
        return told(
            modified=self.modified,
            commit=self.commit,
            author=self.author,
            authored_at=self.authored_at,
            message=self.message,
        )


def provenance_of(key: str, body: Body) -> FileProvenance:
    """Return the provenance that a record's key and body describe."""
    return FileProvenance(path=key, **body)
