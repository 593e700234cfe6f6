"""Printings as the ledger records them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from service.domain.ids import SubjectId
from service.domain.ledger import FieldValue
from service.domain.records import Body, day_in, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """One edition of a card.

    Attributes:
        number: the collector number as printed; None where the card bears none.
        released_on: the day; None with ``released_after`` and ``released_by``: a window; None alone: unknown.
        date_basis: how the release is known, where nobody tells it of this printing: ``inferred``.
        fields: the printed words that differ from the base, or all of them in another language.
        raw: the transcription letter for letter, where it differs from the printed words.
        external_ids: what catalogues call it, each ``catalogue:id``, in order.
    """

    kind: ClassVar[str] = "printing"

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
    external_ids: tuple[str, ...] = ()
    date_basis: str | None = None

    @property
    def key(self) -> str:
        """The key of its record."""
        return f"{self.subject}/{self.id}"

    def body(self) -> Body:
        """Return the record's body."""
        return told(
            id=self.id,
            set=self.set,
            number=self.number,
            lang=self.lang,
            variant=self.variant,
            released_on=self.released_on,
            released_after=self.released_after,
            released_by=self.released_by,
            fields=[list(value) for value in self.fields],
            raw=[list(value) for value in self.raw],
            external_ids=self.external_ids,
            date_basis=self.date_basis,
        )


def printing_of(key: str, body: Body) -> Printing:
    """Return the printing that a record's key and body describe."""
    return Printing(
        subject=SubjectId.of_key(key),
        id=body["id"],
        set=body["set"],
        number=body.get("number"),
        lang=body["lang"],
        variant=body.get("variant"),
        released_on=day_in(body, "released_on"),
        released_after=day_in(body, "released_after"),
        released_by=day_in(body, "released_by"),
        fields=tuple(FieldValue(*value) for value in body.get("fields", ())),
        raw=tuple(FieldValue(*value) for value in body.get("raw", ())),
        external_ids=tuple(body.get("external_ids", ())),
        date_basis=body.get("date_basis"),
    )
