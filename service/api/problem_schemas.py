"""What problems hold: one description a class of error, made from the tree; never used to serialise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import Schema, fields, validate

from service.api.members import AnswerSchema, day, many, number, text, texts
from service.domain import errors
from service.domain.errors import ErrataError
from service.serving.problems import (
    INTERNAL_CODE,
    INTERNAL_STATUS,
    INTERNAL_TITLE,
    problem_type,
    status_of,
)


class CandidateSchema(AnswerSchema):
    """A card that may be meant."""

    game = text("the game's id")
    card = text("the card's id")
    name = text("the name by which it was found")


_PARAMETER = "the parameter at fault"

EXTRA: Mapping[type[ErrataError], Mapping[str, Any]] = {
    errors.BadDate: {"parameter": text(_PARAMETER)},
    errors.BadParameter: {"parameter": text(_PARAMETER)},
    errors.MissingParameter: {"parameter": text(_PARAMETER)},
    errors.RepeatedParameter: {"parameter": text(_PARAMETER)},
    errors.UnknownParameter: {
        "parameter": text(_PARAMETER),
        "parameters": texts("the parameters that there are"),
    },
    errors.UnknownScope: {"scopes": texts("the scopes that the game has")},
    errors.UnknownGame: {"games": texts("the games that there are")},
    errors.UnknownPrinting: {
        "candidates": texts(
            "ids of printings of the same number in other languages; absent where none was asked by number",
            optional=True,
        )
    },
    errors.NoEffectiveText: {
        "first_effective_from": day("first day, included, on which there is a text", null=True),
        "last_effective_until": day("first day without the last text, excluded", null=True),
    },
    errors.LanguageNotAvailable: {"languages": texts("the languages that the card has a text in")},
    errors.TextUnknown: {"face": number("the index of the face whose words aren't known")},
    errors.TextRemoved: {
        "version": text("the version that had them; null where they are those of a printing", null=True),
        "erratum": text("the erratum's id; null where it is none", null=True),
        "effective_from": day("its first day, included; null where none is known", null=True),
        "effective_after": day("excluded: the last day without it; null outside a window", null=True),
        "effective_by": day("included: its latest possible first day; null outside a window", null=True),
        "sha256": text("SHA-256 of the words in UTF-8, in hexadecimal"),
        "reason": text("why they were removed; null where nobody said", null=True),
        "url": text("where that can be read; null where nobody said", null=True),
    },
    errors.AmbiguousName: {"candidates": many(CandidateSchema, "the cards that bear the name")},
    errors.AmbiguousPrinting: {"candidates": texts("the ids of the printings that bear the number")},
}
"""What the problem of a class says beside the members that all have."""


def _problem(name: str, code: str, title: str, status: int, extra: Mapping[str, Any]) -> type[Schema]:
    members: dict[str, Any] = {
        "type": text("a reference that names the kind of problem", one_of=[problem_type(code)]),
        "title": text("the same for every problem of the kind", one_of=[title]),
        "status": fields.Integer(
            required=True,
            validate=validate.OneOf([status]),
            metadata={"description": "the status of the answer"},
        ),
        "code": text("the stable name of the kind of problem", one_of=[code]),
        "detail": text("what was asked, what was found and what to do, for people"),
    }
    body: dict[str, fields.Field[Any]] = members | dict(extra)
    return AnswerSchema.from_dict(body, name=f"{name}ProblemSchema")


def _branches(error: type[ErrataError]) -> Iterator[type[ErrataError]]:
    for below in error.__subclasses__():
        yield below
        yield from _branches(below)


PROBLEMS: Mapping[type[ErrataError], type[Schema]] = {
    error: _problem(error.__name__, error.code, error.title, status_of(error), EXTRA.get(error, {}))
    for error in _branches(ErrataError)
}
"""The description of the problem that each error is."""

INTERNAL_PROBLEM = _problem("InternalError", INTERNAL_CODE, INTERNAL_TITLE, INTERNAL_STATUS, {})
"""The description of the problem of an error that nobody foresaw."""
