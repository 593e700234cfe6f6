"""Card texts as pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.games import Game
from service.domain.symbols import Symbol
from service.web.marking import Marker, count_places
from service.web.parts import Piece

SYMBOLS = (
    Symbol("[M]", "Might", ("[S]", ":rb_might:", "{{S}}")),
    Symbol("[N]", "energy", (":rb_energy_N:",), number=True),
    Symbol("[C]", "one power of this card's domain", by_domain=True),
    Symbol("[Y]", "one Order power", domain="Order"),
)
GAME = Game(
    id="demo",
    name="Demo",
    publisher="Nobody",
    zone="UTC",
    language="en",
    scopes=("paper",),
    fields=(),
    translations_of="base",
    verified_through=None,
    notice="",
    symbols=SYMBOLS,
)


@pytest.mark.parametrize(
    ("words", "means"),
    [
        ("[M]", "Might"),
        (":rb_might:", "Might"),
        ("{{S}}", "Might"),
        ("[2]", "2 energy"),
        (":rb_energy_12:", "12 energy"),
        ("[C]", "one power of this card's domain"),
    ],
)
def test_every_spelling_of_a_symbol_has_its_meaning(words, means):
    assert Marker(GAME).text(f"+{words} x") == (Piece("+"), Piece(words, means), Piece(" x"))


def test_a_symbol_of_the_cards_domain_means_that_domain():
    assert Marker(GAME, ["Order"]).text("[C]") == (Piece("[C]", "one Order power"),)


@pytest.mark.parametrize("words", ["[Tank]", "[Assault 2]", "[X]", "M", "2", "{M}"])
def test_other_words_are_no_symbols(words):
    assert all(piece.means is None for piece in Marker(GAME).text(words))


def test_a_line_break_is_a_piece_of_its_own():
    assert Marker(GAME).text("a\n\nb") == (Piece("a"), Piece("\n"), Piece("\n"), Piece("b"))


@given(st.text(alphabet="ab [M]2\n:rb_might{}S+-"))
def test_pieces_joined_are_the_text(words):
    assert "".join(piece.text for piece in Marker(GAME).text(words)) == words


@pytest.mark.parametrize(
    ("spans", "count"),
    [
        ([], 0),
        ([("=", "a")], 0),
        ([("-", "a")], 1),
        ([("-", "a"), ("+", "b")], 1),
        ([("+", "a"), ("=", "b"), ("-", "c"), ("+", "d")], 2),
    ],
)
def test_a_deletion_and_what_takes_its_place_are_one_place(spans, count):
    assert count_places(Marker(GAME).changes(spans)) == count


@pytest.mark.parametrize(
    ("words", "blank"), [(" ", True), ("\n", True), (" \n", True), (" to", False), ("to ", False)]
)
def test_a_change_of_nothing_but_white_space_is_marked(words, blank):
    deleted, kept = Marker(GAME).changes([("-", words), ("=", " ")])
    assert (deleted.blank, kept.blank) == (blank, False)
