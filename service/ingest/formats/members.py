"""The members of a JSON object that was imported, taken one by one, each checked as it is taken."""

from __future__ import annotations

import json
import re
import reprlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import Any, NoReturn

import orjson

from service.domain.days import parse_day
from service.domain.errors import BadDate, Refused
from service.domain.refusals import ImportRefused, InvalidText, TextTooLarge
from service.domain.texts import MAX_TEXT_BYTES, check_text, is_writable
from service.ingest.observed import BadPiece


def object_in(piece: bytes) -> Members:
    """Return the JSON object that a piece is.

    Raises:
        BadPiece: if it is none, in UTF-8.
    """
    told = _parsed(piece)
    if not isinstance(told, dict):
        raise BadPiece(f"{_shown(told)} stands where an object belongs")
    return Members(
        told, "", clean=len(piece) <= MAX_TEXT_BYTES and not any(one.search(piece) for one in _SUSPECT)
    )


def _parsed(piece: bytes) -> object:
    """Return what a piece of JSON holds.

    Raises:
        BadPiece: if it isn't any, or a key stands twice in one object.
    """
    with suppress(orjson.JSONDecodeError, RecursionError):
        told: object = orjson.loads(piece)
        # No key ends otherwise, and none that stands twice is there twice: else the numbers differ.
        if len(_END_OF_KEY.findall(piece)) == _count_keys(told):
            return told
    try:
        found: object = json.loads(piece.decode(), parse_constant=_refuse, object_pairs_hook=_object)
    except RecursionError:
        raise BadPiece("this is nested too deep") from None
    except ValueError as error:
        raise BadPiece(f"this is no JSON in UTF-8: {error}") from None
    return found


_END_OF_KEY = re.compile(rb'"[ \t\r\n]*:')


def _count_keys(told: object) -> int:
    if isinstance(told, dict):
        return len(told) + sum(_count_keys(one) for one in told.values() if isinstance(one, dict | list))
    return sum(map(_count_keys, told)) if isinstance(told, list) else 0


_SUSPECT = (
    re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"),
    re.compile(rb"\xc2[\x80-\x9f]"),
    re.compile(rb"\\(?:[bf]|u00[0189]|u007[fF]|u[dD][89a-fA-F])"),
)
"""Bytes without which no text of a piece holds a character that no text may hold."""


MAX_NAME_BYTES = 200
"""The longest text that names something, in UTF-8: ids and paths are made of it."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise BadPiece(f"{_shown(twice)} is a key twice in one object; leave one of them")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number in JSON")


class Members:
    """The members of one object.

    Args:
        where: its place in the piece.
        clean: whether every text in the piece is one that a text may be.
    """

    def __init__(self, told: Mapping[str, Any], where: str, *, clean: bool) -> None:
        self.told = told
        self.where = where
        self._clean = clean

    def place(self, key: str) -> str:
        """Return where the member of that key stands."""
        return f"{self.where}.{key}" if self.where else key

    def bad(self, key: str, found: str, refusal: type[Refused] = ImportRefused) -> BadPiece:
        """Return the error for a member."""
        return BadPiece(found, self.place(key), refusal)

    def text(self, key: str) -> str:
        """Return a text that must be there and not be empty, without blanks around it.

        Raises:
            BadPiece: if it isn't so, or no text may hold a character of it.
        """
        found = self.optional_text(key)
        if not found:
            raise self.bad(key, "it is empty" if key in self.told else "it is missing")
        return found

    def optional_text(self, key: str) -> str | None:
        """Return a text without blanks around it, or a whole number as one; None where there is none.

        Raises:
            BadPiece: if something else stands there, or no text may hold a character of it.
        """
        found = self.told.get(key)
        if found is None:
            return None
        if isinstance(found, int) and not isinstance(found, bool):
            found = str(found)
        return self._writable(key, found).strip() or None

    def words(self, key: str) -> str | None:
        """Return a text as it stands, whatever characters it holds; None where there is none.

        Raises:
            BadPiece: if something else stands there.
        """
        found = self.told.get(key)
        if found is not None and not isinstance(found, str):
            raise self.bad(key, f"{_shown(found)} stands where a text belongs")
        return found

    def _writable(self, key: str, found: object) -> str:
        if not isinstance(found, str):
            raise self.bad(key, f"{_shown(found)} stands where a text belongs")
        if not self._clean:
            try:
                check_text(found)
            except (InvalidText, TextTooLarge) as error:
                raise self.bad(key, error.detail, type(error)) from None
        if len(found) * 4 > MAX_NAME_BYTES and len(found.encode()) > MAX_NAME_BYTES:
            raise self.bad(
                key, f"{_shown(found)} has more than {MAX_NAME_BYTES} bytes; nothing has so long a name"
            )
        return found

    def day(self, key: str) -> date:
        """Return a day that must be there.

        Raises:
            BadPiece: if it isn't, or isn't written ``YYYY-MM-DD``, or no calendar has it.
        """
        try:
            return parse_day(self.text(key), key)
        except BadDate as error:
            raise self.bad(key, error.detail) from None

    def optional_day(self, key: str) -> date | None:
        """Return a day; None where there is none.

        Raises:
            BadPiece: as ``day`` does.
        """
        return None if self.told.get(key) is None else self.day(key)

    def objects(self, key: str, most: int) -> Iterator[Members]:
        """Yield the objects of a list, which may be left out, in order.

        Raises:
            BadPiece: if it is no list of objects, or there are more than ``most``.
        """
        for number, one in enumerate(self._list(key, most)):
            if not isinstance(one, dict):
                raise BadPiece(
                    f"{_shown(one)} stands where an object belongs", f"{self.place(key)}[{number}]"
                )
            yield Members(one, f"{self.place(key)}[{number}]", clean=self._clean)

    def texts(self, key: str, most: int) -> tuple[str, ...]:
        """Return the texts of a list, which may be left out.

        Raises:
            BadPiece: if it is no list of texts, one of them is empty, or there are more than ``most``.
        """
        found = self._list(key, most)
        if not all(isinstance(one, str) and one and is_writable(one) for one in found):
            raise self.bad(key, f"{_shown(found)} stands where a list of texts belongs")
        return tuple(self._writable(key, one) for one in found)

    def table(self, key: str) -> Mapping[str, str]:
        """Return the texts of an object by their keys; it may be left out.

        Raises:
            BadPiece: if it is no object of texts.
        """
        found = self.told.get(key)
        if found is None:
            return {}
        if not isinstance(found, dict):
            raise self.bad(key, f"{_shown(found)} stands where an object belongs")
        inner = Members(found, self.place(key), clean=self._clean)
        return {name: inner.text(name) for name in found}

    def _list(self, key: str, most: int) -> list[Any]:
        found = self.told.get(key)
        if found is None:
            return []
        if not isinstance(found, list):
            raise self.bad(key, f"{_shown(found)} stands where a list belongs")
        if len(found) > most:
            raise self.bad(key, f"it has {len(found)} members; no card has more than {most}")
        return found


def _shown(found: object) -> str:
    return reprlib.repr(found)
