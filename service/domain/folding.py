"""How words are folded so that a search finds them: case alone. What is folded is never shown."""

from __future__ import annotations


def folded(text: str) -> str:
    """Return the text as names and passages are searched: without case."""
    return text.casefold()
