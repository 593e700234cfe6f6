"""One reading: everything that an answer says of a subject on one day, in one language and scope.

A reading holds versions and content hashes, no words, and nothing that depends on the clock. The index
keeps readings; the pure resolver makes them; answers are built from them alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from service.domain.ids import VersionId
from service.domain.ledger import UNKNOWN
from service.domain.tracks import NAME, TEXT
from service.domain.translation import Translation


@dataclass(frozen=True, slots=True)
class FieldReading:
    """The value of one field: which version set it, and for how long.

    ``effective_from`` is None where only a window is known. ``effective_until`` is the first day on which
    another version holds, or none.
    """

    version: VersionId
    content: str
    provisional: bool
    effective_from: date | None
    effective_after: date | None
    effective_by: date | None
    effective_until: date | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """What may apply instead, and the window in which that is open."""

    face: int
    field: str
    version: VersionId
    content: str
    effective_after: date | None
    effective_by: date | None


@dataclass(frozen=True, slots=True)
class RulesChange:
    """A change without words that is in force, from which day and until which (excluded)."""

    version: VersionId
    effective_from: date
    effective_until: date | None


@dataclass(frozen=True, slots=True)
class Step:
    """A day on which what is read changes, and the errata that begin or end on it."""

    effective_from: date
    certainty: str
    errata: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a subject reads on one day. ``faces`` map field ids to values, face by face.

    ``previous_change`` is the day on which the words and rules of this day began, where others stood
    before; ``next_change`` the one on which they end. ``pending`` is what was promised without a day;
    ``verified_through`` the last day through which the texts were checked.
    """

    certainty: str
    retroactive: bool
    announced_unknown: bool
    faces: tuple[dict[str, FieldReading], ...]
    rules_changes: tuple[RulesChange, ...]
    alternatives: tuple[Alternative, ...]
    translation: Translation | None
    previous_change: Step | None
    next_change: Step | None
    pending: tuple[VersionId, ...]
    verified_through: date | None

    def text_contents(self) -> list[str]:
        """Return the content of the rules text of each face; ``unknown`` where it was not recorded."""
        return [face[TEXT].content if TEXT in face else UNKNOWN for face in self.faces]

    def name_contents(self) -> list[str]:
        """Return the content of the name of each face; ``unknown`` where it was not recorded."""
        return [face[NAME].content if NAME in face else UNKNOWN for face in self.faces]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of days, the last excluded, on which one reading holds; None: until for ever."""

    effective_from: date
    effective_until: date | None
    reading: Reading


def stretches(readings: Iterable[tuple[date, Reading | None]]) -> list[Segment]:
    """Return the stretches of days that readings make, each holding until the next; equal ones are one.

    Args:
        readings: each with its first day, in order of days; None where there is no text.
    """
    found: list[Segment] = []
    open_since: date | None = None
    current: Reading | None = None
    for day, reading in readings:
        if reading == current:
            continue
        if current is not None and open_since is not None:
            found.append(Segment(open_since, day, current))
        open_since, current = day, reading
    if current is not None and open_since is not None:
        found.append(Segment(open_since, None, current))
    return found
