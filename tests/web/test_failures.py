"""Errors as pages, and the list of problems."""

from __future__ import annotations

import pytest

from service.app import create_app
from service.config import Settings
from service.domain import errors, refusals
from service.web.failures import problem_kinds
from tests.web.reading import read


def links(page):
    return {one.spoken(): one.attributes["href"] for one in page.every("a")}


def test_a_day_without_text_leads_to_the_first_day(client):
    answer = client.get("/riftbound/cards/deathgrip?on=2020-01-01")
    assert answer.status_code == 404
    page = read(answer.text)
    assert "This card has no text on 1 January 2020. Its first one is in effect from 12 December 2025." in (
        page.spoken()
    )
    first = links(page)["Show its first text, of 12 December 2025"]
    assert client.get(first).status_code == 200
    assert page.by_id("on").attributes["value"] == "2020-01-01"


def test_a_day_without_text_is_cached_as_a_text_would_be(client):
    answer = client.get("/riftbound/cards/deathgrip?on=2020-01-01")
    assert answer.headers["Cache-Control"] == "public, max-age=60, stale-if-error=86400"


def test_a_language_without_text_leads_to_those_that_have_one(client):
    page = read(client.get("/riftbound/cards/deathgrip?lang=fr").text)
    assert links(page)["简体中文"] == "/riftbound/cards/deathgrip?lang=zh-CN"


def test_an_unknown_scope_leads_to_those_that_there_are(client):
    page = read(client.get("/mtg/cards/backslide?scope=table").text)
    assert links(page)["Show it in the scope mtgo"] == "/mtg/cards/backslide?scope=mtgo"


@pytest.mark.parametrize("path", ["/riftbound/cards/nobody", "/chess/cards/queen", "/nowhere"])
def test_what_isnt_there_is_said_in_words(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.content_type) == (404, "text/html; charset=utf-8")
    assert links(read(answer.text))["All cards"] == "/"


def test_a_card_that_isnt_there_leads_to_the_cards_of_its_game(client):
    page = read(client.get("/riftbound/cards/nobody").text)
    assert links(page)["All cards of Riftbound"] == "/#riftbound"
    assert "Riftbound has no card 'nobody' here." in page.spoken()
    assert "/v1/" not in page.spoken()


@pytest.mark.parametrize("card", ["deathgrip", "<b>x"])
def test_what_was_asked_for_is_shown_as_words(client, card):
    hostile = '"><script>alert(1)</script>'
    answer = client.get(f"/riftbound/cards/{card}", query_string={"on": hostile, "lang": hostile})
    assert answer.status_code in (400, 404)
    page = read(answer.text)
    assert list(page.every("script", "b")) == []
    assert (hostile if answer.status_code == 400 else card) in page.spoken()


def test_an_error_page_needs_no_database(new_database):
    app = create_app(Settings(database_url=new_database()))
    answer = app.test_client().get("/")
    assert answer.status_code == 503
    assert "run: errata db upgrade" in read(answer.text).spoken()
    assert app.test_client().get("/docs").status_code == 200


def test_every_problem_has_its_place_in_the_list(client):
    page = read(client.get("/docs/problems").text)
    rows = {one.attributes["id"]: one.spoken() for one in page.every("tr") if "id" in one.attributes}
    named = [*vars(errors).values(), *vars(refusals).values()]
    tree = {value.code for value in named if isinstance(value, type) and hasattr(value, "code")} - {"error"}
    assert rows.keys() == tree | {"internal-error"}
    assert "404" in rows["no-effective-text"]
    assert "first_effective_from" in rows["no-effective-text"]


def test_the_type_of_a_problem_leads_to_its_place_in_the_list(client):
    path, _, anchor = client.get("/v1/cards/riftbound/nobody").json["type"].partition("#")
    assert read(client.get(path).text).by_id(anchor)


def test_a_code_that_two_classes_share_is_told_by_the_nearer_to_a_leaf():
    (kind,) = (one for one in problem_kinds() if one.code == "not-found")
    assert kind.title == errors.NoSuchPage.title
