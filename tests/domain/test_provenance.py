"""Where files come from: a record's body is read back as what it was made of."""

import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.provenance import FileProvenance, provenance_of
from tests.support.ledgers import TEXTS

TOLD = st.none() | TEXTS
PATH = "demo/cards/brindle-warden.yaml"


@given(
    st.builds(
        FileProvenance,
        path=st.just(PATH),
        modified=st.booleans(),
        commit=TOLD,
        author=TOLD,
        authored_at=TOLD,
        message=TOLD,
    )
)
def test_provenance_is_read_back_from_its_record(one):
    assert provenance_of(one.key, json.loads(json.dumps(one.body()))) == one


def test_the_body_is_as_the_ledger_has_it_for_ever():
    told = {"commit": "ab12", "author": "Ann", "authored_at": "2024-03-01T10:00:00+01:00", "message": ""}
    one = FileProvenance(path=PATH, modified=False, **told)
    assert (one.key, one.body()) == (PATH, {"modified": False} | told)


def test_a_file_without_a_commit_tells_only_that_it_was_modified():
    assert FileProvenance(path=PATH, modified=True).body() == {"modified": True}
