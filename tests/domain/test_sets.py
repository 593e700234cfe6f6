"""Sets: a record's body is read back as the set that it was made of."""

import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.sets import Release, Set, set_of
from tests.support.building import day
from tests.support.ledgers import TEXTS

RELEASES = st.builds(Release, TEXTS, st.sampled_from(["en", "fr", "zh-CN"]), st.none() | st.dates())
SETS = st.builds(Set, st.just("demo"), TEXTS, TEXTS, st.lists(RELEASES, max_size=3).map(tuple))


@given(SETS)
def test_a_set_is_read_back_from_its_record(one):
    assert set_of(one.key, json.loads(json.dumps(one.body()))) == one


def test_a_code_may_hold_a_slash():
    one = Set("demo", "ONE/2", "First Set", ())
    assert set_of(one.key, one.body()) == one


def test_the_body_is_as_the_ledger_has_it_for_ever():
    releases = (Release("china", "zh-CN", day("2025-12-12")), Release("world", "en", None))
    one = Set("demo", "ONE", "First Set", releases)
    assert one.key == "demo/ONE"
    assert one.body() == {
        "code": "ONE",
        "name": "First Set",
        "releases": [
            {"region": "china", "lang": "zh-CN", "released_on": "2025-12-12"},
            {"region": "world", "lang": "en"},
        ],
    }


def test_a_set_without_releases_says_so():
    assert Set("demo", "ONE", "First Set", ()).body()["releases"] == []
