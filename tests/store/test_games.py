"""Games as the ledger records them."""

from dataclasses import replace

import pytest

from service.domain.coverage import Coverage
from service.domain.errors import UnknownGame
from service.domain.games import Field, Game, Notice
from service.domain.records import as_record
from service.domain.symbols import GameSymbols, Symbol
from service.store.connection import writing
from service.store.games import iter_game_ids, load_coverage, load_game
from tests.support.building import day
from tests.support.databases import record

GAME = Game(
    id="demo",
    name="Demo",
    publisher="Nobody",
    zone="Asia/Tokyo",
    language="en",
    scopes=("paper",),
    fields=(Field("name", "Name", True, False),),
    translations_of="base",
    verified_through=day("2026-01-31"),
    notice="Made up for tests.",
    symbols=(Symbol("[M]", "Might", (":rb_might:",), former=("[S]",), names={"fr": "puissance"}),),
)
BESIDE = (
    Notice("demo", GAME.notice),
    Coverage("demo", GAME.verified_through),
    GameSymbols("demo", GAME.symbols),
)


def test_a_game_is_loaded_with_its_notice_coverage_and_symbols(engine):
    with writing(engine) as conn:
        record(conn, as_record(GAME), *map(as_record, BESIDE))
        assert load_game(conn, "demo") == GAME


def test_a_game_of_which_nothing_else_is_recorded_has_nothing_else(engine):
    with writing(engine) as conn:
        record(conn, as_record(GAME))
        assert load_game(conn, "demo") == replace(GAME, verified_through=None, notice="", symbols=())
        assert load_coverage(conn, "demo") is None


def test_an_unknown_game_is_refused_with_those_there_are(engine):
    with writing(engine) as conn:
        with pytest.raises(UnknownGame, match="none yet"):
            load_game(conn, "demo")
        record(conn, as_record(replace(GAME, id="other")), as_record(GAME))
        assert iter_game_ids(conn) == ["demo", "other"]
        with pytest.raises(UnknownGame, match="demo, other") as refused:
            load_game(conn, "third")
    assert refused.value.extra == {"games": ["demo", "other"]}
