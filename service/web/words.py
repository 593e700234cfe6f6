"""How pages name days, languages, classes of change and verdicts in plain English."""

from __future__ import annotations

from datetime import date

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

ENGLISH_NAMES = {
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "pt": "Portuguese",
    "ru": "Russian",
    "zh-CN": "Simplified Chinese",
    "zh-TW": "Traditional Chinese",
}
"""The same languages as an English sentence names them."""

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
"""Each class of change: its name, and what it means for a player, where somebody has said so."""

NOBODY_SAID = "Other words stand there; nobody has stated whether the card plays differently."
"""What ``wording`` means where it was found by comparing the words: that never finds ``functional``."""

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

ENDINGS = {
    "lapsed": "It stopped applying",
    "void": "The publisher withdrew it",
    "temporary": "It was made for a time",
}


def day_words(iso: str) -> str:
    """Return a day as people write it.

    >>> day_words("2026-01-14")
    '14 January 2026'
    """
    day = date.fromisoformat(iso)
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def effect_of(change_class: str, *, computed: bool) -> str:
    """Return what a change of a class means for a player.

    Args:
        computed: whether the class was found by comparing the words, and stated by nobody.
    """
    return NOBODY_SAID if computed and change_class == "wording" else CLASSES[change_class][1]


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
    return window_words(after, by) if after or by else "on an unknown day"


def in_english(code: str) -> str:
    """Return a language by its English name."""
    return ENGLISH_NAMES.get(code, code)


def language(code: str) -> str:
    """Return a language by its own name."""
    return LANGUAGES.get(code, code)
