"""What may be asked: the parameters of every route, declared once for checking and for the API document."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from marshmallow import Schema, fields, validate

from service.domain.days import PATTERN, parse_day
from service.serving.answers.cards import DEFAULT_LIMIT, MAX_LIMIT


class Day(fields.Field[date]):
    """A civil date, YYYY-MM-DD.

    Raises:
        BadDate: if the text is none.
    """

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> date:
        return parse_day(str(value), self.data_key or attr or "on")


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


class ScopeQuery(Schema):
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
