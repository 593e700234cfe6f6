"""Documents as the ledger records them."""

from dataclasses import replace

from service.domain.documents import document_of
from service.domain.records import as_record
from service.store.connection import writing
from service.store.documents import load_document
from tests.support.databases import record

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
