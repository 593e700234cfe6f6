"""Sets as the ledger records them."""

from service.domain.records import as_record
from service.domain.sets import Release, Set
from service.store.connection import writing
from service.store.sets import load_set
from tests.support.building import day
from tests.support.databases import record

FIRST = Set("demo", "ONE", "First Set", (Release("world", "en", day("2024-01-10")),))


def test_a_set_is_loaded_by_its_game_and_code(engine):
    other = Set("other", "ONE", "Another First", ())
    with writing(engine) as conn:
        record(conn, as_record(FIRST), as_record(other))
        assert load_set(conn, "demo", "ONE") == FIRST
        assert load_set(conn, "other", "ONE") == other


def test_a_set_of_which_nothing_is_recorded_is_none(engine):
    with writing(engine) as conn:
        record(conn, as_record(FIRST))
        assert load_set(conn, "demo", "TWO") is None
