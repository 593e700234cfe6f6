"""How words are folded so that a search finds them. What is folded is never shown."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SAME_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
"""Letters that Unicode doesn't take apart; casefold has done ß already."""

_VOICE_MARKS = "\u3099\u309a"
"""What makes other letters of kana, and no accent."""

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´`", "'"))


def folded(text: str) -> str:
    """Return the text as names and passages are searched: without case."""
    return text.casefold()


def folded_name(name: str) -> str:
    """Return a name as it is compared where spelling may differ: without case, accents and ligatures.

    >>> folded_name("Æther Adept") == folded_name("Aether adept"), folded_name("Lim-Dûl’s")
    (True, "lim-dul's")
    """
    plain = name.translate(_APOSTROPHES)
    if plain.isascii():
        return plain.casefold()
    letters = unicodedata.normalize("NFKD", plain).casefold()  # compatibility letters come as capitals, too
    kept = (char for char in letters if char in _VOICE_MARKS or not unicodedata.combining(char))
    return "".join(kept).translate(_SAME_LETTERS).translate(_APOSTROPHES)


@lru_cache(maxsize=1024)
def name_slug(name: str) -> str:
    """Return the id that a name suggests: lower-case letters and digits, joined by hyphens; maybe empty.

    >>> name_slug("Lim-Dûl's Vault"), name_slug("Fire // Ice"), name_slug("+2 Mace")
    ('lim-duls-vault', 'fire-ice', '2-mace')
    """
    plain = folded_name(name).replace("'", "")
    return "-".join("".join(char if char.isascii() and char.isalnum() else " " for char in plain).split())
