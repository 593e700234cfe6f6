"""What may be asked: the parameters of every route, declared once for checking and for the API document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from marshmallow import Schema, fields, validate

from service.domain.days import PATTERN, parse_day
from service.domain.errors import BadParameter
from service.domain.ids import NUMBER, VersionId, parse_version
from service.serving.answers.cards import DEFAULT_LIMIT, MAX_LIMIT
from service.serving.answers.feeds import START
from service.serving.answers.sights import VIEWS, parse_pin


class Day(fields.Field[date]):
    """A civil date, YYYY-MM-DD.

    Raises:
        BadDate: if the text is none.
    """

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> date:
        return parse_day(str(value), self.data_key or attr or "on")


_SEQ = re.compile(f"0|{NUMBER}")


class Pin(fields.Field[int | str]):
    """An entry's number, or an instant; an instant is returned as the ledger writes it.

    Raises:
        BadParameter: if the text is neither.
    """

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int | str:
        return parse_pin(value)


def _day(description: str) -> Day:
    about = {"description": description, "type": "string", "format": "date", "pattern": PATTERN}
    return Day(metadata=about | {"example": "2026-01-14"})


def _lang(description: str, example: str = "zh-CN") -> fields.String:
    return fields.String(metadata={"description": description, "example": example})


MAX_SOUGHT = 200
"""How many characters may be sought: databases refuse patterns without end, and no card's name is as long."""

ON = "the civil date on which the text applies; today in the game's zone where it is left out"


class NoQuery(Schema):
    """No parameter at all."""


class SightQuery(Schema):
    """With which knowledge, and up to which entry of the ledger."""

    view = fields.String(
        validate=validate.OneOf(VIEWS),
        metadata={
            "description": "hindsight: the best knowledge of what applied; contemporary: only what had been "
            "announced by the day itself; hindsight where it is left out",
            "example": "contemporary",
        },
    )
    announced_by = _day("in the contemporary view, the last day of which the announcements count")
    as_of = Pin(
        metadata={
            "description": "the last entry of the ledger that counts: its number, or an instant, which "
            "leads to that number; the ledger's last where it is left out",
            "type": "string",
            "example": "1",
        }
    )


class ScopeQuery(SightQuery):
    """Where the text holds."""

    scope = fields.String(
        metadata={
            "description": "where the text holds; the game's first scope where it is left out",
            "example": "paper",
        }
    )


class LanguageQuery(ScopeQuery):
    """In which language and scope."""

    lang = _lang("the language of the words; the game's own where it is left out")


class TextQuery(LanguageQuery):
    """A text on a day."""

    on = _day(ON)


class NamedTextQuery(TextQuery):
    """A text by the name of its card."""

    game = fields.String(required=True, metadata={"description": "a game's id", "example": "mtg"})
    name = fields.String(
        required=True,
        validate=validate.Length(min=1, max=MAX_SOUGHT),
        metadata={
            "description": "a name that the card bears or bore, in any language",
            "example": "Récidive",
        },
    )
    lang = _lang(
        "the language of the text, whatever that of the name; the game's own where it is left out", "fr"
    )


class DiffQuery(LanguageQuery):
    """Two ends of a card's history."""

    from_ = fields.String(
        data_key="from",
        required=True,
        metadata={
            "description": "a day, a version id, base, or printed:ID",
            "example": "2026-01-13",
        },
    )
    to = fields.String(
        required=True,
        metadata={"description": "a day, a version id, base, or printed:ID", "example": "2026-01-14"},
    )


class PrintingQuery(ScopeQuery):
    """A printing on a day."""

    on = _day("the civil date for which the printing is judged; today where it is left out")


class NumberedPrintingQuery(PrintingQuery):
    """A printing by set and collector number."""

    lang = _lang("the printing's language; the game's own where it is left out")


class CardsQuery(Schema):
    """A list of cards as they stood on a day."""

    game = fields.String(metadata={"description": "only cards of this game", "example": "riftbound"})
    name = fields.String(
        validate=validate.Length(max=MAX_SOUGHT),
        metadata={
            "description": "only cards that bear or bore this name, in any language and any case",
            "example": "Falling Star",
        },
    )
    q = fields.String(
        validate=validate.Length(max=MAX_SOUGHT),
        metadata={
            "description": "words that must all stand in name, type line or text on that day, in any case",
            "example": "deal unit",
        },
    )
    set = fields.String(
        metadata={"description": "only cards with a printing in the set of this code", "example": "OGN"}
    )
    lang = _lang("read them in this language; each game's own where it is left out")
    on = _day(ON)
    cursor = fields.String(
        metadata={
            "description": "where the page before ended: its next_cursor",
            "example": "cmlmdGJvdW5kL2NhcmRzL2Rl",
        }
    )
    limit = fields.Integer(
        load_default=DEFAULT_LIMIT,
        validate=validate.Range(1, MAX_LIMIT),
        metadata={"description": f"cards a page, {MAX_LIMIT} at most", "example": 20},
    )


class Place(fields.Field[VersionId]):
    """A place in the ledger: ``seq-n``, or ``seq`` alone for the end of an entry, or 0 for the start.

    Raises:
        BadParameter: if the text is none.
    """

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> VersionId:
        if _SEQ.fullmatch(value):
            return VersionId(int(value), MAX_NUMBER)
        found = parse_version(value)
        if found is None and value != str(START):
            raise BadParameter(
                f"after={value!r} is no place in the ledger; write 0, or what a page gave as next_after",
                parameter="after",
            )
        return found or START


MAX_NUMBER = 10**9
"""Behind every fact of an entry: none has as many."""


class FeedQuery(Schema):
    """A page of a feed."""

    after = Place(
        metadata={
            "description": "the place behind which the page begins: a page's next_after, or the number of an "
            "entry; from the start where it is left out",
            "type": "string",
            "example": "0",
        },
    )
    limit = fields.Integer(
        load_default=DEFAULT_LIMIT,
        validate=validate.Range(1, MAX_LIMIT),
        metadata={"description": f"how many a page, {MAX_LIMIT} at most", "example": 20},
    )


class GameQuery(Schema):
    """Of one game, or of all."""

    game = fields.String(metadata={"description": "only of this game", "example": "riftbound"})
