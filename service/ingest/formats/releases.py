"""When the printings of a piece came out, those too that tell no day of their own."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from service.domain.days import day_before, parse_day
from service.domain.errors import BadDate
from service.ingest.formats.members import Members
from service.ingest.observed import Released

_PARTIAL_DAY = re.compile("([0-9]{4})(?:-([0-9]{2}))?")


def releases_of(
    printings: Sequence[Members], places: Sequence[tuple[str, str | None]], lang: str
) -> list[Released]:
    """Return the release of each printing of a piece, in order.

    One that tells none has that of another one with its set and number, else of its set: of several the
    earliest of those in the language of the piece, else of all.

    Args:
        places: set and number of each.
        lang: of the piece, as the source calls it.

    Raises:
        BadPiece: if what stands there is no day, month or year.
    """
    own = [_release(one) if "released_on" in one.told else None for one in printings]
    dated = [
        ((one.told.get("lang") != lang, day.on or day.by or date.max, day.on is None), place, day)
        for one, place, day in zip(printings, places, own, strict=True)
        if day is not None
    ]
    by_place: dict[tuple[str, str | None], Released] = {}
    by_set: dict[str, Released] = {}
    for _, place, day in sorted(dated, key=lambda told: told[0]):
        by_place.setdefault(place, day)
        by_set.setdefault(place[0], day)
    beside = {
        place: replace(by_place.get(place) or by_set.get(place[0]) or Released(), told=False)
        for place in dict.fromkeys(places)
    }
    return [day or beside[place] for day, place in zip(own, places, strict=True)]


def _release(one: Members) -> Released:
    """Return the release of a printing; where only the month or the year is told, it is a window."""
    told = one.text("released_on")
    partial = _PARTIAL_DAY.fullmatch(told)
    try:
        if partial is None:
            return Released(on=parse_day(told, "released_on"))
        year, month = int(partial[1]), partial[2]
        first, last_month = date(year, int(month or 1), 1), int(month or 12)
        last = date(year, last_month, calendar.monthrange(year, last_month)[1])
    except (BadDate, ValueError):
        raise one.bad("released_on", f"{told!r} is neither a day nor a month nor a year") from None
    return Released(after=day_before(first), by=last)
