"""Today is where the game is played, and an answer about it is good until midnight there at most."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.games import Game
from service.serving.calendar import MAX_AGE_S, asked_day, today

GAME = Game(
    id="demo",
    name="Demo",
    publisher="Nobody",
    zone="UTC",
    language="en",
    scopes=("paper",),
    fields=(),
    translations_of="base",
    verified_through=None,
    notice="",
    symbols=(),
)

LOS_ANGELES = "America/Los_Angeles"
EARLIEST, LATEST = "Pacific/Kiritimati", "Pacific/Pago_Pago"  # UTC+14 and UTC-11


def played_in(zone):
    return replace(GAME, zone=zone)


@pytest.mark.parametrize(
    ("zone", "now", "day"),
    [
        ("UTC", datetime(2026, 1, 14, 23, 59, 59, tzinfo=UTC), date(2026, 1, 14)),
        ("UTC", datetime(2026, 1, 15, tzinfo=UTC), date(2026, 1, 15)),
        (EARLIEST, datetime(2026, 1, 14, 9, 59, 59, tzinfo=UTC), date(2026, 1, 14)),
        (EARLIEST, datetime(2026, 1, 14, 10, tzinfo=UTC), date(2026, 1, 15)),
        (LATEST, datetime(2026, 1, 14, 10, 59, 59, tzinfo=UTC), date(2026, 1, 13)),
        (LATEST, datetime(2026, 1, 14, 11, tzinfo=UTC), date(2026, 1, 14)),
        (LOS_ANGELES, datetime(2026, 1, 14, 7, 59, 59, tzinfo=UTC), date(2026, 1, 13)),
        (LOS_ANGELES, datetime(2026, 1, 14, 8, tzinfo=UTC), date(2026, 1, 14)),
        (LOS_ANGELES, datetime(2026, 7, 14, 6, 59, 59, tzinfo=UTC), date(2026, 7, 13)),
        (LOS_ANGELES, datetime(2026, 7, 14, 7, tzinfo=UTC), date(2026, 7, 14)),
    ],
)
def test_today_begins_at_midnight_in_the_games_zone(zone, now, day):
    assert today(played_in(zone), now) == day


def test_the_offset_in_which_an_instant_is_written_makes_no_difference():
    now = datetime(2026, 1, 14, 10, tzinfo=UTC)
    elsewhere = now.astimezone(timezone(timedelta(hours=-11)))
    assert today(played_in(EARLIEST), elsewhere) == today(played_in(EARLIEST), now) == date(2026, 1, 15)


def test_a_named_day_is_that_day_whatever_the_clock_says():
    asked = asked_day(played_in(EARLIEST), date(2020, 2, 29), datetime(2026, 1, 14, 9, 59, 59, tzinfo=UTC))
    assert (asked.day, asked.defaulted, asked.max_age_s) == (date(2020, 2, 29), False, MAX_AGE_S)


@pytest.mark.parametrize(
    ("zone", "now", "left_s"),
    [
        ("UTC", datetime(2026, 1, 14, 12, tzinfo=UTC), 60),
        ("UTC", datetime(2026, 1, 14, 23, 59, tzinfo=UTC), 60),
        ("UTC", datetime(2026, 1, 14, 23, 59, 0, 1, tzinfo=UTC), 60),  # a part of a second counts as one
        ("UTC", datetime(2026, 1, 14, 23, 59, 1, tzinfo=UTC), 59),
        ("UTC", datetime(2026, 1, 14, 23, 59, 59, tzinfo=UTC), 1),
        ("UTC", datetime(2026, 1, 14, 23, 59, 59, 999_999, tzinfo=UTC), 1),
        ("UTC", datetime(2026, 1, 15, tzinfo=UTC), 60),
        (EARLIEST, datetime(2026, 1, 14, 9, 59, 50, tzinfo=UTC), 10),
        (LATEST, datetime(2026, 1, 14, 10, 59, 50, tzinfo=UTC), 10),
        # The day on which the clocks go forward ends 23 hours after it began, the one on which they go
        # back 25 hours: midnight is at seven and at eight in UTC.
        (LOS_ANGELES, datetime(2026, 3, 9, 6, 59, 50, tzinfo=UTC), 10),
        (LOS_ANGELES, datetime(2026, 11, 2, 7, 59, 50, tzinfo=UTC), 10),
        (LOS_ANGELES, datetime(2026, 11, 2, 6, 59, 50, tzinfo=UTC), 60),
        # Here the clocks went back at midnight, so that the last hour of the day came twice.
        ("America/Sao_Paulo", datetime(2018, 2, 18, 1, 59, 50, tzinfo=UTC), 60),
        ("America/Sao_Paulo", datetime(2018, 2, 18, 2, 59, 50, tzinfo=UTC), 10),
        # Here the clocks go forward at midnight, so that the day begins at one.
        ("Africa/Cairo", datetime(2026, 4, 23, 21, 59, 50, tzinfo=UTC), 10),
    ],
)
def test_an_answer_about_today_is_good_until_midnight_at_most(zone, now, left_s):
    asked = asked_day(played_in(zone), None, now)
    assert asked.defaulted
    assert asked.max_age_s == left_s


@given(
    now=st.integers(min_value=631_152_000_000_000, max_value=4_102_444_800_000_000).map(
        lambda moment: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=moment)
    ),
    zone=st.sampled_from(
        ["UTC", EARLIEST, LATEST, LOS_ANGELES, "Asia/Tokyo", "Africa/Cairo", "Asia/Kolkata"]
    ),
)
def test_while_an_answer_is_good_the_day_is_the_same(now, zone):
    game = played_in(zone)
    asked = asked_day(game, None, now)
    assert asked.day == today(game, now)
    assert 0 < asked.max_age_s <= MAX_AGE_S
    last = now.replace(microsecond=0) + timedelta(seconds=asked.max_age_s - 1)
    assert today(game, last) == asked.day


def test_the_last_day_there_is_has_no_midnight():
    found = asked_day(GAME, None, datetime(9999, 12, 31, 12, tzinfo=UTC))
    assert (found.day, found.defaulted, found.max_age_s) == (date(9999, 12, 31), True, 60)
