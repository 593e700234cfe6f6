"""The index made again from the ledger is the one that the loads wrote."""

import pytest

from service.domain.refusals import DamagedLedger
from service.ingest.reindex import rebuild_index, rebuild_stale_index
from service.store.connection import writing
from service.store.segments import load_head_seq, save_head
from tests.support.corpora import LYNX_FILE, WARDEN_FILE, Loaded
from tests.support.planting import WARDEN, faults, plant, recorded, sight, told

INDEX = ("segment", "passage", "known_name", "printing", "known_id")


@pytest.fixture
def twice_loaded(loaded, corpus):
    """A ledger of two entries."""
    loaded.load(corpus)
    corpus.edit(WARDEN_FILE, "you may draw 1.", "you may draw a card.")
    loaded.load(corpus)
    return loaded


def test_an_index_that_was_lost_is_made_again_as_it_was(twice_loaded):
    before = {table: twice_loaded.rows(table) for table in INDEX}
    with writing(twice_loaded.engine) as conn:
        for table in (*INDEX, "index_state"):
            conn.exec_driver_sql(f"DELETE FROM {table}")
        assert rebuild_index(conn) == 3
    assert {table: twice_loaded.rows(table) for table in INDEX} == before
    assert twice_loaded.rows("index_state")[0][:2] == (1, 2)


def test_the_names_of_a_game_that_is_gone_are_made_again_for_pins(twice_loaded, corpus):
    for path in ("game.yaml", "sets.yaml", "symbols.yaml", "cards/far-card.yaml"):
        corpus.remove(f"other/{path}")
    twice_loaded.load(corpus)
    before = {table: twice_loaded.rows(table) for table in INDEX}
    with writing(twice_loaded.engine) as conn:
        assert rebuild_index(conn) == 3
    assert {table: twice_loaded.rows(table) for table in INDEX} == before
    assert told(twice_loaded.engine) == set()


def test_the_ids_of_other_catalogues_are_made_again(engine, tmp_path):
    ledger = recorded(engine, tmp_path / "card_texts")
    sight(engine)
    before = {table: ledger.rows(table) for table in INDEX}
    assert len(before["known_id"]) == 5
    with writing(engine) as conn:
        for table in (*INDEX, "index_state"):
            conn.exec_driver_sql(f"DELETE FROM {table}")
        assert rebuild_stale_index(conn)
    assert {table: ledger.rows(table) for table in INDEX} == before
    assert faults(engine) == []


def test_what_no_subject_has_goes_from_the_index(twice_loaded):
    before = {table: twice_loaded.rows(table) for table in INDEX}
    with writing(twice_loaded.engine) as conn:
        conn.exec_driver_sql(
            "INSERT INTO known_name VALUES ('demo', 'ghost', 'demo/cards/ghost', 'Ghost', true)"
        )
        rebuild_index(conn)
    assert {table: twice_loaded.rows(table) for table in INDEX} == before


def test_each_subject_is_told(twice_loaded):
    steps = []
    with writing(twice_loaded.engine) as conn:
        rebuild_index(conn, steps.append)
    assert steps == [1, 1, 1]


def test_an_empty_ledger_has_an_empty_index(loaded):
    with writing(loaded.engine) as conn:
        assert rebuild_index(conn) == 0
    assert loaded.rows("index_state") == []


def test_an_index_of_an_empty_ledger_that_stands_for_an_entry_stands_for_none_again(loaded):
    with writing(loaded.engine) as conn:
        save_head(conn, 5)
        rebuild_index(conn)
        assert load_head_seq(conn) == 0
        conn.exec_driver_sql("DELETE FROM index_state")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("record SET body = '{' WHERE kind = 'game' AND key = 'demo'", "its games"),
        ("record SET body = '{}' WHERE kind = 'game' AND key = 'demo'", "the game demo"),
        ("record SET body = '{' WHERE kind = 'subject' AND key LIKE 'demo/%'", WARDEN),
        (f"record SET key = 'demo/x' WHERE kind = 'subject' AND key = '{WARDEN}'", "the subjects of demo"),
        ("record SET body = '{}' WHERE kind = 'aliases'", WARDEN),
        ("record SET body = '{}' WHERE kind = 'printing' AND key LIKE 'demo%'", WARDEN),
        ("record SET body = '{}' WHERE kind = 'sighting' AND key LIKE '%warden%'", WARDEN),
        (
            "record SET body = replace(body, '\"set\":\"ONE\"', '\"set\":null') WHERE kind = 'printing'",
            WARDEN,
        ),
        ("record SET body = replace(body, '\"ONE\"', '{}') WHERE kind = 'printing'", WARDEN),
        ("assertion SET effective_from = 'infinity' WHERE seq = 1 AND erratum = 'page'", WARDEN),
    ],
    ids=[
        "no JSON",
        "a game",
        "a subject",
        "no subject",
        "aliases",
        "a printing",
        "a sighting",
        "no set",
        "no name",
        "no day",
    ],
)
def test_what_can_not_be_read_is_named_and_the_old_index_stays(engine, tmp_path, change, what):
    ledger = recorded(engine, tmp_path / "card_texts")
    sight(engine)
    before = {table: ledger.rows(table) for table in INDEX}
    plant(engine, f"UPDATE {change}")

    def make_again():
        with writing(engine) as conn:
            rebuild_index(conn)

    with pytest.raises(
        DamagedLedger, match=rf"holds of {what} can't be read, \w+Error: .*; run: errata verify"
    ):
        make_again()
    assert {table: ledger.rows(table) for table in INDEX} == before


def without_index(engine):
    """Leave the index as a migration of it does: empty."""
    with writing(engine) as conn:
        for table in (*INDEX, "index_state"):
            conn.exec_driver_sql(f"DELETE FROM {table}")


@pytest.mark.parametrize("edit", [None, "Ward 2."], ids=["nothing new", "an edit"])
def test_a_load_makes_an_index_whole_that_a_migration_has_emptied(engine, corpus, edit):
    loaded = Loaded(engine)
    loaded.load(corpus)
    without_index(engine)
    if edit is not None:
        corpus.edit(LYNX_FILE, edit, "Ward 9.")
    loaded.load(corpus)
    assert faults(engine) == []


def test_an_upgrade_makes_an_index_whole(loaded, corpus):
    loaded.load(corpus)
    without_index(loaded.engine)
    with writing(loaded.engine) as conn:
        assert rebuild_stale_index(conn)
        assert not rebuild_stale_index(conn)
    assert faults(loaded.engine) == []
