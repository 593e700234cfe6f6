"""Civil dates: how they are written, read and stepped. Knows no zone and no clock."""

from __future__ import annotations

import re
from datetime import date, timedelta

from service.domain.errors import BadDate

PATTERN = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
"""The one way to write a day, as published in the API document."""

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ONE = timedelta(days=1)


def parse_day(text: str, name: str = "on") -> date:
    """Return the day written as ``YYYY-MM-DD``.

    The pattern is matched before parsing: ``date.fromisoformat`` would also take ``20240601``
    and week dates, and ``\\d`` full-width digits.

    Args:
        text: what was given.
        name: the parameter or key it was given for, named in the message.

    Raises:
        BadDate: if the text has another form, or no calendar has that day.
    """
    if _DAY.fullmatch(text) is None:
        raise BadDate(
            f"{name}={text!r} is not a date; write it as YYYY-MM-DD, for example 2026-01-14",
            parameter=name,
        )
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadDate(
            f"{name}={text!r} is a day that no calendar has; days run from 0001-01-01 to 9999-12-31",
            parameter=name,
        ) from None


def day_after(day: date) -> date | None:
    """Return the next day; None after the last day there is (9999-12-31)."""
    return None if day == date.max else day + _ONE


def day_before(day: date) -> date | None:
    """Return the day before; None before the first day there is (0001-01-01)."""
    return None if day == date.min else day - _ONE
