"""The parts of a card file: base, printings, errata, endings, and the values of the game's fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, post_load, validates_schema
from marshmallow.fields import Nested

from service.corpus.codes import Code
from service.corpus.fields import (
    ChoiceField,
    DayField,
    FaceField,
    ListField,
    Problem,
    QuotedField,
    ScopesField,
    WordField,
    YesField,
    id_field,
    language_field,
)
from service.corpus.files import (
    EndingFile,
    ErratumFile,
    FaceFile,
    PrintingFile,
    RedatingFile,
    Value,
)
from service.corpus.nodes import Table
from service.corpus.schemas import known
from service.corpus.structure import FileSchema
from service.corpus.values import RawField, ValueField

CLASSES = ("functional", "wording", "reminder", "notation", "typography", "rules")
BASES = ("stated", "announced", "release", "observed", "inferred")

BESIDE = Problem(
    Code.FACES_BESIDE_FIELDS,
    "faces stand beside fields",
    "write each field under its face",
)


class FieldsSchema(FileSchema):
    """A place that may hold values of the game's own fields."""

    def values(self, data: Mapping[str, Any]) -> dict[str, Value]:
        """Return the values that stand there, by field."""
        return {
            name: data[name]
            for name, field in self.fields.items()
            if isinstance(field, ValueField | RawField) and name in data
        }

    def face(self, data: Mapping[str, Any], place: Table, index: int = 0) -> FaceFile:
        """Return the values and transcriptions that stand there, as those of a face."""
        raw = data.get("raw", {})
        return FaceFile(index, place.line, self.values(data), raw, lines=place.lines)

    def faces(self, data: Mapping[str, Any], place: Table) -> tuple[FaceFile, ...]:
        """Return the values by face: those of ``faces``, or those that stand there for face 0."""
        own = self.face(data, place)
        return (own,) if own.values or own.raw else tuple(data.get("faces", ()))

    @validates_schema(skip_on_field_errors=False)
    def refuse_fields_beside_faces(self, data: Mapping[str, Any], **kwargs: Any) -> None:
        """Refuse values that stand beside a list of faces."""
        if "faces" in data and (self.values(data) or "raw" in data):
            raise ValidationError({"faces": [BESIDE]})


class RawFileSchema(FieldsSchema):
    """``raw``: transcriptions."""

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Value]:
        """Return the transcriptions by field."""
        return self.values(data)


class BaseFileSchema(FieldsSchema):
    """``base`` of a card."""

    document = WordField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> tuple[str | None, FaceFile]:
        """Return the document and the values of the first face."""
        return data["document"], self.face(data, original_data)


class FaceFileSchema(FieldsSchema):
    """One entry of ``faces`` in a printing or an erratum."""

    index = FaceField(required=True, data_key="face")

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> FaceFile:
        """Return the face's values."""
        return self.face(data, original_data, data["index"])


class PrintingFileSchema(FieldsSchema):
    """One entry of ``printings``."""

    id = id_field(required=True)
    set = WordField(required=True)
    number = QuotedField(load_default=None)
    lang = language_field(required=True)
    variant = WordField(load_default=None)
    released_on = DayField(unknown=True)
    released_after = DayField(load_default=None)
    released_by = DayField(load_default=None)
    translates = WordField(load_default=None)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_release(self, data: object, original_data: object, **kwargs: Any) -> None:
        """Refuse a printing without a day, or with a day and a window, or half a window."""
        keys = ("released_on", "released_after", "released_by")
        if not isinstance(original_data, Table):
            return
        found = [key for key in keys if key in original_data]
        if found not in (["released_on"], ["released_after", "released_by"]):
            todo = "write released_on (a day or unknown), or released_after and released_by"
            shown = " and ".join(found) or "no release day"
            problem = Problem(Code.RELEASE_DAY, f"{shown} stands here", todo)
            raise ValidationError([problem], field_name=found[0] if found else "_schema")

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> PrintingFile:
        """Return the printing."""
        return PrintingFile(
            id=data["id"],
            line=original_data.line,
            set=data["set"],
            number=data["number"],
            lang=data["lang"],
            variant=data["variant"],
            released_on=known(data.get("released_on")),
            released_after=data["released_after"],
            released_by=data["released_by"],
            translates=data["translates"],
            faces=self.faces(data, original_data),
            lines=original_data.lines,
        )


class RedatingFileSchema(FileSchema):
    """One entry of ``redated``."""

    announced_on = DayField(load_default=None)
    effective_from = DayField(load_default=None)
    pending = YesField(load_default=False)
    document = WordField(load_default=None)
    reason = WordField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> RedatingFile:
        """Return the re-dating."""
        return RedatingFile(line=original_data.line, lines=original_data.lines, **data)


class ErratumFileSchema(FieldsSchema):
    """One entry of ``errata``."""

    id = id_field(required=True)
    kind = ChoiceField("erratum", "reprint", load_default="erratum")
    document = WordField(load_default=None)
    confirmed_by = ListField(WordField(), load_default=())
    effective_from = DayField(load_default=None)
    effective_after = DayField(load_default=None)
    effective_by = DayField(load_default=None)
    effective_until = DayField(load_default=None)
    ended_by_document = WordField(load_default=None)
    until_announced_on = DayField(unknown=True, load_default=None)
    date_basis = ChoiceField(*BASES, load_default=None)
    announced_on = DayField(unknown=True, load_default=None)
    provisional = YesField(load_default=None)
    change_class = ChoiceField(*CLASSES, load_default=None, data_key="class")
    class_basis = ChoiceField("stated", "computed", "inferred", load_default=None)
    reason = WordField(load_default=None)
    scopes = ScopesField(load_default=())
    languages = ListField(language_field(), load_default=())
    replaces = WordField(load_default=None)
    pending = YesField(load_default=False)
    redated = ListField(Nested(RedatingFileSchema), load_default=())

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> ErratumFile:
        """Return the erratum."""
        values = self.values(data)
        own = {name: data[name] for name in data if name not in values and name != "faces"}
        if isinstance(own["scopes"], dict):
            own["scope_days"] = own["scopes"]
        for name in ("confirmed_by", "scopes", "languages", "redated"):
            own[name] = tuple(own[name])
        faces = self.faces(data, original_data)
        return ErratumFile(line=original_data.line, faces=faces, lines=original_data.lines, **own)


class EndingFileSchema(FileSchema):
    """One entry of ``endings``."""

    of = WordField(required=True)
    kind = ChoiceField("lapsed", "void", required=True)
    ended_on = DayField(load_default=None)
    ended_after = DayField(load_default=None)
    ended_by = DayField(load_default=None)
    announced_on = DayField(unknown=True, load_default=None)
    document = WordField(load_default=None)
    reason = WordField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> EndingFile:
        """Return the ending."""
        return EndingFile(line=original_data.line, lines=original_data.lines, **data)
