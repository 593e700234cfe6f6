"""The sources of Magic describe their data: its languages, keys, layouts and days."""

import gzip
import json
from functools import cache
from typing import Any

import pytest

from service.corpus.reader import read_corpus
from service.corpus.sources import game_sources
from service.domain.sources import Source
from tests.support.facts import CARD_TEXTS, by_id, facts
from tests.support.shared import shared_folder

BOOKKEEPING = {"seen_on", "prev_seen_on", "rev", "substantive"}
"""What a version has beside its text."""

JOINED = {"split", "flip", "aftermath", "double-faced"}
"""The layouts with several names whose cards are one; a melded card lies on two."""

APART = {"normal", "meld"}
"""Those with several names whose cards stay apart: partners, halves of one picture, and what melds."""


@cache
def source() -> Source:
    [one] = game_sources(read_corpus(CARD_TEXTS).game("mtg"))
    assert one.id == "mtgjson3"
    return one


@pytest.fixture(scope="module")
def cards() -> list[dict[str, Any]]:
    """Every card as the source showed it."""
    with gzip.open(
        shared_folder() / "data" / "mtg-mtgjson3-2013-2018.ndjson.gz", "rt", encoding="utf-8"
    ) as file:
        return [json.loads(line) for line in file]


def test_every_language_of_the_data_is_known_and_no_other(cards):
    words = {printing["lang"] for card in cards for printing in card["printings"]}
    words |= {name for card in cards for printing in card["printings"] for name in printing.get("names", ())}
    languages = source().languages
    assert languages.keys() <= words
    codes = {"en", *languages.values()}
    assert {word: code for word in words if (code := languages.get(word, word)) not in codes} == {}
    assert languages["zh-hans"] == languages["Chinese Simplified"] == "zh-CN"


def test_every_key_of_a_version_is_read(cards):
    keys = {key for card in cards for version in card["versions"] for key in version}
    assert keys - BOOKKEEPING == {one.key for one in source().fields}


def test_every_layout_with_several_names_is_joined_or_kept_apart(cards):
    layouts = {one["layout"] for card in cards for one in card["printings"] if one.get("faces")}
    assert layouts == JOINED | APART
    assert set(source().joined_layouts) == JOINED


def test_what_leads_is_a_change_of_many_cards_before_the_day_of_its_document(cards):
    [lead] = source().leads
    day = lead.seen_on.isoformat()
    changed = [
        1 for card in cards for one in card["versions"] if one["prev_seen_on"] and one["seen_on"] == day
    ]
    assert len(changed) > 3000
    assert day < by_id(facts("mtg")["documents"])[lead.document]["effective_from"]


def test_the_lag_is_that_of_the_windows_of_the_facts(cards):
    [lag] = source().lags
    stale = [
        (one["effective_after"], one["effective_by"])
        for card in facts("mtg")["cards"]
        for one in card["oracle"]
        if "were stale" in one.get("effective_basis", "")
    ]
    assert {after for after, _ in stale} == {lag.after.isoformat()}
    assert all(by > lag.through.isoformat() for _, by in stale)
    seen = {
        one["prev_seen_on"] for card in cards for one in card["versions"] if one["seen_on"] == "2014-08-29"
    }
    assert lag.through.isoformat() in seen
