"""Values of the fields that a game names itself: texts, lists of texts, markers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from marshmallow import fields

from service.corpus.codes import Code
from service.corpus.fields import HASH, checked, invalid, marker_of, unquoted
from service.corpus.files import FieldFile, Marker, Removed, Value
from service.corpus.nodes import Items, Text
from service.domain.texts import check_text, normal_text

_REMOVED = re.compile(r"removed\s+([0-9A-Fa-f]{8,})")
"""What can only be meant as the hash of a text that was removed."""

_NUMBER = re.compile(r"[-+]?\.?[0-9][0-9.,_]*")


class ValueField(fields.Field[Value]):
    """A value of one of the game's own fields."""

    def __init__(self, own: FieldFile, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.own = own

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> Value:
        marker = marker_of(value)
        if marker is Marker.NONE and self.own.localized:
            found = f"{self.own.id} can't be none, for it has a text in each language"
            raise invalid(Code.NONE_ON_LOCALIZED, found, 'write "" if it bears no words')
        return marker or removed_text(value) or own_value(self.own, value, normal_text)


class RawField(fields.Field[Value]):
    """The transcription of one of the game's own fields, letter for letter."""

    def __init__(self, own: FieldFile, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.own = own

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: Any) -> Value:
        marker = marker_of(value)
        if marker is Marker.NONE:
            found = "a transcription holds letters or is unknown"
            raise invalid(Code.MISPLACED_MARKER, found, "leave it out where it equals the base")
        return marker or removed_text(value) or own_value(self.own, value, check_text)


def removed_text(node: object) -> Removed | None:
    """Return the removed text that an unquoted value stands for; None where it is words.

    Raises:
        ValidationError: if it is one but for its form.
    """
    match = _REMOVED.fullmatch(node) if isinstance(node, Text) and node.plain else None
    if match is None:
        return None
    if node != f"removed {match[1]}" or HASH.fullmatch(match[1]) is None:
        found = "removed stands before something else than a SHA-256"
        raise invalid(Code.BAD_HASH, found, "write removed, one blank and 64 digits in lower case")
    return Removed(match[1])


def own_value(own: FieldFile, node: object, check: Callable[[str], str]) -> Value:
    """Return the text, or the texts, that a node gives to a game's field; an empty list is none.

    Raises:
        ValidationError: if the node has another shape than the field, or could be misread.
    """
    if own.is_list:
        if not isinstance(node, Items):
            todo = f"write {own.id}: [One, Two], or none"
            raise invalid(Code.WRONG_SHAPE, f"{own.id} holds a list, and none stands here", todo)
        return tuple(_list_text(own, item, check) for item in node) or Marker.NONE
    return _own_text(own, node, check)


def _own_text(own: FieldFile, node: object, check: Callable[[str], str]) -> str:
    if not isinstance(node, Text):
        found = f"{own.id} holds one text, and a list or keys stand here"
        todo = "write the text as a block (|-), or in quotes if it starts with a bracket"
        raise invalid(Code.WRONG_SHAPE, found, todo)
    if node.plain and _NUMBER.fullmatch(node):
        raise unquoted(node)
    if node.folded:
        found = "the text runs over several lines, which are joined to one"
        raise invalid(Code.FOLDED_TEXT, found, "write it as a block (|-)")
    if node.cut:
        found = "a comment follows the text, which may be part of it"
        raise invalid(Code.CUT_TEXT, found, "write the text in quotes, or move the comment")
    return checked(check, node)


def _list_text(own: FieldFile, node: object, check: Callable[[str], str]) -> str:
    if marker_of(node) is not None:
        found = "a marker stands inside the list"
        raise invalid(Code.MISPLACED_MARKER, found, "write it in place of the list, or in quotes")
    text = _own_text(own, node, check)
    if not text.strip() or "\n" in text:
        found = "an entry of the list is empty or has several lines"
        raise invalid(Code.EMPTY_TEXT, found, "write one line for each entry")
    return text
