"""Printings: a record's body is read back as the printing that it was made of."""

import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.printings import printing_of
from tests.support.building import day, printing, value
from tests.support.ledgers import FIELDS

NUMBERS = st.sampled_from(["029", "054a", "233*", "SP5"])
WORDS = st.lists(FIELDS, max_size=3).map(tuple)
DAYS = st.none() | st.dates()
PRINTINGS = st.builds(
    printing,
    st.from_regex("[a-z]{3}-[0-9]{3}-[a-z]{2}", fullmatch=True),
    number=st.none() | NUMBERS,
    lang=st.sampled_from(["en", "zh-CN"]),
    variant=st.none() | st.just("foil"),
    released_on=DAYS,
    released_after=DAYS,
    released_by=DAYS,
    fields=WORDS,
    raw=WORDS,
)


@given(PRINTINGS)
def test_a_printing_is_read_back_from_its_record(one):
    assert printing_of(one.key, json.loads(json.dumps(one.body()))) == one


@given(PRINTINGS)
def test_a_body_holds_no_nulls_and_no_empty_lists(one):
    assert all(found not in (None, []) for found in one.body().values())


def test_the_number_is_a_text_and_keeps_its_zeros():
    assert printing_of("demo/cards/one/two", printing("two", number="029").body()).number == "029"


def test_the_key_begins_with_the_subject_and_ends_with_the_id():
    assert printing("sfd-111a-en").key == "demo/cards/brindle-warden/sfd-111a-en"


def test_the_body_is_as_the_ledger_has_it_for_ever():
    one = printing("one-001-fr", number="001", lang="fr", released_on=day("2024-02-10"), raw=(value("P"),))
    assert one.body() == {
        "id": "one-001-fr",
        "set": "ONE",
        "lang": "fr",
        "number": "001",
        "released_on": "2024-02-10",
        "raw": [[0, "rules_text", "en", value("P").content]],
    }
