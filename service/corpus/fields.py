"""Kinds of values that files have: each takes a node and returns a value, or says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar
from zoneinfo import available_timezones

from marshmallow import ValidationError, fields

from service.corpus.codes import Code
from service.corpus.faults import or_nearest
from service.corpus.files import Marker
from service.corpus.nodes import Items, Table, Text
from service.domain.days import parse_day
from service.domain.errors import BadDate
from service.domain.ids import SLUG
from service.domain.refusals import InvalidText, TextTooLarge
from service.domain.texts import normal_text

ID = re.compile(SLUG)
"""What ids look like, those that are file names included."""

HASH = re.compile("[0-9a-f]{64}")
"""What the SHA-256 of a text looks like."""

_FIELD_ID = re.compile("[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LANGUAGE = re.compile("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")
_MARKERS = {marker.value: marker for marker in Marker}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault that doesn't know its place yet."""

    code: Code
    found: str
    todo: str


def invalid(code: Code, found: str, todo: str) -> ValidationError:
    """Return the error that a field raises."""
    return ValidationError([Problem(code, found, todo)])


def marker_of(node: object) -> Marker | None:
    """Return the marker that an unquoted word is.

    Raises:
        ValidationError: if the word is a marker but for its capitals.
    """
    if not isinstance(node, Text) or not node.plain or node.lower() not in _MARKERS:
        return None
    if node in _MARKERS:
        return _MARKERS[node]
    found = f"{node} without quotes is neither the marker {node.lower()} nor surely a text"
    raise invalid(Code.MISPLACED_MARKER, found, f'write {node.lower()}, or "{node}" if meant')


def unquoted(text: str) -> ValidationError:
    """Return the error for a text that a reader may take for a number."""
    found = f"{text} stands without quotes and may be taken for a number"
    return invalid(Code.UNQUOTED, found, f'write "{text}" in quotes')


def checked(check: Callable[[str], T], text: str) -> T:
    """Return what a rule of the domain makes of a text; its error, told as a problem of the file.

    Raises:
        ValidationError: if the rule refuses the text.
    """
    codes = {BadDate: Code.BAD_DATE, InvalidText: Code.INVALID_TEXT}
    try:
        return check(text)
    except (BadDate, InvalidText, TextTooLarge) as error:
        found, _, todo = error.detail.partition("; ")
        raise invalid(codes.get(type(error), Code.TEXT_TOO_LARGE), found, todo) from None


class WordField(fields.Field[str]):
    """A text in normal form; an unquoted marker is none."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        if not isinstance(value, Text):
            kind = "a list stands" if isinstance(value, Items) else "keys stand"
            found = f"{kind} where one text belongs"
            raise invalid(Code.WRONG_SHAPE, found, "write one text; in quotes if it has brackets")
        marker = marker_of(value)
        if marker is not None:
            found = f"{marker.value} has no meaning here"
            todo = f'leave the key out, or write "{marker.value}" in quotes if that is the word'
            raise invalid(Code.MISPLACED_MARKER, found, todo)
        text = checked(normal_text, value)
        if not text.strip():
            raise invalid(Code.EMPTY_TEXT, "the text is empty", "fill it or leave the key out")
        return self.word(text)

    def word(self, text: str) -> str:
        """Return the word, if it is one of its kind.

        Raises:
            ValidationError: if it isn't.
        """
        return text


class PatternField(WordField):
    """A word of a given form."""

    def __init__(self, code: Code, pattern: re.Pattern[str], form: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.code, self.pattern, self.form = code, pattern, form

    def word(self, text: str) -> str:
        """Return the word, if the pattern matches all of it."""
        if self.pattern.fullmatch(text) is None:
            raise invalid(self.code, f"{text!r} has another form than it must have", self.form)
        return text


def id_field(**kwargs: Any) -> PatternField:
    """Return a field for ids."""
    form = "write lower-case letters and digits, joined by single hyphens or points"
    return PatternField(Code.BAD_ID, ID, form, **kwargs)


def field_id_field(**kwargs: Any) -> PatternField:
    """Return a field for the ids of a game's fields."""
    form = "write lower-case letters and digits, joined by single low lines (rules_text)"
    return PatternField(Code.BAD_ID, _FIELD_ID, form, **kwargs)


def hash_field(**kwargs: Any) -> PatternField:
    """Return a field for the SHA-256 of a text."""
    form = "write the 64 digits that sha256sum prints of the text, without a line break at its end"
    return PatternField(Code.BAD_HASH, HASH, form, **kwargs)


def language_field(**kwargs: Any) -> PatternField:
    """Return a field for language codes."""
    form = "write a language code like en, fr or zh-CN"
    return PatternField(Code.BAD_LANGUAGE, _LANGUAGE, form, **kwargs)


def url_field(**kwargs: Any) -> PatternField:
    """Return a field for web addresses."""
    form = "write an address that starts with https:// or http:// and holds no blank"
    return PatternField(Code.BAD_URL, re.compile(r"https?://[^\s/]\S+"), form, **kwargs)


class ChoiceField(WordField):
    """One of a few words."""

    def __init__(self, *choices: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.choices = choices

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        if isinstance(value, Text) and value in self.choices:  # a marker is a word here, if it is a choice
            return str(value)
        return super()._deserialize(value, attr, data, **kwargs)

    def word(self, text: str) -> str:
        """Return the word, if it is one of the choices."""
        if text not in self.choices:
            todo = or_nearest(text, self.choices, f"one of: {', '.join(self.choices)}")
            raise invalid(Code.BAD_CHOICE, f"{text!r} is none of the words for this key", todo)
        return text


class ZoneField(WordField):
    """The name of an IANA time zone."""

    def word(self, text: str) -> str:
        """Return the word, if there is such a zone."""
        # Not every name that this machine can open: localtime and its like are another zone elsewhere.
        if text not in available_timezones() - {"Factory", "localtime"}:
            found = f"there is no time zone {text!r}"
            raise invalid(Code.BAD_ZONE, found, "write one like America/Los_Angeles")
        return text


class QuotedField(WordField):
    """A text that must be quoted, because it may look like a number."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> str:
        if isinstance(value, Text) and value.plain and marker_of(value) is None:
            raise unquoted(value)
        return super()._deserialize(value, attr, data, **kwargs)


class YesField(fields.Field[bool]):
    """``yes`` or ``no``."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> bool:
        if value not in ("yes", "no"):
            shown = repr(str(value)) if isinstance(value, Text) else "a list or keys"
            raise invalid(Code.BAD_CHOICE, f"{shown} is neither yes nor no", "write yes or no")
        return value == "yes"


class DayField(fields.Field[date | Marker]):
    """A day; with ``unknown=True`` also the marker ``unknown``."""

    def __init__(self, unknown: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.may_be_unknown = unknown

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> date | Marker:
        if not isinstance(value, Text):
            todo = "write one day, for example 2026-01-14"
            raise invalid(Code.WRONG_SHAPE, "a list or keys stand where one day belongs", todo)
        if self.may_be_unknown and value.plain and value == Marker.UNKNOWN.value:
            return Marker.UNKNOWN
        return checked(lambda text: parse_day(text, attr or "day"), value)


class FaceField(fields.Field[int]):
    """The number of a face, counted from 0."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> int:
        if not isinstance(value, Text) or re.fullmatch("0|[1-9][0-9]?", value) is None:
            found = "this is not the number of a face"
            raise invalid(Code.BAD_FACE, found, "write 0 for the first face, 1 for the second")
        return int(value)


class ListField(fields.List[Any]):
    """A list without repetitions; empty only with ``empty=True``."""

    def __init__(self, inner: fields.Field[Any], empty: bool = False, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self.may_be_empty = empty

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, Items):
            todo = "write a list: [one, two], or a line with a hyphen for each"
            raise invalid(Code.WRONG_SHAPE, "no list stands where one belongs", todo)
        if not value and not self.may_be_empty:
            raise invalid(Code.EMPTY_LIST, "the list is empty", "fill it or leave the key out")
        for index, item in enumerate(value):
            if isinstance(item, Text) and item in value[:index]:
                problem = Problem(Code.REPEATED_VALUE, f"{item} stands here twice", "take one out")
                raise ValidationError({index: [problem]})
        return super()._deserialize(value, attr, data, **kwargs) or []


class ScopesField(ListField):
    """A list of scopes, or a day for each of them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(WordField(), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, Table):
            return super()._deserialize(value, attr, data, **kwargs)
        if not value:
            raise invalid(Code.EMPTY_LIST, "no scope stands here", "write {paper: 2026-01-14}")
        errors: dict[str, Any] = {}
        days: dict[str, date | Marker] = {}
        for scope, day in value.items():
            try:
                days[scope] = DayField().deserialize(day, scope)
            except ValidationError as error:
                errors[scope] = error.messages
        if errors:
            raise ValidationError(errors)
        return days


class NamesField(fields.Field[dict[str, str]]):
    """A name by language."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> dict[str, str]:
        if not isinstance(value, Table):
            todo = "write {fr: Nom}"
            raise invalid(Code.WRONG_SHAPE, "no names by language stand here", todo)
        errors: dict[str, Any] = {}
        names: dict[str, str] = {}
        for language, name in value.items():
            try:
                key = language_field().deserialize(Text.at(value.lines[language], language))
                names[key] = WordField().deserialize(name)
            except ValidationError as error:
                errors[language] = error.messages
        if errors:
            raise ValidationError(errors)
        return names
