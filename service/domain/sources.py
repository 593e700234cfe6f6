"""Sources: who saw texts on days of its own, and what is known of how it saw them. All of it is data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any, ClassVar

from service.domain.documents import Document
from service.domain.ledger import canonical_json
from service.domain.records import Body, day_in, told

ABSENT = ("none", "empty", "unknown")
"""What it can mean that a source leaves a key out: there is no such thing, the empty text, nobody knows."""


@dataclass(frozen=True, slots=True)
class SourceField:
    """How one key of a source is read.

    Attributes:
        key: what the source calls it.
        fields: the fields of the game that it holds, in the order of its parts.
        joined_by: what stands between the parts; None where there is one.
        absent: one of ``ABSENT``: what it means that a text has no such key.
        lost: what stands in the place of a part that the source has lost.
    """

    key: str
    fields: tuple[str, ...]
    joined_by: str | None = None
    absent: str = "none"
    lost: tuple[str, ...] = ()

    def body(self) -> Body:
        """Return its part of the source's record."""
        return told(
            key=self.key,
            fields=self.fields,
            joined_by=self.joined_by,
            absent=self.absent,
            lost=self.lost,
        )


@dataclass(frozen=True, slots=True)
class Lag:
    """A stretch of days on which a source may have shown what no longer stood: ``(after, through]``.

    An old text that it showed then proves nothing. ``after`` None: since ever; ``through`` None: for ever.
    """

    after: date | None = None
    through: date | None = None

    def covers(self, day: date) -> bool:
        """Whether a day is one of them."""
        return (self.after is None or self.after < day) and (self.through is None or day <= self.through)

    def body(self) -> Body:
        """Return its part of the source's record."""
        return told(after=self.after, through=self.through)


@dataclass(frozen=True, slots=True)
class Lead:
    """That what a source showed first on ``seen_on`` takes effect on the later day that a document states."""

    seen_on: date
    document: str

    def body(self) -> Body:
        """Return its part of the source's record."""
        return told(seen_on=self.seen_on, document=self.document)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A source as the ledger records it.

    Attributes:
        url: where it is described; None: nowhere.
        languages: what it calls a language, and the code of that here; others it calls by their codes.
        fields: how its keys are read; of two with one key the first that fits the value counts.
        external_ids: the name of the catalogue whose ids it gives to printings (``multiverse``); None: none.
        joined_layouts: the layouts whose parts it tells one by one and that are faces of one card here.
        token_layouts: those of what is no card.
        plain_layouts: those that say nothing of a card.
        lags, leads: in the order of their days.
    """

    kind: ClassVar[str] = "source"

    game: str
    id: str
    title: str
    url: str | None = None
    languages: Mapping[str, str] = field(default_factory=dict, hash=False)
    fields: tuple[SourceField, ...]
    external_ids: str | None = None
    joined_layouts: tuple[str, ...] = ()
    token_layouts: tuple[str, ...] = ()
    plain_layouts: tuple[str, ...] = ()
    lags: tuple[Lag, ...] = ()
    leads: tuple[Lead, ...] = ()

    @property
    def key(self) -> str:
        """The key of its record: ids are unique within a game."""
        return source_key(self.game, self.id)

    def body(self) -> Body:
        """Return the record's body."""
        return told(
            title=self.title,
            url=self.url,
            languages=self._words(),
            fields=[one.body() for one in self.fields],
            external_ids=self.external_ids,
            joined_layouts=self.joined_layouts,
            token_layouts=self.token_layouts,
            plain_layouts=self.plain_layouts,
            lags=[one.body() for one in self.lags],
            leads=[one.body() for one in self.leads],
        )

    def _words(self) -> dict[str, list[str]]:
        """Return what it calls each language: keys of a record are ASCII, and its words needn't be."""
        codes = sorted(set(self.languages.values()))
        return {code: sorted(word for word, lang in self.languages.items() if lang == code) for code in codes}

    def lagged_on(self, day: date) -> bool:
        """Whether an old text that it showed on a day proves nothing."""
        return any(one.covers(day) for one in self.lags)


def description_digest(source: Source, documents: Mapping[str, Document]) -> str:
    """Return a digest of how a source is described, as 16 hex digits; its title and address don't count.

    Args:
        documents: those that its leads name, by their ids: what they say of their days counts as well.
    """
    body = {key: told for key, told in source.body().items() if key not in ("title", "url")}
    named = (documents[lead.document] for lead in source.leads)
    days = [told(effective_from=one.effective_from, announced_on=one.announced_on) for one in named]
    return sha256(canonical_json([body, days])).hexdigest()[:16]


def source_key(game: str, source: str) -> str:
    """Return the key of the record of a game's source."""
    return f"{game}/{source}"


def source_of(key: str, body: Body) -> Source:
    """Return the source that a record's key and body describe."""
    game, _, source = key.partition("/")
    return Source(
        game=game,
        id=source,
        title=body["title"],
        url=body.get("url"),
        languages={word: code for code, words in body.get("languages", {}).items() for word in words},
        fields=tuple(_field_of(one) for one in body["fields"]),
        external_ids=body.get("external_ids"),
        joined_layouts=tuple(body.get("joined_layouts", ())),
        token_layouts=tuple(body.get("token_layouts", ())),
        plain_layouts=tuple(body.get("plain_layouts", ())),
        lags=tuple(Lag(day_in(one, "after"), day_in(one, "through")) for one in body.get("lags", ())),
        leads=tuple(_lead_of(one) for one in body.get("leads", ())),
    )


def _field_of(body: dict[str, Any]) -> SourceField:
    return SourceField(
        key=body["key"],
        fields=tuple(body["fields"]),
        joined_by=body.get("joined_by"),
        absent=body["absent"],
        lost=tuple(body.get("lost", ())),
    )


def _lead_of(body: dict[str, Any]) -> Lead:
    return Lead(date.fromisoformat(body["seen_on"]), body["document"])
