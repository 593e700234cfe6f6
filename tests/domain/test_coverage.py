"""Coverage: a record's body is read back as what it was made of."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.coverage import Coverage, coverage_of
from tests.support.building import SUBJECT, day


@given(st.builds(Coverage, st.sampled_from(["demo", str(SUBJECT)]), st.dates()))
def test_coverage_is_read_back_from_its_record(one):
    assert coverage_of(one.key, json.loads(json.dumps(one.body()))) == one


@pytest.mark.parametrize("key", ["demo", "demo/cards/brindle-warden"])
def test_the_body_is_as_the_ledger_has_it_for_ever(key):
    one = Coverage(key, day("2026-01-31"))
    assert (one.key, one.body()) == (key, {"verified_through": "2026-01-31"})
