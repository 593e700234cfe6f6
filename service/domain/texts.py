"""The normal form that every stored text has.

Comparison, hashing and diffs work on normalised text: NFC, LF line ends, no blanks at the end of a line,
no line breaks at the end. What a printing bears letter for letter is kept beside it as its raw transcription.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from service.domain.refusals import InvalidText, TextTooLarge

MAX_TEXT_BYTES = 64 * 1024
"""The largest text that is accepted, in bytes of UTF-8. The longest real card text has under 2,000."""

_MOST_BYTES = 4
"""What one character takes in UTF-8 at most."""

_TRAILING_BLANKS = re.compile(r"[^\S\n]+(?=\n|\Z)")

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""All of Unicode's controls (Cc) but tab and line breaks, and all surrogates (Cs)."""


def normal_text(text: str) -> str:
    """Return the text in normal form.

    Raises:
        InvalidText: if it holds a control character other than tab and line breaks, or a lone surrogate.
        TextTooLarge: if it has more than ``MAX_TEXT_BYTES`` bytes in UTF-8.
    """
    check_text(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    if not lines.isascii():
        lines = unicodedata.normalize("NFC", lines)
        _check_size(lines)  # composition can make a text longer
    return _TRAILING_BLANKS.sub("", lines).rstrip("\n")


def check_text(text: str) -> str:
    """Return the text as it is, if a text may hold it.

    Raises:
        InvalidText: if it holds a control character other than tab and line breaks, or a lone surrogate.
        TextTooLarge: if it has more than ``MAX_TEXT_BYTES`` bytes in UTF-8.
    """
    found = _UNWRITABLE.search(text)
    if found is not None:
        raise InvalidText(
            f"character {found.start() + 1} is U+{ord(found[0]):04X}, which no card text holds; remove it"
        )
    _check_size(text)
    return text


def is_writable(text: str) -> bool:
    """Whether every character may stand in a text: no controls but tab and line breaks, no surrogates."""
    return _UNWRITABLE.search(text) is None


def _check_size(text: str) -> None:
    if len(text) * _MOST_BYTES <= MAX_TEXT_BYTES:
        return
    size_bytes = len(text.encode())
    if size_bytes > MAX_TEXT_BYTES:
        raise TextTooLarge(
            f"the text has {size_bytes} bytes; {MAX_TEXT_BYTES} are the most that a text may have"
        )


def text_sha256(text: str) -> str:
    """Return the lower-case hex SHA-256 of the text in UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()
