"""Who keeps a subject, and which ids no other card may get."""

import pytest

from service.domain.ids import SubjectId
from service.domain.ledger import Record
from service.domain.migrations import Migration
from service.store.connection import writing
from service.store.keepers import find_gone, find_keepers, find_taken
from service.store.ledger import save_entry
from tests.support.databases import NOW, record_game

IDS = [SubjectId("demo", "cards", name) for name in ("ant", "bee", "cat", "dog", "elk")]
ANT, BEE, CAT, DOG, ELK = IDS


@pytest.fixture
def conn(engine):
    """The corpus keeps the ant, an import the bee; the cat is gone, and the dog has become the bee."""
    with writing(engine) as conn:
        record_game(conn)
        tell(conn, "corpus 1", ANT, CAT, DOG)
        tell(conn, "import history", ANT, BEE)
        tell(conn, "corpus 2", ANT)
        tell(conn, "corpus 3", CAT, DOG, body=None)
        moved = Record(kind=Migration.kind, key=str(DOG), body={"into": str(BEE)})
        save_entry(conn, [moved], {}, now=NOW, actor="Ann", origin="corpus 4", message=None)
        yield conn


def tell(conn, origin, *subjects, body=()):
    """Record subjects, or withdraw them."""
    told = None if body is None else {"faces": 1}
    facts = [Record(kind="subject", key=str(one), body=told) for one in subjects]
    save_entry(conn, facts, {}, now=NOW, actor="Ann", origin=origin, message=None)


def test_who_recorded_a_subject_last_keeps_it_and_what_is_gone_nobody(conn):
    assert find_keepers(conn, IDS) == {ANT: "corpus", BEE: "import", CAT: None, DOG: None}
    assert find_keepers(conn, [ELK]) == find_keepers(conn, []) == {}


def test_a_gone_card_gives_its_id_back_and_one_that_went_over_into_another_does_not(conn):
    assert find_taken(conn, IDS) == {ANT, BEE, DOG}
    assert find_taken(conn, [CAT, ELK]) == find_taken(conn, []) == set()


def test_gone_are_those_that_nobody_keeps_and_that_went_nowhere(conn):
    assert find_gone(conn, "demo") == [CAT]
    assert find_gone(conn, "dem") == []
    tell(conn, "import history", CAT)
    assert find_gone(conn, "demo") == []
