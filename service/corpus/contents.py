"""The texts of a corpus by their hash, and file values as field values that name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from service.corpus.files import FaceFile, GameFile, Marker, Value
from service.domain.ledger import NONE, UNKNOWN, FieldValue
from service.domain.texts import text_sha256


class Contents:
    """A growing collection of texts; ``texts`` maps SHA-256 to text."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    def add(self, value: Value) -> str:
        """Return what stands for a value in a fact: its hash, ``none`` or ``unknown``.

        A list is kept as a text of one line an item.
        """
        match value:
            case Marker.NONE:
                return NONE
            case Marker.UNKNOWN:
                return UNKNOWN
            case tuple():
                text = "\n".join(value)
            case _:
                text = value
        sha256 = text_sha256(text)
        self.texts[sha256] = text
        return sha256

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
        """Return the words of a field value; None where there are none or they are unknown."""
        return self.texts.get(value.content)


def words(values: Mapping[str, Value], name: str) -> str | None:
    """Return the text of a field of a file; None where it is left out, none or unknown."""
    value = values.get(name)
    if value is None or isinstance(value, Marker):
        return None
    return "\n".join(value) if isinstance(value, tuple) else value
