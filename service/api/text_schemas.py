"""What the effective text of a day holds: described for the API document, never used to serialise."""

from __future__ import annotations

from marshmallow import fields

from service.api.members import AnswerSchema, any_of, by_name, day, many, number, one, text, texts, yes_no
from service.api.schemas import (
    CERTAINTIES,
    CERTAINTY,
    CLASS_BASES,
    CLASSES,
    DATE_BASES,
    DATE_BASIS,
    FORMAT,
    LANG,
    NOTICE,
    SCOPE,
    SEQ,
    VERSION,
    field_value,
)
from service.serving.answers.sights import VIEWS

FROM = "first day, included; null where only the window effective_after, effective_by is known"
UNTIL = "first day on which it no longer applies, excluded; null: no end is known"
AFTER = "excluded: the last day on which the old text is known to have stood; null outside a window"
BY = "included: the latest possible first day; null outside a window"
ANNOUNCED = "the day on which the publisher made it public; null where it isn't known"
DOCUMENT = "the document that announced it; null where it was only observed"
CONFIRMED = "documents with the same words that confirmed it"
CLASS = "what the change alters, strongest first: what the card does, then its words, then signs"


def view() -> fields.String:
    """Describe with which knowledge an answer was given."""
    return text(
        "hindsight: the best knowledge of what applied; contemporary: only what had been announced",
        one_of=VIEWS,
    )


def announced_by() -> fields.String:
    """Describe the announcements that an answer counts."""
    return day(
        "the last day of which the announcements count; null: all count, or of each day those up to it",
        null=True,
    )


def as_of() -> fields.Raw:
    """Describe the pin of an answer."""
    return any_of(["integer", "null"], "the last entry that counts; null: everything recorded counts")


def change_class(description: str = CLASS, *, null: bool = False) -> fields.String:
    """Describe a class of change."""
    return text(description, one_of=CLASSES, key="class", null=null)


def class_basis() -> fields.String:
    """Describe what a class rests on."""
    return text(
        "what the class rests on: the source's words, what follows from them, or a comparison",
        one_of=CLASS_BASES,
        null=True,
    )


def oracle_text(description: str) -> fields.String:
    """Describe the rules text of all faces."""
    return text(f"{description}; faces are joined by a line with //; null: the words aren't known", null=True)


class ProvenanceSchema(AnswerSchema):
    """Where the value of a field comes from, and how long it holds."""

    version = text(VERSION)
    kind = text(
        "first printed words, erratum, reprint that changes the text, or words of a translation",
        one_of=["base", "erratum", "reprint", "printing"],
    )
    erratum = text("the erratum's id; null where it is none", null=True)
    printing = text("the printing that a translation's words stand on; null for the rest", null=True)
    class_ = change_class(f"{CLASS}; null where nothing was changed", null=True)
    class_basis = class_basis()
    replaces = text("the erratum of the same day that it replaces; null where it replaces none", null=True)
    document = text(DOCUMENT, null=True)
    confirmed_by = texts(CONFIRMED)
    provisional = yes_no("whether the publisher said that definitive words will follow, and none had")
    announced_on = day(ANNOUNCED, null=True)
    effective_from = day(FROM, null=True)
    effective_until = day(UNTIL, null=True)
    effective_after = day(AFTER, null=True)
    effective_by = day(BY, null=True)
    date_basis = text(DATE_BASIS, one_of=DATE_BASES, null=True)
    reason = text("why it was changed; null where nobody said", null=True)


class FaceSchema(AnswerSchema):
    """One face of a card on a day."""

    index = number("its place, from 0")
    fields_ = by_name(field_value(), "the game's fields, in the game's order", key="fields")
    unknown_fields = texts("fields whose value was never recorded or isn't known; they are null above")
    provenance = by_name(fields.Nested(ProvenanceSchema), "by field: where its value comes from")


class RulesChangeSchema(AnswerSchema):
    """A change on that day that alters what the card does and none of its words."""

    erratum = text("the erratum's id")
    document = text(DOCUMENT, null=True)
    effective_from = day(FROM, null=True)
    effective_until = day(UNTIL, null=True)
    reason = text("what is to be known about it", null=True)


class AlternativeSchema(AnswerSchema):
    """What may apply instead, because the day lies in a window."""

    face = number("the face's index, from 0")
    field = text("the field's id")
    version = text(VERSION)
    erratum = text("the erratum's id; null where it is none", null=True)
    effective_after = day(AFTER, null=True)
    effective_by = day(BY, null=True)
    value = field_value()
    known = yes_no("whether the words of this alternative are known")


class AuthoritativeSchema(AnswerSchema):
    """The text in the game's language on the same day."""

    lang = text(LANG)
    oracle_text = oracle_text("its rules text")


class TranslationSchema(AnswerSchema):
    """How a text in another language stands to the authoritative one."""

    stale = yes_no("whether a change that counts stands between what was translated and the day's text")
    stale_since = day("first day, included, of the earliest such change; null unless stale", null=True)
    authoritative = one(AuthoritativeSchema, "the text that binds on that day")


class NextChangeSchema(AnswerSchema):
    """The next day on which the answer's words or rules change."""

    effective_from = day("that day, included")
    certainty = text(CERTAINTY, one_of=CERTAINTIES)
    errata = texts("the errata that begin or end on it")


class PendingSchema(AnswerSchema):
    """A change that is promised without a day."""

    erratum = text("the erratum's id")
    document = text(DOCUMENT, null=True)
    announced_on = day(ANNOUNCED, null=True)
    reason = text("why it is to be changed; null where nobody said", null=True)


class TextSchema(AnswerSchema):
    """The effective text of a card on a day."""

    game = text("the game's id")
    card = text("the card's id")
    lang = text(LANG)
    scope = text(SCOPE)
    on = day("the civil date that the answer is about")
    view = view()
    announced_by = announced_by()
    as_of = as_of()
    seq = number(SEQ, least=1)
    format = number(FORMAT, least=1)
    name = text("the card's name on that day, faces joined by ' // '", null=True)
    oracle_text = oracle_text("the rules text, which is what most callers want")
    text_known = yes_no("whether the words are known; where not, oracle_text is null")
    certainty = text(f"the worst of its fields. {CERTAINTY}", one_of=CERTAINTIES)
    retroactive = yes_no("whether something here was announced after the day that is asked")
    announced_unknown = yes_no("whether it isn't known when something here was announced")
    verified_through = day("last day, included, through which the card was checked", null=True)
    faces = many(FaceSchema, "its faces, one for most cards")
    rules_changes = many(RulesChangeSchema, "changes on that day that alter no words")
    alternatives = many(AlternativeSchema, "what may apply instead, oldest first")
    translation = one(TranslationSchema, "null in the game's own language", null=True)
    next_change = one(NextChangeSchema, "null where none is known", null=True)
    pending = many(PendingSchema, "changes that are promised without a day")
    text_sha256 = text(
        "SHA-256 of oracle_text in UTF-8, in hexadecimal; null with it", null=True, pattern="^[0-9a-f]{64}$"
    )
    notice = text(NOTICE)
