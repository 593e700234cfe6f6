"""What records have in common."""

import pytest

from service.domain.coverage import Coverage
from service.domain.ledger import Record
from service.domain.records import as_record, day_in, told
from tests.support.building import day


def test_a_record_has_the_kind_the_key_and_the_body_and_no_number_yet():
    body = {"verified_through": "2026-01-31"}
    assert as_record(Coverage("demo", day("2026-01-31"))) == Record(kind="coverage", key="demo", body=body)


@pytest.mark.parametrize("value", [None, (), [], {}])
def test_what_is_not_told_is_left_out(value):
    assert told(name="Page", value=value) == {"name": "Page"}


@pytest.mark.parametrize("value", [False, 0, "", [None], {"fr": ""}])
def test_what_is_told_stays_though_it_is_false(value):
    assert told(value=value) == {"value": value}


def test_days_become_texts_and_tuples_lists():
    assert told(on=day("2026-01-14"), of=("a", "b")) == {"on": "2026-01-14", "of": ["a", "b"]}


def test_a_day_is_read_where_there_is_one():
    assert day_in({"on": "2026-01-14"}, "on") == day("2026-01-14")
    assert day_in({"on": "2026-01-14"}, "until") is None
