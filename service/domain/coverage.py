"""Coverage: through which day somebody has checked that nothing else changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from service.domain.records import Body, told


@dataclass(frozen=True, slots=True)
class Coverage:
    """The last day through which a game or a subject was checked; ``key`` is the id of either."""

    kind: ClassVar[str] = "coverage"

    key: str
    verified_through: date

    def body(self) -> Body:
        """Return the record's body."""
        return told(verified_through=self.verified_through)


def coverage_of(key: str, body: Body) -> Coverage:
    """Return the coverage that a record's key and body describe."""
    return Coverage(key, date.fromisoformat(body["verified_through"]))
