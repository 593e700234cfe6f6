"""What was recorded of a subject's texts, before anything is resolved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """All that the ledger holds of one subject's texts, and what its game says of them.

    Attributes:
        language: the authoritative language of the game.
        translations_of: ``base`` or ``effective``: what a translation renders when it doesn't say.
        verified_through: the last day through which the texts were checked; None: never.
    """

    subject: SubjectId
    assertions: tuple[Assertion, ...]
    endings: tuple[Ending, ...]
    language: str
    translations_of: str
    verified_through: date | None
