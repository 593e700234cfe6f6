"""What versions and feeds of the ledger hold: described for the API document, never used to serialise."""

from __future__ import annotations

from service.api.members import AnswerSchema, any_of, day, many, number, one, text, texts, yes_no
from service.api.schemas import CLASS_BASES, CLASSES, DATE_BASES, DATE_BASIS, FORMAT, NOTICE, field_value
from service.api.text_schemas import AFTER, ANNOUNCED, BY, CONFIRMED, DOCUMENT, FROM, UNTIL

PLACE = "the entry's number and that of the fact within it, as seq-n"
RECORDED_AT = "when it was recorded: an instant in UTC with microseconds"


class VersionValueSchema(AnswerSchema):
    """A field that a version sets."""

    face = number("the face's index, from 0")
    field = text("the field's id")
    lang = text("the language of the words; null for a field that has none", null=True)
    value = field_value()
    known = yes_no("whether the words are known")
    sha256 = text("SHA-256 of the words in UTF-8; null where there are none", null=True)


class RecordedSchema(AnswerSchema):
    """The entry in which it was recorded."""

    seq = number("the entry's number", least=1)
    recorded_at = text(RECORDED_AT)
    actor = text("who recorded it")
    origin = text("where it came from")
    message = text("what was said of it then", null=True)


class VersionSchema(AnswerSchema):
    """One version, as it was recorded."""

    version = text(PLACE)
    format = number(FORMAT, least=1)
    game = text("the game's id")
    card = text("the card's id")
    kind = text(
        "first printed words, erratum, reprint that changes the text, or words of a translation",
        one_of=["base", "erratum", "reprint", "printing"],
    )
    erratum = text("the erratum's id; null where it is none", null=True)
    printing = text("the printing that a translation's words stand on; null for the rest", null=True)
    class_ = text(
        "what the change alters; null where nothing was changed", one_of=CLASSES, key="class", null=True
    )
    class_basis = text("what the class rests on", one_of=CLASS_BASES, null=True)
    replaces = text("the erratum of the same day that it replaces", null=True)
    corrects = text("the version that was recorded wrongly and that this one stands for", null=True)
    scopes = texts("the only scopes that it holds in; none: all")
    languages = texts("the only languages that it concerns; none: all")
    document = text(DOCUMENT, null=True)
    confirmed_by = texts(CONFIRMED)
    confirmed_on = day("the day on which it stopped being provisional", null=True)
    provisional = yes_no("whether the publisher said that definitive words will follow")
    pending = yes_no("whether it was promised without a day")
    announced_on = day(ANNOUNCED, null=True)
    effective_from = day(FROM, null=True)
    effective_until = day(UNTIL, null=True)
    effective_after = day(AFTER, null=True)
    effective_by = day(BY, null=True)
    until_announced_on = day("the day on which effective_until was made public", null=True)
    until_document = text("the document that announced effective_until", null=True)
    date_basis = text(DATE_BASIS, one_of=DATE_BASES, null=True)
    reason = text("why it was made; null where nobody said", null=True)
    values = many(VersionValueSchema, "what it sets, by face and field; nothing for a change of rules")
    recorded = one(RecordedSchema, "the entry in which it was recorded")
    notice = text(NOTICE)


class ChangeSchema(AnswerSchema):
    """One fact of the ledger."""

    version = text(PLACE)
    recorded_at = text(RECORDED_AT)
    fact = text("of which sort it is", one_of=["assertion", "ending", "record"])
    kind = text("what it is about: an erratum, a lapse, a correction, a printing, a document, ...")
    game = text("the game's id; null where it belongs to none", null=True)
    card = text("the card's id; null where it is about none", null=True)
    key = text("what tells a record from others of its kind; null for the rest", null=True)
    body = any_of(
        ["object", "null"],
        "what it says, as it is hashed, texts by their hash; null for a record that no longer holds",
    )


class FeedSchema(AnswerSchema):
    """A page of a feed."""

    format = number(FORMAT, least=1)
    after = text("the place that was asked: the page begins behind it")
    next_after = text("the place of the last one; ask with it for what comes behind")
    more = yes_no("whether there is more behind this page already")


class ChangesSchema(FeedSchema):
    """What was recorded, in order."""

    changes = many(ChangeSchema, "facts of the ledger, in the order in which they were recorded")


class CorrectionSchema(AnswerSchema):
    """What we showed wrongly, and what put it right."""

    version = text("where the correction is in the ledger, as seq-n")
    act = text(
        "corrected: put right; withdrawn: taken back; confirmed, ended: nothing was wrong, the publisher has "
        "repeated or ended it since",
        one_of=["corrected", "withdrawn", "confirmed", "ended"],
    )
    wrong = text("what was wrong, as seq-n")
    right = text("what stands for it, as seq-n; null where it was taken back", null=True)
    from_seq = number("the entry from which on it was answered", least=1)
    to_seq = number("the entry from which on it no longer is", least=1)
    recorded_at = text(RECORDED_AT)
    game = text("the game's id")
    card = text("the card's id")
    erratum = text("the erratum's id; null where it is about none", null=True)
    changed = texts("what it says otherwise, by name: fields for the words, effective_from for the first day")
    reason = text("what was said of it when it was recorded", null=True)


class CorrectionsSchema(FeedSchema):
    """What we showed wrongly, in the order in which it was corrected."""

    corrections = many(CorrectionSchema, "corrections, in the order in which they were recorded")


class IdentitySchema(AnswerSchema):
    """A card."""

    game = text("the game's id")
    card = text("the card's id")


class MigrationSchema(AnswerSchema):
    """An identity that went over into another."""

    act = text("renamed, or merged into one that there was", one_of=["renamed", "merged"])
    game = text("the game's id")
    card = text("the id that was given up")
    into = one(IdentitySchema, "the card that stands for it")
    reason = text("why; null where nobody said", null=True)
    seq = number("the entry in which it was recorded", least=1)
    recorded_at = text(RECORDED_AT)


class MigrationsSchema(AnswerSchema):
    """The identities that went over into others."""

    format = number(FORMAT, least=1)
    migrations = many(MigrationSchema, "by game and card")
