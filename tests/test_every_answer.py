"""The API, the pages and the command line say what the card files say.

What they should say is resolved here once more, from the YAML alone, by a few lines that share nothing with
the service. The days around every date are a longer proof; every run has those dates in the API, and in the
pages and the command line those on which a text begins.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from service.cli import main
from tests.web.reading import read as read_page

ROOT = Path("card_texts")
DAY = timedelta(days=1)
UNKNOWN = "unknown"


def read(path):
    return YAML(typ="safe", pure=True).load(path.read_text("utf-8"))


CARDS = {f"{path.parts[-3]}/{path.stem}": read(path) for path in sorted(ROOT.glob("*/cards/*.yaml"))}
SETS = {path.parts[-2]: read(path)["sets"] for path in ROOT.glob("*/sets.yaml")}
GAMES = {path.parts[-2]: read(path) for path in ROOT.glob("*/game.yaml")}


def start(one):
    """Return the first day of an erratum or printing: of a window the last possible, of scopes the first."""
    if isinstance(one.get("scopes"), dict):
        return next(iter(one["scopes"].values()))
    for name in ("effective_from", "effective_by", "released_on", "released_by"):
        if isinstance(one.get(name), date):
            return one[name]
    return None


def released(game, card):
    codes = {printing["set"] for printing in card["printings"]}
    days = [one["released_on"] for each in SETS[game] if each["code"] in codes for one in each["releases"]]
    days += [start(printing) for printing in card["printings"]]
    return min(day for day in days if isinstance(day, date))


def bases(card):
    """Return the first printed words of each face."""
    faces = card.get("faces") or [card]
    return [face["base"]["rules_text"] for face in faces]


def words(one, face):
    """Return the rules text that a printing or an erratum gives a face; None where it gives none."""
    if "faces" in one:
        return next((each.get("rules_text") for each in one["faces"] if each["face"] == face), None)
    return one.get("rules_text") if face == 0 else None


def errata_of(game, card, lang, face):
    """Return the errata that set the rules text of a face in a language, those that are replaced left out."""
    own, scope = GAMES[game]["language"], GAMES[game]["scopes"][0]
    found = [
        one
        for one in card.get("errata", [])
        if words(one, face) is not None
        and lang in one.get("languages", [own])
        and scope in one.get("scopes", [scope])
    ]
    gone = {one.get("replaces") for one in found}
    return [one for one in found if one["id"] not in gone]


def changes(game, card, lang, face):
    """Return what can hold in a language, as (rank, first day, day after the last, words)."""
    first, own = released(game, card), GAMES[game]["language"]
    if lang == own:
        found = [(-1, first, date.max, bases(card)[face])]
    else:
        printings = [one for one in card["printings"] if one["lang"] == lang and words(one, face) is not None]
        dated = sorted((start(one), words(one, face)) for one in printings if start(one))
        found = [(n, day, date.max, told) for n, (day, told) in enumerate(dated)]
    ends = {one["of"]: one.get("ended_on") or one["ended_by"] for one in card.get("endings", [])}
    errata = errata_of(game, card, lang, face)
    for n, one in enumerate(errata):
        until = min(ends.get(one["id"], date.max), one.get("effective_until", date.max))
        day = min(start(each) for each in errata[n:])
        found.append((len(card["printings"]) + n, max(first, day), until, words(one, face)))
    return found


def texts_on(game, card, lang, day):
    """Return the words of each face, ``unknown`` where nobody has found them; None where there is no text."""
    faces = []
    for face in range(len(bases(card))):
        holding = [one for one in changes(game, card, lang, face) if one[1] <= day < one[2]]
        faces.append(max(holding, key=lambda one: (one[0] >= 0, one[1], one[0]))[3] if holding else None)
    if all(text is None for text in faces):
        return None
    return [UNKNOWN if text is None else text for text in faces]


def joined(texts):
    return None if UNKNOWN in texts else "\n//\n".join(texts)


def dates_in(value) -> Iterator[date]:
    if isinstance(value, date):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from dates_in(one)


def languages(game, card):
    """Return the game's own language and those of the printings whose words are recorded."""
    faces = range(len(bases(card)))
    printed = [one for one in card["printings"] if any(words(one, face) for face in faces)]
    return sorted({GAMES[game]["language"]} | {one["lang"] for one in printed})


def days_of(game, card, lang):
    """Return every date of a card file, and its first release."""
    return sorted({*dates_in(card), released(game, card)})


def days_around(game, card, lang):
    return sorted({day + n * DAY for day in days_of(game, card, lang) for n in (-1, 0, 1)})


def first_days(game, card, lang):
    """Return the days on which a text of this language, or an erratum, begins."""
    errata = {start(one) for one in card.get("errata", [])} - {None}
    faces = range(len(bases(card)))
    return sorted(errata | {day for face in faces for _, day, _, _ in changes(game, card, lang, face)})


EVERY = [
    pytest.param(key, lang, id=f"{key}-{lang}")
    for key, card in CARDS.items()
    for lang in languages(key.partition("/")[0], card)
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
        expected = texts_on(game, CARDS[key], lang, day)
        answer = client.get(f"/v1/cards/{game}/{name}/text?on={day}&lang={lang}")
        if expected is None:
            assert (answer.status_code, answer.json["code"]) == (404, "no-effective-text"), day
        else:
            assert answer.json["oracle_text"] == joined(expected), day


@on(first_days)
def test_the_page_says_what_the_card_file_says(client, key, lang, days):
    game, _, name = key.partition("/")
    for day in days(game, CARDS[key], lang):
        expected = texts_on(game, CARDS[key], lang, day)
        answer = client.get(f"/{game}/cards/{name}?on={day}&lang={lang}")
        if expected is None:
            assert answer.status_code == 404, day
        else:
            shown = read_page(answer.text).by_id("effective-text").of_class("face-text")
            told = ["The words are not known." if text == UNKNOWN else text for text in expected]
            assert [one.words() for one in shown] == told, day


@on(first_days)
def test_the_command_line_says_what_the_card_file_says(database_url, key, lang, days):
    game = key.partition("/")[0]
    for day in days(game, CARDS[key], lang):
        expected = texts_on(game, CARDS[key], lang, day)
        arguments = ["text", key, "--on", str(day), "--lang", lang, "--json"]
        result = CliRunner().invoke(main, arguments, env={"ERRATA_DATABASE_URL": database_url})
        answer = json.loads(result.stdout)
        if expected is None:
            assert (result.exit_code, answer["code"]) == (1, "no-effective-text"), day
        else:
            assert (result.exit_code, answer["oracle_text"]) == (0, joined(expected)), day


TWO_FACED = {
    "faces": [{"base": {"rules_text": "A"}}, {"base": {"rules_text": "B"}}],
    "printings": [{"set": "ONS", "lang": "en", "released_on": date(2003, 1, 1)}],
    "errata": [{"id": "x", "effective_from": date(2004, 1, 1), "faces": [{"face": 1, "rules_text": "C"}]}],
}


@pytest.mark.parametrize(
    ("day", "texts"),
    [
        (date(2002, 10, 6), None),  # the set was released on the 7th, before this printing
        (date(2003, 12, 31), ["A", "B"]),
        (date(2004, 1, 1), ["A", "C"]),
    ],
)
def test_a_card_with_faces_is_resolved_face_by_face(day, texts):
    assert texts_on("mtg", TWO_FACED, "en", day) == texts
