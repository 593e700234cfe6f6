"""Ids that were given: none twice."""

from hypothesis import given
from hypothesis import strategies as st

from service.ingest.given_ids import GivenIds


@given(st.lists(st.text("ab-1", min_size=1, max_size=4)))
def test_an_id_is_new_once(ids):
    given_ids = GivenIds()
    assert [given_ids.add(one) for one in ids] == [one not in ids[:place] for place, one in enumerate(ids)]
