"""The kinds of members that answers are made of. They describe for the API document; they serialise nothing.

A member is always there unless it says ``optional``; one that may be null says ``null``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import EXCLUDE, Schema, fields, validate

from service.domain.days import PATTERN


class AnswerSchema(Schema):
    """What an answer holds. More members may join it later, so none are forbidden."""

    class Meta:
        """Leave ``additionalProperties: false`` out of the document."""

        unknown = EXCLUDE


def text(
    description: str,
    *,
    one_of: Iterable[str] = (),
    key: str | None = None,
    null: bool = False,
    optional: bool = False,
    **more: Any,
) -> fields.String:
    """Describe a text.

    Args:
        one_of: the only values that it may have.
        key: the name of the member, where Python can't write it.
    """
    choices = list(one_of)
    return fields.String(
        required=not optional,
        allow_none=null,
        data_key=key,
        validate=validate.OneOf(choices) if choices else None,
        metadata={"description": description, **more},
    )


def day(description: str, *, null: bool = False, optional: bool = False) -> fields.String:
    """Describe a civil date."""
    return text(description, null=null, optional=optional, format="date", pattern=PATTERN)


def number(description: str, *, least: int = 0) -> fields.Integer:
    """Describe a whole number."""
    return fields.Integer(required=True, metadata={"description": description, "minimum": least})


def yes_no(description: str) -> fields.Boolean:
    """Describe what is true or false."""
    return fields.Boolean(required=True, metadata={"description": description})


def texts(description: str, *, key: str | None = None, optional: bool = False) -> fields.List[Any]:
    """Describe a list of texts."""
    return fields.List(
        fields.String(), required=not optional, data_key=key, metadata={"description": description}
    )


def one(
    schema: type[Schema], description: str, *, null: bool = False, key: str | None = None
) -> fields.Nested:
    """Describe an object."""
    return fields.Nested(
        schema, required=True, allow_none=null, data_key=key, metadata={"description": description}
    )


def many(schema: type[Schema], description: str, *, key: str | None = None) -> fields.List[Any]:
    """Describe a list of objects."""
    return fields.List(
        fields.Nested(schema), required=True, data_key=key, metadata={"description": description}
    )


def by_name(values: fields.Field[Any], description: str, *, key: str | None = None) -> fields.Dict:
    """Describe an object whose keys are names: of games, of fields, of links."""
    return fields.Dict(
        keys=fields.String(),
        values=values,
        required=True,
        data_key=key,
        metadata={"description": description},
    )


def any_of(types: Iterable[str], description: str, **more: Any) -> fields.Raw:
    """Describe a value of one of several JSON types."""
    about: Mapping[str, Any] = {"description": description, "type": list(types), **more}
    return fields.Raw(required=True, metadata=about)
