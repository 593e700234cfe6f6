"""What reaches the terminal: plain words, never markup, never a control character.

Texts of cards are full of brackets, which rich would read as markup in a string; so everything is handed
to it as ``Text``. Colour is used where the output is a terminal that has it and ``NO_COLOR`` is not set.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Mapping

import click
from rich.console import Console
from rich.text import Text

_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but tab and line feed, signs that reorder what is read, and halves of characters."""


def printable(text: str) -> str:
    """Return the text with every character that could command a terminal written out.

    >>> printable("[M] \x1b[31m")
    '[M] \\\\u001b[31m'
    """
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Terminal:
    """Where words for people go: standard output, or standard error.

    Attributes:
        coloured: whether colours and lines can be told apart by the reader.
    """

    def __init__(self, *, errors: bool = False) -> None:
        stream = sys.stderr if errors else sys.stdout
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal's encoding hasn't is written out, not fatal.
            stream.reconfigure(errors="backslashreplace")
        self._console = Console(file=stream, markup=False, highlight=False, emoji=False)
        self.coloured = self._console.color_system is not None and not self._console.no_color

    def say(self, *parts: str | tuple[str, str]) -> None:
        """Print one line or several; a part is words, or words and their style."""
        text = Text()
        for part in parts:
            words, style = (part, "") if isinstance(part, str) else part
            text.append(printable(words), style)
        # The terminal wraps, not we: a line that goes into a pipe stays one line.
        self._console.print(text, soft_wrap=True)

    def say_named(self, name: str, words: str, *, width: int = 11) -> None:
        """Print what has a name, the name first; further lines stand below the first."""
        first, *more = words.split("\n")
        # What has a longer name than most is set off by two blanks all the same.
        self.say((f"{name:<{width - 2}}  ", "bold"), first)
        for line in more:
            self.say(" " * width, line)


def write_error(words: str, *, lead: str = "error: ") -> None:
    """Print what went wrong on standard error."""
    Terminal(errors=True).say((lead, "bold red"), words)


def write_json(answer: Mapping[str, object]) -> None:
    """Print an answer as JSON on standard output: UTF-8, one line.

    What could command a terminal is escaped, which JSON reads as the same character.
    """
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    click.echo(printable(text).encode())
