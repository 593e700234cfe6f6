"""The day that is asked: the one named, or today where the game is played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from math import ceil
from zoneinfo import ZoneInfo

from service.domain.days import day_after
from service.domain.games import Game

MAX_AGE_S = 60
"""How long an answer may be kept by a cache, in seconds: corrections must reach everybody soon."""


@dataclass(frozen=True, slots=True)
class AskedDay:
    """A day, whether it was left to us, and how long an answer about it is good, in seconds."""

    day: date
    defaulted: bool
    max_age_s: int


def today(game: Game, now: datetime) -> date:
    """Return the civil date in the game's zone.

    Args:
        now: an aware instant.
    """
    return now.astimezone(ZoneInfo(game.zone)).date()


def asked_day(game: Game, named: date | None, now: datetime) -> AskedDay:
    """Return the day that was named, or today in the game's zone, good until midnight there at most."""
    if named is not None:
        return AskedDay(named, False, MAX_AGE_S)
    zone = ZoneInfo(game.zone)
    here = now.astimezone(zone)
    following = day_after(here.date())
    if following is None:
        return AskedDay(here.date(), True, MAX_AGE_S)
    midnight = datetime.combine(following, time(), zone)
    left_s = ceil(midnight.timestamp() - now.timestamp())
    return AskedDay(here.date(), True, max(0, min(MAX_AGE_S, left_s)))
