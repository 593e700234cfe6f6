"""How pages are asked for and answered: parameters, caching, the front page, the API reference."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.app import create_app
from service.config import Settings
from tests.support.places import url_of
from tests.web.reading import read

CARD = "/riftbound/cards/deathgrip"
SWAGGER = Path("service/web/static/swagger")


def test_a_day_left_out_is_today_and_the_answer_names_it(demo):
    answer = demo.get("/demo/cards/stone-lynx")
    assert "today" in read(answer.text).by_id("effective").spoken()
    assert answer.headers["Content-Location"] == "/demo/cards/stone-lynx?on=2026-08-01"
    assert answer.headers["Cache-Control"] == "public, max-age=60"


def test_a_named_day_is_cached_and_has_a_strong_tag_like_the_api(client):
    answer = client.get(f"{CARD}?on=2026-01-14")
    twin = client.get("/v1/cards/riftbound/deathgrip/text?on=2026-01-14")
    assert answer.headers["Cache-Control"] == twin.headers["Cache-Control"]
    tag = answer.headers["ETag"]
    assert not tag.startswith("W/")
    again = client.get(f"{CARD}?on=2026-01-14", headers={"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get(f"{CARD}?on=2026-01-13").headers["ETag"] != tag


def test_unknown_parameters_are_ignored(client):
    page = client.get(f"{CARD}?on=2026-01-14").text
    assert client.get(f"{CARD}?on=2026-01-14&utm_source=x&date=2020-01-01").text == page


@pytest.mark.parametrize("on", ["", "yesterday", "2026-02-30", "20260114", "2026-01-14 ", "２０２６-01-14"])
def test_a_bad_day_is_never_ignored(client, on):
    answer = client.get(CARD, query_string={"on": on, "lang": "zh-CN"})
    assert answer.status_code == 400
    assert answer.headers["Cache-Control"] == "no-store"
    page = read(answer.text)
    assert page.by_id("on").attributes["type"] == "date"
    kept = {one.attributes["name"]: one.attributes["value"] for one in page.every("input")}
    assert kept == {"on": "", "lang": "zh-CN"}


def test_two_days_are_one_too_many(client):
    assert client.get(f"{CARD}?on=2026-01-13&on=2026-01-14").status_code == 400


def test_pages_have_no_style_or_script_that_the_content_policy_refuses(client):
    policy = client.get("/docs").headers["Content-Security-Policy"]
    assert "script-src 'self'; style-src 'self'" in policy
    assert "unsafe" not in policy


def test_head_is_answered_and_writing_is_not(client):
    assert client.head(f"{CARD}?on=2026-01-14").status_code == 200
    answer = client.post(CARD)
    assert (answer.status_code, answer.content_type) == (405, "text/html; charset=utf-8")


def test_a_path_of_the_api_is_no_page(client):
    answer = client.get("/v1/cards/deathgrip")
    assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_the_front_page_leads_to_every_card(client):
    page = read(client.get("/").text)
    links = [one.attributes["href"] for one in page.every("a")]
    cards = client.get("/v1/cards?limit=500").json["cards"]
    assert len(cards) > 30
    for one in cards:
        assert f"/{one['game']}/cards/{one['card']}" in links
    assert {"/docs", "/v1/"} <= set(links)


@pytest.mark.parametrize(
    ("now", "max_age_s"),
    [
        # Riftbound's midnight in UTC comes first, then Magic's in Los Angeles.
        (datetime(2026, 8, 1, 23, 59, 50, tzinfo=UTC), 10),
        (datetime(2026, 8, 2, 6, 59, 50, tzinfo=UTC), 10),
        (datetime(2026, 8, 1, 12, tzinfo=UTC), 60),
    ],
)
def test_the_front_page_is_good_until_the_first_midnight_like_the_list_of_cards(database_url, now, max_age_s):
    client = create_app(Settings(database_url=database_url, now=now)).test_client()
    found = client.get("/").headers["Cache-Control"]
    assert found == client.get("/v1/cards").headers["Cache-Control"] == f"public, max-age={max_age_s}"


@pytest.mark.parametrize("path", ["/riftbound", "/riftbound/", "/riftbound/cards"])
def test_a_game_leads_to_its_cards_on_the_front_page(client, path):
    answer = client.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/#riftbound")
    assert read(client.get("/").text).by_id("riftbound").tag == "section"


@pytest.mark.parametrize("path", ["/chess", "/chess/", "/chess/cards", "/riftbound/decks"])
def test_what_is_no_game_leads_nowhere(client, path):
    assert client.get(path).status_code == 404


def test_the_front_page_without_games_says_so(engine):
    empty = create_app(Settings(database_url=url_of(engine))).test_client()
    assert "No game is recorded yet." in read(empty.get("/").text).spoken()


def test_the_reference_is_drawn_from_the_api_document_and_needs_no_script_to_find_it(client):
    page = read(client.get("/docs").text)
    assert page.by_id("reference").attributes["data-document"] == "/v1/openapi.json"
    (without,) = page.every("noscript")
    assert [one.attributes["href"] for one in without.every("a")] == ["/v1/openapi.json"]


def test_vendored_files_are_those_that_the_readme_names():
    sums = dict(
        re.findall(r"\| `([^`]+)` \| `([0-9a-f]{64})` \|", (SWAGGER / "README.md").read_text("utf-8"))
    )
    files = {path.name for path in SWAGGER.iterdir()} - {"README.md"}
    assert sums.keys() == files
    for name in files:
        assert hashlib.sha256((SWAGGER / name).read_bytes()).hexdigest() == sums[name]


def test_the_style_is_one_file_that_asks_for_nothing():
    css = Path("service/web/static/site.css").read_text("utf-8")
    assert "url(" not in css
    assert "@import" not in css


@pytest.mark.parametrize("name", ["on", "lang", "scope"])
def test_a_parameter_with_a_sign_that_no_text_holds_is_a_bad_request(client, name):
    answer = client.get(f"/riftbound/cards/deathgrip?{name}=%00")
    assert answer.status_code == 400
    assert "A parameter has a wrong value" in read(answer.text).spoken()
