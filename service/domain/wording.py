"""Pieces of English that messages, pages and the command line share."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
