"""Sources of observations: what ``sources.yaml`` may say."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, post_load
from marshmallow.fields import Nested

from service.corpus.codes import Code
from service.corpus.fields import (
    ChoiceField,
    DayField,
    ListField,
    WordField,
    id_field,
    invalid,
    language_field,
    url_field,
)
from service.corpus.nodes import Table, Text
from service.corpus.source_files import LagFile, LanguageFile, LeadFile, SourceFieldFile, SourceFile
from service.corpus.structure import FileSchema
from service.domain.sources import ABSENT


class LanguagesField(fields.Field[tuple[LanguageFile, ...]]):
    """Languages by their codes here, each with a list of what a source calls it."""

    def _deserialize(
        self, value: object, attr: str | None, data: object, **kwargs: Any
    ) -> tuple[LanguageFile, ...]:
        if not isinstance(value, Table):
            todo = "write {fr: [French]}"
            raise invalid(Code.WRONG_SHAPE, "no languages with their words stand here", todo)
        errors: dict[str, Any] = {}
        languages: list[LanguageFile] = []
        for lang, words in value.items():
            line = value.lines[lang]
            try:
                code = language_field().deserialize(Text.at(line, lang))
                told: Any = ListField(WordField()).deserialize(words)
                languages.append(LanguageFile(line, code, tuple(told)))
            except ValidationError as error:
                errors[lang] = error.messages
        if errors:
            raise ValidationError(errors)
        return tuple(languages)


class JoinField(WordField):
    """What stands between parts, with the blanks around it."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        super()._deserialize(value, attr, data, **kwargs)
        return str(value)


class SourceFieldFileSchema(FileSchema):
    """One entry of a source's ``fields``."""

    key = WordField(required=True)
    own_fields = ListField(WordField(), required=True, data_key="fields")
    joined_by = JoinField(load_default=None)
    absent = ChoiceField(*ABSENT, load_default="none")
    lost = ListField(WordField(), load_default=())

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> SourceFieldFile:
        """Return how the key is read."""
        return SourceFieldFile(
            line=original_data.line,
            key=data["key"],
            fields=tuple(data["own_fields"]),
            joined_by=data["joined_by"],
            absent=data["absent"],
            lost=tuple(data["lost"]),
            lines=original_data.lines,
        )


class LagFileSchema(FileSchema):
    """One entry of a source's ``lags``."""

    after = DayField(load_default=None)
    through = DayField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> LagFile:
        """Return the lag."""
        return LagFile(line=original_data.line, lines=original_data.lines, **data)


class LeadFileSchema(FileSchema):
    """One entry of a source's ``leads``."""

    seen_on = DayField(required=True)
    document = WordField(required=True)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> LeadFile:
        """Return the lead."""
        return LeadFile(line=original_data.line, lines=original_data.lines, **data)


class SourceFileSchema(FileSchema):
    """One entry of ``sources.yaml``."""

    id = id_field(required=True)
    title = WordField(required=True)
    url = url_field(load_default=None)
    languages = LanguagesField(load_default=())
    own_fields = ListField(Nested(SourceFieldFileSchema), required=True, data_key="fields")
    external_ids = id_field(load_default=None)
    joined_layouts = ListField(WordField(), load_default=())
    token_layouts = ListField(WordField(), load_default=())
    plain_layouts = ListField(WordField(), load_default=())
    lags = ListField(Nested(LagFileSchema), load_default=())
    leads = ListField(Nested(LeadFileSchema), load_default=())

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> SourceFile:
        """Return the source."""
        return SourceFile(
            line=original_data.line,
            id=data["id"],
            title=data["title"],
            url=data["url"],
            languages=data["languages"],
            fields=tuple(data["own_fields"]),
            external_ids=data["external_ids"],
            joined_layouts=tuple(data["joined_layouts"]),
            token_layouts=tuple(data["token_layouts"]),
            plain_layouts=tuple(data["plain_layouts"]),
            lags=tuple(data["lags"]),
            leads=tuple(data["leads"]),
            lines=original_data.lines,
        )


class SourcesFileSchema(FileSchema):
    """``sources.yaml``."""

    sources = ListField(Nested(SourceFileSchema), empty=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> tuple[SourceFile, ...]:
        """Return the sources, in file order."""
        return tuple(data["sources"])
