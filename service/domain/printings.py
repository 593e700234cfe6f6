"""Printings as the ledger records them, and how a printing stands to the text of a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from service.domain.ids import SubjectId
from service.domain.ledger import FieldValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """One edition of a card.

    Attributes:
        number: the collector number as printed; None where the card bears none.
        released_on: the day; None with ``released_after`` and ``released_by``: a window; None alone: unknown.
        fields: the printed words that differ from the base, or all of them in another language.
        raw: the transcription letter for letter, where it differs from the printed words.
    """

    subject: SubjectId
    id: str
    set: str
    number: str | None
    lang: str
    variant: str | None
    released_on: date | None
    released_after: date | None
    released_by: date | None
    fields: tuple[FieldValue, ...]
    raw: tuple[FieldValue, ...]

    @property
    def key(self) -> str:
        """The key of its record."""
        return f"{self.subject}/{self.id}"

    def body(self) -> dict[str, Any]:
        """Return the record's body: JSON without nulls and empty lists."""
        days = {
            name: day.isoformat()
            for name in ("released_on", "released_after", "released_by")
            if (day := getattr(self, name)) is not None
        }
        words = {
            name: [list(value) for value in values]
            for name in ("fields", "raw")
            if (values := getattr(self, name))
        }
        rest = {"number": self.number, "variant": self.variant}
        return {
            "id": self.id,
            "set": self.set,
            "lang": self.lang,
            **{name: value for name, value in rest.items() if value is not None},
            **days,
            **words,
        }


def printing_of(key: str, body: dict[str, Any]) -> Printing:
    """Return the printing that a record's key and body describe."""
    subject, _, _ = key.rpartition("/")

    def day(name: str) -> date | None:
        return date.fromisoformat(body[name]) if name in body else None

    return Printing(
        subject=SubjectId.parse(subject),
        id=body["id"],
        set=body["set"],
        number=body.get("number"),
        lang=body["lang"],
        variant=body.get("variant"),
        released_on=day("released_on"),
        released_after=day("released_after"),
        released_by=day("released_by"),
        fields=tuple(FieldValue(*value) for value in body.get("fields", ())),
        raw=tuple(FieldValue(*value) for value in body.get("raw", ())),
    )
