"""Tellings: what was told of one printing, by several sources or by one at several times, as one.

Of two that differ the same one counts, whichever came first: what is known before what nobody knows, what is
exact before what isn't, and at last the one that sorts first.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from service.domain.ledger import UNKNOWN, FieldValue
from service.domain.printings import Printing

Key = tuple[int, str, str | None]
Wording = tuple[str | None, str | None]
"""Printed words as a content, and those letter for letter; None where they aren't told."""


def merged_telling(one: Printing, other: Printing) -> Printing:
    """Return what two tellings of one printing tell together, in whatever order they are given.

    Merging is associative too, and a telling adds nothing to itself. Set and number come from the same one,
    and so do the bounds of a release, and words in both their forms.
    """
    placed, dated = min(one, other, key=_place), min(one, other, key=_release)
    mine, others = _words(one), _words(other)
    words = {
        key: min((told[key] for told in (mine, others) if key in told), key=_rank)
        for key in sorted(mine.keys() | others.keys(), key=lambda key: (*key[:2], key[2] or ""))
    }
    return replace(
        one,
        id=min(filter(None, (one.id, other.id)), default=""),
        set=placed.set,
        number=placed.number,
        variant=min((each for each in (one.variant, other.variant) if each is not None), default=None),
        released_on=dated.released_on,
        released_after=dated.released_after,
        released_by=dated.released_by,
        date_basis=dated.date_basis,
        fields=tuple(FieldValue(*key, text) for key, (text, _) in words.items() if text is not None),
        raw=tuple(FieldValue(*key, raw) for key, (_, raw) in words.items() if raw is not None),
        external_ids=tuple(sorted({*one.external_ids, *other.external_ids})),
    )


def _place(one: Printing) -> tuple[object, ...]:
    return one.number is None, one.number or "", one.set


def _release(one: Printing) -> tuple[object, ...]:
    """Sort by what is known, told of the printing itself, exact, narrow and early."""
    on, after, by = one.released_on, one.released_after, one.released_by
    unknown = on is None and by is None
    first, last = on or after or date.min, on or by or date.max
    return (
        *(unknown, one.date_basis is not None, on is None, last - first),
        *(last, first, after or date.min, by or date.max, one.date_basis or ""),
    )


def _words(one: Printing) -> dict[Key, Wording]:
    raw: dict[Key, str] = {value[:3]: value.content for value in one.raw}
    told: dict[Key, Wording] = {value[:3]: (value.content, raw.pop(value[:3], None)) for value in one.fields}
    return told | {key: (None, content) for key, content in raw.items()}


def _rank(words: Wording) -> tuple[object, ...]:
    text, raw = words
    return text is None, text == UNKNOWN, text or "", raw is None, raw or ""
