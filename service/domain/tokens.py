"""The tokens of a card text: the smallest parts that a diff may mark. Knows no game.

A symbol, a keyword in brackets, a number with its sign is never split, since half of it means
nothing. White space and punctuation are tokens too: for an erratum they are content.
"""

from __future__ import annotations

import re
import unicodedata

_MARKS = "\ufe00-\ufe0f\ufe20-\ufe2f" + "".join(
    char for char in map(chr, range(0x300, 0x3100)) if unicodedata.category(char)[0] == "M"
)
"""The combining marks of every script in wide use; ``re`` has no class for them."""

_CJK = (
    "\u3005-\u3007"  # iteration mark, closing mark, zero
    "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana, half-width too
    "\u3105-\u312f\u31a0-\u31bf"  # bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # ideographs
)
"""Characters of scripts that put no blanks between words. Korean does, so Hangul forms words."""

_LETTER = rf"[^\W{_CJK}]"
_MARK = f"[{_MARKS}]"
_LETTERS = rf"{_LETTER}(?:{_LETTER}|{_MARK})*"
_SIGN = "[-+\u2212]"
_COUNT = rf"(?=[0-9]|X(?!{_LETTER}))"

_TOKEN = re.compile(
    rf"""
      \{{\{{ [^{{}}\n]{{1,32}} \}}\}}                   # {{横置}}
    | \{{ [^{{}}\n]{{1,32}} \}}                         # {{2}}, {{W/B}}
    | \[ [^\[\]\n]{{1,64}} \]                           # [M], [Assault 2], [>]
    | : [a-z0-9]+ (?: _[a-z0-9]+ )+ :                   # :rb_might:, not the colons of 1:2:3
    | (?: (?<! {_LETTER} ) {_SIGN} {_COUNT} )?          # -1, -X; no sign in Mark-2
      {_LETTERS}
      (?: ['\u2019] {_LETTERS}                          # can't, l’âme
        | (?<=[0-9X]) [-\u2013\u2212./:,] {_SIGN}? {_COUNT} {_LETTERS}  # +1/+1, 2020-01-01, 603.2a
      )*
    | \s                                                # each blank and line break by itself
    | [^\s{_MARKS}] {_MARK}*                            # one CJK character, one sign of punctuation
    | .                                                 # a mark that follows no character
    """,
    re.VERBOSE | re.DOTALL,
)


def tokenize(text: str) -> list[str]:
    """Return the tokens of the text, in order; joined they are the text again.

    No token is empty, and none that holds other characters holds a line break.

    >>> tokenize("Give +2 [M].")
    ['Give', ' ', '+2', ' ', '[M]', '.']
    """
    return _TOKEN.findall(text)


def has_word(text: str) -> bool:
    """Return whether the text holds a letter or a digit; blanks and punctuation are no words."""
    return any(char.isalnum() for char in text)
