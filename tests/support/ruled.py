"""Cards that break a rule of time each, and cards that break none: told to the domain, writer and checker."""

from collections.abc import Callable
from datetime import date
from typing import Any

from service.domain.ids import VersionId
from service.domain.refusals import (
    AlreadyCorrected,
    AlreadyEnded,
    AnnouncedInTheFuture,
    EmptyPeriod,
    ReplacementAnnouncedTooEarly,
    SameStartConflict,
    UnknownReference,
)
from tests.support.building import Card, Days

Add = Callable[[Card], object]
Case = tuple[str, int, list[Add]]
"""The code of a rule, the entry of the fact that breaks it, and what a card is made of."""

BASE = ("2024-02-02", "P")


def ruled_card(*build: Add) -> Card:
    """Return a card with a base and what each function adds."""
    made = Card(verified_through=None)
    made.base(*BASE)
    for add in build:
        add(made)
    return made


def erratum(id: str, days: Days, words: str = "E", **more: Any) -> Add:
    """Return what adds an erratum."""
    return lambda one: one.erratum(id, days, f"{words} {id}", **more)


def lapsed(id: str, days: Days, **more: Any) -> Add:
    """Return what adds that an erratum stopped applying."""
    return lambda one: one.lapsed(id, days, **more)


E1 = erratum("e1", "2024-06-01")
AGAIN = erratum("e1", "2024-07-01", follows="e1")


def annulled(id: str, **more: Any) -> Add:
    """Return what adds that an erratum was void."""
    return lambda one: one.annulled(id, **more)


def void(seq: int, day_of_end: str = "2024-05-20", **more: Any) -> Add:
    """Return what adds that the version of an entry was void, its erratum going on."""
    return lambda one: one.void(VersionId(seq, 1), day_of_end, **more)


def lapsed_version(seq: int, days: str, **more: Any) -> Add:
    """Return what adds that the version of an entry stopped applying."""
    return lambda one: one.lapsed_version(VersionId(seq, 1), days, **more)


def withdrawn(seq: int) -> Add:
    """Return what adds that the version of an entry was recorded wrongly."""
    return lambda one: one.withdrawn(VersionId(seq, 1))


BROKEN: dict[str, Case] = {
    "an end on the day of the start": (EmptyPeriod.code, 3, [E1, lapsed("e1", "2024-06-01")]),
    "an end before the start": (EmptyPeriod.code, 3, [E1, lapsed("e1", "2024-05-01")]),
    "an end by the end of the window": (
        EmptyPeriod.code,
        3,
        [erratum("e1", ("2024-05-01", "2024-06-01")), lapsed("e1", ("2024-05-20", "2024-06-01"))],
    ),
    "its own end by the end of its window": (
        EmptyPeriod.code,
        2,
        [erratum("e1", (None, "2024-06-01"), effective_until="2024-06-01")],
    ),
    "two ends": (AlreadyEnded.code, 4, [E1, lapsed("e1", "2024-07-01"), lapsed("e1", "2024-08-01")]),
    "an end beside its own": (
        AlreadyEnded.code,
        3,
        [erratum("e1", "2024-06-01", effective_until="2024-09-01"), lapsed("e1", "2024-08-01")],
    ),
    "two starts on a day": (SameStartConflict.code, 3, [E1, erratum("e2", "2024-06-01")]),
    "two starts on a day in one scope": (
        SameStartConflict.code,
        3,
        [
            erratum("e1", "2024-06-01", scopes=("paper", "mtgo")),
            erratum("e2", "2024-06-01", scopes=("mtgo",)),
        ],
    ),
    "a third start beside a replacement": (
        SameStartConflict.code,
        4,
        [E1, erratum("e2", "2024-06-01", replaces="e1"), erratum("e3", "2024-06-01")],
    ),
    "a replacement announced before": (
        ReplacementAnnouncedTooEarly.code,
        3,
        [E1, erratum("e2", "2024-06-01", replaces="e1", announced_on="2024-05-31")],
    ),
    "an announcement after the day of recording": (
        AnnouncedInTheFuture.code,
        2,
        [erratum("e1", "2024-06-01", announced_on="2026-01-15")],
    ),
    "an announced end after the day of recording": (
        AnnouncedInTheFuture.code,
        2,
        [erratum("e1", "2024-06-01", effective_until="2025-01-01", until_announced_on="2026-01-15")],
    ),
    "an ending announced after the day of recording": (
        AnnouncedInTheFuture.code,
        3,
        [E1, lapsed("e1", "2024-07-01", announced_on=date(2026, 1, 15))],
    ),
    "an end that is not after one of its starts": (
        EmptyPeriod.code,
        4,
        [
            erratum("e1", "2024-06-01", scopes=("paper",)),
            erratum("e1", "2024-08-01", scopes=("mtgo",), follows="e1"),
            lapsed("e1", "2024-07-01"),
        ],
    ),
    "two voids": (AlreadyEnded.code, 4, [E1, annulled("e1"), annulled("e1")]),
    "a void beside a lapse": (AlreadyEnded.code, 4, [E1, lapsed("e1", "2024-07-01"), annulled("e1")]),
    "two ends of a version": (AlreadyEnded.code, 4, [E1, void(2), lapsed_version(2, "2024-07-01")]),
    "an end of a version beside that of its erratum": (
        AlreadyEnded.code,
        4,
        [E1, lapsed_version(2, "2024-07-01"), lapsed("e1", "2024-08-01")],
    ),
    "an end of a version beside its own": (
        AlreadyEnded.code,
        3,
        [erratum("e1", "2024-06-01", effective_until="2024-09-01"), lapsed_version(2, "2024-08-01")],
    ),
    "an end of its own that a correction brings beside another": (
        AlreadyEnded.code,
        4,
        [
            E1,
            lapsed("e1", "2024-08-01"),
            erratum("e1", "2024-06-01", corrects=VersionId(2, 1), follows="e1", effective_until="2024-09-01"),
        ],
    ),
    "one erratum twice on a day": (
        SameStartConflict.code,
        3,
        [E1, erratum("e1", "2024-06-01", follows="e1")],
    ),
    "a replacement in one scope only": (
        SameStartConflict.code,
        4,
        [
            E1,
            erratum("e2", "2024-06-01", scopes=("paper",), replaces="e1"),
            erratum("e3", "2024-06-01", replaces="e2"),
        ],
    ),
    "two on a day as the void of one is taken back": (
        SameStartConflict.code,
        4,
        [E1, annulled("e1"), erratum("e2", "2024-06-01"), withdrawn(3)],
    ),
    "a replacement that was void": (
        SameStartConflict.code,
        4,
        [
            E1,
            erratum("e2", "2024-06-01", replaces="e1"),
            erratum("e3", "2024-06-01", replaces="e2"),
            annulled("e2", announced_on=date(2024, 7, 1)),
        ],
    ),
    "a replacement that is only promised": (
        SameStartConflict.code,
        4,
        [
            E1,
            lambda one: one.erratum("e2", None, "E e2", pending=True, replaces="e1"),
            erratum("e3", "2024-06-01"),
        ],
    ),
    "a replacement of nothing": (UnknownReference.code, 2, [erratum("e2", "2024-06-01", replaces="e1")]),
    "a replacement of a printing": (
        UnknownReference.code,
        3,
        [
            lambda one: one.translation("fr", "2024-03-01", "F"),
            erratum("e2", "2024-06-01", replaces="printing:fr"),
        ],
    ),
    "a place behind nothing": (UnknownReference.code, 2, [erratum("e1", "2024-06-01", follows="e0")]),
    "a first version behind itself": (UnknownReference.code, 2, [erratum("e1", "2024-06-01", follows="e1")]),
    "a correction of nothing": (
        UnknownReference.code,
        2,
        [erratum("e1", "2024-06-01", corrects=VersionId(9, 1))],
    ),
    "a correction of an ending by an erratum": (
        UnknownReference.code,
        4,
        [E1, lapsed("e1", "2024-07-01"), erratum("e2", "2024-08-01", corrects=VersionId(3, 1))],
    ),
    "an end of nothing": (UnknownReference.code, 2, [lapsed("e1", "2024-07-01")]),
    "an end of no version": (UnknownReference.code, 3, [E1, void(9)]),
    "an end of the version of another erratum": (
        UnknownReference.code,
        4,
        [E1, erratum("e2", "2024-07-01"), void(3, erratum="e1")],
    ),
    "a withdrawal of nothing": (UnknownReference.code, 3, [E1, withdrawn(9)]),
    "an end that corrects no end": (
        UnknownReference.code,
        3,
        [E1, lapsed("e1", "2024-07-01", corrects=VersionId(2, 1))],
    ),
    "two corrections of a version": (
        AlreadyCorrected.code,
        4,
        [
            E1,
            erratum("e1", "2024-06-02", corrects=VersionId(2, 1), follows="e1"),
            erratum("e1", "2024-06-03", corrects=VersionId(2, 1), follows="e1"),
        ],
    ),
    "a withdrawal after a correction": (
        AlreadyCorrected.code,
        4,
        [E1, erratum("e1", "2024-06-02", corrects=VersionId(2, 1), follows="e1"), withdrawn(2)],
    ),
    "an end of a version that was corrected": (
        AlreadyCorrected.code,
        4,
        [E1, erratum("e1", "2024-06-02", corrects=VersionId(2, 1), follows="e1"), void(2)],
    ),
}

SOUND: dict[str, list[Add]] = {
    "an end after the start": [E1, lapsed("e1", "2024-06-02")],
    "two starts on a day in two scopes": [
        erratum("e1", "2024-06-01", scopes=("paper",)),
        erratum("e2", "2024-06-01", scopes=("mtgo",)),
    ],
    "a replacement": [E1, erratum("e2", "2024-06-01", replaces="e1")],
    "a chain of replacements": [
        E1,
        erratum("e2", "2024-06-01", replaces="e1"),
        erratum("e3", "2024-06-01", replaces="e2"),
    ],
    "a replacement whose day of announcement is unknown": [
        E1,
        erratum("e2", "2024-06-01", replaces="e1", announced_on=None),
    ],
    "two windows that end on one day": [
        erratum("e1", ("2024-05-01", "2024-06-01")),
        erratum("e2", ("2024-05-01", "2024-06-01")),
    ],
    "two wordless changes on a day": [
        lambda one: one.erratum("r1", "2024-06-01", None),
        lambda one: one.erratum("r2", "2024-06-01", None),
    ],
    "an announcement on the day of recording": [erratum("e1", "2024-06-01", announced_on="2026-01-14")],
    "a printing that is still to come out": [lambda one: one.translation("fr", "2027-01-01", "F")],
    "another day of one erratum": [E1, AGAIN, void(2)],
    "two other days of one erratum, and an end": [
        E1,
        AGAIN,
        void(2),
        erratum("e1", "2024-08-01", follows="e1"),
        void(3),
        lapsed("e1", "2024-09-01"),
    ],
    "another day of a temporary change": [
        erratum("e1", "2024-06-01", effective_until="2024-06-20"),
        erratum("e1", "2024-07-01", follows="e1", effective_until="2024-07-20"),
        void(2),
    ],
    "an end before a day that was given up": [
        E1,
        erratum("e1", "2024-05-01", follows="e1"),
        void(2),
        lapsed("e1", "2024-05-20"),
    ],
    "a day for each scope": [
        erratum("e1", "2024-06-01", scopes=("paper",)),
        erratum("e1", "2024-06-01", scopes=("mtgo",), follows="e1"),
    ],
    "a temporary change that was withdrawn": [
        erratum("e1", "2024-06-01", effective_until="2024-07-01"),
        annulled("e1", announced_on=date(2024, 5, 1)),
    ],
    "a void without a day": [E1, annulled("e1", announced_on=date(2024, 5, 1))],
    "two on a day of which one is void": [E1, annulled("e1"), erratum("e2", "2024-06-01")],
    "two on a day of which one is only promised": [
        lambda one: one.erratum("e1", None, "E e1", pending=True),
        erratum("e2", "2024-06-01"),
    ],
    "a replacement in each scope": [
        E1,
        erratum("e2", "2024-06-01", scopes=("paper",), replaces="e1"),
        erratum("e3", "2024-06-01", scopes=("mtgo",), replaces="e1"),
    ],
    "an end that was corrected": [
        E1,
        lapsed("e1", "2024-06-20"),
        lapsed("e1", "2024-07-01", corrects=VersionId(3, 1)),
    ],
    "a promise that is announced before what came in its stead": [
        lambda one: one.erratum("e1", None, "E e1", pending=True, announced_on="2024-05-01"),
        erratum("e1", "2024-06-01", follows="e1"),
        void(2),
    ],
}
