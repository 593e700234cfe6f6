"""What timelines, differences and printings hold: described for the API document, never used to serialise."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from service.api.members import AnswerSchema, by_name, day, many, number, one, text, texts, yes_no
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
from service.api.text_schemas import (
    AFTER,
    ANNOUNCED,
    BY,
    CONFIRMED,
    DOCUMENT,
    FROM,
    UNTIL,
    RulesChangeSchema,
    announced_by,
    as_of,
    change_class,
    class_basis,
    oracle_text,
    view,
)
from service.domain.changes import ChangeClass

VERDICTS = (
    *("same", "unknown"),
    *(one for one in CLASSES if one not in (ChangeClass.NONE, ChangeClass.RULES)),
)

RULES_CHANGES = "changes on that day that alter no words: a copy with the right words doesn't show them"


class EndedSchema(AnswerSchema):
    """How an erratum ended."""

    kind = text(
        "temporary: it was recorded with its end; lapsed: it stopped applying later; "
        "void: it was withdrawn, and never applied",
        one_of=["temporary", "lapsed", "void"],
    )
    ended_on = day("first day without it; null where only a window is known", null=True)
    ended_after = day("excluded: the last day on which it surely held", null=True)
    ended_by = day("included: the latest possible first day without it", null=True)
    announced_on = day("the day on which the end was made public", null=True)
    document = text("the document that ended it", null=True)
    reason = text("why it ended; null where nobody said", null=True)


class ErratumSchema(AnswerSchema):
    """One announced or observed change."""

    erratum = text("the erratum's id, good for ever")
    version = text(VERSION)
    kind = text("an erratum, or a reprint that changes the text", one_of=["erratum", "reprint"])
    class_ = change_class()
    class_basis = class_basis()
    fields_ = texts("the fields whose value it changes; none for a change of rules", key="fields")
    document = text(DOCUMENT, null=True)
    confirmed_by = texts(CONFIRMED)
    provisional = yes_no("whether the publisher said that definitive words will follow")
    provisional_until = day("the day on which a document confirmed it; null: it never was", null=True)
    announced_on = day(ANNOUNCED, null=True)
    announced_unknown = yes_no("whether it isn't known when: it counts as announced on its first day")
    pending = yes_no("whether it is promised without a day")
    effective_from = day(FROM, null=True)
    effective_after = day(AFTER, null=True)
    effective_by = day(BY, null=True)
    effective_until = day(UNTIL, null=True)
    date_basis = text(DATE_BASIS, one_of=DATE_BASES, null=True)
    replaces = text("the erratum of the same day whose place it takes", null=True)
    replaced_by = text("the erratum that took its place on the same day", null=True)
    ended = one(EndedSchema, "how it ended; null: it didn't", null=True)
    languages = texts("the only languages that it concerns; none: all")
    scopes = texts("the only scopes that it holds in; none: all")
    reason = text("why it was made; null where nobody said", null=True)
    versions = texts("its versions in the ledger, oldest first; the last one stands")


class BaseSchema(AnswerSchema):
    """The first printed words."""

    version = text(VERSION)
    document = text("where the words were read, if a document has them", null=True)
    announced_on = day(ANNOUNCED, null=True)
    effective_from = day("first day, included: the card's first release; null: known as a window", null=True)
    effective_after = day(AFTER, null=True)
    effective_by = day(BY, null=True)
    date_basis = text(DATE_BASIS, one_of=DATE_BASES, null=True)
    superseded_before_release = yes_no("whether an erratum held from the first day on, so that it never did")
    versions = texts("its versions in the ledger, oldest first; the last one stands")


class PeriodSchema(AnswerSchema):
    """A stretch of days on which the words stay the same."""

    effective_from = day("first day, included")
    effective_until = day("first day after it, excluded; null: no end is known", null=True)
    oracle_text = oracle_text("the rules text")
    text_removed = yes_no("whether the words were removed for good; oracle_text is null then")
    certainty = text(CERTAINTY, one_of=CERTAINTIES)
    version = text(VERSION)
    class_ = change_class(
        "the class of what begins or ends on its first day, replaced errata included; null: nothing does",
        null=True,
    )


class TimelineSchema(AnswerSchema):
    """The history of a card."""

    game = text("the game's id")
    card = text("the card's id")
    lang = text(LANG)
    scope = text(SCOPE)
    view = view()
    announced_by = announced_by()
    as_of = as_of()
    seq = number(SEQ, least=1)
    format = number(FORMAT, least=1)
    name = text("the card's newest name in this language", null=True)
    verified_through = day("last day, included, through which the card was checked", null=True)
    base = one(BaseSchema, "the first printed words")
    errata = many(ErratumSchema, "every erratum, wordless and replaced ones too, oldest first")
    periods = many(
        PeriodSchema, "what they make of the text, oldest first, each beginning where the one before ends"
    )
    notice = text(NOTICE)


def span() -> fields.List[Any]:
    """Describe one piece of a difference."""
    return fields.List(
        fields.String(),
        metadata={
            "description": "['=', kept], ['-', taken away] or ['+', added]",
            "minItems": 2,
            "maxItems": 2,
        },
    )


class FieldDiffSchema(AnswerSchema):
    """A field that differs."""

    face = number("the face's index, from 0")
    field = text("the field's id")
    class_ = change_class()
    class_basis = text("what the errata between rest it on, or computed from the words", one_of=CLASS_BASES)
    computed_class = text("what comparing the two texts alone says", one_of=CLASSES)
    before = field_value()
    after = field_value()
    spans = fields.List(
        span(),
        required=True,
        metadata={"description": "kept and taken away make before; kept and added make after"},
    )


class DifferenceSchema(AnswerSchema):
    """What differs between two states of a card."""

    from_ = text("the end that is compared from, as it was asked", key="from")
    to = text("the end that is compared to, as it was asked")
    identical = yes_no("whether no field differs")
    class_ = change_class("the strongest of the errata between the two, replaced ones included")
    fields_ = many(FieldDiffSchema, "the fields that differ", key="fields")
    errata = many(ErratumSchema, "the errata between the two, in order of effect")


class DiffSchema(DifferenceSchema):
    """The differences between two ends of a card's history."""

    game = text("the game's id")
    card = text("the card's id")
    lang = text(LANG)
    scope = text(SCOPE)
    view = view()
    announced_by = announced_by()
    as_of = as_of()
    seq = number(SEQ, least=1)
    format = number(FORMAT, least=1)
    notice = text(NOTICE)


class PrintedFaceSchema(AnswerSchema):
    """One face of a printing."""

    index = number("its place, from 0")
    fields_ = by_name(field_value(), "the game's fields as printed, in the game's order", key="fields")
    unknown_fields = texts("fields of which it isn't known how they were printed; they are null above")
    raw = by_name(
        field_value(), "by field: the transcription letter for letter, where it differs from the words above"
    )


class PrintingSchema(AnswerSchema):
    """A printing, and whether its words still hold on a day."""

    printing = text("the printing's id, good for ever")
    set = text("the code of its set")
    number = text("the collector number as printed, such as 029 or 233*; null: it bears none", null=True)
    variant = text("what tells it from others of the same number; null: nothing has to", null=True)
    lang = text(LANG)
    released_on = day("the day of its release; null where only a window or nothing is known", null=True)
    released_after = day("excluded: the day after which it came out; null outside a window", null=True)
    released_by = day("included: the latest possible day of release; null outside a window", null=True)
    printed_text = oracle_text("the rules text that it bears")
    text_known = yes_no("whether these words are known; where not, printed_text is null")
    text_removed = yes_no("whether these words were removed for good; printed_text is null then")
    faces = many(PrintedFaceSchema, "its faces, one for most cards")
    verdict = text(
        "same: it says what the card does on that day; unknown: the words aren't known; "
        "else the class of what has changed since the text that it bears or translates",
        one_of=VERDICTS,
    )
    verdict_basis = text(
        "what errata rest it on, or computed from the words; null with same and unknown",
        one_of=CLASS_BASES,
        null=True,
    )
    superseded_before_release = yes_no("whether its words were out of date on the day it came out")
    rules_changes = many(RulesChangeSchema, RULES_CHANGES)


class PrintingsSchema(AnswerSchema):
    """Every printing of a card."""

    game = text("the game's id")
    card = text("the card's id")
    scope = text(SCOPE)
    on = day("the civil date for which the printings are judged")
    view = view()
    announced_by = announced_by()
    as_of = as_of()
    seq = number(SEQ, least=1)
    format = number(FORMAT, least=1)
    printings = many(PrintingSchema, "its printings, in all languages")
    notice = text(NOTICE)


class OnePrintingSchema(PrintingSchema):
    """A printing, asked for alone."""

    game = text("the game's id")
    card = text("the card's id")
    scope = text(SCOPE)
    on = day("the civil date for which the printing is judged")
    view = view()
    announced_by = announced_by()
    as_of = as_of()
    seq = number(SEQ, least=1)
    format = number(FORMAT, least=1)
    diff = one(
        DifferenceSchema,
        "from the printed words to the day's; null for another language, or where words aren't known",
        null=True,
    )
    notice = text(NOTICE)
