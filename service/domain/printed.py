"""The words that printings in other languages bring, as assertions: when each language said what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from service.domain.changes import strongest
from service.domain.comparison import field_class
from service.domain.days import day_before
from service.domain.ledger import UNKNOWN, Assertion, FieldValue
from service.domain.printings import Printing
from service.domain.symbols import Canonical


class Release(NamedTuple):
    """A first release: the day, or the window ``(after, by]`` in which it lies."""

    on: date | None
    after: date | None
    by: date | None


def first_release(days: Iterable[date | None], windows: Iterable[tuple[date | None, date | None]]) -> Release:
    """Return the first of releases that are known by their day or by a window ``(after, by]``.

    It is a window where one known only by a window may have come before every known day.

    Args:
        days, windows: those that aren't known are None, and are passed over.
    """
    exact = min((day for day in days if day is not None), default=None)
    known = [(after, by) for after, by in windows if after is not None and by is not None]
    after = min((after for after, _ in known), default=None)
    by = min((day for day in (exact, *(by for _, by in known)) if day is not None), default=None)
    if after is None or by is None or after >= by:
        return Release(exact, None, None)
    return Release(by, None, None) if after == day_before(by) else Release(None, after, by)


TextOf = Callable[[str], str | None]
"""Returns the words of a content; None where there are none, or they are unknown or removed."""


def printed_texts(
    printings: Iterable[Printing],
    language: str,
    text_of: TextOf,
    canonical: Canonical,
    *,
    translates: Mapping[str, str | None],
) -> Iterator[Assertion]:
    """Yield the texts that printings in other languages bring, by release and then the order given.

    In each language the first printing brings one, and each later printing with other words. A printing
    whose day is unknown brings none: nobody can say from when it holds.

    Args:
        language: the authoritative one.
        translates: what a printing renders, by its id, where it says so: ``base`` or an erratum's id.
    """
    latest: dict[str, dict[tuple[int, str], FieldValue]] = {}
    rendered: dict[str, str | None] = {}
    follows: str | None = None
    dated = [one for one in printings if one.lang != language and released(one) is not None]
    for one in sorted(dated, key=lambda one: released(one) or date.max):
        known = latest.setdefault(one.lang, {})
        fields = tuple(_news(one.fields, known))
        renders = translates.get(one.id)
        if known and not fields and renders in (None, rendered[one.lang]):
            continue
        first = not known
        change_class = None if first else _between(known, fields, text_of, canonical)
        known |= {value[:2]: value for value in fields}
        rendered[one.lang] = renders
        yield Assertion(
            subject=one.subject,
            kind="printing",
            erratum=f"printing:{one.id}",
            change_class=change_class,
            class_basis=None if first else "computed",
            follows=follows,
            effective_from=one.released_on,
            effective_after=one.released_after,
            effective_by=one.released_by,
            date_basis=one.date_basis or "release",
            announced_on=released(one),
            translates=renders,
            fields=tuple(known.values()),
        )
        follows = f"printing:{one.id}"


def released(one: Printing) -> date | None:
    """Return the day of a printing's release, of a window the last possible one; None: unknown."""
    return one.released_on or one.released_by


def _news(values: Iterable[FieldValue], known: Mapping[tuple[int, str], FieldValue]) -> Iterator[FieldValue]:
    """Yield the localized values that a printing has and its language didn't.

    What it doesn't say is as it was; words that nobody has read don't take known ones away.
    """
    for value in values:
        told = known.get(value[:2])
        if value.lang is not None and value != told and (told is None or value.content != UNKNOWN):
            yield value


def _between(
    known: Mapping[tuple[int, str], FieldValue],
    fields: Iterable[FieldValue],
    text_of: TextOf,
    canonical: Canonical,
) -> str:
    """Return the class of what a later printing says otherwise."""
    return strongest(
        field_class(
            value.field,
            text_of(known[value[:2]].content) if value[:2] in known else None,
            text_of(value.content),
            canonical,
        )
        for value in fields
    ).value
