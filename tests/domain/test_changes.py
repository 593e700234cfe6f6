"""Classes of change: their order, and what a comparison of two texts can tell."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.changes import ChangeClass, computed_class, strongest

CLASSES = st.sampled_from(ChangeClass)

SPELLINGS = {":rb_might:": "[M]", "[S]": "[M]", "[m]": "[M]", ":rb_exhaust:": "[E]", "{{横置}}": "[E]"}
WORDS = ["Draw", "a", "card", "[Tank]", "Tank", "[M]", "[S]", ":rb_might:", "+1", "−1", "-1", "点", "Æther"]
SIGNS = [" ", "\u00a0", "\n", ".", "。", "(", ")", "（", "）", "'", "’", "—", "-", "…"]
TEXTS = st.lists(st.sampled_from(WORDS + SIGNS), max_size=12).map("".join) | st.text(max_size=20)


def canonical(text):
    for spelling, code in SPELLINGS.items():
        text = text.replace(spelling, code)
    return text


def computed(before, after):
    return computed_class(before, after, canonical)


def test_the_order_is_from_what_alters_play_to_what_alters_nothing():
    assert [change_class.value for change_class in ChangeClass] == [
        "functional",
        "rules",
        "wording",
        "reminder",
        "notation",
        "typography",
        "none",
    ]


@pytest.mark.parametrize("weaker", range(1, len(ChangeClass)), ids=[str(c) for c in ChangeClass][1:])
def test_each_class_is_weaker_than_the_one_before(weaker):
    order = list(ChangeClass)
    assert strongest([order[weaker], order[weaker - 1]]) is order[weaker - 1]


def test_the_strongest_of_no_classes_is_none():
    assert strongest([]) is ChangeClass.NONE


@given(st.lists(CLASSES, min_size=1))
def test_the_strongest_is_one_of_the_classes_and_none_comes_before_it(classes):
    order = list(ChangeClass)
    assert order.index(strongest(classes)) == min(map(order.index, classes))


@given(st.lists(CLASSES), st.lists(CLASSES))
def test_the_strongest_of_two_parts_is_the_strongest_of_the_whole(one, other):
    assert strongest([strongest(one), strongest(other)]) is strongest(one + other)


@settings(deadline=None, max_examples=300)
@given(TEXTS, TEXTS)
def test_the_direction_of_a_change_doesnt_matter(before, after):
    assert computed(before, after) is computed(after, before)


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_none_is_said_of_equal_texts_only(before, after):
    assert (computed(before, after) is ChangeClass.NONE) == (before == after)
    assert computed(before, before) is ChangeClass.NONE


@settings(deadline=None, max_examples=300)
@given(TEXTS, TEXTS)
def test_functional_and_rules_are_never_computed(before, after):
    assert computed(before, after) not in (ChangeClass.FUNCTIONAL, ChangeClass.RULES)


NOTATION = {
    "gallery token": ("+1 :rb_might:", "+1 [M]"),
    "former code": ("a 2 [S] unit", "a 2 [M] unit"),
    "former code that differs in case": ("+1 [m]", "+1 [M]"),
    "catalogue token": ("{{横置}}：抽一张牌。", "[E]：抽一张牌。"),
    "keyword in brackets": ("Tank (I must be assigned)", "[Tank] (I must be assigned)"),
    "keyword with a number": ("Assault 2", "[Assault 2]"),
    "Chinese keyword": ("迅捷", "[迅捷]"),
    "with a blank that is typography": ("[Repeat][S]", "[Repeat] [M]"),
    "with a line break that is typography": ("Tank I must", "[Tank]\nI must"),
}

TYPOGRAPHY = {
    "line break": ("in showdowns.) Each opponent", "in showdowns.)\nEach opponent"),
    "blank between symbols": ("[Repeat][1] (You", "[Repeat] [1] (You"),
    "doubled space": ("a  card", "a card"),
    "no-break space": ("a\u00a0card", "a card"),
    "two spaces between digits": ("1  0", "1 0"),
    "zero-width space": ("a\u200bcard", "acard"),
    "case": ("recall ALL units", "recall all units"),
    "minus sign": ("-1: Return", "−1: Return"),
    "dashes": ("Creature - Elf", "Creature — Elf"),
    "two hyphens for a dash": ("choose one -- it", "choose one — it"),
    "apostrophe": ("can't", "can’t"),
    "quotes": ('gains "draw"', "gains “draw”"),
    "guillemets": ("gagne « pioche »", 'gagne "pioche"'),
    "Japanese quotes": ("「飛行」", '"飛行"'),
    "ellipsis": ("and so on...", "and so on…"),
    "ligature": ("Ærathi Berserker", "Aerathi Berserker"),
    "full-width signs": ("造成３点（伤害），", "造成3点(伤害),"),
    "ideographic full stop": ("抽一张牌。", "抽一张牌."),
    "accent in one or two characters": ("café", unicodedata.normalize("NFD", "café")),
}

REMINDER = {
    "a line in brackets goes": ("Deal 3.\nDeal 3.\n(You can choose.)", "Deal 3.\nDeal 3."),
    "words in brackets change": ("Morph {2} (You may play it.)", "Morph {2} (You may cast it.)"),
    "brackets come": ("have islandwalk.", "have islandwalk. (They can't be blocked.)"),
    "full-width brackets": ("造成3点伤害。（可以选择。）", "造成3点伤害。"),
    "brackets of both kinds": ("造成3点伤害。（可以选择。)", "造成3点伤害。"),
    "nested brackets": ("Deal 3. (You (or they) can choose.)", "Deal 3."),
    "two pairs": ("Tank (a) and (b) draw", "Tank (c) and (d) draw"),
    "with a symbol that is notation": ("Assault (+1 [S])", "[Assault] (+2 [M])"),
    "with a line break that is typography": ("A (x). B", "A.\nB"),
}

WORDING = {
    "brackets around words that bind": ("a unit you control here.", "a unit you control (here)."),
    "brackets come around one word": ("control here.", "control (here)."),
    "full-width brackets around one word": ("在此处。", "在（此处）。"),
    "a word": ("with morph", "with a morph ability"),
    "a number": ("Draw 1.", "Draw 2."),
    "a sign": ("+1 [M]", "-1 [M]"),
    "one and nought": ("1 0", "10"),
    "punctuation": ("one, or two", "one or two"),
    "hyphen": ("non-Human", "nonhuman"),
    "accent": ("résumé", "resume"),
    "another symbol": ("[M]", "[E]"),
    "a symbol and its bare letter": ("[M]", "M"),
    "an energy cost and a bare number": ("[2]: draw", "2: draw"),
    "another keyword": ("[Tank]", "[Ganking]"),
    "inside and outside brackets": ("Draw 1. (Now.)", "Draw 2. (Later.)"),
    "a bracket without partner": ("Draw 1. (Now.", "Draw 1."),
    "a closing bracket without partner": ("Draw 1).", "Draw 1."),
    "a closing bracket before an opening one": ("a) b (c", "a"),
}

TABLES = {
    ChangeClass.NOTATION: NOTATION,
    ChangeClass.TYPOGRAPHY: TYPOGRAPHY,
    ChangeClass.REMINDER: REMINDER,
    ChangeClass.WORDING: WORDING,
}


@pytest.mark.parametrize(
    ("before", "after", "change_class"),
    [
        pytest.param(before, after, change_class, id=f"{change_class}: {name}")
        for change_class, table in TABLES.items()
        for name, (before, after) in table.items()
    ],
)
def test_what_differs_decides_the_class(before, after, change_class):
    assert computed(before, after) is change_class


def test_a_spelling_that_the_game_doesnt_know_is_other_words():
    assert computed_class("+1 :rb_might:", "+1 [M]", str) is ChangeClass.WORDING
