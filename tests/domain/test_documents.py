"""Documents: a record's body is read back as the document that it was made of."""

import json

from hypothesis import given
from hypothesis import strategies as st

from service.domain.documents import Document, document_of
from tests.support.building import day
from tests.support.ledgers import TEXTS

TOLD = st.none() | TEXTS
DAYS = st.none() | st.dates()
DOCUMENTS = st.builds(
    Document,
    id=st.sampled_from(["spiritforged-faq", "core-rules-1.3"]),
    game=st.just("demo"),
    title=TEXTS,
    publisher=TOLD,
    url=TOLD,
    lang=st.none() | st.just("en"),
    announced_on=DAYS,
    effective_from=DAYS,
    provisional=st.booleans(),
    retired_on=DAYS,
    superseded_by=st.lists(TEXTS, max_size=3).map(tuple),
    summary=TOLD,
)


@given(DOCUMENTS)
def test_a_document_is_read_back_from_its_record(one):
    assert document_of(one.key, json.loads(json.dumps(one.body()))) == one


@given(DOCUMENTS)
def test_a_body_holds_no_nulls_and_no_empty_lists(one):
    assert all(found not in (None, []) for found in one.body().values())


def test_the_body_is_as_the_ledger_has_it_for_ever():
    one = Document(
        id="faq",
        game="demo",
        title="Questions and Answers",
        publisher="Nobody",
        url="https://example.org/faq",
        lang="en",
        announced_on=day("2024-03-01"),
        effective_from=day("2024-03-02"),
        provisional=True,
        retired_on=day("2024-06-01"),
        superseded_by=("page",),
        summary="Draws are optional.",
    )
    assert one.key == "faq"
    assert one.body() == {
        "game": "demo",
        "title": "Questions and Answers",
        "publisher": "Nobody",
        "url": "https://example.org/faq",
        "lang": "en",
        "announced_on": "2024-03-01",
        "effective_from": "2024-03-02",
        "provisional": True,
        "retired_on": "2024-06-01",
        "superseded_by": ["page"],
        "summary": "Draws are optional.",
    }


def test_what_a_document_does_not_say_is_absent_but_that_it_is_not_provisional():
    body = {"game": "demo", "title": "Errata Page", "provisional": False}
    assert document_of("page", body).body() == body
