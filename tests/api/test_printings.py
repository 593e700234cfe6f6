"""Whether real printings still hold, asked over HTTP."""

import pytest

NUMBERED = "/v1/printings/riftbound/OGN/029"


def printing(client, **asked):
    response = client.get(NUMBERED, query_string=asked)
    assert response.status_code == 200, response.get_json()
    return response.get_json()


@pytest.mark.parametrize(
    ("lang", "on", "verdict"),
    [
        ("en", "2026-01-13", "same"),
        ("en", "2026-01-14", "functional"),
        ("zh-CN", "2026-01-13", "same"),
        ("zh-CN", "2026-01-14", "functional"),
    ],
)
def test_falling_star_as_printed_holds_until_its_erratum(client, lang, on, verdict):
    answer = printing(client, lang=lang, on=on)
    assert (answer["verdict"], answer["lang"], answer["on"]) == (verdict, lang, on)


def test_a_printing_says_what_differs_from_the_day(client):
    answer = printing(client, lang="en", on="2026-01-14")
    assert answer["printed_text"].startswith("Do this twice:")
    assert answer["diff"]["from"] == "printed:ogn-029-en"
    assert [one["erratum"] for one in answer["diff"]["errata"]] == ["spiritforged-faq", "spiritforged-errata"]


def test_a_printing_that_holds_differs_in_nothing(client):
    assert printing(client, on="2026-01-13")["diff"]["identical"] is True


def test_words_of_two_languages_are_not_laid_side_by_side(client):
    assert printing(client, lang="zh-CN", on="2026-01-14")["diff"] is None


def test_the_language_of_a_number_is_the_games_own_where_none_is_asked(client):
    assert printing(client, on="2026-01-14")["printing"] == "ogn-029-en"


def test_an_id_and_a_number_lead_to_the_same_answer(client):
    by_id = client.get("/v1/printings/ogn-029-zh?on=2026-01-14")
    by_number = client.get(f"{NUMBERED}?lang=zh-CN&on=2026-01-14")
    assert by_id.data == by_number.data
    assert by_id.headers["Content-Language"] == "zh-CN"


def test_a_printing_that_came_out_behind_its_erratum_says_so(client):
    released = client.get("/v1/printings/sfd-163-en?on=2026-02-13").get_json()
    assert released["superseded_before_release"] is True
    assert printing(client, on="2026-02-13")["superseded_before_release"] is False


def test_a_transcription_is_kept_beside_the_words_in_canonical_symbols(client):
    (face,) = client.get("/v1/printings/sfd-163-en?on=2026-02-13").get_json()["faces"]
    assert "+[M]" in face["fields"]["rules_text"]
    assert "+:rb_might:" in face["raw"]["rules_text"]


def test_every_printing_of_a_card_is_listed_with_its_verdict(client):
    answer = client.get("/v1/cards/mtg/backslide/printings?on=2015-03-27").get_json()
    verdicts = {one["printing"]: one["verdict"] for one in answer["printings"]}
    assert set(verdicts) == {f"ons-70-{lang}" for lang in ("de", "en", "es", "fr", "it", "pt")}
    assert set(verdicts.values()) == {"functional"}


def test_a_list_and_a_printing_alone_say_the_same(client):
    listed = client.get("/v1/cards/riftbound/falling-star/printings?on=2026-01-14").get_json()
    for one in listed["printings"]:
        alone = client.get(f"/v1/printings/{one['printing']}?on=2026-01-14").get_json()
        assert {name: alone[name] for name in one} == one


def test_a_number_without_a_printing_in_the_language_names_those_in_others(client):
    response = client.get(f"{NUMBERED}?lang=fr")
    assert response.status_code == 404
    assert response.get_json()["candidates"] == ["ogn-029-en", "ogn-029-zh"]


def test_an_empty_language_has_no_printing(client):
    assert client.get(f"{NUMBERED}?lang=").get_json()["code"] == "unknown-printing"


@pytest.mark.parametrize("query", ["", "?lang=en"])
def test_a_number_in_an_unknown_game_is_an_unknown_game(client, query):
    assert client.get(f"/v1/printings/pokemon/OGN/029{query}").get_json()["code"] == "unknown-game"
