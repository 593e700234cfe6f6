"""The texts of a corpus by their hash, and file values as field values that name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.corpus.files import FaceFile, GameFile, Marker, Removed, Value
from service.domain.ledger import NONE, UNKNOWN, FieldValue
from service.domain.texts import text_sha256


class Contents:
    """A growing collection of texts; ``texts`` maps SHA-256 to text, or to None where it was removed."""

    def __init__(self) -> None:
        self.texts: dict[str, str | None] = {}

    def add(self, value: Value) -> str:
        """Return what stands for a value in a fact, and keep its text."""
        content = content_of(value)
        if content not in (NONE, UNKNOWN):
            self.texts[content] = _text(value)
        return content

    def values(self, faces: Iterable[FaceFile], game: GameFile, lang: str) -> tuple[FieldValue, ...]:
        """Return the field values of faces, by face and field.

        Args:
            lang: the language of the localized ones.
        """
        return self._values(((face.index, face.values) for face in faces), game, lang)

    def raw_values(self, faces: Iterable[FaceFile], game: GameFile, lang: str) -> tuple[FieldValue, ...]:
        """Return the raw transcriptions of faces, as ``values`` does."""
        return self._values(((face.index, face.raw) for face in faces), game, lang)

    def _values(
        self, faces: Iterable[tuple[int, Mapping[str, Value]]], game: GameFile, lang: str
    ) -> tuple[FieldValue, ...]:
        # Sorted by field, not in the game's order: that is for showing, and changing it changes no fact.
        return tuple(
            FieldValue(face, name, lang if game.field(name).localized else None, self.add(values[name]))
            for face, values in faces
            for name in sorted(values)
        )

    def text(self, value: FieldValue) -> str | None:
        """Return the words of a field value; None where there are none, or they are unknown or removed."""
        return self.texts.get(value.content)


def content_of(value: Value) -> str:
    """Return what stands for a value in a fact: its hash, ``none`` or ``unknown``."""
    match value:
        case Marker.NONE:
            return NONE
        case Marker.UNKNOWN:
            return UNKNOWN
        case Removed():
            return value.sha256
    return text_sha256(_text(value) or "")


def words(values: Mapping[str, Value], name: str) -> str | None:
    """Return the text of a field of a file; None where it is left out, none, unknown or removed."""
    return _text(values.get(name))


def _text(value: Value | None) -> str | None:
    """Return the words of a value; a list is a text of one line an item."""
    if value is None or isinstance(value, Marker | Removed):
        return None
    return "\n".join(value) if isinstance(value, tuple) else value
