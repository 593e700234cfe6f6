"""Documents: where changes were announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from service.domain.records import Body, day_in, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An errata page, an FAQ, a bulletin or a version of the rules.

    Attributes:
        announced_on: the day on which the publisher made it public; None: unknown.
        effective_from: the day from which it says that it holds, where it says one.
        provisional: whether a definitive text of it is expected.
        retired_on: the day on which the publisher took it away; that ends nothing by itself.
        superseded_by: the ids of the documents that took its place.
    """

    kind: ClassVar[str] = "document"

    id: str
    game: str
    title: str
    publisher: str | None
    url: str | None
    lang: str | None
    announced_on: date | None
    effective_from: date | None
    provisional: bool
    retired_on: date | None
    superseded_by: tuple[str, ...]
    summary: str | None

    @property
    def key(self) -> str:
        """The key of its record: ids are unique over all games."""
        return self.id

    def body(self) -> Body:
        """Return the record's body."""
        return told(
            game=self.game,
            title=self.title,
            publisher=self.publisher,
            url=self.url,
            lang=self.lang,
            announced_on=self.announced_on,
            effective_from=self.effective_from,
            provisional=self.provisional,
            retired_on=self.retired_on,
            superseded_by=self.superseded_by,
            summary=self.summary,
        )


def document_of(key: str, body: Body) -> Document:
    """Return the document that a record's key and body describe."""
    return Document(
        id=key,
        game=body["game"],
        title=body["title"],
        publisher=body.get("publisher"),
        url=body.get("url"),
        lang=body.get("lang"),
        announced_on=day_in(body, "announced_on"),
        effective_from=day_in(body, "effective_from"),
        provisional=body["provisional"],
        retired_on=day_in(body, "retired_on"),
        superseded_by=tuple(body.get("superseded_by", ())),
        summary=body.get("summary"),
    )
