"""What caches may do with answers, and when an answer is the one that a client has already."""

import shutil
from datetime import UTC, datetime, timedelta, timezone

import pytest

from service.ingest.loader import load_corpus
from tests.support.databases import LATER
from tests.support.places import url_of
from tests.support.shared import ROOT

EXPLICIT = "public, max-age=60, stale-if-error=86400"
BACKSLIDE = "/v1/cards/mtg/backslide"
ON = "on=2020-01-01"
SUMMER = timezone(timedelta(hours=-7))
WINTER = timezone(timedelta(hours=-8))

NAMED_DAY = [
    f"{BACKSLIDE}/text?{ON}",
    f"/v1/text?game=mtg&name=Backslide&{ON}",
    f"{BACKSLIDE}/printings?{ON}",
    f"/v1/printings/ons-70-en?{ON}",
    f"/v1/printings/mtg/ONS/70?{ON}",
    f"/v1/cards?{ON}",
    f"/v1/cards?game=mtg&{ON}",
]
DEFAULTED_DAY = [path.replace(ON, "").rstrip("?&") for path in NAMED_DAY]
NO_DAY = [
    *(BACKSLIDE, f"{BACKSLIDE}/timeline", f"{BACKSLIDE}/diff?from=base&to=2020-01-01"),
    *("/v1/", "/v1/games", "/v1/games/mtg", "/v1/openapi.json"),
]
EVERY = [*NAMED_DAY, *DEFAULTED_DAY, *NO_DAY]


@pytest.mark.parametrize("path", [*NAMED_DAY, *NO_DAY])
def test_an_answer_of_a_named_day_or_of_none_is_good_for_a_minute(client, path):
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == EXPLICIT
    assert "Content-Location" not in response.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_state_of_the_server_is_not_kept(client, path):
    assert client.get(path).headers["Cache-Control"] == "no-store"


CLOCKS = [
    # (the instant, the day in Los Angeles, how long an answer is good in seconds)
    (datetime(2026, 8, 1, 12, tzinfo=SUMMER), "2026-08-01", 60),
    (datetime(2026, 8, 1, 23, 59, tzinfo=SUMMER), "2026-08-01", 60),
    (datetime(2026, 8, 1, 23, 59, 1, tzinfo=SUMMER), "2026-08-01", 59),
    (datetime(2026, 8, 1, 23, 59, 59, tzinfo=SUMMER), "2026-08-01", 1),
    (datetime(2026, 8, 1, 23, 59, 59, 500_000, tzinfo=SUMMER), "2026-08-01", 1),
    (datetime(2026, 8, 2, tzinfo=SUMMER), "2026-08-02", 60),
    # The clocks go forward and back at two in the morning; midnight behind is in the other offset.
    (datetime(2026, 3, 7, 23, 59, 30, tzinfo=WINTER), "2026-03-07", 30),
    (datetime(2026, 3, 8, 23, 59, 30, tzinfo=SUMMER), "2026-03-08", 30),
    (datetime(2026, 3, 8, 23, 59, 30, tzinfo=WINTER), "2026-03-09", 60),
    (datetime(2026, 11, 1, 23, 59, 30, tzinfo=WINTER), "2026-11-01", 30),
    (datetime(2026, 11, 1, 23, 59, 30, tzinfo=SUMMER), "2026-11-01", 60),
]


@pytest.mark.parametrize(("now", "day", "max_age_s"), CLOCKS)
def test_a_defaulted_day_is_todays_and_good_until_midnight_at_most(client_on, now, day, max_age_s):
    response = client_on(now).get(f"{BACKSLIDE}/text")
    assert response.get_json()["on"] == day
    assert response.headers["Cache-Control"] == f"public, max-age={max_age_s}"
    assert response.headers["Content-Location"] == f"{BACKSLIDE}/text?on={day}"


def test_a_list_of_all_games_is_good_until_the_first_midnight(client_on):
    response = client_on(datetime(2026, 8, 1, 23, 59, 50, tzinfo=UTC)).get("/v1/cards")
    assert response.headers["Cache-Control"] == "public, max-age=10"
    asked = response.get_json()["on"]
    assert (asked["mtg"], asked["riftbound"]) == ("2026-08-01", "2026-08-01")
    response = client_on(datetime(2026, 8, 2, 6, 59, 50, tzinfo=UTC)).get("/v1/cards")
    assert response.headers["Cache-Control"] == "public, max-age=10"
    asked = response.get_json()["on"]
    assert (asked["mtg"], asked["riftbound"]) == ("2026-08-01", "2026-08-02")


@pytest.mark.parametrize("path", [path for path in DEFAULTED_DAY if path != "/v1/cards"])
def test_the_location_of_a_defaulted_day_gives_the_same_answer(client, path):
    response = client.get(path)
    located = client.get(response.headers["Content-Location"])
    assert located.data == response.data
    assert located.headers["ETag"] == response.headers["ETag"]
    assert located.headers["Cache-Control"] == EXPLICIT


def test_a_location_keeps_the_other_parameters(client):
    response = client.get("/v1/text?game=mtg&name=R%C3%A9cidive&lang=fr")
    location = response.headers["Content-Location"]
    assert location == "/v1/text?game=mtg&name=R%C3%A9cidive&lang=fr&on=2026-08-01"


def test_no_text_on_a_day_is_kept_as_a_text_would_be(client, client_on):
    early = "/v1/cards/riftbound/deathgrip/text?on=2020-01-01"
    assert client.get(early).headers["Cache-Control"] == EXPLICIT
    now = datetime(2020, 1, 1, 23, 59, 50, tzinfo=UTC)
    response = client_on(now).get("/v1/cards/riftbound/deathgrip/text")
    assert (response.status_code, response.headers["Cache-Control"]) == (404, "public, max-age=10")


@pytest.mark.parametrize("days", ["from=2020-01-01&to=2026-07-01", "from=2026-07-01&to=2020-01-01"])
def test_no_text_at_an_end_of_a_diff_is_kept_as_a_diff_would_be(client, days):
    response = client.get(f"/v1/cards/riftbound/deathgrip/diff?{days}")
    assert (response.status_code, response.get_json()["code"]) == (404, "no-effective-text")
    assert response.headers["Cache-Control"] == EXPLICIT


@pytest.mark.parametrize(
    "path",
    [
        *(f"{BACKSLIDE}/text?on=1", f"{BACKSLIDE}/text?{ON}&lang=ja", f"{BACKSLIDE}/text?{ON}&scope=x"),
        *("/v1/cards/mtg/nobody/text", "/v1/nothing", "/v1/printings/nobody"),
    ],
)
def test_other_problems_are_not_kept(client, path):
    assert client.get(path).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", EVERY)
def test_an_answer_has_a_strong_tag_and_twice_the_same(client, path):
    first, second = client.get(path), client.get(path)
    assert first.headers["ETag"] == second.headers["ETag"]
    assert first.headers["ETag"].startswith('"')
    assert first.data == second.data


@pytest.mark.parametrize("path", EVERY)
@pytest.mark.parametrize("listed", ["{tag}", "W/{tag}", '"other", {tag}', '{tag}, "other"', "*"])
def test_an_answer_that_the_client_has_is_not_sent_again(client, path, listed):
    whole = client.get(path)
    sent = client.get(path, headers={"If-None-Match": listed.format(tag=whole.headers["ETag"])})
    assert (sent.status_code, sent.data) == (304, b"")
    kept = ("ETag", "Cache-Control", "Content-Location", "Vary", "Errata-Head", "Link")
    assert [sent.headers.get(name) for name in kept] == [whole.headers.get(name) for name in kept]


@pytest.mark.parametrize("listed", ['"other"', "", "nonsense"])
def test_an_answer_that_the_client_has_not_is_sent(client, listed):
    assert client.get(f"{BACKSLIDE}/text?{ON}", headers={"If-None-Match": listed}).status_code == 200


@pytest.mark.parametrize("path", [*EVERY, "/healthz", "/v1/nothing", f"{BACKSLIDE}/text?on=1"])
def test_head_has_the_headers_of_get_and_no_body(client, path):
    asked = {"X-Request-Id": "same"}
    whole, head = client.get(path, headers=asked), client.head(path, headers=asked)
    assert (head.status_code, head.data) == (whole.status_code, b"")
    found, expected = dict(head.headers), dict(whole.headers)
    assert found.keys() == expected.keys()
    assert found | {"Date": None} == expected | {"Date": None}  # a second may have passed


@pytest.mark.parametrize("path", [*EVERY, "/v1/nothing", "/v1/cards/mtg/nobody"])
def test_any_origin_may_read(client, path):
    response = client.get(path, headers={"Origin": "https://decks.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    exposed = response.headers["Access-Control-Expose-Headers"]
    assert {"ETag", "Errata-Head", "Link", "Content-Location"} <= set(exposed.split(", "))
    assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/v1"])
def test_any_origin_may_read_whatever_answers_machines(client, path):
    assert client.get(path).headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "path", ["/v1x", "/v1x/cards", "/healthzz", "/", "/mtg/cards/backslide", "/static/x"]
)
def test_a_page_is_not_read_by_other_origins_and_names_no_head(client, path):
    for answer in (client.get(path), client.options(path)):
        names = {name for name, _ in answer.headers}
        assert "X-Request-Id" in names
        assert not any(name.startswith("Access-Control-") for name in names)
        assert "Errata-Head" not in names


def test_a_browser_may_ask_first(client):
    asked = {"Origin": "https://decks.example", "Access-Control-Request-Method": "GET"}
    response = client.options(f"{BACKSLIDE}/text", headers=asked)
    assert response.status_code in (200, 204)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert set(response.allow) == {"GET", "HEAD", "OPTIONS"}


@pytest.mark.parametrize("path", [path for path in EVERY if path != "/v1/openapi.json"])
def test_the_ledgers_head_is_named(client, path):
    assert client.get(path).headers["Errata-Head"] == "1"


def test_what_asks_no_database_names_no_head(client):
    for path in ("/healthz", "/v1/openapi.json", "/v1/nothing"):
        assert "Errata-Head" not in client.get(path).headers
    assert client.get("/readyz").headers["Errata-Head"] == "1"


def test_plain_text_varies_by_what_is_accepted_and_has_a_tag_of_its_own(client):
    path = f"{BACKSLIDE}/text?{ON}"
    as_json = client.get(path)
    as_text = client.get(path, headers={"Accept": "text/plain"})
    assert as_json.headers["Vary"] == as_text.headers["Vary"] == "Accept"
    assert as_json.headers["ETag"] != as_text.headers["ETag"]
    mixed = {"Accept": "text/plain", "If-None-Match": as_json.headers["ETag"]}
    assert client.get(path, headers=mixed).status_code == 200


def test_a_request_keeps_its_id(client):
    assert client.get("/v1/", headers={"X-Request-Id": "a.B-9_"}).headers["X-Request-Id"] == "a.B-9_"


@pytest.mark.parametrize("given", ["", "a b", "a" * 65, "é", "<script>", "a;b"])
def test_an_id_that_is_none_is_replaced(client, given):
    found = client.get("/v1/", headers={"X-Request-Id": given}).headers.getlist("X-Request-Id")
    assert len(found) == 1
    assert found[0] != given
    assert found[0].isalnum()


def test_requests_without_an_id_get_different_ones(client):
    assert len({client.get("/healthz").headers["X-Request-Id"] for _ in range(20)}) == 20


@pytest.mark.parametrize("path", ["/v1/", "/v1/nothing", "/healthz", "/nothing"])
def test_every_response_has_the_security_headers(client, path):
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_an_answer_sets_no_cookie_and_no_limit(client):
    for path in EVERY:
        names = {name.lower() for name, _ in client.get(path).headers}
        assert "set-cookie" not in names
        assert not any("ratelimit" in name for name in names)


def listed_cards(client):
    listed = client.get("/v1/cards?on=9999-12-31&limit=500").get_json()["cards"]
    assert len(listed) > 1
    return [f"{one['game']}/{one['card']}" for one in listed]


def test_a_write_to_one_card_moves_the_head_and_no_answer_about_another(
    client_of, databases, real_cards, tmp_path
):
    corpus = tmp_path / "card_texts"
    shutil.copytree(ROOT / "card_texts", corpus)
    card = corpus / "riftbound" / "cards" / "deathgrip.yaml"
    card.write_text(card.read_text("utf-8").replace("but a card is drawn", "yet a card is drawn"), "utf-8")
    with databases.copied(real_cards) as engine:
        client = client_of(url_of(engine))
        asked = [
            f"/v1/cards/{one}{resource}"
            for one in listed_cards(client)
            for resource in ("", "/text?on=2026-07-01", "/timeline", "/printings?on=2026-07-01")
        ]
        asked += ["/v1/cards?on=2026-07-01", "/v1/games"]
        before = {address: client.get(address) for address in asked}
        assert [str(one) for one in load_corpus(engine, corpus, LATER).subjects] == [
            "riftbound/cards/deathgrip"
        ]
        after = {address: client.get(address) for address in asked}
    assert {one.headers["Errata-Head"] for one in before.values()} == {"1"}
    assert {one.headers["Errata-Head"] for one in after.values()} == {"2"}
    moved = {
        address
        for address in asked
        if before[address].headers.get("ETag") != after[address].headers.get("ETag")
    }
    assert moved == {address for address in asked if before[address].data != after[address].data}
    assert moved == {address for address in asked if "/riftbound/deathgrip" in address}
