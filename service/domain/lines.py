"""Facts and headers read back from the lines that the ledger writes of them.

A line is taken only in the one form that it is written in: what was read gives the same bytes again.
"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable
from dataclasses import fields
from datetime import date
from typing import Any, NoReturn, TypeVar

from service.domain.ids import SubjectId, VersionId
from service.domain.ledger import Assertion, Ending, Entry, Fact, FieldValue, Record, canonical_json
from service.domain.refusals import InvalidLine

_FACTS: dict[str, type[Fact]] = {"assertion": Assertion, "ending": Ending, "record": Record}

Made = TypeVar("Made", bound=Fact | Entry)


def fact_of(line: bytes) -> Fact:
    """Return the fact that ``fact_line`` wrote as this line.

    Raises:
        InvalidLine: if it wrote no such line; the message says what was found.
    """
    told = object_of(line)
    if len(told) != 1 or not told.keys() <= _FACTS.keys():
        raise InvalidLine(f"{reprlib.repr(told)} is no assertion, ending or record")
    ((kind, values),) = told.items()
    return dataclass_of(_FACTS[kind], values)


def object_of(line: bytes) -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises:
        InvalidLine: if the line is none, or not in canonical form: keys out of order or twice, blanks,
            another spelling of a character or a number.
    """
    try:
        told = json.loads(line.decode(), parse_float=_refuse, parse_constant=_refuse)
        canonical = canonical_json(told)
    except (ValueError, RecursionError) as error:
        raise InvalidLine(f"{reprlib.repr(line)} is no JSON that the ledger writes: {error}") from error
    if not isinstance(told, dict):
        raise InvalidLine(f"{reprlib.repr(line)} is no JSON object")
    if canonical != line:
        raise InvalidLine(f"{reprlib.repr(line)} is not written in canonical form")
    return told


def dataclass_of(made: type[Made], told: object) -> Made:
    """Return the fact or the header of its values in JSON.

    Raises:
        InvalidLine: if a key is unknown or missing, or a value is of another kind.
    """
    what = made.__name__.lower()
    if not isinstance(told, dict):
        raise InvalidLine(f"{what} is {reprlib.repr(told)}, which is no JSON object")
    types = {field.name: str(field.type) for field in fields(made)}
    if unknown := told.keys() - types.keys():
        raise InvalidLine(f"{what} has the key {min(unknown)!r}, which none has")
    needed = {name for name, kind in types.items() if not kind.endswith("| None") and "tuple" not in kind}
    if missing := needed - told.keys():
        raise InvalidLine(f"{what} lacks the key {min(missing)!r}")
    values = {name: _value(f"{what}.{name}", types[name], found) for name, found in told.items()}
    absent = {name: None for name, kind in types.items() if kind.endswith("| None")}
    return made(**(absent | values))


def _value(name: str, kind: str, found: object) -> Any:
    read, wanted = _READERS[kind.removesuffix(" | None")]
    try:
        return read(found)
    except (TypeError, ValueError):
        raise InvalidLine(f"{name} is {reprlib.repr(found)}, which is no {wanted}") from None


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number} has no one spelling")


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(found: Any) -> Any:
        if type(found) is not kind:  # True is no number here
            raise TypeError
        return found

    return read


_text = _exactly(str)
_number = _exactly(int)


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list) or not found:  # an empty one is left out
        raise TypeError
    return found


def _day(found: Any) -> date:
    day = date.fromisoformat(_text(found))
    if day.isoformat() != found:  # 20240601 and week dates are days to it, too
        raise ValueError
    return day


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(_text(one) for one in _list(found))


def _field_values(found: Any) -> tuple[FieldValue, ...]:
    values = [FieldValue(*_list(one)) for one in _list(found)]
    for value in values:
        _number(value.face)
        for text in (value.field, value.content, "" if value.lang is None else value.lang):
            _text(text)
    return tuple(values)


_READERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "int": (_number, "whole number"),
    "str": (_text, "text"),
    "bool": (_exactly(bool), "true or false"),
    "date": (_day, "day written YYYY-MM-DD"),
    "SubjectId": (lambda found: SubjectId.parse(_text(found)), "subject written game/kind/name"),
    "VersionId": (lambda found: VersionId.parse(_text(found)), "version written seq-n"),
    "tuple[str, ...]": (_texts, "list of texts"),
    "tuple[FieldValue, ...]": (_field_values, "list of [face, field, language, content]"),
    "dict[str, Any]": (_exactly(dict), "JSON object"),
}
"""How a value of each type is read, and what it is called; the ids raise ValueError by themselves."""
