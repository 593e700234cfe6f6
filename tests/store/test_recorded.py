"""What one kind of origin has recorded, of all subjects and of some."""

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Assertion, FieldValue, Record
from service.domain.texts import text_sha256
from service.store.connection import writing
from service.store.ledger import save_entry
from service.store.recorded import load_recorded, load_recorded_of
from tests.support.databases import NOW, record_game

ANT, BEE, CAT = (SubjectId("demo", "cards", name) for name in ("ant", "bee", "cat"))


def tell(conn, origin, *facts):
    texts = {text_sha256(text): text for text in ("Bite.",)}
    save_entry(conn, facts, texts, now=NOW, actor="Ann", origin=origin, message=None)


def said(subject):
    return Assertion(
        subject=subject, kind="base", fields=(FieldValue(0, "rules_text", "en", text_sha256("Bite.")),)
    )


def named(key, kind="subject", body=None):
    return Record(kind=kind, key=key, body={"faces": 1} if body is None else body or None)


@pytest.fixture
def conn(engine):
    """An import recorded the ant and the bee, and the corpus the bee anew; the ant's coverage is gone."""
    with writing(engine) as conn:
        record_game(conn)
        covered = Record(kind="coverage", key=str(ANT), body={"verified_through": "2024-01-01"})
        tell(conn, "import history", said(ANT), named(str(ANT)), covered, said(BEE), named(str(BEE)))
        tell(conn, "import history", Record(kind="coverage", key=str(ANT), body=None))
        tell(conn, "corpus 1", named(str(BEE)), said(CAT), named(str(CAT)))
        yield conn


def records(recorded):
    return sorted((kind, key.rpartition("/")[2]) for kind, key in recorded.records)


def test_all_that_an_origin_recorded_is_known_without_what_it_took_back(conn):
    imported, own = load_recorded(conn, "import"), load_recorded(conn, "corpus")
    assert (imported.subjects, own.subjects) == ({ANT, BEE}, {CAT})
    assert records(imported) == [("subject", "ant"), ("subject", "bee")]
    assert records(own) == [("subject", "bee"), ("subject", "cat")]


def test_of_some_subjects_what_another_origin_wrote_anew_is_left_out(conn):
    found = load_recorded_of(conn, "import", [ANT, BEE, CAT])
    assert found.keys() == {ANT, BEE}
    assert [one.subject for one in found[ANT].assertions[ANT]] == [ANT]
    assert (records(found[ANT]), records(found[BEE])) == ([("subject", "ant")], [])
    assert load_recorded_of(conn, "nobody", [ANT]) == {}


def test_what_an_origin_had_recorded_last_is_known_whoever_took_it_back(conn):
    found = load_recorded_of(conn, "import", [ANT, BEE], former=True)
    assert records(found[ANT]) == [("coverage", "ant"), ("subject", "ant")]
    assert records(found[BEE]) == [("subject", "bee")]
