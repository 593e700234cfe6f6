"""What the verdict on a printing says to its owner."""

from __future__ import annotations

from service.serving.answers.sights import Answer
from service.web.parts import Tone
from service.web.sources import Sources
from service.web.words import NOBODY_SAID, released_words

AGREES = {
    "same": "the words are those of this day.",
    "typography": "only case, blanks, line breaks or punctuation differ.",
    "notation": "only the way of writing symbols and keywords differs.",
    "reminder": "only reminder text in parentheses differs.",
}
"""Verdicts on printings that still say what the card does, and how near their words are."""

DIFFERS = {
    "wording": "Superseded by other words; as far as is known the card does the same.",
    "functional": "No longer right: the card does something else.",
    "unknown": "Can't be judged: the words aren't known.",
}

SUPERSEDED = f"Superseded. {NOBODY_SAID}"
"""The verdict ``wording`` where nobody has stated the class of what came between."""

RIGHT_BUT = (
    "The words still hold, but the card does something else: a change that altered no words is in force."
)
"""The verdict on a printing with the right words on a day on which a wordless change is in force."""


def verdict(sources: Sources, one: Answer) -> str:
    """Return what the verdict on a printing says to its owner."""
    uncertain = sources.text["certainty"] == "uncertain"
    not_yet = _not_yet(one, sources.text["on"])
    found, agrees = one["verdict"], one["verdict"] in AGREES
    if agrees and one["rules_changes"]:
        words = RIGHT_BUT
    elif agrees:
        lead = "Perhaps still right: " if uncertain else "Still right: "
        words = f"{lead}{AGREES[found]}" if not_yet is None else AGREES[found].capitalize()
    elif found == "wording" and one["verdict_basis"] == "computed":
        words = SUPERSEDED
    else:
        words = DIFFERS[found]
    doubt = "But what the card says on this day is uncertain." if uncertain else None
    return " ".join(filter(None, [not_yet, words, doubt]))


def tone(sources: Sources, one: Answer) -> Tone:
    """Return how good the news of a verdict is; nobody owns what isn't released yet."""
    if one["verdict"] not in AGREES or one["rules_changes"] or sources.text["certainty"] == "uncertain":
        return Tone.WARN
    return Tone.PLAIN if _not_yet(one, sources.text["on"]) else Tone.GOOD


def _not_yet(one: Answer, day: str) -> str | None:
    """Return that a printing wasn't released yet on a day, or may not have been; None where it was."""
    released = released_words(one["released_on"], one["released_after"], one["released_by"])
    if day < (one["released_on"] or "") or day <= (one["released_after"] or ""):
        return f"Not released yet on this day (released {released})."
    if day < (one["released_by"] or ""):
        return f"Perhaps not released yet on this day (released {released})."
    return None


def early(sources: Sources, one: Answer) -> str | None:
    """Return that a printing was superseded before its release, where its verdict doesn't deny it yet."""
    if not one["superseded_before_release"]:
        return None
    if _not_yet(one, sources.text["on"]) is None:
        return "It was superseded before its own release."
    return None if one["verdict"] in AGREES else "It is superseded before its own release."
