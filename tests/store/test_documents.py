"""Documents as the ledger records them."""

from dataclasses import replace

import pytest

from service.domain.documents import document_of
from service.domain.records import as_record
from service.store.connection import writing
from service.store.documents import load_citations, load_document, load_documents
from tests.support.building import Card, day
from tests.support.databases import record, record_card, record_unchecked

PAGE = document_of("page", {"game": "demo", "title": "Errata Page", "provisional": False})


def test_the_latest_that_is_recorded_of_a_document_is_loaded(engine):
    mended = replace(PAGE, publisher="Nobody")
    with writing(engine) as conn:
        for told in (PAGE, mended):
            record(conn, as_record(told))
            assert load_document(conn, "page") == told


def test_a_document_of_which_nothing_is_recorded_is_none(engine):
    with writing(engine) as conn:
        record(conn, as_record(PAGE), replace(as_record(PAGE), key="gone", body=None))
        assert load_document(conn, "other") is None
        assert load_document(conn, "gone") is None


def test_documents_are_in_order_of_announcement_and_those_without_a_day_come_last(engine):
    told = [
        replace(PAGE, id="none"),
        replace(PAGE, id="b", announced_on=day("2025-01-02")),
        replace(PAGE, id="a", announced_on=day("2025-01-02")),
        replace(PAGE, id="z", announced_on=day("2025-01-01"), game="other"),
    ]
    with writing(engine) as conn:
        record(conn, *map(as_record, told))
        assert [one.id for one in load_documents(conn)] == ["z", "a", "b", "none"]
        assert [one.id for one in load_documents(conn, "demo")] == ["a", "b", "none"]


@pytest.fixture
def conn(engine):
    """A card whose errata name documents; one of them was corrected and one withdrawn."""
    card = Card()
    card.base("2024-01-05", "P", document="set")
    first = card.erratum("one", "2024-02-01", "A", document="faq", confirmed_by=("page",))
    card.erratum("two", "2024-03-01", "B", document="faq")
    gone = card.erratum("gone", "2024-04-01", "C", document="faq", confirmed_by=("page",))
    card.erratum("one", "2024-02-02", "A", document="page", corrects=first.version, follows=None)
    card.erratum("bare", "2024-05-01", "D")
    card.withdrawn(gone.version)
    with writing(engine) as conn:
        record_card(conn, card)
        yield conn


def cited(conn, *documents):
    found = load_citations(conn, documents)
    return {name: [f"{one.did} {one.assertion.version}" for one in found[name]] for name in sorted(found)}


def test_what_stands_cites_a_document_and_what_was_corrected_or_withdrawn_does_not(conn):
    assert cited(conn, "faq", "page", "set") == {
        "faq": ["announced 3-1"],
        "page": ["announced 5-1"],
        "set": ["announced 1-1"],
    }


def test_of_other_documents_nothing_is_told(conn):
    assert cited(conn, "set") == {"set": ["announced 1-1"]}
    assert cited(conn, "page", "other") == {"page": ["announced 5-1"]}
    assert cited(conn) == {}


def test_what_a_document_confirmed_cites_it_too(engine):
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum("two", "2024-03-01", "B", document="faq", confirmed_by=("page", "list"))
    card.erratum("one", "2024-02-01", "A", confirmed_by=("list",), follows=None)
    with writing(engine) as conn:
        record_card(conn, card)
        # In declared order, in which the later entry stands before the other.
        assert cited(conn, "page", "list") == {
            "list": ["confirmed 3-1", "confirmed 2-1"],
            "page": ["confirmed 2-1"],
        }
        assert cited(conn, "pag", "%") == {}


def test_what_a_document_ended_cites_it_too(engine):
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum("own", "2024-02-01", None, effective_until="2024-03-01", until_document="faq")
    card.erratum("other", "2024-02-01", "A", document="faq")
    card.lapsed("other", "2024-06-01", document="page")
    card.erratum(
        "both", "2024-02-02", None, document="page", effective_until="2024-04-01", until_document="page"
    )
    with writing(engine) as conn:
        record_card(conn, card)
        assert cited(conn, "faq") == {"faq": ["ended 2-1", "announced 3-1"]}
        assert cited(conn, "page") == {"page": ["ended 3-1", "announced 5-1", "ended 5-1"]}


@pytest.mark.parametrize("own", [True, False], ids=["by its own end", "by an ending"])
def test_a_document_that_did_nothing_but_end_is_found(engine, own):
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum(
        "one",
        "2024-02-01",
        None,
        **({"effective_until": "2024-03-01", "until_document": "faq"} if own else {}),
    )
    if not own:
        card.lapsed("one", "2024-03-01", document="faq")
    with writing(engine) as conn:
        record_card(conn, card)
        assert cited(conn, "faq") == {"faq": ["ended 2-1"]}


def test_an_end_that_was_corrected_or_whose_erratum_was_withdrawn_cites_nothing(engine):
    card = Card()
    card.base("2024-01-05", "P")
    card.erratum("one", "2024-02-01", "A")
    wrong = card.lapsed("one", "2024-06-01", document="faq")
    card.lapsed("one", "2024-06-02", document="page", corrects=wrong.version)
    gone = card.erratum("gone", "2024-02-03", "B")
    card.lapsed("gone", "2024-06-01", document="faq")
    card.withdrawn(gone.version)
    early = card.erratum("own", "2024-02-04", None, effective_until="2024-03-01", until_document="faq")
    card.erratum("own", "2024-02-04", None, corrects=early.version, follows="own")
    card.erratum("undone", "2024-02-05", "C")
    void = card.lapsed("undone", "2024-06-01", document="faq")
    card.withdrawn(void.version)
    card.erratum("endless", "2024-02-06", None, until_document="faq")
    card.translation("un", "2024-02-07", "Un.")
    card.lapsed("printing:un", "2024-06-01", document="faq")  # no erratum, so that it has no end
    with writing(engine) as conn:
        record_card(conn, card, record_unchecked)  # the writer would refuse the end of a printing
        assert cited(conn, "faq", "page") == {"page": ["ended 2-1"]}


def test_an_end_of_one_version_is_not_that_of_the_version_that_stands_for_it(engine):
    card = Card()
    card.base("2024-01-05", "P")
    first = card.erratum("one", "2024-02-01", "A")
    card.erratum("one", "2024-02-08", "A", follows="one")
    card.void(first.version, "2024-02-01", document="faq")
    with writing(engine) as conn:
        record_card(conn, card)
        assert cited(conn, "faq") == {"faq": [f"ended {first.version}"]}
