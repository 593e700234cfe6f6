"""What the answers about games and cards hold: described for the API document, never used to serialise."""

from __future__ import annotations

from marshmallow import fields

from service.api.members import (
    AnswerSchema,
    any_of,
    by_name,
    day,
    many,
    number,
    one,
    text,
    texts,
    yes_no,
)
from service.domain.changes import ChangeClass

FORMAT = "the shape of the answer; a change of meaning or a lost member raises it, a new member doesn't"
SEQ = "the ledger's last entry that touched this card"
NOTICE = "whose the card texts are; show it where you show them"
LANG = "the language of the words, such as en or zh-CN"
SCOPE = "where the text holds: one of the game's scopes"
VERSION = "what the ledger holds of a base or an erratum, as seq-n; the id is good for ever"

CLASSES = tuple(one.value for one in ChangeClass)
CLASS_BASES = ("stated", "inferred", "computed")
DATE_BASES = ("stated", "announced", "release", "observed", "inferred")
CERTAINTIES = ("exact", "uncertain", "assumed")
CERTAINTY = "exact; uncertain: the day lies in a window; assumed: it lies behind verified_through"
DATE_BASIS = "what the day rests on; null where no day is known"


def field_value() -> fields.Raw:
    """Describe the value of a card's field."""
    return any_of(
        ("string", "array", "null"),
        "a text, or a list where the game's field is one; null: the card has none, or it isn't known",
        items={"type": "string"},
    )


class StatusSchema(AnswerSchema):
    """That the process answers."""

    status = text("always ok", one_of=["ok"])


class ReadySchema(AnswerSchema):
    """That the database answers."""

    status = text("always ready", one_of=["ready"])
    head_seq = number("the ledger's last entry; 0 while it is empty")


class DocumentSchema(AnswerSchema):
    """The API document."""

    openapi = text("the version of OpenAPI that it is written in")
    info = by_name(fields.Raw(), "what the API is")
    servers = fields.List(fields.Dict(), required=True, metadata={"description": "where it answers"})
    tags = fields.List(fields.Dict(), required=True, metadata={"description": "what its parts are about"})
    paths = by_name(fields.Dict(), "by path: what it answers")
    components = by_name(fields.Dict(), "what the paths refer to")


class CountsSchema(AnswerSchema):
    """How much there is of a game."""

    cards = number("cards with a text")
    printings = number("printings, in all languages")


class CountedGameSchema(AnswerSchema):
    """A game at the front door."""

    game = text("the game's id")
    name = text("the game's name")
    counts = one(CountsSchema, "how much the ledger holds of it")


class RootSchema(AnswerSchema):
    """The front door."""

    name = text("always Errata Ledger")
    format = number(FORMAT, least=1)
    head_seq = number("the ledger's last entry; 0 while it is empty")
    games = many(CountedGameSchema, "every game, by id")
    notices = by_name(fields.String(), "by game: whose the card texts are")
    links = by_name(fields.String(), "paths and URI templates of the other resources")


class GameFieldSchema(AnswerSchema):
    """A part that a card of the game has."""

    field = text("the field's id, the key under fields in other answers")
    label = text("what people call it")
    localized = yes_no("whether each language has words of its own; else one value stands in all")
    list = yes_no("whether its value is a list of texts")


class GameSchema(AnswerSchema):
    """A game."""

    game = text("the game's id")
    name = text("the game's name")
    publisher = text("who publishes it and its errata")
    language = text("the authoritative language, in which errata come out")
    zone = text("the IANA time zone in which its days change; it decides what today is")
    scopes = texts("where a text may differ on one day; the first is meant where none is asked")
    verified_through = day("the last day, included, through which the game was checked", null=True)
    translations_of = text(
        "what a translation renders unless it says otherwise", one_of=["base", "effective"]
    )
    fields_ = many(GameFieldSchema, "what a face of a card is made of, in order", key="fields")
    notice = text(NOTICE)


class OneGameSchema(GameSchema):
    """A game, asked for alone."""

    format = number(FORMAT, least=1)


class GamesSchema(AnswerSchema):
    """Every game."""

    format = number(FORMAT, least=1)
    games = many(GameSchema, "every game, by id")


class NameSchema(AnswerSchema):
    """A name that a face bears or bore."""

    name = text("the name; null where it isn't known", null=True)
    lang = text(LANG)
    face = number("the face's index, from 0")
    effective_from = day("first day, included; null where only a window is known", null=True)
    effective_until = day("first day without it, excluded; null: none is known", null=True)


class AliasSchema(AnswerSchema):
    """A name in a language in which there is no text."""

    name = text("the name")
    lang = text(LANG)


class ListedPrintingSchema(AnswerSchema):
    """A printing, in short."""

    printing = text("the printing's id")
    set = text("the code of its set")
    number = text("the collector number as printed; null where it bears none", null=True)
    lang = text(LANG)
    released_on = day("the day of its release; null where it isn't known", null=True)


class CardSchema(AnswerSchema):
    """Who a card is."""

    game = text("the game's id")
    card = text("the card's id")
    seq = number(SEQ, least=1)
    format = number(FORMAT, least=1)
    name = text("the newest name in the game's language, faces joined by ' // '", null=True)
    faces = number("how many faces the card has", least=1)
    names = many(NameSchema, "every name with its days, the game's language first")
    aliases = many(AliasSchema, "names in languages without a text")
    languages = texts("the languages in which the card has a text")
    first_effective_from = day("the first day, included, on which the card has a text", null=True)
    printings = many(ListedPrintingSchema, "its printings")
    links = by_name(fields.String(), "paths of its text, timeline and printings")
    notice = text(NOTICE)


class ListedCardSchema(AnswerSchema):
    """A card in a list."""

    game = text("the game's id")
    card = text("the card's id")
    name = text("its name on the day; null where it isn't known", null=True)
    text = text("the path of its text")


class CardsSchema(AnswerSchema):
    """A page of a list of cards."""

    format = number(FORMAT, least=1)
    on = by_name(fields.Date(), "by game: the day as of which its cards are read")
    cards = many(ListedCardSchema, "the cards of this page, by game and id")
    next_cursor = text("give it as cursor to get the next page; null: this page is the last", null=True)
    notices = by_name(fields.String(), "by game: whose the card texts are")
