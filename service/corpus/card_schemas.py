"""Cards: what their files may say, once the fields of their game are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from marshmallow import ValidationError, post_load, validates_schema
from marshmallow.fields import Field, Nested

from service.corpus.card_parts import (
    BESIDE,
    BaseFileSchema,
    EndingFileSchema,
    ErratumFileSchema,
    FaceFileSchema,
    FieldsSchema,
    PrintingFileSchema,
    RawFileSchema,
)
from service.corpus.codes import Code
from service.corpus.fields import DayField, ListField, NamesField, Problem
from service.corpus.files import CardFile, FaceFile, GameFile
from service.corpus.nodes import Items, Table
from service.corpus.structure import FileSchema
from service.corpus.values import RawField, ValueField

_NEEDED = Problem(
    Code.FACE_NEEDED,
    "the card has faces, and this doesn't say which face it means",
    "write it under faces: - {face: 0, ...}",
)


class FaceBaseFileSchema(FieldsSchema):
    """``base`` of one of a card's faces."""

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> FaceFile:
        """Return the face's base values; the card knows its index."""
        return self.face(data, original_data)


class CardFaceFileSchema(FileSchema):
    """One entry of a card's ``faces``."""

    verified_through = DayField(load_default=None)

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> FaceFile:
        """Return the base values of the face, and through which day it was checked."""
        face: FaceFile = data["base"]
        return replace(
            face, verified_through=data["verified_through"], lines={**face.lines, **original_data.lines}
        )


class CardFileSchema(FileSchema):
    """``cards/<id>.yaml``."""

    names = NamesField(load_default={})
    verified_through = DayField(load_default=None)
    own_keys: frozenset[str] = frozenset()

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def refuse_fields_without_face(self, data: object, original_data: object, **kwargs: Any) -> None:
        """Refuse values of a printing or erratum that don't name the face, on a card with faces."""
        if not isinstance(original_data, Table) or "faces" not in original_data:
            return
        errors: dict[str, Any] = {}
        for part in ("printings", "errata"):
            entries = original_data.get(part)
            for index, entry in enumerate(entries if isinstance(entries, Items) else ()):
                for key in self.own_keys & set(entry) if isinstance(entry, Table) else ():
                    errors.setdefault(part, {}).setdefault(index, {})[key] = [_NEEDED]
        if errors:
            raise ValidationError(errors)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def check_base(self, data: Mapping[str, Any], original_data: Table, **kwargs: Any) -> None:
        """Refuse a card without base, or with a base that holds values beside faces."""
        if "base" not in original_data and "faces" not in original_data:
            raise ValidationError([Problem(Code.MISSING_KEY, "base is missing", "add it")])
        if "faces" in original_data and "base" in data and data["base"][1].values:
            raise ValidationError({"base": [BESIDE]})

    @post_load(pass_original=True)
    def make(self, data: dict[str, Any], original_data: Table, **kwargs: Any) -> CardFile:
        """Return the card."""
        path, lines = original_data.path, original_data.lines
        document, only_face = data.get("base", (None, None))
        return CardFile(
            id=path.stem,
            game=path.parts[0],
            path=path,
            names=data["names"],
            verified_through=data["verified_through"],
            base_line=lines["base" if "base" in lines else "faces"],
            base_document=document,
            base=numbered(data["faces"]) if "faces" in data else (only_face,),
            printings=tuple(data["printings"]),
            errata=tuple(data["errata"]),
            endings=tuple(data["endings"]),
            lines=lines,
        )


def numbered(faces: Sequence[FaceFile]) -> tuple[FaceFile, ...]:
    """Return the faces with their indexes, counted from 0."""
    return tuple(replace(face, index=index) for index, face in enumerate(faces))


RESERVED = frozenset(
    key
    for part in (BaseFileSchema, FaceFileSchema, PrintingFileSchema, ErratumFileSchema)
    for name, field in part().fields.items()
    for key in (name, field.data_key or name)
) | {"base", "faces", "raw"}
"""What no field of a game may be called, because it would hide a key."""


def card_schema(game: GameFile) -> CardFileSchema:
    """Return the schema of the cards of a game."""
    own: dict[str, Field[Any]] = {field.id: ValueField(field) for field in game.fields}
    raws: dict[str, Field[Any]] = {field.id: RawField(field) for field in game.fields}
    own_and_raw = own | {"raw": Nested(RawFileSchema.from_dict(raws))}
    base = BaseFileSchema.from_dict(own)
    face_base = FaceBaseFileSchema.from_dict(own)
    card_face = CardFaceFileSchema.from_dict({"base": Nested(face_base, required=True)})
    face = FaceFileSchema.from_dict(own)
    raw_face = FaceFileSchema.from_dict(own_and_raw)
    printing = PrintingFileSchema.from_dict({**own_and_raw, "faces": ListField(Nested(raw_face))})
    erratum = ErratumFileSchema.from_dict({**own, "faces": ListField(Nested(face))})
    parts: dict[str, Field[Any]] = {
        "base": Nested(base),
        "faces": ListField(Nested(card_face)),
        "printings": ListField(Nested(printing), empty=True, load_default=()),
        "errata": ListField(Nested(erratum), empty=True, load_default=()),
        "endings": ListField(Nested(EndingFileSchema), empty=True, load_default=()),
    }
    schema = cast(type[CardFileSchema], CardFileSchema.from_dict(parts))()
    schema.own_keys = frozenset(own_and_raw)
    return schema
