"""Tokens: they cover the text, and nothing that means something only as a whole is split."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.tokens import has_word, tokenize

PIECES = st.sampled_from(
    [
        *("{", "}", "{2/W}", "[", "]", "[M]", ":", ":rb_might:", "rb_might", "_", "(", ".", "word", "can't"),
        *("+", "-", "−", "2", "/", "X", "’", "e\u0301", "\u0301", "が", "横", " ", "\u00a0", "\n", "\t"),
    ]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join) | st.text()

SYMBOLS = {
    "generic mana": "{2}",
    "hybrid mana": "{2/W}",
    "tap": "{T}",
    "Might": "[M]",
    "gallery token": ":rb_might:",
    "gallery token with a number": ":rb_energy_10:",
    "catalogue token": "{{横置}}",
    "keyword": "[Tank]",
    "keyword with a number": "[Assault 2]",
    "keyword of three words": "[Once per turn]",
    "arrow": "[>]",
    "double arrow": "[>>]",
}

NUMBERS = {
    "plus": "+2",
    "hyphen as minus": "-1",
    "minus sign": "−1",
    "two signed": "+2/+1",
    "two minus signs": "−1/−1",
    "unknown": "-X/-0",
    "power and toughness": "2/2",
    "rule": "603.2a",
    "thousands": "1,000",
    "day": "2020-01-01",
    "range": "1–2",
}

WORDS = {
    "straight apostrophe": "can't",
    "typographic apostrophe": "l’âme",
    "combining accent": "cafe\u0301s",
    "two marks on one letter": "e\u0301\u0323t",
    "ligature": "Æther",
    "Cyrillic": "карта",
    "Korean": "카드를",
    "Hindi vowel signs": "हिन्दी",
}

SPLIT = {
    "loyalty": ("-12: Exile", ["-12", ":", " ", "Exile"]),
    "sign before a symbol": ("give +[M]", ["give", " ", "+", "[M]"]),
    "keyword and arrow": ("[Deathknell][>]", ["[Deathknell]", "[>]"]),
    "symbols without blanks": ("{2}{W/B}:", ["{2}", "{W/B}", ":"]),
    "tokens without blanks": (":rb_energy_1::rb_rune_calm:", [":rb_energy_1:", ":rb_rune_calm:"]),
    "hyphen in a compound": ("Quick-Draw", ["Quick", "-", "Draw"]),
    "no sign after a word": ("Mark-2", ["Mark", "-", "2"]),
    "no sign before a name": ("-Xerath", ["-", "Xerath"]),
    "colons of a proportion": ("a:b:c", ["a", ":", "b", ":", "c"]),
    "full stop after a number": ("Draw 1.", ["Draw", " ", "1", "."]),
    "quotes are no apostrophes": ("'as' x'", ["'", "as", "'", " ", "x", "'"]),
    "bracketed here": ("(here).", ["(", "here", ")", "."]),
    "Chinese": ("造成3点，+2。", ["造", "成", "3", "点", "，", "+2", "。"]),
    "Japanese, mark apart": ("か\u3099ム", ["か\u3099", "ム"]),
    "doubled space": ("a  b", ["a", " ", " ", "b"]),
    "no-break space": ("a\u00a0b", ["a", "\u00a0", "b"]),
    "line break": ("a\nb", ["a", "\n", "b"]),
    "symbol left open": ("{2 a\n}", ["{", "2", " ", "a", "\n", "}"]),
    "keyword over a line break": ("[a\nb]", ["[", "a", "\n", "b", "]"]),
    "mark on nothing": (" \u0301", [" ", "\u0301"]),
    "variation selector": ("★\ufe0f!", ["★\ufe0f", "!"]),
    "nothing": ("", []),
}


@settings(deadline=None)
@given(TEXTS)
def test_the_tokens_joined_are_the_text(text):
    assert "".join(tokenize(text)) == text


@settings(deadline=None)
@given(TEXTS)
def test_no_token_is_empty(text):
    assert all(tokenize(text))


@settings(deadline=None)
@given(TEXTS)
def test_white_space_stands_alone_except_inside_brackets(text):
    for token in tokenize(text):
        if len(token) > 1 and any(char.isspace() for char in token):
            assert token[0] + token[-1] in ("[]", "{}")
            assert "\n" not in token


@settings(deadline=None)
@given(st.lists(st.sampled_from([*SYMBOLS.values()]), max_size=8))
def test_symbols_in_a_row_are_told_apart(symbols):
    assert tokenize("".join(symbols)) == symbols


@pytest.mark.parametrize("symbol", SYMBOLS.values(), ids=SYMBOLS)
def test_a_symbol_is_one_token(symbol):
    assert tokenize(f"a {symbol}.") == ["a", " ", symbol, "."]


@pytest.mark.parametrize("number", NUMBERS.values(), ids=NUMBERS)
def test_a_number_is_one_token_with_its_sign(number):
    assert tokenize(f"gets {number}, 给予{number}.") == [
        "gets",
        " ",
        number,
        ",",
        " ",
        "给",
        "予",
        number,
        ".",
    ]


@pytest.mark.parametrize("word", WORDS.values(), ids=WORDS)
def test_a_word_is_one_token(word):
    assert tokenize(f"({word} {word})") == ["(", word, " ", word, ")"]


@pytest.mark.parametrize(("text", "tokens"), SPLIT.values(), ids=SPLIT)
def test_everything_else_is_split(text, tokens):
    assert tokenize(text) == tokens


def test_an_endless_symbol_is_no_symbol():
    assert len(tokenize("{" + "a b " * 50 + "}")) > 100
    assert len(tokenize("[" + "a b " * 50 + "]")) > 100


@pytest.mark.parametrize("text", ["a", "2", "[M]", "{2}", "点", "é", "Ω"])
def test_letters_and_digits_are_words(text):
    assert has_word(text)


@pytest.mark.parametrize("text", ["", " ", "\n", ".", "。", "(", "—", "[>]", "\u0301"])
def test_blanks_and_signs_are_no_words(text):
    assert not has_word(text)
