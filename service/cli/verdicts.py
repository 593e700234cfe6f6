"""What the verdict on a printing says to its owner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.cli.phrases import NOBODY_SAID, window

AGREES = {
    "same": "the words are those of this day",
    "typography": "only case, blanks, line breaks or punctuation differ",
    "notation": "only the way of writing symbols and keywords differs",
    "reminder": "only reminder text in parentheses differs",
}
"""Verdicts on printings that still say what the card does, and how near their words are."""

DIFFERS = {
    "wording": "superseded by other words; as far as is known the card does the same",
    "functional": "no longer right, the card does something else",
    "unknown": "can't be judged, the words aren't known",
}


def verdict_of(one: Mapping[str, Any]) -> str:
    """Return the verdict on a printing in words, led by its name, and how it was found where computed."""
    found, basis = one["verdict"], one["verdict_basis"]
    if found in AGREES and one["rules_changes"]:
        words = f"{AGREES[found]}, but the card does something else: a change altered no words"
    elif found in AGREES:
        words = f"still right, {AGREES[found]}"
    elif (found, basis) == ("wording", "computed"):
        words = f"superseded, {NOBODY_SAID}"
    else:
        words = DIFFERS[found]
    how = ", found by comparing the words" if basis == "computed" else ""
    return f"{found}{how}: {words}"


def release_of(one: Mapping[str, Any], day: str) -> str:
    """Return when a printing was released, as far as is known, and whether that is after the day.

    >>> release_of({"released_on": "2026-02-13", "released_after": None, "released_by": None}, "2026-01-14")
    'release: 2026-02-13, after this day'
    """
    after, by = one["released_after"], one["released_by"]
    words = f"release: {one['released_on'] or window(after, by)}"
    if day < (one["released_on"] or "") or day <= (after or ""):
        return f"{words}, after this day"
    return f"{words}, perhaps after this day" if day < (by or "") else words
