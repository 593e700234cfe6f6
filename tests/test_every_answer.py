"""The API, the pages and the command line say what the card files say.

What they should say is resolved here once more, from the YAML alone, by a few lines that share nothing with
the service. The days around every date are a longer proof; every run has those dates in the API, and in the
pages and the command line those on which a text begins.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from service.cli import main

ROOT = Path("card_texts")
DAY = timedelta(days=1)


def read(path):
    return YAML(typ="safe", pure=True).load(path.read_text("utf-8"))


CARDS = {f"{path.parts[-3]}/{path.stem}": read(path) for path in sorted(ROOT.glob("*/cards/*.yaml"))}
SETS = {path.parts[-2]: read(path)["sets"] for path in ROOT.glob("*/sets.yaml")}


def released(game, card):
    codes = {printing["set"] for printing in card["printings"]}
    days = [one["released_on"] for each in SETS[game] if each["code"] in codes for one in each["releases"]]
    days += [printing["released_on"] for printing in card["printings"]]
    return min(day for day in days if isinstance(day, date))


def changes(game, card, lang):
    """Return what can hold in a language, as (rank, first day, day after the last, words)."""
    if lang != "en":
        printings = [one for one in card["printings"] if one["lang"] == lang]
        printings = sorted(printings, key=lambda one: one["released_on"])
        return [(n, one["released_on"], date.max, one["rules_text"]) for n, one in enumerate(printings)]
    ends = {one["of"]: one.get("ended_on") or one["ended_by"] for one in card.get("endings", [])}
    errata = [one for one in card.get("errata", []) if "rules_text" in one]
    gone = {one.get("replaces") for one in errata}
    found = [(-1, released(game, card), date.max, card["base"]["rules_text"])]
    for n, one in enumerate(errata):
        later = [each.get("effective_from") or each["effective_by"] for each in errata[n:]]
        if one["id"] not in gone:
            found.append((n, min(later), ends.get(one["id"], date.max), one["rules_text"]))
    return found


def text_on(game, card, lang, day):
    holding = [one for one in changes(game, card, lang) if one[1] <= day < one[2]]
    return max(holding, key=lambda one: (one[0] >= 0, one[1], one[0]))[3] if holding else None


def dates_in(value) -> Iterator[date]:
    if isinstance(value, date):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from dates_in(one)


def languages(card):
    return sorted({"en"} | {one["lang"] for one in card["printings"]})


def days_of(game, card, lang):
    """Return every date of a card file, and its first release."""
    return sorted({*dates_in(card), released(game, card)})


def days_around(game, card, lang):
    return sorted({day + n * DAY for day in days_of(game, card, lang) for n in (-1, 0, 1)})


def first_days(game, card, lang):
    """Return the days on which a text of this language, or an erratum, begins."""
    errata = [one.get("effective_from") or one.get("effective_by") for one in card.get("errata", [])]
    return sorted({day for _, day, _, _ in changes(game, card, lang)} | {day for day in errata if day})


EVERY = [
    pytest.param(key, lang, id=f"{key}-{lang}") for key, card in CARDS.items() for lang in languages(card)
]


def on(sample):
    """Give a test each card in each language: on the days of a sample, and as a proof on every day."""
    whole = pytest.param(days_around, id="days_around", marks=pytest.mark.proof)
    days = pytest.mark.parametrize("days", [pytest.param(sample, id=sample.__name__), whole])
    return lambda test: pytest.mark.parametrize(("key", "lang"), EVERY)(days(test))


@on(days_of)
def test_the_api_says_what_the_card_file_says(client, key, lang, days):
    game, _, name = key.partition("/")
    for day in days(game, CARDS[key], lang):
        expected = text_on(game, CARDS[key], lang, day)
        answer = client.get(f"/v1/cards/{game}/{name}/text?on={day}&lang={lang}")
        if expected is None:
            assert (answer.status_code, answer.json["code"]) == (404, "no-effective-text"), day
        else:
            assert answer.json["oracle_text"] == expected, day


class EffectiveText(HTMLParser):
    """Takes the words of the element with the id ``effective-text`` out of a page."""

    def __init__(self):
        super().__init__()
        self.depth, self.words, self.skipped = 0, [], 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if self.depth or given.get("id") == "effective-text":
            if tag == "br":
                self.words.append("\n")
                return
            self.depth += 1
            hidden = "visually-hidden" in (given.get("class") or "")
            self.skipped += bool(self.skipped or hidden)

    def handle_endtag(self, tag):
        if self.depth and tag != "br":
            self.depth -= 1
            self.skipped -= bool(self.skipped)

    def handle_data(self, data):
        if self.depth and not self.skipped:
            self.words.append(data)


@on(first_days)
def test_the_page_says_what_the_card_file_says(client, key, lang, days):
    game, _, name = key.partition("/")
    for day in days(game, CARDS[key], lang):
        expected = text_on(game, CARDS[key], lang, day)
        answer = client.get(f"/{game}/cards/{name}?on={day}&lang={lang}")
        if expected is None:
            assert answer.status_code == 404, day
        else:
            page = EffectiveText()
            page.feed(answer.text)
            assert re.sub(r"\s", "", "".join(page.words)) == re.sub(r"\s", "", expected), day


@on(first_days)
def test_the_command_line_says_what_the_card_file_says(database_url, key, lang, days):
    game = key.partition("/")[0]
    for day in days(game, CARDS[key], lang):
        expected = text_on(game, CARDS[key], lang, day)
        arguments = ["text", key, "--on", str(day), "--lang", lang, "--json"]
        result = CliRunner().invoke(main, arguments, env={"ERRATA_DATABASE_URL": database_url})
        answer = json.loads(result.stdout)
        if expected is None:
            assert (result.exit_code, answer["code"]) == (1, "no-effective-text"), day
        else:
            assert (result.exit_code, answer["oracle_text"]) == (0, expected), day
