"""Identities that went over into others: a subject was renamed, or two of them turned out to be one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from service.domain.ids import SubjectId
from service.domain.records import Body, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """That a subject goes by another id now; what was recorded of it before stays under its own.

    Attributes:
        subject: the id that is given up.
        act: ``renamed`` (the same subject under a new id) or ``merged`` (into one that there was).
        into: the id that stands for it.
        reason: in our own words.
    """

    kind: ClassVar[str] = "migration"

    subject: SubjectId
    act: str
    into: SubjectId
    reason: str | None = None

    @property
    def key(self) -> str:
        """The key of its record."""
        return str(self.subject)

    def body(self) -> Body:
        """Return the record's body."""
        return told(act=self.act, into=str(self.into), reason=self.reason)


def migration_of(key: str, body: Body) -> Migration:
    """Return the migration that a record's key and body describe."""
    return Migration(
        subject=SubjectId.parse(key),
        act=body["act"],
        into=SubjectId.parse(body["into"]),
        reason=body.get("reason"),
    )
