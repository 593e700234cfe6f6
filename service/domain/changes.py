"""The classes of change: what a new text alters, the card or only its words.

What a document or the corpus states always comes first; a class computed from two texts stands
beside it. Computing can tell that nothing but signs or reminder text differs. It can't tell a change
of what the card does from other words for the same, so it never says ``functional``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache


class ChangeClass(StrEnum):
    """What a change alters, strongest first.

    What alters play outranks what alters words, and among words those that bind outrank those that
    explain, and these the signs. A change of rules stands before one of wording though no word
    differs, because the card does something else from that day on.
    """

    FUNCTIONAL = "functional"
    """The card does something else, by new words."""
    RULES = "rules"
    """The card does something else, and its words stay: a ruling or the rules changed."""
    WORDING = "wording"
    """Other words; as far as is known, the same function."""
    REMINDER = "reminder"
    """Only text in parentheses, which explains and doesn't bind."""
    NOTATION = "notation"
    """The same symbols and keywords, written in another way."""
    TYPOGRAPHY = "typography"
    """The same words: case, blanks, line breaks, the shape of quotes, dashes and punctuation."""
    NONE = "none"
    """The same text."""


_STRENGTH = {change_class: -place for place, change_class in enumerate(ChangeClass)}

_KEYWORD = re.compile(r"\[([^\W\d_][^\[\]\n]+)\]")
"""``[Tank]`` and ``[Assault 2]``, but not ``[M]``, ``[2]`` or ``[>]``, which are symbols."""

_SHAPES = {
    **dict.fromkeys("‘’‚‛′ʼ`‹›", "'"),
    **dict.fromkeys("“”„‟«»「」『』〝〞", '"'),
    **dict.fromkeys("‐‒–—―−─⸺", "-"),
    **dict.fromkeys("•・‧∙●", "·"),
    **dict.fromkeys("〔【", "["),
    **dict.fromkeys("〕】", "]"),
    **dict.fromkeys("\u00ad\u200b\u2060\ufeff", ""),  # seen by nobody
    **{"。": ".", "、": ",", "〜": "~", "⁄": "/", "∕": "/", "æ": "ae", "œ": "oe"},
}
_SAME_SHAPE = str.maketrans(_SHAPES)
"""One sign for those that differ in shape only, after NFKC and casefold have done their part."""

_DASHES = re.compile("-+")
_BESIDE_NO_DIGIT = re.compile("(?<![0-9]) | (?![0-9])")


def strongest(classes: Iterable[ChangeClass]) -> ChangeClass:
    """Return the strongest of the classes, ``none`` if there are none.

    >>> strongest([ChangeClass.NOTATION, ChangeClass.RULES, ChangeClass.WORDING])
    <ChangeClass.RULES: 'rules'>
    """
    return max(classes, key=_STRENGTH.__getitem__, default=ChangeClass.NONE)


def computed_class(before: str, after: str, canonical: Callable[[str], str]) -> ChangeClass:
    """Return the class that a comparison of two texts gives; never ``functional`` or ``rules``.

    Two kinds of difference at once give the stronger. Parentheses mislead: ``(here)`` may be a
    remark or, in ``control (here).``, words that bind, and words that bind may change inside them.
    So ``reminder`` means that all that differs stands in parentheses, not that nothing binding
    does; where that is wrong the corpus states the class, and a stated class comes first.

    Args:
        before: the older text in normal form.
        after: the newer text in normal form.
        canonical: maps every spelling of a symbol in a text to its canonical code.
    """
    if before == after:
        return ChangeClass.NONE
    plain_before, plain_after = _plain(canonical(before)), _plain(canonical(after))
    if plain_before == plain_after:
        return ChangeClass.NOTATION
    if _folded(before) == _folded(after):
        return ChangeClass.TYPOGRAPHY
    if _folded(plain_before) == _folded(plain_after):
        return ChangeClass.NOTATION
    if _folded(_without_parentheses(plain_before)) == _folded(_without_parentheses(plain_after)):
        return ChangeClass.REMINDER
    return ChangeClass.WORDING


def _plain(text: str) -> str:
    """Return the text with bracketed keywords as bare words."""
    return _KEYWORD.sub(r"\1", text)


@lru_cache(maxsize=8)  # a text without symbols and parentheses is asked for again at once
def _folded(text: str) -> str:
    """Return what is left of a text when typography is taken away.

    A blank between two digits stays: ``1 0`` is not ``10``.
    """
    signs = unicodedata.normalize("NFKC", text).casefold().translate(_SAME_SHAPE)
    return _BESIDE_NO_DIGIT.sub("", " ".join(_DASHES.sub("-", signs).split()))


def _without_parentheses(text: str) -> str:
    """Return the text without its parts in parentheses, nested ones included.

    Full-width ones count as the same. One that has no partner is a sign like any other.
    """
    if "(" not in text and "（" not in text:
        return text
    kept: list[str] = []
    opened: list[int] = []
    for char in text:
        if char in ")）" and opened:
            del kept[opened.pop() :]
            continue
        if char in "(（":
            opened.append(len(kept))
        kept.append(char)
    return "".join(kept)
