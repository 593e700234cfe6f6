"""Games, sets, symbols and documents: what their files may say. Cards have a module of their own."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema
from marshmallow.fields import Nested

from service.corpus.codes import Code
from service.corpus.fields import (
    ChoiceField,
    DayField,
    ListField,
    NamesField,
    Problem,
    WordField,
    YesField,
    ZoneField,
    field_id_field,
    hash_field,
    id_field,
    language_field,
    url_field,
)
from service.corpus.files import (
    DocumentFile,
    FieldFile,
    GameFile,
    Marker,
    MigrationFile,
    ReleaseFile,
    RemovalFile,
    SetFile,
    SymbolFile,
)
from service.corpus.nodes import Table
from service.corpus.structure import FileSchema
from service.domain.tracks import NAME, TEXT


class FieldFileSchema(FileSchema):
    """One entry of a game's ``fields``."""

    id = field_id_field(required=True)
    label = WordField(required=True)
    localized = YesField(load_default=False)
    is_list = YesField(load_default=False, data_key="list")

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> FieldFile:
        """Return the field."""
        return FieldFile(**data)


class GameFileSchema(FileSchema):
    """``game.yaml``.

    Args:
        reserved: words that no field may be called, because cards have keys of that name.
    """

    name = WordField(required=True)
    publisher = WordField(required=True)
    zone = ZoneField(required=True)
    language = language_field(required=True)
    scopes = ListField(id_field(), required=True)
    verified_through = DayField(load_default=None)
    translations_of = ChoiceField("base", "effective", required=True)
    own_fields = ListField(Nested(FieldFileSchema), required=True, data_key="fields")
    notice = WordField(required=True)

    def __init__(self, reserved: frozenset[str]) -> None:
        super().__init__()
        self.reserved = reserved

    @validates_schema(skip_on_field_errors=True)
    def check_fields(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Refuse fields that clash with one another or with keys, and games without the two."""
        errors: dict[int | str, Any] = {}
        seen: set[str] = set()
        for index, field in enumerate(data["own_fields"]):
            if field.id in self.reserved:
                found = f"{field.id} is a key of cards, printings or errata already"
                errors[index] = {"id": [Problem(Code.RESERVED_FIELD, found, "choose another id")]}
            elif field.id in seen:
                found = f"a second field is called {field.id}"
                errors[index] = {"id": [Problem(Code.REPEATED_FIELD, found, "take one out")]}
            seen.add(field.id)
        texts = {field.id for field in data["own_fields"] if field.localized and not field.is_list}
        for needed in {NAME, TEXT} - texts:
            found = f"{needed} is no localized field of this game"
            todo = f"add {{id: {needed}, label: ..., localized: yes}}"
            errors.setdefault("_schema", []).append(Problem(Code.FIELD_MISSING, found, todo))
        if errors:
            raise ValidationError({"fields": errors})

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> GameFile:
        """Return the game, without its sets and symbols."""
        return GameFile(
            id=original_data.path.parts[0],
            path=original_data.path,
            name=data["name"],
            publisher=data["publisher"],
            zone=data["zone"],
            language=data["language"],
            scopes=tuple(data["scopes"]),
            verified_through=data["verified_through"],
            translations_of=data["translations_of"],
            fields=tuple(data["own_fields"]),
            notice=data["notice"],
            sets=(),
            symbols=(),
            lines=original_data.lines,
        )


class ReleaseFileSchema(FileSchema):
    """One entry of a set's ``releases``."""

    region = WordField(required=True)
    lang = language_field(required=True)
    released_on = DayField(unknown=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> ReleaseFile:
        """Return the release."""
        return ReleaseFile(data["region"], data["lang"], known(data["released_on"]))


class SetFileSchema(FileSchema):
    """One entry of ``sets.yaml``."""

    code = WordField(required=True)
    name = WordField(required=True)
    releases = ListField(Nested(ReleaseFileSchema), empty=True, required=True)
    verified_through = DayField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> SetFile:
        """Return the set."""
        releases = tuple(data["releases"])
        return SetFile(
            line=original_data.line,
            code=data["code"],
            name=data["name"],
            releases=releases,
            verified_through=data["verified_through"],
            lines=original_data.lines,
        )


class SetsFileSchema(FileSchema):
    """``sets.yaml``."""

    sets = ListField(Nested(SetFileSchema), empty=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> tuple[SetFile, ...]:
        """Return the sets, in file order."""
        return tuple(data["sets"])


class SymbolFileSchema(FileSchema):
    """One entry of ``symbols.yaml``."""

    code = WordField(required=True)
    means = WordField(required=True)
    former = ListField(WordField(), load_default=())
    tokens = ListField(WordField(), load_default=())
    names = NamesField(load_default={})
    number = YesField(load_default=False)
    domain = WordField(load_default=None)
    by_domain = YesField(load_default=False)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> SymbolFile:
        """Return the symbol."""
        data["former"], data["tokens"] = tuple(data["former"]), tuple(data["tokens"])
        return SymbolFile(line=original_data.line, **data)


class SymbolsFileSchema(FileSchema):
    """``symbols.yaml``."""

    symbols = ListField(Nested(SymbolFileSchema), empty=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> tuple[SymbolFile, ...]:
        """Return the symbols, in file order."""
        return tuple(data["symbols"])


class MigrationFileSchema(FileSchema):
    """One entry of ``migrations.yaml``."""

    card = id_field(required=True)
    act = ChoiceField("renamed", "merged", required=True)
    into = id_field(required=True)
    reason = WordField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> MigrationFile:
        """Return the migration."""
        return MigrationFile(line=original_data.line, lines=original_data.lines, **data)


class MigrationsFileSchema(FileSchema):
    """``migrations.yaml``."""

    migrations = ListField(Nested(MigrationFileSchema), empty=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> tuple[MigrationFile, ...]:
        """Return the migrations, in file order."""
        return tuple(data["migrations"])


class RemovalFileSchema(FileSchema):
    """One entry of ``removals.yaml``."""

    sha256 = hash_field(required=True)
    reason = WordField(required=True)
    url = url_field(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> RemovalFile:
        """Return the removal."""
        return RemovalFile(line=original_data.line, lines=original_data.lines, **data)


class RemovalsFileSchema(FileSchema):
    """``removals.yaml``."""

    removals = ListField(Nested(RemovalFileSchema), empty=True, required=True)

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> tuple[RemovalFile, ...]:
        """Return the removals, in file order."""
        return tuple(data["removals"])


class DocumentFileSchema(FileSchema):
    """``documents/<id>.yaml``."""

    title = WordField(required=True)
    publisher = WordField(load_default=None)
    url = url_field(load_default=None)
    lang = language_field(load_default=None)
    announced_on = DayField(unknown=True, required=True)
    effective_from = DayField(load_default=None)
    provisional = YesField(load_default=False)
    retired_on = DayField(load_default=None)
    superseded_by = ListField(WordField(), load_default=())
    summary = WordField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> DocumentFile:
        """Return the document."""
        path = original_data.path
        data["announced_on"] = known(data["announced_on"])
        data["superseded_by"] = tuple(data["superseded_by"])
        return DocumentFile(id=path.stem, game=path.parts[0], path=path, lines=original_data.lines, **data)


def known(day: Any) -> Any:
    """Return the day; None where it is marked as unknown."""
    return None if day is Marker.UNKNOWN else day
