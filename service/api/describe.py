"""What a view answers, declared beside it: the API document is made from that, and nothing else.

What the query can be refused for follows from its schema (``errors_of_query``); a view names the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from marshmallow import Schema

from service.api.queries import Day, Pin
from service.domain.errors import (
    AmbiguousName,
    AmbiguousPrinting,
    AsOfNotReached,
    BadDate,
    BadParameter,
    DiffTooLarge,
    ErrataError,
    LanguageNotAvailable,
    MissingParameter,
    Moved,
    NoEffectiveText,
    NotReady,
    PinFound,
    RepeatedParameter,
    TextRemoved,
    TextUnknown,
    UnknownCard,
    UnknownGame,
    UnknownParameter,
    UnknownPrinting,
    UnknownScope,
    UnknownVersion,
)

View = Callable[..., Any]
Errors = tuple[type[ErrataError], ...]

CARD: Errors = (UnknownGame, UnknownCard, Moved)
ASKED_CARD: Errors = (*CARD, UnknownScope)
TEXT: Errors = (*ASKED_CARD, LanguageNotAvailable, NoEffectiveText)
READ_TEXT: Errors = (*TEXT, TextUnknown, TextRemoved)
NAMED_TEXT: Errors = (*(error for error in READ_TEXT if error is not Moved), AmbiguousName)
TIMELINE: Errors = TEXT
DIFF: Errors = (
    *TEXT,
    BadDate,
    BadParameter,
    UnknownVersion,
    UnknownPrinting,
    TextUnknown,
    TextRemoved,
    DiffTooLarge,
)
PRINTINGS: Errors = (*ASKED_CARD, NoEffectiveText)
PRINTING: Errors = (UnknownPrinting, UnknownScope, NoEffectiveText, TextRemoved, DiffTooLarge)
NUMBERED_PRINTING: Errors = (*PRINTING, UnknownGame, AmbiguousPrinting)

_NAME = "errata_described"


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of a view.

    Attributes:
        asks: the schema of its query.
        answers: the schema of its body.
        errors: the problems that it may answer with, those of the query not among them.
        plain: whether it also answers in plain text.
        stored: whether it asks the database.
    """

    asks: type[Schema] | None = None
    answers: type[Schema] | None = None
    errors: Errors = ()
    plain: bool = False
    stored: bool = True


def described(view: View) -> Described:
    """Return what was declared of a view."""
    found = vars(view).get(_NAME, Described())
    assert isinstance(found, Described)
    return found


def asks(schema: type[Schema]) -> Callable[[View], View]:
    """Declare the query that a view takes."""
    return lambda view: _declare(view, replace(described(view), asks=schema))


def answers(
    schema: type[Schema], errors: Errors = (), *, plain: bool = False, stored: bool = True
) -> Callable[[View], View]:
    """Declare what a view answers.

    Args:
        errors: the problems that it may answer with, beside those of its query.
        plain: it also answers in plain text.
        stored: it asks the database.
    """
    kept = (*errors, NotReady) if stored else errors
    return lambda view: _declare(
        view, replace(described(view), answers=schema, errors=kept, plain=plain, stored=stored)
    )


def errors_of_query(schema: type[Schema]) -> Errors:
    """Return what a query of this schema may be refused for."""
    known = list(schema().fields.values())
    found: dict[type[ErrataError], bool] = {
        UnknownParameter: True,
        RepeatedParameter: bool(known),
        MissingParameter: any(field.required for field in known),
        BadDate: any(isinstance(field, Day) for field in known),
        AsOfNotReached: any(isinstance(field, Pin) for field in known),
        PinFound: any(isinstance(field, Pin) for field in known),
        BadParameter: bool(known),
    }
    return tuple(error for error, possible in found.items() if possible)


def _declare(view: View, what: Described) -> View:
    vars(view)[_NAME] = what
    return view
