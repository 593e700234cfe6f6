"""Lists of cards: paging, filters, and words in the text as it stood on a day."""

import base64
from pathlib import Path

import pytest

DAY = "2026-07-01"
FILES = sorted(f"{path.parts[-3]}/{path.stem}" for path in Path("card_texts").glob("*/cards/*.yaml"))
"""The cards that there are files of."""


def cards(client, **asked):
    response = client.get("/v1/cards", query_string=asked)
    assert response.status_code == 200, response.get_json()
    return [f"{one['game']}/{one['card']}" for one in response.get_json()["cards"]]


def texts(client, card, on):
    """Return all the words of a card on a day as one; None where it has no text then."""
    answer = client.get(f"/v1/cards/{card}/text?on={on}").get_json()
    fields = [value for face in answer.get("faces", ()) for value in face["fields"].values()]
    return "\n".join(value for value in fields if isinstance(value, str)) if "faces" in answer else None


@pytest.mark.parametrize("fewer", [0, 1, -1, None], ids=["all", "all but one", "one too many", "seven"])
def test_paging_visits_every_card_once_in_order(client, fewer):
    there = [card for card in FILES if texts(client, card, DAY) is not None]
    limit = 7 if fewer is None else len(there) - fewer
    found, cursor = [], {}
    while cursor is not None:
        page = client.get("/v1/cards", query_string={"on": DAY, "limit": limit, **cursor}).get_json()
        assert len(page["cards"]) <= limit
        found += [f"{one['game']}/{one['card']}" for one in page["cards"]]
        cursor = {"cursor": page["next_cursor"]} if page["next_cursor"] else None
    assert found == there == cards(client, on=DAY, limit=500)
    assert "riftbound/deathgrip" in found


@pytest.mark.parametrize(
    "bad", ["?", "====", "abc", "é", "L" * 4000, base64.b64encode(b"\xff/\xff/").decode()]
)
def test_a_cursor_that_no_page_gave_is_refused(client, bad):
    response = client.get("/v1/cards", query_string={"cursor": bad})
    assert response.status_code == 400
    assert (response.get_json()["code"], response.get_json()["parameter"]) == ("bad-parameter", "cursor")


@pytest.mark.parametrize("bad", ["0", "501", "-1", "ten", "1.5", ""])
def test_a_limit_out_of_bounds_is_refused(client, bad):
    problem = client.get("/v1/cards", query_string={"limit": bad}).get_json()
    assert (problem["code"], problem["parameter"]) == ("bad-parameter", "limit")


@pytest.mark.parametrize(
    ("on", "found"),
    [("2026-01-13", []), ("2026-01-14", ["riftbound/deathgrip"])],
)
def test_words_are_sought_in_the_text_of_the_day(client, on, found):
    asked = cards(client, q="kill if you do might another friendly", on=on)
    assert [card for card in asked if card == "riftbound/deathgrip"] == found


def test_words_of_the_old_text_find_the_card_only_while_it_holds(client):
    assert "riftbound/falling-star" in cards(client, q="do this twice", on="2026-01-13")
    assert "riftbound/falling-star" not in cards(client, q="do this twice", on="2026-01-14")


def test_words_are_sought_in_name_type_and_text_in_any_case(client):
    assert "mtg/backslide" in cards(client, game="mtg", q="BACKSLIDE instant", on="2020-01-01")
    assert "mtg/backslide" not in cards(client, game="mtg", q="BACKSLIDE creature land", on="2020-01-01")


def test_words_are_sought_in_the_language_that_is_asked(client):
    assert "mtg/backslide" in cards(client, game="mtg", q="mue ciblée", lang="fr", on="2020-01-01")
    assert "mtg/backslide" not in cards(client, game="mtg", q="mue ciblée", on="2020-01-01")


@pytest.mark.parametrize("sign", ["%", "_", "%%", "___", "\\", "/%", "b_ckslide"])
def test_the_signs_of_patterns_are_only_signs(client, sign):
    found = cards(client, q=sign, on=DAY, limit=500)
    assert found == [card for card in FILES if sign in (texts(client, card, DAY) or "")]
    assert "mtg/backslide" not in found


def test_only_cards_that_bear_or_bore_the_name_are_listed(client):
    assert cards(client, game="mtg", name="Récidive") == ["mtg/backslide"]
    assert cards(client, game="riftbound", name="falling star") == ["riftbound/falling-star"]
    assert cards(client, game="riftbound", name="Falling") == []


def test_only_cards_of_the_set_are_listed(client):
    found = {code: cards(client, game="riftbound", set=code, limit=500) for code in ("OGN", "SFD", "ogn")}
    assert "riftbound/falling-star" in found["OGN"]
    assert "riftbound/deathgrip" in found["SFD"]
    assert "riftbound/deathgrip" not in found["OGN"]
    for code, listed in found.items():
        for card in listed:
            assert code in {one["set"] for one in client.get(f"/v1/cards/{card}").get_json()["printings"]}
    assert found["ogn"] == []


def test_filters_are_taken_together(client):
    assert cards(client, game="riftbound", set="OGN", name="Deathgrip") == []


def test_a_card_without_a_text_on_the_day_is_not_listed(client):
    assert "riftbound/deathgrip" not in cards(client, game="riftbound", on="2025-12-11", limit=500)
    assert "riftbound/deathgrip" in cards(client, game="riftbound", on="2025-12-12", limit=500)


def test_a_list_over_all_games_says_the_day_of_each(client):
    answer = client.get("/v1/cards?on=2020-01-01").get_json()
    games = [one["game"] for one in client.get("/v1/games").get_json()["games"]]
    assert answer["on"] == dict.fromkeys(games, "2020-01-01")


@pytest.mark.parametrize("name", ["as_of", "view"])
def test_present_knowledge_alone_is_listed(client, name):
    problem = client.get("/v1/cards", query_string={name: "1"}).get_json()
    assert (problem["code"], problem["parameter"]) == ("unknown-parameter", name)


def test_an_unknown_game_is_a_problem_and_no_empty_list(client):
    assert client.get("/v1/cards?game=pokemon").get_json()["code"] == "unknown-game"


@pytest.mark.parametrize("path", ["/v1/cards", "/v1/text"])
def test_a_name_may_be_200_characters_long_and_no_longer(client, path):
    more = {"game": "mtg"}
    response = client.get(path, query_string=more | {"name": "a" * 200})
    assert response.get_json().get("code") in (None, "unknown-card")
    for length in (201, 70_000):
        problem = client.get(path, query_string=more | {"name": "a" * length}).get_json()
        assert (problem["code"], problem["parameter"]) == ("bad-parameter", "name")


def test_words_may_be_200_characters_long_and_no_longer(client):
    assert cards(client, q="a " * 100) != []
    problem = client.get("/v1/cards", query_string={"q": "a " * 100 + "a"}).get_json()
    assert (problem["code"], problem["parameter"]) == ("bad-parameter", "q")
