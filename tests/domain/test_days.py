"""Days: one way to write them, and no step past the ends of the calendar."""

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.days import PATTERN, day_after, day_before, parse_day
from service.domain.errors import BadDate

FIRST, LAST = date(1, 1, 1), date(9999, 12, 31)

OTHER_FORMS = {
    "compact": "20240601",
    "week date": "2024-W22-6",
    "ordinal date": "2024-153",
    "no leading zeros": "2024-6-1",
    "leading blank": " 2024-06-01",
    "trailing blank": "2024-06-01 ",
    "trailing newline": "2024-06-01\n",
    "full-width digits": "２０２４-０６-０１",
    "Arabic-Indic digits": "٢٠٢٤-٠٦-٠١",
    "instant": "2024-06-01T00:00:00Z",
    "slashes": "2024/06/01",
    "day first": "01-06-2024",
    "five-digit year": "10000-01-01",
    "signed year": "-2024-06-01",
    "empty": "",
    "word": "today",
}

NO_SUCH_DAY = {
    "29 February of a common year": "2021-02-29",
    "29 February of a century": "1900-02-29",
    "year zero": "0000-01-01",
    "month 13": "2024-13-01",
    "month zero": "2024-00-10",
    "day zero": "2024-06-00",
    "31 June": "2024-06-31",
}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-06-01", date(2024, 6, 1)),
        ("0001-01-01", FIRST),
        ("9999-12-31", LAST),
        ("2024-02-29", date(2024, 2, 29)),
        ("2000-02-29", date(2000, 2, 29)),
    ],
)
def test_a_day_is_read_as_written(text, day):
    assert parse_day(text) == day


@pytest.mark.parametrize("text", OTHER_FORMS.values(), ids=OTHER_FORMS)
def test_any_other_form_is_refused(text):
    with pytest.raises(BadDate, match="write it as YYYY-MM-DD"):
        parse_day(text)


@pytest.mark.parametrize("text", NO_SUCH_DAY.values(), ids=NO_SUCH_DAY)
def test_a_day_that_no_calendar_has_is_refused(text):
    with pytest.raises(BadDate, match="no calendar has"):
        parse_day(text)


def test_the_refusal_names_the_parameter_and_what_was_given():
    with pytest.raises(BadDate) as refused:
        parse_day("1/6/24", name="announced_by")
    assert refused.value.detail.startswith("announced_by='1/6/24'")
    assert refused.value.extra == {"parameter": "announced_by"}


@given(st.dates())
def test_every_day_is_read_back_as_it_is_written(day):
    assert parse_day(day.isoformat()) == day


@given(st.dates().map(date.isoformat))
def test_the_published_pattern_takes_every_day(text):
    assert re.search(PATTERN, text)


@pytest.mark.parametrize(
    ("day", "following"),
    [
        (date(2024, 2, 28), date(2024, 2, 29)),
        (date(2023, 2, 28), date(2023, 3, 1)),
        (date(2023, 12, 31), date(2024, 1, 1)),
        (LAST, None),
    ],
)
def test_the_day_after(day, following):
    assert day_after(day) == following


@pytest.mark.parametrize(
    ("day", "preceding"),
    [
        (date(2024, 3, 1), date(2024, 2, 29)),
        (date(2024, 1, 1), date(2023, 12, 31)),
        (FIRST, None),
    ],
)
def test_the_day_before(day, preceding):
    assert day_before(day) == preceding


@given(st.dates(max_value=date(9999, 12, 30)))
def test_one_day_on_and_back_is_the_same_day(day):
    assert day_before(day_after(day)) == day
