"""Games: the scope that is meant."""

import pytest

from service.domain.errors import UnknownScope
from service.domain.games import Game

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


@pytest.mark.parametrize(("asked", "meant"), [(None, "paper"), ("paper", "paper"), ("arena", "arena")])
def test_asked_for_no_scope_the_first_is_meant(asked, meant):  # 93
    assert GAME.scope(asked) == meant


@pytest.mark.parametrize("asked", ["", "Paper", "magic-online"])
def test_an_unknown_scope_is_refused_with_those_there_are(asked):  # 93
    with pytest.raises(UnknownScope, match="paper, mtgo, arena") as refused:
        GAME.scope(asked)
    assert refused.value.extra == {"scopes": ["paper", "mtgo", "arena"]}
