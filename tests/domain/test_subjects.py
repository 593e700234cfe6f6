"""Subjects and their aliases: a record's body is read back as what it was made of."""

import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.subjects import Aliases, Subject, aliases_of, subject_of
from tests.support.building import SUBJECT
from tests.support.ledgers import SUBJECTS, TEXTS

LANGUAGES = st.sampled_from(["de", "fr", "zh-CN"])


@given(st.builds(Subject, SUBJECTS, st.integers(1, 9)))
def test_a_subject_is_read_back_from_its_record(one):
    assert subject_of(one.key, json.loads(json.dumps(one.body()))) == one


@given(st.builds(Aliases, SUBJECTS, st.dictionaries(LANGUAGES, TEXTS)))
def test_aliases_are_read_back_from_their_record(one):
    assert aliases_of(one.key, json.loads(json.dumps(one.body()))) == one


def test_the_bodies_are_as_the_ledger_has_them_for_ever():
    assert Subject(SUBJECT, 2).body() == {"faces": 2}
    aliases = Aliases(SUBJECT, {"fr": "Gardien", "de": "Wächter"})
    assert aliases.body() == {"names": {"de": "Wächter", "fr": "Gardien"}}
    assert list(aliases.body()["names"]) == ["de", "fr"]
    assert Subject(SUBJECT, 2).key == aliases.key == "demo/cards/brindle-warden"
