"""What the ledger records of a subject beside its texts and printings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from service.domain.ids import SubjectId
from service.domain.records import Body, told


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing whose text is versioned: that there is one, and how many faces it has.

    ``layout`` is how a source lays it out (``split``, ``token``); None: plainly, or nobody has said.
    """

    kind: ClassVar[str] = "subject"

    id: SubjectId
    faces: int
    layout: str | None = None

    @property
    def key(self) -> str:
        """The key of its record."""
        return str(self.id)

    def body(self) -> Body:
        """Return the record's body."""
        return told(faces=self.faces, layout=self.layout)


def subject_of(key: str, body: Body) -> Subject:
    """Return the subject that a record's key and body describe."""
    return Subject(SubjectId.parse(key), body["faces"], body.get("layout"))


@dataclass(frozen=True, slots=True)
class Aliases:
    """The names of a subject in languages that have no text of it, by language."""

    kind: ClassVar[str] = "aliases"

    subject: SubjectId
    names: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def key(self) -> str:
        """The key of their record."""
        return str(self.subject)

    def body(self) -> Body:
        """Return the record's body, the languages in order."""
        return {"names": dict(sorted(self.names.items()))}


def aliases_of(key: str, body: Body) -> Aliases:
    """Return the aliases that a record's key and body describe."""
    return Aliases(SubjectId.parse(key), body["names"])
