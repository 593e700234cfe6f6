"""Which assertions of a subject still stand, and in which declared order.

The order of effect is the order of the errata in their file. The ledger is append-only, so an assertion
says only whom it ``follows``, and is placed right behind all that was recorded before of that one where it
stands now: an erratum that is inserted later in the file goes before the one that used to be next. One
erratum may have several assertions, a day for each scope or one re-dating after the other: each but the first
follows its own erratum. A correction that keeps its place follows its own erratum, too, and stands right
behind what it corrects. The base stands before every erratum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from service.domain.ids import VersionId
from service.domain.ledger import Assertion, Ending


def standing(assertions: Iterable[Assertion], endings: Iterable[Ending]) -> list[Assertion]:
    """Return the assertions that were not corrected, in the declared order.

    Args:
        assertions: of one subject, in ledger order.
        endings: of the same subject.
    """
    placed = _placed(sorted(assertions, key=lambda one: one.version))
    gone: set[VersionId | None] = {one.corrects for one in placed}
    gone |= {one.of for one in endings if one.kind == "correction"}
    return [one for one in placed if one.version not in gone]


def standing_endings(endings: Iterable[Ending]) -> list[Ending]:
    """Return the endings that were not themselves corrected, in ledger order; corrections left out."""
    ordered = sorted(endings, key=lambda one: one.version)
    gone: set[VersionId | None] = {one.corrects for one in ordered}
    gone |= {one.of for one in ordered if one.kind == "correction"}
    return [one for one in ordered if one.kind != "correction" and one.version not in gone]


def ending_of(endings: Iterable[Ending], one: Assertion) -> Ending | None:
    """Return the ending of an assertion: its version's own, else that of its erratum; or None.

    Args:
        endings: those that stand, of the same subject.
    """
    return next(iter(endings_of(endings, one)), None)


def endings_of(endings: Iterable[Ending], one: Assertion) -> list[Ending]:
    """Return the endings of an assertion: its version's own, then those of its erratum.

    There are two where an erratum was dated anew and ended later.

    Args:
        endings: those that stand, of the same subject.
    """
    its = [
        ending
        for ending in endings
        if ending.of == one.version
        or (ending.of is None and one.is_erratum and ending.erratum == one.erratum)
    ]
    return sorted(its, key=lambda ending: ending.of is None)


def first_words(assertions: Sequence[Assertion]) -> set[int]:
    """Return the places of the base and of the first printing in each other language."""
    found = {order for order, one in enumerate(assertions) if one.kind == "base"}
    first: dict[str, int] = {}
    for order, one in enumerate(assertions):
        if one.kind == "printing":
            for lang in {value.lang for value in one.fields if value.lang is not None}:
                earliest = first.setdefault(lang, order)
                if _start(one) < _start(assertions[earliest]):
                    first[lang] = order
    return found | set(first.values())


def _start(one: Assertion) -> date:
    return one.effective_from or one.effective_by or date.max


def _placed(assertions: Sequence[Assertion]) -> list[Assertion]:
    placed: list[Assertion] = []
    for one in assertions:
        placed.insert(_place(one, placed), one)
    return placed


def _place(one: Assertion, placed: list[Assertion]) -> int:
    if one.kind == "base":
        return 0
    if one.follows is None:
        return sum(other.kind == "base" for other in placed)
    if one.corrects is not None and one.follows == one.erratum:
        kept = [index for index, other in enumerate(placed) if other.version == one.corrects]
        if kept:
            return kept[0] + 1
    behind = [index for index, other in enumerate(placed) if other.erratum == one.follows]
    latest = max(behind, key=lambda index: placed[index].version, default=len(placed) - 1)
    # Others of that erratum may stand behind its latest version, which may correct an early one.
    while latest + 1 < len(placed) and placed[latest + 1].erratum == one.follows:
        latest += 1
    return latest + 1
