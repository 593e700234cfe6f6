"""Symbols: every spelling maps to one code, and what is no symbol stays as it is."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.symbols import GameSymbols, Symbol, Symbols, game_symbols_of
from tests.support.ledgers import TEXTS as WORDS

MIGHT = Symbol("[M]", "Might", (":rb_might:", "[S]"))
ENERGY = Symbol("[N]", "energy", (":rb_energy_N:", "{N}"), number=True)
FURY = Symbol("[R]", "fury", (":rb_rune_fury:",), domain="Fury")
CALM = Symbol("[G]", "calm", (":rb_rune_calm:",), domain="Calm")
OWN = Symbol("[C]", "the power of the card's domain", (":rb_rune_rainbow_own:",), by_domain=True)
ALL = (MIGHT, ENERGY, FURY, CALM, OWN)

SPELLINGS = [":rb_might:", "[S]", "[M]", ":rb_energy_12:", "{3}", "[7]", "[R]", ":rb_rune_calm:", "[C]"]
PLAIN = ["Draw", " ", "+1", "\n", "[Tank]", "[", "]", ":", "N", "12", "M", "rb_might"]
TEXTS = st.lists(st.sampled_from(SPELLINGS + PLAIN), max_size=12).map("".join)
MANY = st.lists(WORDS, max_size=3).map(tuple)
SYMBOLS = st.builds(
    Symbol,
    code=WORDS,
    means=WORDS,
    tokens=MANY,
    number=st.booleans(),
    domain=st.none() | WORDS,
    by_domain=st.booleans(),
    former=MANY,
    names=st.dictionaries(st.sampled_from(["fr", "zh-CN"]), WORDS),
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("+1 :rb_might:", "+1 [M]"),
        ("[S] and [M]", "[M] and [M]"),
        (":rb_energy_12:", "[12]"),
        ("{0}{10}", "[0][10]"),
        ("[N] stays a letter", "[N] stays a letter"),
        ("[Tank] (M)", "[Tank] (M)"),
        (":rb_mights:", ":rb_mights:"),
        (":rb_rune_fury:[R]", "[R][R]"),
        ("", ""),
    ],
)
def test_every_spelling_becomes_its_code(text, canonical):
    assert Symbols(ALL).canonical(text) == canonical


@given(TEXTS)
def test_a_canonical_text_stays_as_it_is(text):
    symbols = Symbols(ALL, ["Fury"])
    assert symbols.canonical(symbols.canonical(text)) == symbols.canonical(text)


@given(TEXTS, TEXTS)
def test_parts_of_a_text_are_mapped_each_by_itself(one, other):
    symbols = Symbols(ALL)
    joined = f"{one} | {other}"
    assert symbols.canonical(joined) == f"{symbols.canonical(one)} | {symbols.canonical(other)}"


@given(st.text())
def test_a_game_without_symbols_changes_nothing(text):
    assert Symbols(()).canonical(text) == text


@pytest.mark.parametrize(
    ("domains", "code"), [(["Fury"], "[R]"), (["Calm"], "[G]"), (["Fury", "Calm"], "[C]"), ([], "[C]")]
)
def test_a_symbol_of_the_card_s_domain_is_that_domain_s_where_there_is_one(domains, code):
    assert Symbols(ALL, domains).canonical("[C]:rb_rune_rainbow_own:") == code * 2


def test_a_domain_without_a_symbol_leaves_the_code():
    assert Symbols(ALL, ["Mind"]).canonical("[C]") == "[C]"


def test_the_longest_spelling_comes_first():
    symbols = Symbols([Symbol("[A]", "a", ("x",)), Symbol("[B]", "b", ("xx",))])
    assert symbols.canonical("xxx") == "[B][A]"


def test_a_spelling_is_no_pattern():
    symbols = Symbols([Symbol("[A]", "a", ("(.*)",))])
    assert symbols.canonical("any (.*)") == "any [A]"


def test_a_former_code_is_a_spelling_as_a_token_is():
    symbol = Symbol("[M]", "Might", (":rb_might:",), former=("[S]",))
    assert symbol.spellings == ("[S]", ":rb_might:")
    assert Symbols([symbol]).canonical("[S]:rb_might:") == "[M][M]"


@given(st.builds(GameSymbols, st.just("demo"), st.lists(SYMBOLS, max_size=3).map(tuple)))
def test_the_symbols_of_a_game_are_read_back_from_their_record(one):
    assert game_symbols_of(one.key, json.loads(json.dumps(one.body()))) == one


def test_the_body_is_as_the_ledger_has_it_for_ever():
    might = Symbol("[M]", "Might", (":rb_might:",), former=("[S]",), names={"fr": "puissance"})
    told = (might, ENERGY, replace(OWN, tokens=()), replace(FURY, tokens=()))
    assert GameSymbols("demo", told).body() == {
        "symbols": [
            {
                "code": "[M]",
                "means": "Might",
                "former": ["[S]"],
                "tokens": [":rb_might:"],
                "names": {"fr": "puissance"},
            },
            {"code": "[N]", "means": "energy", "tokens": [":rb_energy_N:", "{N}"], "number": True},
            {"code": "[C]", "means": "the power of the card's domain", "by_domain": True},
            {"code": "[R]", "means": "fury", "domain": "Fury"},
        ]
    }


def test_symbols_can_be_told_apart_in_a_set_though_their_names_are_a_table():
    assert len({MIGHT, replace(MIGHT, names={"fr": "puissance"}), ENERGY}) == 3
