"""Diffs: both texts rebuild from the spans, and the marks stand where a reader would put them."""

import os
import subprocess
import sys
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.domain.diff import MAX_TOKENS, diff_spans
from service.domain.errors import DiffTooLarge
from service.domain.tokens import tokenize

ROOT = Path(__file__).resolve().parents[2]

WORDS = ["Draw", "a", "two", "card", "cards", "it", "[M]", "{2}", "+1", "-1", "−1", "点", "e\u0301"]
SIGNS = [" ", " ", " ", "  ", "\u00a0", "\n", ".", ", ", "(", ")", "。", "，", "\u0301"]
TEXTS = st.lists(st.sampled_from(WORDS + SIGNS), max_size=24).map("".join) | st.text(max_size=30)
PAIRS = st.tuples(TEXTS, TEXTS)
PHRASES = st.lists(st.sampled_from(WORDS), max_size=8)


def rebuild(spans):
    """Return the texts before and after that spans tell."""
    return tuple("".join(words for op, words in spans if op in ("=", side)) for side in "-+")


def marked(before, after):
    """Return the diff in one line of text: ``[-deleted-]{+inserted+}``."""
    forms = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return "".join(forms[op].format(text) for op, text in diff_spans(before, after))


def cuts(texts):
    """Return the places between the texts when they are joined."""
    return set(accumulate(len(text) for text in texts))


@settings(deadline=None, max_examples=500)
@given(PAIRS)
@example(("-1", "-2"))
@example(("a  b", "a b"))
@example((" a", "a "))
@example(("(a)b", "(a) b"))
def test_both_texts_rebuild_exactly(pair):
    assert rebuild(diff_spans(*pair)) == pair


@settings(deadline=None, max_examples=500)
@given(PAIRS)
@example(("a)a.", "一a.,"))  # what is deleted could move up to what is inserted before it
@example((",,", "一,,), "))  # and what is inserted up to what comes after it
def test_no_span_is_empty_and_kept_alternates_with_deleted_then_inserted(pair):
    spans = diff_spans(*pair)
    assert all(text for _, text in spans)
    followers = {(one[0], other[0]) for one, other in pairwise(spans)}
    assert followers <= {("=", "-"), ("=", "+"), ("-", "+"), ("-", "="), ("+", "=")}


@settings(deadline=None, max_examples=500)
@given(PAIRS)
def test_no_token_is_cut(pair):
    spans = diff_spans(*pair)
    for side, text in zip("-+", pair, strict=True):
        assert cuts(text for op, text in spans if op in ("=", side)) <= cuts(tokenize(text))


@settings(deadline=None)
@given(TEXTS.filter(bool))
def test_equal_texts_give_one_kept_span(text):
    assert diff_spans(text, text) == (("=", text),)


def test_two_empty_texts_give_no_span():
    assert diff_spans("", "") == ()


@settings(deadline=None)
@given(PAIRS.filter(lambda pair: pair[0] != pair[1]))
def test_different_texts_give_a_change(pair):
    assert {op for op, _ in diff_spans(*pair)} & {"-", "+"}


@settings(deadline=None)
@given(PHRASES, PHRASES.filter(bool), PHRASES)
def test_words_put_in_at_one_place_are_one_insertion(head, new, tail):
    before, after = " ".join(head + tail), " ".join(head + new + tail)
    assert [op for op, _ in diff_spans(before, after) if op != "="] == ["+"]
    assert [op for op, _ in diff_spans(after, before) if op != "="] == ["-"]


def test_the_same_texts_give_the_same_spans_whatever_the_hash_seed():
    code = (
        "from service.domain.diff import diff_spans\n"
        "print(diff_spans('a b c d e b a -1 (x), -2 y.', 'b a d c -2 (y), e -1 x a.'))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
    assert "'='" in outputs.pop()


ERRATA = {
    "Edge of Night: two brackets, nothing else": (
        "attach it to a unit you control here.",
        "attach it to a unit you control (here).",
        "attach it to a unit you control {+(+}here{+)+}.",
    ),
    "Deathgrip: words and a line break": (
        "Kill a friendly unit to give +[M] equal to its Might to another friendly unit this turn. Draw 1.",
        "Kill a friendly unit. If you do, give +[M] equal to its Might to another friendly unit this turn.\n"
        "Draw 1.",
        "Kill a friendly unit[- to-]{+. If you do,+} give +[M] equal to its Might to another friendly unit"
        " this turn.[- -]{+\n+}Draw 1.",
    ),
    "Falling Star: a line goes": (
        "Deal 3 to a unit.\nDeal 3 to a unit.\n(You can choose different units.)",
        "Deal 3 to a unit.\nDeal 3 to a unit.",
        "Deal 3 to a unit.\nDeal 3 to a unit.[-\n(You can choose different units.)-]",
    ),
    "Icathian Rain: lines come, the first stays": (
        "Do this 6 times:\nDeal 2 to a unit. (You can choose different units.)",
        "Deal 2 to a unit.\nDeal 2 to a unit.\nDeal 2 to a unit.\n(You can choose different units.)",
        "[-Do this 6 times:-]{+Deal 2 to a unit.+}\nDeal 2 to a unit.[- -]{+\nDeal 2 to a unit.\n+}"
        "(You can choose different units.)",
    ),
    "Void Rush: a clause reworded around its comma": (
        "You may play one of them, reducing its cost by [2]. Draw any you did not play this way.",
        "You may banish one, then play it, reducing its cost by [2]. Draw any you didn't banish.",
        "You may [-play-]{+banish+} one[- of them-]{+, then play it+}, reducing its cost by [2]. "
        "Draw any you [-did not play this way-]{+didn't banish+}.",
    ),
    "Rell: the comma goes with its clause": (
        "ignoring its cost, and attach it to me.",
        "ignoring its cost. If you do, then do this: Attach it to me.",
        "ignoring its cost[-, and attach-]{+. If you do, then do this: Attach+} it to me.",
    ),
    "Rek'Sai: a sentence moves": (
        "You may play one. Then recycle the rest. If the played card is a unit, you may play it here.",
        "You may banish one, then play it. If it is a unit, you may play it here. Recycle the rest.",
        "You may {+banish one, then +}play [-one-]{+it+}. [-Then recycle the rest. -]"
        "If [-the played card-]{+it+} is a unit, you may play it here.{+ Recycle the rest.+}",
    ),
    "Unyielding Spirit: words move": (
        "Prevent all spell and ability damage this turn.",
        "Prevent all damage that would be dealt this turn by spells and abilities.",
        "Prevent all [-spell and ability -]damage {+that would be dealt +}this turn"
        "{+ by spells and abilities+}.",
    ),
    "Rengar: brackets become a comma": (
        "enemy units (even if you don't have units there).",
        "enemy units, even if you don't have units there.",
        "enemy units[- (-]{+, +}even if you don't have units there[-)-].",
    ),
    "Blood Rush: a blank": ("[Repeat][1] (You may", "[Repeat] [1] (You may", "[Repeat]{+ +}[1] (You may"),
    "Rell: a keyword in brackets": ("Tank (I must", "[Tank] (I must", "[-Tank-]{+[Tank]+} (I must"),
    "Backslide: two words": (
        "creature with morph face down.",
        "creature with a morph ability face down.",
        "creature with {+a +}morph {+ability +}face down.",
    ),
    "Lightning Bolt: a word wins over a blank": (
        "damage to one target.",
        "damage to target creature or player.",
        "damage to [-one -]target{+ creature or player+}.",
    ),
    "Thopter Foundry: far apart": (
        "Put a 1/1 blue Thopter onto the battlefield. You gain 1 life.",
        "Create a 1/1 blue Thopter. You gain 1 life.",
        "[-Put-]{+Create+} a 1/1 blue Thopter[- onto the battlefield-]. You gain 1 life.",
    ),
    "Jace: minus signs": ("0: Draw.\n-1: Return", "0: Draw.\n−1: Return", "0: Draw.\n[--1-]{+−1+}: Return"),
}


@pytest.mark.parametrize(("before", "after", "spans"), ERRATA.values(), ids=ERRATA)
def test_real_errata_read_as_a_reader_would_mark_them(before, after, spans):
    assert marked(before, after) == spans


FOLDED = {
    "a blank between two words": ("Draw a card.", "Draw two cards.", "Draw [-a card-]{+two cards+}."),
    "a full stop between two words": ("one. Then it", "it. Now it", "[-one. Then-]{+it. Now+} it"),
    "a hyphen": ("Quick-Draw it", "Slow-Play it", "[-Quick-Draw-]{+Slow-Play+} it"),
    "a lone word in a rewritten sentence": (
        "If that player owns the red card here",
        "Whenever you lose the game go home",
        "[-If that player owns the red card here-]{+Whenever you lose the game go home+}",
    ),
    "a Chinese character": ("造成点伤害。", "给予点战力。", "[-造成点伤害-]{+给予点战力+}。"),
    "the day": ("since 2020-01-01.", "since 2022-06-01.", "since [-2020-01-01-]{+2022-06-01+}."),
    "the bonus": ("gets +1/+1.", "gets +1/+2.", "gets [-+1/+1-]{++1/+2+}."),
}

APART = {
    "a word beside short changes": ("a card if", "two card when", "[-a-]{+two+} card [-if-]{+when+}"),
    "a sentence that starts": ("a b. If c d", "e f. If g h", "[-a b-]{+e f+}. If [-c d-]{+g h+}"),
    "a word and a line break": ("phase. If", "step.\nIf", "[-phase-]{+step+}.[- -]{+\n+}If"),
    "a line break": ("Tap.\nUntap.", "Turn.\nReturn.", "[-Tap-]{+Turn+}.\n[-Untap-]{+Return+}."),
    "a bracket": ("Tap (it) now", "Turn (me) now", "[-Tap-]{+Turn+} ([-it-]{+me+}) now"),
    "two insertions": ("a, b", "a x, y b", "a{+ x+}, {+y +}b"),
    "two deletions": ("a x, y b", "a, b", "a[- x-], [-y -]b"),
    "an insertion and its full stop": ("a. b", "a x. c", "a{+ x+}. [-b-]{+c+}"),
}


@pytest.mark.parametrize(("before", "after", "spans"), FOLDED.values(), ids=FOLDED)
def test_what_next_to_nothing_is_kept_between_is_one_change(before, after, spans):
    assert marked(before, after) == spans


@pytest.mark.parametrize(("before", "after", "spans"), APART.values(), ids=APART)
def test_changes_with_a_landmark_between_them_stay_apart(before, after, spans):
    assert marked(before, after) == spans


PLACED = {
    "after the blank": (
        "[Main] Discard",
        "[Main] [Once per turn] Discard",
        "[Main] {+[Once per turn] +}Discard",
    ),
    "a bracket's own blank": ("(a) (c)", "(a) (b) (c)", "(a) {+(b) +}(c)"),
    "a sentence": ("Draw 1. Draw 3.", "Draw 1. Draw 2. Draw 3.", "Draw 1. {+Draw 2. +}Draw 3."),
    "a line": ("Draw 1.\nDraw 3.", "Draw 1.\nDraw 2.\nDraw 3.", "Draw 1.\n{+Draw 2.\n+}Draw 3."),
    "a last line": ("Draw 1.", "Draw 1.\nDraw 1.", "Draw 1.{+\nDraw 1.+}"),
    "a last sentence": ("Draw 1.", "Draw 1. Draw 1.", "Draw 1.{+ Draw 1.+}"),
    "the copy of a word": ("a very big", "a very very big", "a very {+very +}big"),
    "a clause without blanks": ("甲，丙。", "甲，乙，丙。", "甲，{+乙，+}丙。"),
    "after a comma without blanks": ("甲，乙丁。", "甲，乙丙乙丁。", "甲，{+乙丙+}乙丁。"),
    "in front": ("Draw.", "You may. Draw.", "{+You may. +}Draw."),
}


@pytest.mark.parametrize(("before", "after", "spans"), PLACED.values(), ids=PLACED)
def test_an_insertion_starts_at_a_boundary(before, after, spans):
    assert marked(before, after) == spans


@pytest.mark.parametrize(("after", "before", "spans"), PLACED.values(), ids=PLACED)
def test_a_deletion_starts_at_the_same_boundary(before, after, spans):
    assert marked(before, after) == spans.replace("{+", "[-").replace("+}", "-]")


SMALL = {
    "no-break space": ("1 card", "1\u00a0card", "1[- -]{+\u00a0+}card"),
    "doubled space": ("a b", "a  b", "a {+ +}b"),
    "line break": ("Draw. Go.", "Draw.\nGo.", "Draw.[- -]{+\n+}Go."),
    "blank at the end": ("a", "a ", "a{+ +}"),
    "blank in front": ("a", " a", "{+ +}a"),
    "combining accent": ("cafe\u0301 noir", "cafe noir", "[-cafe\u0301-]{+cafe+} noir"),
    "sign": ("+1 [M]", "-1 [M]", "[-+1-]{+-1+} [M]"),
    "minus one and minus two": ("-1 -2", "-2 -1", "{+-2 +}-1[- -2-]"),
    "symbol": ("{1}{G}", "{G}", "[-{1}-]{G}"),
    "apostrophe": ("can", "can't", "[-can-]{+can't+}"),
    "ten": ("10", "100", "[-10-]{+100+}"),
    "Chinese": (
        "对一名单位造成3点伤害。",
        "对一名友方单位造成4点伤害。",
        "对一名{+友方+}单位造成[-3-]{+4+}点伤害。",
    ),
    "everything": ("a", "", "[-a-]"),
    "from nothing": ("", "a", "{+a+}"),
}


@pytest.mark.parametrize(("before", "after", "spans"), SMALL.values(), ids=SMALL)
def test_the_smallest_change_is_shown(before, after, spans):
    assert marked(before, after) == spans


@pytest.mark.parametrize("longer", [0, 1], ids=["before", "after"])
def test_more_tokens_than_the_limit_are_refused_and_the_side_is_named(longer):
    texts = ["一", "一"]
    texts[longer] = "二" * (MAX_TOKENS + 1)
    with pytest.raises(DiffTooLarge) as refused:
        diff_spans(*texts)
    assert ("before", "after")[longer] in refused.value.detail
    assert str(MAX_TOKENS) in refused.value.detail
    assert str(MAX_TOKENS + 1) in refused.value.detail


def test_the_limit_itself_is_compared():
    before, after = "一二" * (MAX_TOKENS // 2), "二三" * (MAX_TOKENS // 2)
    assert rebuild(diff_spans(before, after)) == (before, after)


def test_equal_texts_of_any_length_are_equal():
    text = "一" * (MAX_TOKENS + 1)
    assert diff_spans(text, text) == (("=", text),)
