"""What holds of every page: of every real card on the days around each change, of every other page once."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.web.reading import read

CARDS = sorted(f"{path.parts[-3]}/cards/{path.stem}" for path in Path("card_texts").glob("*/cards/*.yaml"))
MADE_UP = ["demo/cards/dusk-dawn", "demo/cards/stone-lynx"]
OTHERS = [
    ("/", 200),
    ("/docs", 200),
    ("/docs/problems", 200),
    ("/nowhere", 404),
    ("/riftbound/cards/nobody", 404),
    ("/riftbound/cards/deathgrip?on=2026-02-30", 400),
    ("/riftbound/cards/deathgrip?on=2001-01-01", 404),
    ("/mtg/cards/backslide?lang=ja", 404),
    ("/mtg/cards/backslide?scope=table", 400),
]


def days_around(client, card, lang):
    """Return the days on which a card's texts and errata begin and end.

    In the game's own language those before and behind too.
    """
    timeline = client.get(f"/v1/cards/{api(card)}/timeline").json
    names = ("effective_from", "effective_after", "effective_by", "effective_until")
    told = [*timeline["errata"], *timeline["periods"]]
    days = {date.fromisoformat(one[name]) for one in told for name in names if one.get(name)}
    around = (-1, 0, 1) if lang == own_language(client, card) else (0,)
    return sorted(str(day + timedelta(days=n)) for day in days for n in around)


@cache
def fetched(client, path):
    """Return the status and the tree of a page; several tests read the same ones."""
    answer = client.get(path)
    return answer.status_code, read(answer.text)


def api(card):
    return card.replace("/cards/", "/")


def own_language(client, card):
    return client.get(f"/v1/games/{card.partition('/')[0]}").json["language"]


def card_pages(client, card, lang=None, scope=None):
    """Yield the page of a card on each day around its changes, with what the API answers."""
    lang = lang or own_language(client, card)
    scoped = f"&scope={scope}" if scope else ""
    for day in days_around(client, card, lang):
        asked = f"on={day}&lang={lang}{scoped}"
        status, page = fetched(client, f"/{card}?{asked}")
        text = client.get(f"/v1/cards/{api(card)}/text?{asked}")
        assert status == text.status_code, day
        yield day, page, text.json


def languages(client, card):
    return client.get(f"/v1/cards/{api(card)}").json["languages"]


def printed_on(client, card, lang, day):
    """Return the first printing of a card in a language, as the API gives it."""
    printings = client.get(f"/v1/cards/{api(card)}/printings?on={day}").json["printings"]
    return next((one for one in printings if one["lang"] == lang), None)


def diffs(page):
    """Return the fields that a page compares, by their labels."""
    (section,) = (one for one in page.every("section") if one.attributes.get("aria-labelledby") == "changes")
    labels = [one.words() for one in section.every("h3")]
    return dict(zip(labels, section.of_class("diff"), strict=True))


def joined(value):
    return "\n".join(value) if isinstance(value, list) else value or ""


def places(client, card, text):
    """Return (face, field) by its label on the page, which names the face where there are several."""
    fields = client.get(f"/v1/games/{card.partition('/')[0]}").json["fields"]
    names = [face["fields"]["name"] for face in text["faces"]]
    found = {}
    for face, name in enumerate(names):
        told = name if name is not None and names.count(name) == 1 else f"Face {face + 1}"
        lead = f"{told}: " if len(names) > 1 else ""
        found |= {f"{lead}{one['label']}": (face, one["field"]) for one in fields}
    return found


def words_of_faces(page):
    """Return the words of each face as the page shows them."""
    return [one.words() for one in page.by_id("effective-text").of_class("face-text")]


def expected_words(text):
    """Return the words of each face as the API gives them."""
    told = [face["fields"]["rules_text"] for face in text["faces"]]
    return ["The words are not known." if words is None else words for words in told]


def check_diffs(client, card, lang, scope=None):
    """Check that the page has each text and that its diffs rebuild both; return how many there were."""
    compared = 0
    for day, page, text in card_pages(client, card, lang, scope):
        if "faces" not in text:
            continue
        assert words_of_faces(page) == expected_words(text), day
        printed, found = printed_on(client, card, lang, day), diffs(page)
        if printed is None or printed["printed_text"] is None or text["oracle_text"] is None:
            assert found == {}, day
            continue
        for label, (face, field) in places(client, card, text).items():
            before, after = (one["faces"][face]["fields"][field] for one in (printed, text))
            if field == "rules_text":
                assert (label in found) == (before != after), day
            if label in found:
                assert found[label].words("ins") == joined(before)
                assert found[label].words("del") == joined(after)
                assert next(found.pop(label).every("ins", "del"), None) is not None
                compared += 1
        assert found == {}, day
    return compared


@pytest.mark.parametrize("card", CARDS)
def test_inserted_and_deleted_words_rebuild_both_texts(client, card):
    for lang in languages(client, card):
        check_diffs(client, card, lang)


def test_diffs_are_found_on_the_pages_of_a_card_that_changed(client, demo):
    assert check_diffs(client, "riftbound/cards/deathgrip", "en") > 1
    assert check_diffs(demo, "demo/cards/dusk-dawn", "en", "table") > 1


def check(page, day=None):
    """Check what holds of every page."""
    assert len(list(page.every("h1"))) == 1
    levels = [int(one.tag[1]) for one in page.every("h1", "h2", "h3", "h4")]
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    (html,) = page.every("html")
    assert html.attributes["lang"] == "en"
    ids = [one.attributes["id"] for one in page.every() if "id" in one.attributes]
    assert len(ids) == len(set(ids))
    assert page.by_id("content").tag == "main"
    assert next(page.every("a")).attributes["href"] == "#content"
    for one in page.every():
        assert not [name for name in one.attributes if name == "style" or name.startswith("on")], one.tag
        labelled = one.attributes.get("aria-labelledby")
        assert labelled is None or labelled in ids
    assert list(page.every("style")) == []
    assert all(one.attributes.get("src") and not one.children for one in page.every("script"))
    for table in page.every("table"):
        assert len(list(table.every("caption"))) == 1
        assert all(one.attributes.get("scope") in ("col", "row") for one in table.every("th"))
    labels = {one.attributes["for"] for one in page.every("label")}
    shown = [one for one in page.every("input", "select") if one.attributes.get("type") != "hidden"]
    assert all(one.attributes["id"] in labels for one in shown)
    assert "None" not in page.spoken(), day


@pytest.mark.parametrize(("path", "status"), OTHERS)
def test_other_pages_are_well_formed(client, path, status):
    answer = client.get(path)
    assert (answer.status_code, answer.content_type) == (status, "text/html; charset=utf-8")
    check(read(answer.text))


@pytest.mark.parametrize("card", CARDS)
def test_card_pages_are_well_formed(client, card):
    for day, page, _ in card_pages(client, card):
        check(page, day)


@pytest.mark.parametrize("card", MADE_UP)
@pytest.mark.parametrize("scope", ["table", "screen"])
def test_made_up_card_pages_are_well_formed(demo, card, scope):
    for lang in languages(demo, card):
        for day, page, _ in card_pages(demo, card, lang, scope):
            check(page, day)
        check_diffs(demo, card, lang, scope)


def test_pages_ask_for_nothing_from_elsewhere(client):
    for path, _ in OTHERS:
        page = read(client.get(path).text)
        sources = [one.attributes["src"] for one in page.every("script")]
        sources += [one.attributes["href"] for one in page.every("link")]
        assert all(source.startswith("/") for source in sources)
        for source in sources:
            with client.get(source) as answer:
                assert answer.status_code == 200, source


def test_a_page_that_is_not_well_formed_is_found():
    with pytest.raises(AssertionError):
        read("<p><b>words</p>")
    for bad in ("<main id=content><h1>a</h1></main>", '<html lang="en"><p style="color: red">x</p></html>'):
        with pytest.raises((AssertionError, StopIteration, ValueError)):
            check(read(bad))
