"""Days, documents and classes in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from service.domain.days import day_before
from service.serving.answers.documents import documents_answer
from service.serving.answers.sights import CONTEMPORARY, Sight
from service.store.connection import Connection


def stretch(first: str, until: str | None) -> str:
    """Return a stretch of days in words, its last day included.

    Args:
        until: the day after the last; None: there is no last.

    >>> stretch("2025-12-12", "2026-01-14")
    '2025-12-12 to 2026-01-13'
    >>> stretch("2026-01-14", None)
    '2026-01-14 onwards'
    """
    if until is None:
        return f"{first} onwards"
    last = day_before(date.fromisoformat(until))
    return first if last is None or last.isoformat() == first else f"{first} to {last}"


NOBODY_SAID = "other words stand there; nobody has stated whether the card plays differently"
"""What ``wording`` means where it was found by comparing the words: that never finds ``functional``."""


def is_computed_wording(one: Mapping[str, Any]) -> bool:
    """Whether other words stand there of which nobody has stated what they do."""
    return (one["class"], one["class_basis"]) == ("wording", "computed")


def window(after: str | None, by: str | None) -> str:
    """Return a day of which only a window is known, its first day excluded and its last included.

    >>> window("2026-05-31", "2026-06-30")
    'a day after 2026-05-31, 2026-06-30 at the latest'
    """
    if after is None:
        return "an unknown day" if by is None else f"{by} at the latest"
    return f"a day after {after}" if by is None else f"a day after {after}, {by} at the latest"


def start_of(one: Mapping[str, Any]) -> str:
    """Return the first day of a change in words; it may be known as a window only.

    >>> start_of({"effective_from": None, "effective_after": "2026-05-31", "effective_by": "2026-06-30"})
    'a day after 2026-05-31, 2026-06-30 at the latest'
    """
    if one["effective_from"] is not None:
        return str(one["effective_from"])
    return window(one["effective_after"], one["effective_by"])


def end_of(ended: Mapping[str, Any]) -> str:
    """Return the first day on which an erratum no longer holds, in words.

    >>> end_of({"ended_on": "2026-01-14", "ended_after": None, "ended_by": None})
    '2026-01-14'
    """
    return ended["ended_on"] or window(ended["ended_after"], ended["ended_by"])


def document_of(conn: Connection, sight: Sight, document: str) -> str:
    """Return a document in words, as it was recorded up to the pin: its title, its id, where it stands."""
    found = documents_answer(conn, [document], sight.as_of).get(document)
    if found is None:
        return document
    address = f", {found['url']}" if found["url"] else ""
    return f"{found['title']} ({document}){address}"


def announcement_of(conn: Connection, sight: Sight, one: Mapping[str, Any]) -> str:
    """Return where and when a change was announced, one line for each part."""
    day = one["announced_on"] or "on an unknown day"
    where = f" in {document_of(conn, sight, one['document'])}" if one["document"] else ""
    lines = [f"{day}{where}"]
    if one.get("provisional"):
        until = one.get("provisional_until")
        lines.append(
            f"provisional until confirmed on {until}" if until else "provisional: a final text is expected"
        )
    confirmed = one.get("confirmed_by", ())
    lines += [f"confirmed by {document_of(conn, sight, document)}" for document in confirmed]
    return "\n".join(lines)


def rules_change_of(one: Mapping[str, Any]) -> str:
    """Return a change that alters no words, and below it why."""
    said = f"erratum {one['erratum']}, since {one['effective_from']}, alters no words"
    return "\n".join(filter(None, [said, one["reason"]]))


def value_of(value: str | list[str] | None) -> str:
    """Return the value of a field in words.

    >>> value_of(["Calm", "Fury"]), value_of(None)
    ('Calm, Fury', '(none)')
    """
    return ", ".join(value) if isinstance(value, list) else value or "(none)"


def place_of(answer: Mapping[str, Any]) -> str:
    """Return which card an answer is about, in which language and scope, and how it was looked at."""
    place = [f"{answer['game']}/{answer['card']}", answer["lang"], answer["scope"]]
    return ", ".join([*place, *sight_of(answer)])


def sight_of(answer: Mapping[str, Any]) -> list[str]:
    """Return how an answer was looked at, in words; nothing where it is the best knowledge of all."""
    told = []
    if answer["view"] == CONTEMPORARY:
        told.append(f"as announced by {answer['announced_by'] or 'each day'}")
    if answer["as_of"] is not None:
        told.append(f"as recorded up to entry {answer['as_of']}")
    return told
