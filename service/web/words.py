"""How pages name days, languages, classes of change and verdicts in plain English."""

from __future__ import annotations

from datetime import date

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

LANGUAGES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "pt": "Português",
    "ru": "Русский",
    "zh-CN": "简体中文",
    "zh-TW": "繁體中文",
}
"""Languages by their own names; one that isn't here is shown by its code."""

CLASSES = {
    "functional": ("Functional", "The card does something else."),
    "rules": ("Rules", "No words changed, but the card does something else."),
    "wording": ("Wording", "Other words; as far as is known the card does the same."),
    "reminder": ("Reminder text", "Only text in parentheses changed, which explains and doesn't bind."),
    "notation": ("Notation", "Only the way of writing symbols and keywords changed."),
    "typography": ("Typography", "Only case, blanks, line breaks or punctuation changed."),
    "none": ("No change", "The words are the same."),
}
"""Each class of change: its name, and what it means for a player."""

CLASS_BASES = {
    "inferred": "inferred from its document",
    "computed": "found by comparing the words",
}

"""How a class was found, where the document doesn't state it."""

DATE_BASES = {
    "stated": "the document states the day",
    "announced": "dated by its announcement",
    "release": "dated by a release",
    "observed": "dated by when it was seen",
    "inferred": "the day is inferred",
}

VERDICTS = {
    "same": "Still right: the words are those of this day.",
    "typography": "Still right: only case, blanks, line breaks or punctuation differ.",
    "notation": "Still right: only the way of writing symbols and keywords differs.",
    "reminder": "Still right: only reminder text in parentheses differs.",
    "wording": "Superseded by other words; as far as is known the card does the same.",
    "rules": "Same words, but the card does something else: the rules changed.",
    "functional": "No longer right: the card does something else.",
    "unknown": "Can't be judged: the words aren't known.",
}
"""What a printing's verdict says to its owner."""

STILL_RIGHT = ("same", "typography", "notation", "reminder")

RIGHT_BUT = (
    "The words still hold, but the card does something else: a change that altered no words is in force."
)
"""The verdict on a printing with the right words on a day on which a wordless change is in force."""

ENDINGS = {
    "lapsed": "It stopped applying",
    "void": "The publisher withdrew it",
    "temporary": "It was made for a time and ends",
}


def day_words(iso: str) -> str:
    """Return a day as people write it.

    >>> day_words("2026-01-14")
    '14 January 2026'
    """
    day = date.fromisoformat(iso)
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def window_words(after: str | None, by: str | None) -> str:
    """Return a window of days, of which the first is excluded and the last included.

    >>> window_words("2002-10-07", "2011-07-16")
    'after 7 October 2002 and no later than 16 July 2011'
    """
    known = [f"after {day_words(after)}"] if after else []
    known += [f"no later than {day_words(by)}"] if by else []
    return " and ".join(known) or "on an unknown day"


def released_words(on: str | None, after: str | None, by: str | None) -> str:
    """Return when a printing was released, as far as is known."""
    if on is not None:
        return day_words(on)
    return window_words(after, by) if after or by else "day not known"


def language(code: str) -> str:
    """Return a language by its own name."""
    return LANGUAGES.get(code, code)
