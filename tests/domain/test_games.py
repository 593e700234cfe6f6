"""Games: the scope that is meant, and records that are read back as what they were made of."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import UnknownScope
from service.domain.games import Field, Game, Notice, game_of, notice_of
from service.domain.symbols import Symbol
from tests.support.building import day
from tests.support.ledgers import TEXTS

GAME = Game(
    id="demo",
    name="Demo",
    publisher="Nobody",
    zone="Asia/Tokyo",
    language="en",
    scopes=("paper", "mtgo", "arena"),
    fields=(),
    translations_of="base",
    verified_through=None,
    notice="",
    symbols=(),
)
FIELDS = st.builds(Field, TEXTS, TEXTS, st.booleans(), st.booleans())
GAMES = st.builds(
    Game,
    id=st.just("demo"),
    name=TEXTS,
    publisher=TEXTS,
    zone=st.sampled_from(["UTC", "Asia/Tokyo"]),
    language=st.sampled_from(["en", "ja"]),
    scopes=st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
    fields=st.lists(FIELDS, max_size=3).map(tuple),
    translations_of=st.sampled_from(["base", "effective"]),
    verified_through=st.none(),
    notice=st.just(""),
    symbols=st.just(()),
)


@pytest.mark.parametrize(("asked", "meant"), [(None, "paper"), ("paper", "paper"), ("arena", "arena")])
def test_asked_for_no_scope_the_first_is_meant(asked, meant):  # 93
    assert GAME.scope(asked) == meant


@pytest.mark.parametrize("asked", ["", "Paper", "magic-online"])
def test_an_unknown_scope_is_refused_with_those_there_are(asked):  # 93
    with pytest.raises(UnknownScope, match="paper, mtgo, arena") as refused:
        GAME.scope(asked)
    assert refused.value.extra == {"scopes": ["paper", "mtgo", "arena"]}


@given(GAMES)
def test_a_game_is_read_back_from_its_record(one):
    assert game_of(one.key, json.loads(json.dumps(one.body()))) == one


def test_what_other_records_tell_is_not_in_a_game_s_own_and_is_read_beside_it():
    beside = {
        "notice": "Made up for tests.",
        "verified_through": day("2026-01-31"),
        "symbols": (Symbol("[M]", "Might"),),
    }
    told = replace(GAME, **beside)
    assert told.body() == GAME.body()
    assert game_of("demo", GAME.body(), **beside) == told


def test_the_body_is_as_the_ledger_has_it_for_ever():
    one = replace(GAME, fields=(Field("name", "Name", True, False), Field("tags", "Tags", False, True)))
    assert one.key == "demo"
    assert one.body() == {
        "name": "Demo",
        "publisher": "Nobody",
        "zone": "Asia/Tokyo",
        "language": "en",
        "scopes": ["paper", "mtgo", "arena"],
        "translations_of": "base",
        "fields": [
            {"id": "name", "label": "Name", "localized": True, "list": False},
            {"id": "tags", "label": "Tags", "localized": False, "list": True},
        ],
    }


@given(st.builds(Notice, st.just("demo"), TEXTS))
def test_a_notice_is_read_back_from_its_record(one):
    assert (one.key, one.body()) == ("demo", {"notice": one.text})
    assert notice_of(one.key, json.loads(json.dumps(one.body()))) == one
