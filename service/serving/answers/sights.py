"""Sights: with which knowledge, and up to which entry of the ledger, a question is answered."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from service.domain.chain import instant
from service.domain.errors import AsOfNotReached, BadParameter
from service.domain.ids import NUMBER
from service.store.connection import Connection
from service.store.ledger import load_seq_at
from service.store.segments import load_head_seq

Answer = dict[str, Any]

HINDSIGHT = "hindsight"
"""The best knowledge of what applied."""

CONTEMPORARY = "contemporary"
"""Only what had been announced by a day."""

VIEWS = (HINDSIGHT, CONTEMPORARY)


@dataclass(frozen=True, slots=True)
class Sight:
    """How the ledger is looked at: with which knowledge, and up to which entry.

    Attributes:
        view: one of ``VIEWS``.
        announced_by: in the contemporary view, the last day of which the announcements count; None: of each
            day that is asked, those up to that day itself.
        as_of: the last entry that counts; None: the ledger's last.
    """

    view: str = HINDSIGHT
    announced_by: date | None = None
    as_of: int | None = None

    def known_by(self, day: date | None) -> date | None:
        """Return the last day of which the announcements count for an answer about a day; None: all count."""
        return None if self.view == HINDSIGHT else self.announced_by or day

    def told(self, day: date | None = None) -> Answer:
        """Return it as answers tell it."""
        return {"view": self.view, "announced_by": iso(self.known_by(day)), "as_of": self.as_of}


PRESENT = Sight()
"""The best knowledge, of all that is recorded: what the index holds."""


def iso(day: date | None) -> str | None:
    """Return a day as text, None as None."""
    return None if day is None else day.isoformat()


_SEQ = re.compile(f"0|{NUMBER}")
_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})"
)


def parse_pin(text: str, name: str = "as_of") -> int | str:
    """Return the number of an entry, or an instant as the ledger writes it.

    Args:
        name: what the pin is called where it was written.

    Raises:
        BadParameter: if the text is neither.
    """
    if _SEQ.fullmatch(text):
        return int(text)
    if _INSTANT.fullmatch(text):
        with suppress(ValueError, OverflowError):
            return instant(datetime.fromisoformat(text))
    raise BadParameter(
        f"{name}={text!r} is neither the number of an entry, such as 41, nor an instant, such as "
        "2026-01-14T12:00:00Z (in an address write + as %2B); the day on which a text applies is on",
        parameter=name,
    )


def pinned_entry(conn: Connection, pin: int | str, now: datetime) -> int:
    """Return the number of the entry that a pin names.

    Args:
        pin: as ``parse_pin`` returns it.
        now: no later instant can be asked.

    Raises:
        AsOfNotReached: if there is no such entry yet, or the instant lies in the future.
    """
    if isinstance(pin, str):
        if pin > instant(now):
            raise AsOfNotReached(f"as_of={pin} lies in the future; it is {instant(now)}")
        return load_seq_at(conn, pin)
    head = load_head_seq(conn)
    if pin > head:
        raise AsOfNotReached(f"as_of={pin}: the ledger's last entry is {head}")
    return pin


def sight(view: str | None, announced_by: date | None, as_of: int | None) -> Sight:
    """Return the sight of what was asked, with what was left out filled in.

    Args:
        view: one of ``VIEWS``; None: hindsight, or contemporary where ``announced_by`` is named.

    Raises:
        BadParameter: if a day of announcement is named in hindsight.
    """
    if announced_by is not None and view == HINDSIGHT:
        raise BadParameter(
            f"announced_by={announced_by} can't be: hindsight knows every announcement; "
            f"take view out, or make it {CONTEMPORARY}",
            parameter="announced_by",
        )
    return Sight(CONTEMPORARY if announced_by is not None else view or HINDSIGHT, announced_by, as_of)
