"""Pieces of English that messages, pages and the command line share."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    Args:
        plural: of a noun that has another one than with ``s``.

    >>> counted(1, "card"), counted(2, "card"), counted(2, "entry", "entries")
    ('1 card', '2 cards', '2 entries')
    """
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
